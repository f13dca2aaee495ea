// The nodes: they are there, ready, and renew their leases; pod.go fills them.
package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coordinationapply "k8s.io/client-go/applyconfigurations/coordination/v1"
	coreapply "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/component-base/version"
	"k8s.io/klog/v2"
)

const (
	nodeIP      = "127.0.0.1"
	leaseEvery  = 10 * time.Second
	leaseLasts  = 40 * time.Second
	podsPerNode = "5000"
)

var byNode = metav1.ApplyOptions{FieldManager: "devcluster-node", Force: true}

func nodeName(i int) string { return fmt.Sprintf("devcluster-node-%d", i) }

// nodes registers the nodes and keeps them and their pods alive.
func (c *cluster) nodes(ctx context.Context) (func() error, error) {
	client, err := c.nodeClient()
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range c.opts.nodes {
		names = append(names, nodeName(i))
	}
	pods, err := newPods(client, names)
	if err != nil {
		return nil, err
	}
	return func() error {
		var all sync.WaitGroup
		for _, name := range names {
			all.Go(func() { keepNode(ctx, client, name) })
		}
		all.Go(func() { pods.run(ctx) })
		all.Wait()
		return nil
	}, nil
}

func (c *cluster) nodeClient() (*kubernetes.Clientset, error) {
	config := c.client(c.keys.Node, "devcluster-node")
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	return kubernetes.NewForConfig(config)
}

// keepNode repeats heartbeats until ctx ends; one that failed is repeated soon (at a first start the namespace of
// the leases may not be there yet).
func keepNode(ctx context.Context, client kubernetes.Interface, name string) {
	for {
		next := leaseEvery
		if err := heartbeat(ctx, client, name); err != nil && ctx.Err() == nil {
			klog.Infof("node %s: %v", name, err)
			next = 200 * time.Millisecond
		}
		select {
		case <-time.After(next):
		case <-ctx.Done():
			return
		}
	}
}

// heartbeat makes the node (again), if need be, and renews its lease. The status is written only if somebody
// has found the node not ready, as may happen to a process that was paused.
func heartbeat(ctx context.Context, client kubernetes.Interface, name string) error {
	node, err := client.CoreV1().Nodes().Apply(ctx, coreapply.Node(name).WithLabels(map[string]string{
		corev1.LabelHostname:   name,
		corev1.LabelOSStable:   "linux",
		corev1.LabelArchStable: runtime.GOARCH,
	}), byNode)
	if err != nil {
		return fmt.Errorf("register: %w", err)
	}
	if !isReady(node) {
		if _, err := client.CoreV1().Nodes().ApplyStatus(ctx, coreapply.Node(name).WithStatus(nodeStatus()), byNode); err != nil {
			return fmt.Errorf("status: %w", err)
		}
	}
	lease := coordinationapply.Lease(name, corev1.NamespaceNodeLease).WithSpec(coordinationapply.LeaseSpec().
		WithHolderIdentity(name).
		WithLeaseDurationSeconds(int32(leaseLasts.Seconds())).
		WithRenewTime(metav1.NowMicro()))
	if _, err := client.CoordinationV1().Leases(corev1.NamespaceNodeLease).Apply(ctx, lease, byNode); err != nil {
		return fmt.Errorf("lease: %w", err)
	}
	return nil
}

func isReady(node *corev1.Node) bool {
	for _, c := range node.Status.Conditions {
		if c.Type == corev1.NodeReady {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

func nodeStatus() *coreapply.NodeStatusApplyConfiguration {
	room := corev1.ResourceList{
		corev1.ResourceCPU:              resource.MustParse("1000"),
		corev1.ResourceMemory:           resource.MustParse("4Ti"),
		corev1.ResourceEphemeralStorage: resource.MustParse("16Ti"),
		corev1.ResourcePods:             resource.MustParse(podsPerNode),
	}
	status := coreapply.NodeStatus().
		WithCapacity(room).
		WithAllocatable(room).
		WithAddresses(coreapply.NodeAddress().WithType(corev1.NodeInternalIP).WithAddress(nodeIP)).
		WithNodeInfo(coreapply.NodeSystemInfo().
			WithMachineID("").WithSystemUUID("").WithBootID("").WithKernelVersion("").WithKubeProxyVersion("").
			WithOSImage("devcluster").
			WithContainerRuntimeVersion("devcluster://none").
			WithKubeletVersion(version.Get().GitVersion).
			WithOperatingSystem("linux").
			WithArchitecture(runtime.GOARCH))
	now := metav1.Now()
	for kind, value := range map[corev1.NodeConditionType]corev1.ConditionStatus{
		corev1.NodeReady:          corev1.ConditionTrue,
		corev1.NodeMemoryPressure: corev1.ConditionFalse,
		corev1.NodeDiskPressure:   corev1.ConditionFalse,
		corev1.NodePIDPressure:    corev1.ConditionFalse,
	} {
		status.WithConditions(coreapply.NodeCondition().
			WithType(kind).WithStatus(value).WithReason("Devcluster").
			WithLastHeartbeatTime(now).WithLastTransitionTime(now))
	}
	return status
}
