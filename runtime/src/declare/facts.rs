//! Facts about fields that reach from nested types up to the CRD: columns, the scale subresource.
//!
//! A macro sees one type only. So each type says what it knows with paths relative to itself, and the paths are
//! joined when the CRD is made. A nested type that says nothing falls back to no facts: an inherent constant
//! wins over a trait's of the same name, which [`Probe`] uses.

use std::marker::PhantomData;

use super::shape::Shape;

/// Something that a field is for, with the JSON path relative to the type that says it, such as `.image`.
#[derive(Clone, Copy, Debug)]
pub enum Fact {
    /// A printer column.
    Column {
        /// Relative JSON path.
        path: &'static str,
        /// Title.
        name: &'static str,
        /// 0 is shown by default, above only with `-o wide`.
        priority: i32,
        /// Description, empty for none.
        description: &'static str,
    },
    /// The replicas field of the scale subresource: the wanted number in the spec, the current one in the status.
    Scale {
        /// Relative JSON path.
        path: &'static str,
    },
    /// The status field that holds the pods' label selector in its string form.
    ScaleSelector {
        /// Relative JSON path.
        path: &'static str,
    },
    /// A field by whose value clients can select objects.
    Selectable {
        /// Relative JSON path.
        path: &'static str,
    },
    /// What the type of a field says.
    Nested {
        /// Relative JSON path of the field.
        path: &'static str,
        /// Facts of its type.
        facts: &'static [Fact],
    },
    /// The same for a type in a box, which may lead back to the type itself: asked when the CRD is made, for a
    /// constant can't need its own value.
    Boxed {
        /// Relative JSON path of the field.
        path: &'static str,
        /// Facts of the type in the box.
        facts: fn() -> &'static [Fact],
    },
}

/// A type that has facts. Implemented by `#[operator]`, `#[schema]` and `#[status]`.
pub trait Described {
    /// Its facts, with paths relative to itself.
    const FACTS: &'static [Fact];
}

// There is none for a box: see `Fact::Boxed`.
impl<T: Described> Described for Option<T> {
    const FACTS: &'static [Fact] = T::FACTS;
}

/// Asks any type for its facts and its shape: `{ use NoFacts as _; Probe::<T>::FACTS }`.
pub struct Probe<T: ?Sized>(PhantomData<T>);

/// The answers of types that say nothing.
pub trait NoFacts {
    /// None.
    const FACTS: &'static [Fact] = &[];
    /// Unknown.
    const SHAPE: Shape = Shape::Unknown;
    /// Unknown.
    const ITEM: Shape = Shape::Unknown;
}

impl<T: ?Sized> NoFacts for Probe<T> {}

impl<T: Described> Probe<T> {
    /// What the type says.
    pub const FACTS: &'static [Fact] = T::FACTS;
}
