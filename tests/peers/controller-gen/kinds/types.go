// Package kinds makes mistakes that controller-gen can be asked to look at, a kind for each.
//
// +groupName=gen.peers.test
// +versionName=v1
package kinds

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Column has a column whose path is misspelt.
//
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Replicas",type=integer,JSONPath=".spec.replcas"
type Column struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Counted `json:"spec"`
}

// Scale is scaled by a field that it does not have.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replcas,statuspath=.status.replicas
type Scale struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Counted `json:"spec"`
	Status            Counted `json:"status,omitempty"`
}

// Counted has a number.
type Counted struct {
	Replicas int32 `json:"replicas"`
}

// Select is selected by a list.
//
// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.spec.tags
type Select struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Tagged `json:"spec"`
}

// Tagged has tags.
type Tagged struct {
	Tags []string `json:"tags"`
}

// Syntax has a rule that does not parse.
//
// +kubebuilder:object:root=true
type Syntax struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.replicas = 3"
	Spec Counted `json:"spec"`
}

// Field has a rule about a field that there is not.
//
// +kubebuilder:object:root=true
type Field struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.replcas < 3"
	Spec Counted `json:"spec"`
}

// Cost has a rule over a list without bounds.
//
// +kubebuilder:object:root=true
type Cost struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.tags.all(tag, self.tags.exists_one(other, other == tag))"
	Spec Tagged `json:"spec"`
}

// Fixed has an optional field that is not to change.
//
// +kubebuilder:object:root=true
type Fixed struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              FixedSpec `json:"spec"`
}

// FixedSpec is the spec of Fixed.
type FixedSpec struct {
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="it is immutable"
	// +optional
	Class *string `json:"class,omitempty"`
}

// Typed has a default of another type.
//
// +kubebuilder:object:root=true
type Typed struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              TypedSpec `json:"spec"`
}

// TypedSpec is the spec of Typed.
type TypedSpec struct {
	// +kubebuilder:default="three"
	Replicas int32 `json:"replicas"`
}

// Bounds has a default outside of its bounds.
//
// +kubebuilder:object:root=true
type Bounds struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              BoundsSpec `json:"spec"`
}

// BoundsSpec is the spec of Bounds.
type BoundsSpec struct {
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=0
	Replicas int32 `json:"replicas"`
}

// Keyed has a list whose key is misspelt.
//
// +kubebuilder:object:root=true
type Keyed struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              KeyedSpec `json:"spec"`
}

// KeyedSpec is the spec of Keyed.
type KeyedSpec struct {
	// +listType=map
	// +listMapKey=nmae
	Ports []Port `json:"ports"`
}

// Port has a name.
type Port struct {
	Name string `json:"name"`
}

// Set has a set of structs.
//
// +kubebuilder:object:root=true
type Set struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SetSpec `json:"spec"`
}

// SetSpec is the spec of Set.
type SetSpec struct {
	// +listType=set
	Ports []Port `json:"ports"`
}

// Short has a short name that is none.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=No_Good
type Short struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Counted `json:"spec"`
}

// Marker has a marker that is misspelt.
//
// +kubebuilder:object:root=true
// +kubebuilder:printcolum:name="Replicas",type=integer,JSONPath=".spec.replicas"
type Marker struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Counted `json:"spec"`
}
