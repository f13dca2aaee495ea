// The kubelets' work on pods: report the status that package fakepod decides on, and finish deletions.
package main

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"

	"kubewright.dev/devcluster/internal/fakepod"
)

const podWorkers = 16

// pods serves the pods of all our nodes; pods on nodes that somebody else made are left alone.
type pods struct {
	client    kubernetes.Interface
	nodes     map[string]bool
	factory   informers.SharedInformerFactory
	lister    corelisters.PodLister
	synced    cache.InformerSynced
	queue     workqueue.TypedRateLimitingInterface[cache.ObjectName]
	addresses fakepod.Addresses

	mu      sync.Mutex
	started map[types.UID]time.Time
}

func newPods(client kubernetes.Interface, nodes []string) (*pods, error) {
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0,
		informers.WithTweakListOptions(func(o *metav1.ListOptions) { o.FieldSelector = "spec.nodeName!=" }),
		informers.WithTransform(withoutManagedFields))
	informer := factory.Core().V1().Pods()
	p := &pods{
		client:  client,
		nodes:   map[string]bool{},
		factory: factory,
		lister:  informer.Lister(),
		synced:  informer.Informer().HasSynced,
		queue: workqueue.NewTypedRateLimitingQueue(
			workqueue.NewTypedItemExponentialFailureRateLimiter[cache.ObjectName](5*time.Millisecond, 5*time.Second)),
		started: map[types.UID]time.Time{},
	}
	for _, name := range nodes {
		p.nodes[name] = true
	}
	_, err := informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    p.changed,
		UpdateFunc: func(_, pod any) { p.changed(pod) },
		DeleteFunc: p.gone,
	})
	return p, err
}

// withoutManagedFields saves memory; the API server keeps the fields of an update that brings none.
func withoutManagedFields(object any) (any, error) {
	if pod, ok := object.(*corev1.Pod); ok {
		pod.ManagedFields = nil
	}
	return object, nil
}

func (p *pods) run(ctx context.Context) {
	p.factory.Start(ctx.Done())
	// All addresses in use must be known before one is given out.
	if cache.WaitForCacheSync(ctx.Done(), p.synced) {
		var workers sync.WaitGroup
		for range podWorkers {
			workers.Go(func() { p.work(ctx) })
		}
		<-ctx.Done()
		p.queue.ShutDown()
		workers.Wait()
	}
	p.factory.Shutdown()
}

func (p *pods) changed(object any) {
	pod, ok := object.(*corev1.Pod)
	if !ok || !p.nodes[pod.Spec.NodeName] {
		return
	}
	p.addresses.Reserve(pod.UID, pod.Status.PodIP)
	p.queue.Add(cache.MetaObjectToName(pod))
}

func (p *pods) gone(object any) {
	if last, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = last.Obj
	}
	if pod, ok := object.(*corev1.Pod); ok {
		p.addresses.Release(pod.UID)
		p.mu.Lock()
		delete(p.started, pod.UID)
		p.mu.Unlock()
	}
}

func (p *pods) work(ctx context.Context) {
	for {
		name, shutdown := p.queue.Get()
		if shutdown {
			return
		}
		again, err := p.sync(ctx, name)
		switch {
		case err != nil && ctx.Err() == nil:
			// A conflict means that the informer is about to bring a newer pod.
			if !apierrors.IsConflict(err) {
				klog.Infof("pod %s: %v", name, err)
			}
			p.queue.AddRateLimited(name)
		case again > 0:
			p.queue.Forget(name)
			p.queue.AddAfter(name, again)
		default:
			p.queue.Forget(name)
		}
		p.queue.Done(name)
	}
}

// sync brings one pod to where it should be and says when to look again (0: when it changes).
func (p *pods) sync(ctx context.Context, name cache.ObjectName) (time.Duration, error) {
	pod, err := p.lister.Pods(name.Namespace).Get(name.Name)
	if apierrors.IsNotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if pod.DeletionTimestamp != nil {
		return 0, p.finishDeletion(ctx, pod)
	}
	place := fakepod.Place{HostIP: nodeIP, PodIP: p.addresses.Of(pod.UID), Started: p.startOf(pod)}
	if pod.Spec.HostNetwork {
		place.PodIP = nodeIP
	}
	status, again := fakepod.Next(pod, place, time.Now())
	return again, p.report(ctx, pod, status)
}

// finishDeletion removes the pod as a kubelet does that has killed its containers.
func (p *pods) finishDeletion(ctx context.Context, pod *corev1.Pod) error {
	if pod.DeletionGracePeriodSeconds != nil && *pod.DeletionGracePeriodSeconds == 0 {
		// Already done; what is left are the finalizers of others.
		return nil
	}
	if len(pod.Finalizers) > 0 && !fakepod.Finished(pod) {
		if err := p.report(ctx, pod, fakepod.Killed(pod, time.Now())); err != nil {
			return err
		}
	}
	err := p.client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{
		GracePeriodSeconds: new(int64(0)),
		// A pod of the same name may have taken its place.
		Preconditions: &metav1.Preconditions{UID: &pod.UID},
	})
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}

func (p *pods) report(ctx context.Context, pod *corev1.Pod, status corev1.PodStatus) error {
	if equality.Semantic.DeepEqual(pod.Status, status) {
		return nil
	}
	pod = pod.DeepCopy()
	pod.Status = status
	_, err := p.client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

// startOf is when we first saw the pod; for one that an earlier run started, what its status says.
func (p *pods) startOf(pod *corev1.Pod) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	start, ok := p.started[pod.UID]
	if !ok {
		start = time.Now()
		if pod.Status.StartTime != nil {
			start = pod.Status.StartTime.Time
		}
		p.started[pod.UID] = start
	}
	return start
}
