package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	apps "k8s.io/api/apps/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/scheme"
)

const (
	protobufType = "application/vnd.kubernetes.protobuf"
	path         = "/apis/apps/v1/deployments"
)

// What an API server says of one kind: pages, lists as events, and watches that expire when they are told to.
// It speaks protobuf with those who ask for it, as the real one does for built-in kinds.
type server struct {
	lock    sync.Mutex
	objects []apps.Deployment
	version int
	expired chan struct{}
	// How many lists have been read to their end, and how many watches have begun after one.
	lists atomic.Int64
}

func serve(count int, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	s := &server{version: 1_000_000, expired: make(chan struct{})}
	for i := range count {
		var object apps.Deployment
		name := fmt.Sprintf("web-%05d", i)
		if err := json.Unmarshal(bytes.ReplaceAll(text, []byte("web-00000"), []byte(name)), &object); err != nil {
			log.Fatal(err)
		}
		object.UID = types.UID(fmt.Sprintf("6f2bd3a1-7c64-4a0e-9b0d-%012d", i))
		object.OwnerReferences[0].UID = types.UID(fmt.Sprintf("c5f7d6e0-0a3c-4a43-8f6b-%012d", i))
		object.Labels["example.com/owner-uid"] = string(object.OwnerReferences[0].UID)
		object.Namespace = fmt.Sprintf("tenant-%d", i%16)
		object.ResourceVersion = strconv.Itoa(100_000 + i)
		s.objects = append(s.objects, object)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	mux := http.NewServeMux()
	mux.HandleFunc("POST /expire", s.expire)
	mux.HandleFunc("GET /lists", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, s.lists.Load()) })
	mux.HandleFunc("GET "+path, s.read)
	log.Fatal(http.Serve(listener, mux))
}

// All watches end as after a compaction; with ?changed, every object is another one then.
func (s *server) expire(_ http.ResponseWriter, request *http.Request) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.version += 100_000
	if request.URL.Query().Has("changed") {
		for i := range s.objects {
			s.objects[i].ResourceVersion = strconv.Itoa(s.version - 100_000 + i + 1)
		}
	}
	close(s.expired)
	s.expired = make(chan struct{})
}

func (s *server) read(w http.ResponseWriter, request *http.Request) {
	query := request.URL.Query()
	s.lock.Lock()
	objects, version, expired := append([]apps.Deployment(nil), s.objects...), s.version, s.expired
	s.lock.Unlock()
	kind := "json"
	switch accept := request.Header.Get("Accept"); {
	case strings.Contains(accept, "as=PartialObjectMetadata"):
		kind = "metadata"
	case strings.HasPrefix(accept, protobufType):
		kind = "protobuf"
	}
	if query.Get("watch") == "true" {
		s.watch(w, request, kind, objects, version, expired)
		return
	}
	from, _ := strconv.Atoi(query.Get("continue"))
	to := len(objects)
	if limit, _ := strconv.Atoi(query.Get("limit")); limit > 0 {
		to = min(to, from+limit)
	}
	list := apps.DeploymentList{Items: objects[from:to]}
	list.ResourceVersion = strconv.Itoa(version)
	if to < len(objects) {
		list.Continue = strconv.Itoa(to)
	}
	list.APIVersion, list.Kind = "apps/v1", "DeploymentList"
	if kind == "protobuf" {
		w.Header().Set("Content-Type", protobufType)
		if err := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme).Encode(&list, w); err != nil {
			log.Print(err)
		}
	} else {
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(&list); err != nil {
			log.Print(err)
		}
	}
	if to == len(objects) {
		s.lists.Add(1)
	}
}

func (s *server) watch(
	w http.ResponseWriter, request *http.Request, kind string, objects []apps.Deployment, version int,
	expired chan struct{},
) {
	send := writer(w, kind)
	flush := w.(http.Flusher).Flush
	if request.URL.Query().Get("sendInitialEvents") == "true" {
		for i := range objects {
			send("ADDED", &objects[i])
		}
		end := &apps.Deployment{}
		end.ResourceVersion = strconv.Itoa(version)
		end.Annotations = map[string]string{meta.InitialEventsAnnotationKey: "true"}
		send("BOOKMARK", end)
		s.lists.Add(1)
	}
	flush()
	select {
	case <-request.Context().Done():
		return
	case <-expired:
	}
	send("ERROR", &meta.Status{Status: "Failure", Reason: meta.StatusReasonExpired, Code: 410})
}

// Writes events, as frames of protobuf or as lines.
func writer(w http.ResponseWriter, kind string) func(string, runtime.Object) {
	typed := func(object runtime.Object) runtime.Object {
		switch object := object.(type) {
		case *apps.Deployment:
			object = object.DeepCopy()
			object.APIVersion, object.Kind = "apps/v1", "Deployment"
			if kind != "metadata" {
				return object
			}
			return &meta.PartialObjectMetadata{
				TypeMeta: meta.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadata"}, ObjectMeta: object.ObjectMeta,
			}
		case *meta.Status:
			object.APIVersion, object.Kind = "v1", "Status"
		}
		return object
	}
	if kind == "protobuf" {
		w.Header().Set("Content-Type", protobufType+";stream=watch")
		frames := protobuf.LengthDelimitedFramer.NewFrameWriter(w)
		whole := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
		raw := protobuf.NewRawSerializer(scheme.Scheme, scheme.Scheme)
		return func(event string, object runtime.Object) {
			var inner bytes.Buffer
			if err := whole.Encode(typed(object), &inner); err != nil {
				log.Fatal(err)
			}
			outer := &meta.WatchEvent{Type: event, Object: runtime.RawExtension{Raw: inner.Bytes()}}
			// Who has gone is found out by the request's context.
			_ = raw.Encode(outer, frames)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	return func(event string, object runtime.Object) {
		text, err := json.Marshal(typed(object))
		if err != nil {
			log.Fatal(err)
		}
		_, _ = io.WriteString(w, `{"type":"`+event+`","object":`+string(text)+"}\n")
	}
}
