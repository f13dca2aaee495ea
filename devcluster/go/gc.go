// The garbage collector, an instance of our own of the upstream code. The one in kube-controller-manager looks for
// new kinds every 30 s, a constant, and backs off on what it does not know: children of a kind defined a moment ago
// can outlive their owner by more than a minute (kubernetes/kubernetes#63941). Only the period differs here.
package main

import (
	"context"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/restmapper"
	"k8s.io/controller-manager/pkg/informerfactory"
	"k8s.io/kubernetes/pkg/controller/garbagecollector"
)

const gcWorkers = 20

func (c *cluster) garbageCollector(ctx context.Context) (func() error, error) {
	config := c.client(c.keys.GC, "devcluster-gc")
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	objects, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	kinds, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(kinds))
	typed := informers.NewSharedInformerFactory(client, 0)
	untyped := metadatainformer.NewSharedInformerFactory(objects, 0)
	started := make(chan struct{})
	collector, err := garbagecollector.NewGarbageCollector(
		ctx, client, objects, mapper, ignored(),
		informerfactory.NewInformerFactory(typed, untyped), started,
	)
	if err != nil {
		return nil, err
	}
	return func() error {
		typed.Start(ctx.Done())
		untyped.Start(ctx.Done())
		close(started)
		var both sync.WaitGroup
		both.Go(func() { collector.Run(ctx, gcWorkers, 30*time.Second) })
		both.Go(func() { collector.Sync(ctx, kinds, c.opts.gcSync) })
		both.Wait()
		typed.Shutdown()
		untyped.Shutdown()
		return nil
	}, nil
}

// ignored is the stock set: events have no dependents and are many.
func ignored() map[schema.GroupResource]struct{} {
	return map[schema.GroupResource]struct{}{
		{Resource: "events"}:                         {},
		{Group: "events.k8s.io", Resource: "events"}: {},
	}
}
