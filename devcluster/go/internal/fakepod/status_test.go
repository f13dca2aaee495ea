// The tests go through the annotations and what an operator's author would look at in the status.
package fakepod

import (
	"reflect"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var start = time.Date(2026, 11, 30, 12, 0, 0, 500_000_000, time.UTC)

var place = Place{HostIP: "127.0.0.1", PodIP: "10.128.0.7", Started: start}

func pod(annotations map[string]string, change ...func(*corev1.Pod)) *corev1.Pod {
	p := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "p", Annotations: annotations, Generation: 3},
		Spec: corev1.PodSpec{
			Containers:    []corev1.Container{{Name: "main", Image: "app:1"}, {Name: "side", Image: "log:1"}},
			RestartPolicy: corev1.RestartPolicyAlways,
		},
		Status: corev1.PodStatus{Phase: corev1.PodPending},
	}
	for _, c := range change {
		c(p)
	}
	return p
}

func byJob(policy corev1.RestartPolicy) func(*corev1.Pod) {
	return func(p *corev1.Pod) {
		p.OwnerReferences = []metav1.OwnerReference{{Kind: "Job", Controller: new(true)}}
		p.Spec.RestartPolicy = policy
	}
}

func condition(s corev1.PodStatus, kind corev1.PodConditionType) corev1.ConditionStatus {
	for _, c := range s.Conditions {
		if c.Type == kind {
			return c.Status
		}
	}
	return ""
}

func check(t *testing.T, s corev1.PodStatus, phase corev1.PodPhase, ready bool) {
	t.Helper()
	want := corev1.ConditionFalse
	if ready {
		want = corev1.ConditionTrue
	}
	if s.Phase != phase || condition(s, corev1.PodReady) != want {
		t.Fatalf("phase %s, Ready %s; want %s, %s", s.Phase, condition(s, corev1.PodReady), phase, want)
	}
	for _, c := range s.ContainerStatuses {
		if c.Ready != ready {
			t.Fatalf("container %s: ready %v", c.Name, c.Ready)
		}
	}
}

func TestAPlainPodIsReadyAtOnceAndThenUnchanged(t *testing.T) {
	p := pod(nil)
	s, wait := Next(p, place, start)
	check(t, s, corev1.PodRunning, true)
	if wait != 0 || s.PodIP != "10.128.0.7" || s.ObservedGeneration != 3 || len(s.ContainerStatuses) != 2 {
		t.Fatalf("wait %v, status %+v", wait, s)
	}
	p.Status = s
	if again, _ := Next(p, place, start.Add(time.Hour)); !reflect.DeepEqual(s, again) {
		t.Fatalf("changed from %+v to %+v", s, again)
	}
}

func TestReadyAfterCountsFromTheExactStart(t *testing.T) {
	p := pod(map[string]string{ReadyAfter: "3s"})
	s, wait := Next(p, place, start.Add(time.Second))
	check(t, s, corev1.PodRunning, false)
	if wait != 2*time.Second {
		t.Fatalf("wait %v", wait)
	}
	p.Status = s
	s, wait = Next(p, place, start.Add(3*time.Second))
	check(t, s, corev1.PodRunning, true)
	if wait != 0 {
		t.Fatalf("wait %v", wait)
	}
}

func TestNeverReadyEndsWithTheAnnotation(t *testing.T) {
	p := pod(map[string]string{NeverReady: "true"})
	s, _ := Next(p, place, start)
	check(t, s, corev1.PodRunning, false)
	p.Status, p.Annotations = s, nil
	s, _ = Next(p, place, start)
	check(t, s, corev1.PodRunning, true)
}

func TestFailFollowsTheRestartPolicy(t *testing.T) {
	fails := map[string]string{Fail: "true"}
	s, _ := Next(pod(fails, byJob(corev1.RestartPolicyNever)), place, start)
	check(t, s, corev1.PodFailed, false)
	if end := s.ContainerStatuses[0].State.Terminated; end == nil || end.ExitCode != 1 {
		t.Fatalf("state %+v", s.ContainerStatuses[0].State)
	}
	p := pod(fails)
	s, _ = Next(p, place, start)
	check(t, s, corev1.PodRunning, false)
	c := s.ContainerStatuses[0]
	if c.State.Waiting == nil || c.State.Waiting.Reason != "CrashLoopBackOff" || c.RestartCount != 1 ||
		c.LastTerminationState.Terminated == nil || c.LastTerminationState.Terminated.ExitCode != 1 {
		t.Fatalf("container %+v", c)
	}
	p.Status = s
	if again, _ := Next(p, place, start.Add(time.Hour)); !reflect.DeepEqual(s, again) {
		t.Fatalf("changed from %+v to %+v", s, again)
	}
}

func TestAJobSucceedsWhenItsTimeHasCome(t *testing.T) {
	p := pod(map[string]string{ReadyAfter: "1m"}, byJob(corev1.RestartPolicyOnFailure))
	s, wait := Next(p, place, start)
	check(t, s, corev1.PodRunning, false)
	p.Status = s
	s, _ = Next(p, place, start.Add(wait))
	check(t, s, corev1.PodSucceeded, false)
	p.Status = s
	if again, _ := Next(p, place, start.Add(time.Hour)); !reflect.DeepEqual(s, again) {
		t.Fatal("a finished pod changed")
	}
}

func TestInitContainersAreDoneAndSidecarsRun(t *testing.T) {
	always := corev1.ContainerRestartPolicyAlways
	s, _ := Next(pod(nil, func(p *corev1.Pod) {
		p.Spec.InitContainers = []corev1.Container{{Name: "init"}, {Name: "proxy", RestartPolicy: &always}}
	}), place, start)
	check(t, s, corev1.PodRunning, true)
	if s.InitContainerStatuses[0].State.Terminated == nil || s.InitContainerStatuses[1].State.Running == nil {
		t.Fatalf("init containers %+v", s.InitContainerStatuses)
	}
}

func TestReadinessGatesAreLeftToOthers(t *testing.T) {
	p := pod(nil, func(p *corev1.Pod) {
		p.Spec.ReadinessGates = []corev1.PodReadinessGate{{ConditionType: "example.com/gate"}}
	})
	s, _ := Next(p, place, start)
	if condition(s, corev1.PodReady) != corev1.ConditionFalse || condition(s, corev1.ContainersReady) != corev1.ConditionTrue ||
		condition(s, "example.com/gate") != "" {
		t.Fatalf("conditions %+v", s.Conditions)
	}
	s.Conditions = append(s.Conditions, corev1.PodCondition{Type: "example.com/gate", Status: corev1.ConditionTrue})
	p.Status = s
	s, _ = Next(p, place, start)
	check(t, s, corev1.PodRunning, true)
}

func TestAWrongAnnotationIsShown(t *testing.T) {
	for name, value := range map[string]string{ReadyAfter: "soon", NeverReady: "yes", Fail: "1"} {
		s, _ := Next(pod(map[string]string{name: value}), place, start)
		check(t, s, corev1.PodPending, false)
		if w := s.ContainerStatuses[0].State.Waiting; w == nil || w.Reason != "CreateContainerConfigError" || w.Message == "" {
			t.Fatalf("%s: state %+v", name, s.ContainerStatuses[0].State)
		}
	}
}

func TestAKilledPodHasFailed(t *testing.T) {
	p := pod(nil)
	p.Status, _ = Next(p, place, start)
	s := Killed(p, start.Add(time.Minute))
	check(t, s, corev1.PodFailed, false)
	if end := s.ContainerStatuses[0].State.Terminated; end == nil || end.ExitCode != 143 || !end.StartedAt.Time.Equal(start) {
		t.Fatalf("state %+v", s.ContainerStatuses[0].State)
	}
}
