// Package fakepod decides what a kubelet would report about a pod, if its containers did what the pod's
// annotations say. It is pure: pods and times in, statuses out.
package fakepod

import (
	"fmt"
	"time"
)

// Prefix begins the annotations below. They stand on the pod, so usually in a pod template.
const Prefix = "devcluster.kubewright.dev/"

const (
	// ReadyAfter is a Go duration: the pod becomes ready (a pod of a Job: succeeds) this long after its start.
	ReadyAfter = Prefix + "ready-after"
	// NeverReady "true": the pod runs and never becomes ready (a pod of a Job: never ends).
	NeverReady = Prefix + "never-ready"
	// Fail "true": every container exits with code 1 at once.
	Fail = Prefix + "fail"
)

// behavior is what the annotations ask for.
type behavior struct {
	readyAfter       time.Duration
	neverReady, fail bool
}

// behaviorOf reads the annotations. They may change while the pod runs.
func behaviorOf(annotations map[string]string) (b behavior, err error) {
	if value, ok := annotations[ReadyAfter]; ok {
		if b.readyAfter, err = time.ParseDuration(value); err != nil || b.readyAfter < 0 {
			return b, fmt.Errorf("annotation %s: %q is not a duration such as 3s", ReadyAfter, value)
		}
	}
	if b.neverReady, err = flag(annotations, NeverReady); err != nil {
		return b, err
	}
	b.fail, err = flag(annotations, Fail)
	return b, err
}

func flag(annotations map[string]string, name string) (bool, error) {
	switch value, ok := annotations[name]; {
	case !ok || value == "false":
		return false, nil
	case value == "true":
		return true, nil
	default:
		return false, fmt.Errorf("annotation %s: %q is neither \"true\" nor \"false\"", name, value)
	}
}
