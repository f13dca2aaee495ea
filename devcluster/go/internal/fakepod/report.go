// The parts of a status: phase, container states and conditions.
package fakepod

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// report writes into a status. Whatever is already there and still true keeps its times, so that an unchanged
// pod gets an unchanged status.
type report struct {
	pod    *corev1.Pod
	status *corev1.PodStatus
	now    metav1.Time
}

func (r report) running(ready bool) {
	r.status.Phase = corev1.PodRunning
	r.initContainers(false)
	r.containers(func(old corev1.ContainerState, s *corev1.ContainerStatus) {
		s.State.Running = old.Running
		if s.State.Running == nil {
			s.State.Running = &corev1.ContainerStateRunning{StartedAt: r.now}
		}
		s.Ready, s.Started = ready, new(true)
	})
	r.conditions(true, ready, "ContainersNotReady")
}

// crashing is a container between two attempts, where the kubelet spends nearly all the time of a crash loop.
func (r report) crashing() {
	r.status.Phase = corev1.PodRunning
	r.initContainers(false)
	r.containers(func(_ corev1.ContainerState, s *corev1.ContainerStatus) {
		s.State.Waiting = &corev1.ContainerStateWaiting{
			Reason: "CrashLoopBackOff", Message: "back-off restarting failed container " + s.Name,
		}
		if s.LastTerminationState.Terminated == nil {
			s.LastTerminationState.Terminated = r.exit(corev1.PodFailed)
		}
		s.RestartCount, s.Started = max(s.RestartCount, 1), new(false)
	})
	r.conditions(true, false, "ContainersNotReady")
}

func (r report) finished(phase corev1.PodPhase) {
	r.status.Phase = phase
	r.initContainers(true)
	r.containers(func(old corev1.ContainerState, s *corev1.ContainerStatus) {
		s.State.Terminated = r.exit(phase)
		if old.Running != nil {
			s.State.Terminated.StartedAt = old.Running.StartedAt
		}
		s.Started = new(false)
	})
	reason := "PodCompleted"
	if phase == corev1.PodFailed {
		reason = "PodFailed"
	}
	r.conditions(true, false, reason)
}

// cannotStart says in the way of the kubelet that the pod's description is wrong.
func (r report) cannotStart(message string) {
	r.status.Phase = corev1.PodPending
	r.status.InitContainerStatuses = nil
	r.containers(func(_ corev1.ContainerState, s *corev1.ContainerStatus) {
		s.State.Waiting = &corev1.ContainerStateWaiting{Reason: "CreateContainerConfigError", Message: message}
		s.Started = new(false)
	})
	r.conditions(false, false, "ContainersNotReady")
}

func (r report) exit(phase corev1.PodPhase) *corev1.ContainerStateTerminated {
	end := &corev1.ContainerStateTerminated{Reason: "Completed", StartedAt: r.now, FinishedAt: r.now}
	if phase == corev1.PodFailed {
		end.ExitCode, end.Reason = 1, "Error"
	}
	return end
}

// containers rewrites the state of every container; set finds it empty and gets the old one.
func (r report) containers(set func(corev1.ContainerState, *corev1.ContainerStatus)) {
	r.status.ContainerStatuses = statuses(r.pod.Spec.Containers, r.status.ContainerStatuses, set)
}

// initContainers have done their work before the containers start; sidecars (restartPolicy Always) run on until
// the pod is over.
func (r report) initContainers(over bool) {
	always := map[string]bool{}
	for _, c := range r.pod.Spec.InitContainers {
		always[c.Name] = c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways
	}
	r.status.InitContainerStatuses = statuses(r.pod.Spec.InitContainers, r.status.InitContainerStatuses,
		func(old corev1.ContainerState, s *corev1.ContainerStatus) {
			if always[s.Name] && !over {
				s.State.Running = old.Running
				if s.State.Running == nil {
					s.State.Running = &corev1.ContainerStateRunning{StartedAt: r.now}
				}
				s.Ready, s.Started = true, new(true)
				return
			}
			s.State.Terminated = old.Terminated
			if s.State.Terminated == nil {
				s.State.Terminated = r.exit(corev1.PodSucceeded)
			}
			s.Ready, s.Started = !always[s.Name], new(false)
		})
}

func statuses(specs []corev1.Container, old []corev1.ContainerStatus, set func(corev1.ContainerState, *corev1.ContainerStatus)) []corev1.ContainerStatus {
	before := map[string]corev1.ContainerStatus{}
	for _, s := range old {
		before[s.Name] = s
	}
	var all []corev1.ContainerStatus
	for _, c := range specs {
		b := before[c.Name]
		s := corev1.ContainerStatus{
			Name: c.Name, Image: c.Image, ImageID: c.Image, ContainerID: "devcluster://" + c.Name,
			RestartCount: b.RestartCount, LastTerminationState: b.LastTerminationState,
		}
		set(b.State, &s)
		all = append(all, s)
	}
	return all
}

// conditions sets those that belong to the kubelet. Readiness gates belong to others: they are read, not
// written, and while one of them is not true the pod is not ready.
func (r report) conditions(initialized, ready bool, reason string) {
	r.condition(corev1.PodReadyToStartContainers, true, "")
	r.condition(corev1.PodInitialized, initialized, "ContainersNotInitialized")
	r.condition(corev1.ContainersReady, ready, reason)
	if ready && !r.gatesOpen() {
		ready, reason = false, "ReadinessGatesNotReady"
	}
	r.condition(corev1.PodReady, ready, reason)
}

func (r report) gatesOpen() bool {
	for _, gate := range r.pod.Spec.ReadinessGates {
		open := false
		for _, c := range r.status.Conditions {
			open = open || c.Type == gate.ConditionType && c.Status == corev1.ConditionTrue
		}
		if !open {
			return false
		}
	}
	return true
}

// condition sets one condition; reason is used when it is false.
func (r report) condition(kind corev1.PodConditionType, value bool, reason string) {
	next := corev1.PodCondition{
		Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: r.now,
		ObservedGeneration: r.pod.Generation,
	}
	if !value {
		next.Status, next.Reason = corev1.ConditionFalse, reason
	}
	for i, c := range r.status.Conditions {
		if c.Type != kind {
			continue
		}
		if c.Status == next.Status {
			next.LastTransitionTime = c.LastTransitionTime
		}
		r.status.Conditions[i] = next
		return
	}
	r.status.Conditions = append(r.status.Conditions, next)
}
