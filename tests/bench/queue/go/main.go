// What client-go's work queue can do in a second. ../src/main.rs does the same with ours; ../run.sh compares the two.
//
// Arguments: a case, the number of workers, the number of passes, and whether it keeps its metrics, as it does in every
// controller, and as ours always does. Prints passes in a second.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// Made as controller-runtime's key of an object is.
type key struct {
	Namespace, Name string
}

func newKey(i int) key {
	return key{Namespace: fmt.Sprintf("tenant-%d", i%16), Name: fmt.Sprintf("my-app-%d", i)}
}

const (
	// Keys that change all the time.
	hot = 1000
	// Keys of a first list.
	listed = 10_000
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("queue-bench CASE WORKERS PASSES bare|metered")
	}
	switch os.Args[1] {
	case "drain", "change", "requeue", "retry", "trickle":
	default:
		log.Fatal("no such case")
	}
	workers, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	passes, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	took := run(os.Args[1], workers, passes, os.Args[4] == "metered")
	fmt.Printf("%.0f\n", float64(passes)/took.Seconds())
}

func run(name string, workers, passes int, metered bool) time.Duration {
	config := workqueue.TypedRateLimitingQueueConfig[key]{}
	if metered {
		config.Name, config.MetricsProvider = "bench", provider{}
	}
	queue := workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[key](), config)
	count := hot
	if name == "drain" {
		count = listed
	}
	keys := make([]key, count)
	for i := range keys {
		keys[i] = newKey(i)
	}
	var done atomic.Int64
	ended := make(chan struct{}, workers)

	begun := time.Now()
	var group sync.WaitGroup
	for range workers {
		group.Go(func() { work(name, queue, &done, int64(passes), ended) })
	}
	go func() {
		group.Wait()
		close(ended)
	}()
	first, again := count, count
	if name == "trickle" {
		first, again = workers, 1
	}
	next := 0
	add := func(n int) {
		for range n {
			queue.Add(keys[next%count])
			next++
		}
	}
	add(first)
	for range ended {
		add(again)
	}
	return time.Since(begun)
}

func work(name string, queue workqueue.TypedRateLimitingInterface[key], done *atomic.Int64, passes int64, ended chan struct{}) {
	for {
		key, shutdown := queue.Get()
		// After the end it still hands out what waits, at most all keys once.
		if shutdown {
			return
		}
		switch name {
		case "drain", "trickle":
			queue.Forget(key)
		case "change":
			queue.Add(key)
			queue.Forget(key)
		case "requeue":
			queue.Forget(key)
			queue.AddAfter(key, time.Hour)
		case "retry":
			queue.AddRateLimited(key)
		}
		queue.Done(key)
		if name == "requeue" || name == "retry" {
			queue.Add(key)
		}
		done := done.Add(1)
		if done >= passes {
			queue.ShutDown()
		}
		// Whoever adds keys ends when the workers have.
		if name == "trickle" || name == "drain" && done%listed == 0 {
			ended <- struct{}{}
		}
	}
}
