// What the components of one control plane share, and when it counts as ready.
package main

import (
	"context"
	"fmt"
	"net"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/klog/v2"

	"kubewright.dev/devcluster/internal/pki"
)

const (
	// pollEvery is how often readiness is looked at.
	pollEvery = 25 * time.Millisecond
	// readyLimit bounds each of the waits; a loaded machine needs far more than the usual 3 s.
	readyLimit = 2 * time.Minute
)

type cluster struct {
	dir      *stateDir
	opts     options
	keys     *pki.Bundle
	listener net.Listener
	server   string
	// etcdURL is set by the start of etcd.
	etcdURL string
}

// waitForAPIServer waits until the API server says it is ready and has made the namespace `default`.
func (c *cluster) waitForAPIServer(ctx context.Context) error {
	client, err := c.probe()
	if err != nil {
		return err
	}
	return poll(ctx, "kube-apiserver", func(ctx context.Context) error {
		if _, err := client.Discovery().RESTClient().Get().AbsPath("/readyz").DoRaw(ctx); err != nil {
			return err
		}
		_, err := client.CoreV1().Namespaces().Get(ctx, metav1.NamespaceDefault, metav1.GetOptions{})
		return err
	})
}

// waitForDefaults waits for what every pod needs: a ServiceAccount, the CA's ConfigMap, and a node that takes it.
func (c *cluster) waitForDefaults(ctx context.Context) error {
	client, err := c.probe()
	if err != nil {
		return err
	}
	for _, want := range []struct {
		what string
		look func(context.Context) error
	}{
		{"the ServiceAccount default/default", func(ctx context.Context) error {
			_, err := client.CoreV1().ServiceAccounts(metav1.NamespaceDefault).Get(ctx, "default", metav1.GetOptions{})
			return err
		}},
		{"the ConfigMap default/kube-root-ca.crt", func(ctx context.Context) error {
			_, err := client.CoreV1().ConfigMaps(metav1.NamespaceDefault).Get(ctx, "kube-root-ca.crt", metav1.GetOptions{})
			return err
		}},
		{"the nodes", func(ctx context.Context) error {
			for i := range c.opts.nodes {
				node, err := client.CoreV1().Nodes().Get(ctx, nodeName(i), metav1.GetOptions{})
				if err != nil {
					return err
				}
				if err := takesPods(node); err != nil {
					return err
				}
			}
			return nil
		}},
	} {
		if err := poll(ctx, want.what, want.look); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) probe() (*kubernetes.Clientset, error) {
	return kubernetes.NewForConfig(c.client(c.keys.Probe, "devcluster-probe"))
}

// takesPods says why pods would not be put on the node.
func takesPods(node *corev1.Node) error {
	for _, taint := range node.Spec.Taints {
		return fmt.Errorf("node %s has the taint %s", node.Name, taint.Key)
	}
	if !isReady(node) {
		return fmt.Errorf("node %s is not ready", node.Name)
	}
	return nil
}

// poll looks until there is no error.
func poll(ctx context.Context, what string, look func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		last := look(ctx)
		if last == nil {
			klog.Infof("%s: ready", what)
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("waited in vain for %s: %w", what, last)
		}
	}
}
