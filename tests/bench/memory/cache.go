package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	apps "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	tools "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	crlog "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/go-logr/logr"
)

// The same steps as ../../src/bin/memory/subject.rs.
func measure(address string, strip bool) {
	crlog.SetLogger(logr.Discard())
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(apps.SchemeGroupVersion.WithKind("Deployment"), meta.RESTScopeNamespace)
	options := cache.Options{Scheme: scheme.Scheme, Mapper: mapper}
	if strip {
		options.DefaultTransform = cache.TransformStripManagedFields()
	}
	objects, err := cache.New(&rest.Config{Host: address}, options)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	informer, err := objects.GetInformer(ctx, &apps.Deployment{}, cache.BlockUntilSynced(false))
	if err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(objects.Start(ctx)) }()
	if !tools.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		log.Fatal("not synced")
	}
	listed := lists(address)
	first := peak()
	steady := resident()
	same := relist(address, "", &listed)
	changed := relist(address, "?changed", &listed)
	fmt.Println(first, steady, same, changed, resident())
	runtime.KeepAlive(objects)
}

// The most memory that a further list needs.
func relist(address, query string, listed *int) int {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		log.Fatal(err)
	}
	answer, err := http.Post(address+"/expire"+query, "", nil)
	if err != nil {
		log.Fatal(err)
	}
	answer.Body.Close()
	for lists(address) == *listed {
		time.Sleep(100 * time.Millisecond)
	}
	*listed = lists(address)
	resident()
	return peak()
}

// Memory that is held once nothing more happens.
func resident() int {
	time.Sleep(3 * time.Second)
	return status("VmRSS:")
}

func peak() int {
	return status("VmHWM:")
}

func status(name string) int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, name); found {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				log.Fatal(err)
			}
			return kib * 1024
		}
	}
	log.Fatal("no ", name)
	return 0
}

func lists(address string) int {
	answer, err := http.Get(address + "/lists")
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	count, err := strconv.Atoi(string(text))
	if err != nil {
		log.Fatal(err)
	}
	return count
}
