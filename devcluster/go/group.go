// Starting and stopping the components of the control plane in order.
package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"k8s.io/klog/v2"
)

// group holds the running components in the order of their start.
type group struct {
	running []*component
	// failed is called when a component ends by itself.
	failed func(error)
}

type component struct {
	name     string
	cancel   context.CancelFunc
	stopping context.Context
	done     chan struct{}
}

// start prepares a component and runs it beside the others. prepare gets the context that ends with the
// component; it is not derived from ctx, because components are stopped one after the other, but while the
// preparation lasts the end of ctx ends it.
func (g *group) start(ctx context.Context, name string, prepare func(context.Context) (func() error, error)) error {
	own, cancel := context.WithCancel(context.Background())
	unlink := context.AfterFunc(ctx, cancel)
	run, err := prepare(own)
	if unlink(); err == nil {
		err = ctx.Err()
	}
	c := &component{name: name, cancel: cancel, stopping: own, done: make(chan struct{})}
	if run != nil {
		// Even if ctx has ended meanwhile: what is prepared must be run to be released.
		g.running = append(g.running, c)
		go g.watch(c, run)
		klog.Infof("%s started", name)
	} else {
		cancel()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (g *group) watch(c *component, run func() error) {
	defer close(c.done)
	err := run()
	if c.stopping.Err() == nil {
		g.failed(fmt.Errorf("%s ended by itself: %v", c.name, err))
		return
	}
	klog.Infof("%s stopped (%v)", c.name, err)
}

// stop ends the components, last started first. Each may take half of the limit, so that one that hangs does
// not keep the API server and etcd from an orderly end.
func (g *group) stop(limit time.Duration) error {
	end := time.Now().Add(limit)
	var late []string
	for i := len(g.running) - 1; i >= 0; i-- {
		c := g.running[i]
		c.cancel()
		select {
		case <-c.done:
		case <-time.After(min(limit/2, time.Until(end))):
			klog.Infof("%s is slow to stop", c.name)
			late = append(late, c.name)
		}
	}
	if len(late) > 0 {
		return fmt.Errorf("did not stop in time: %s", strings.Join(late, ", "))
	}
	return nil
}
