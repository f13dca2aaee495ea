// kube-controller-manager, without the controllers that need a cloud, real volumes or too much patience.
package main

import (
	"context"
	"slices"
	"strings"

	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
	controlleroptions "k8s.io/kubernetes/cmd/kube-controller-manager/app/options"
)

// unwanted controllers; the garbage collector is one because we run it ourselves.
var unwanted = []string{
	"garbage-collector-controller",
	"node-ipam-controller",
	"node-route-controller",
	"service-lb-controller",
	"cloud-node-lifecycle-controller",
	"persistentvolume-attach-detach-controller",
	"persistentvolume-expander-controller",
}

func (c *cluster) controllers(ctx context.Context) (func() error, error) {
	opts, err := controlleroptions.NewKubeControllerManagerOptions()
	if err != nil {
		return nil, err
	}
	known, off, aliases := app.KnownControllers(), app.ControllersDisabledByDefault(), app.ControllerAliases()
	named := opts.Flags(known, off, aliases)
	opts.ParsedFlags = &named
	if err := parse("kube-controller-manager", named.FlagSets, c.controllerFlags(known)); err != nil {
		return nil, err
	}
	config, err := opts.Config(ctx, known, off, aliases)
	if err != nil {
		return nil, err
	}
	return func() error { return app.Run(ctx, config.Complete()) }, nil
}

func (c *cluster) controllerFlags(known []string) []string {
	// The set of controllers differs between Kubernetes minors, and to name an unknown one is an error.
	list := []string{"*"}
	for _, name := range unwanted {
		if slices.Contains(known, name) {
			list = append(list, "-"+name)
		}
	}
	return []string{
		"--kubeconfig=" + c.controllersConfig(),
		"--authentication-kubeconfig=" + c.controllersConfig(),
		"--authorization-kubeconfig=" + c.controllersConfig(),
		// Election ends in os.Exit, and there is nobody to compete with.
		"--leader-elect=false",
		"--secure-port=0",
		// Without it the role of the controller manager itself forbids nearly everything.
		"--use-service-account-credentials=true",
		"--service-account-private-key-file=" + c.keys.ServiceAccountKeyFile,
		"--root-ca-file=" + c.keys.CA.CertFile,
		"--cluster-signing-cert-file=" + c.keys.CA.CertFile,
		"--cluster-signing-key-file=" + c.keys.CA.KeyFile,
		"--controllers=" + strings.Join(list, ","),
		"--kube-api-qps=1000",
		"--kube-api-burst=2000",
		"--concurrent-deployment-syncs=20",
		"--concurrent-replicaset-syncs=20",
		"--concurrent-statefulset-syncs=20",
		"--concurrent-job-syncs=20",
		"--concurrent-serviceaccount-token-syncs=20",
		// A process that was paused must not find its pods evicted.
		"--node-monitor-grace-period=5m",
		"--controller-shutdown-timeout=2s",
	}
}
