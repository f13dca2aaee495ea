// Package inlined has a map beside fields.
//
// +groupName=gen.peers.test
// +versionName=v1
package inlined

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Open takes any field.
//
// +kubebuilder:object:root=true
type Open struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OpenSpec `json:"spec"`
}

// OpenSpec is the spec of Open.
type OpenSpec struct {
	Known string            `json:"known"`
	Rest  map[string]string `json:",inline"`
}
