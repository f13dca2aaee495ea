// Package recursive has a type inside of itself.
//
// +groupName=gen.peers.test
// +versionName=v1
package recursive

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Tree is a tree.
//
// +kubebuilder:object:root=true
type Tree struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Node `json:"spec"`
}

// Node is a node.
type Node struct {
	Children []Node `json:"children,omitempty"`
}
