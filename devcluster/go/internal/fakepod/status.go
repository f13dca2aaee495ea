// The status of a live pod.
package fakepod

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Place is where a pod runs, and since when.
type Place struct {
	HostIP, PodIP string
	// Started is more exact than the status, which counts whole seconds.
	Started time.Time
}

// Next returns the status that the pod should have now and, if it is to change by the passing of time alone,
// how long until then. A finished pod keeps its status.
func Next(pod *corev1.Pod, place Place, now time.Time) (corev1.PodStatus, time.Duration) {
	status := *pod.Status.DeepCopy()
	if Finished(pod) {
		return status, 0
	}
	status.ObservedGeneration = pod.Generation
	status.HostIP, status.HostIPs = place.HostIP, []corev1.HostIP{{IP: place.HostIP}}
	status.PodIP, status.PodIPs = place.PodIP, []corev1.PodIP{{IP: place.PodIP}}
	if status.StartTime == nil {
		started := metav1.NewTime(place.Started)
		status.StartTime = &started
	}
	r := report{pod: pod, status: &status, now: metav1.NewTime(now)}
	wanted, err := behaviorOf(pod.Annotations)
	if err != nil {
		r.cannotStart(err.Error())
		return status, 0
	}
	wait := wanted.readyAfter - now.Sub(place.Started)
	switch {
	case wanted.fail && pod.Spec.RestartPolicy == corev1.RestartPolicyNever:
		r.finished(corev1.PodFailed)
	case wanted.fail:
		r.crashing()
	case wanted.neverReady:
		r.running(false)
	case wait > 0:
		r.running(false)
		return status, wait
	case ofJob(pod):
		r.finished(corev1.PodSucceeded)
	default:
		r.running(true)
	}
	return status, 0
}

// Killed returns the status of a pod that was running when its deletion began: what has finalizers (the pods of
// a Job) stays visible after the kubelet is done with it, and must not look alive.
func Killed(pod *corev1.Pod, now time.Time) corev1.PodStatus {
	status := *pod.Status.DeepCopy()
	r := report{pod: pod, status: &status, now: metav1.NewTime(now)}
	r.finished(corev1.PodFailed)
	for i := range status.ContainerStatuses {
		// 128 + SIGTERM.
		status.ContainerStatuses[i].State.Terminated.ExitCode = 143
	}
	return status
}

// Finished says whether the pod has reached a phase that it never leaves.
func Finished(pod *corev1.Pod) bool {
	return pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
}

func ofJob(pod *corev1.Pod) bool {
	owner := metav1.GetControllerOf(pod)
	return owner != nil && owner.Kind == "Job"
}
