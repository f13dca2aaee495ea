//! What checks ask of a shape, all of it `const`.

use super::{Field, Fields, Presence, Shape};

impl Shape {
    /// Whether it can have a field of this name in JSON: also if nobody knows.
    pub const fn may_have(self, wire: &str) -> bool {
        match self {
            Self::Unknown | Self::Any | Self::Map => true,
            Self::Object(fields) => fields.open || fields.get(wire).is_some(),
            _ => false,
        }
    }

    /// The shape of a field by its name in JSON: [`Shape::Unknown`] if there is none.
    pub const fn of(self, wire: &str) -> Self {
        match self {
            Self::Object(fields) => match fields.get(wire) {
                Some(field) => field.shape,
                None => Self::Unknown,
            },
            _ => Self::Unknown,
        }
    }

    /// Whether a field is known and may be absent.
    pub const fn may_lack(self, wire: &str) -> bool {
        match self {
            Self::Object(fields) => match fields.get(wire) {
                Some(field) => matches!(field.presence, Presence::Optional),
                None => false,
            },
            _ => false,
        }
    }
}

// What the helpers of `#[crd(..)]` ask. Of what nobody knows everything may be.
impl Shape {
    /// Whether it can be a list. A set is one, of which more is known.
    pub const fn may_be_list(self) -> bool {
        matches!(self, Self::Unknown | Self::List | Self::Set)
    }

    /// Whether it can be a list whose items have keys.
    pub const fn may_be_keyed_list(self) -> bool {
        matches!(self, Self::Unknown | Self::List)
    }

    /// Whether it is known to be a set.
    pub const fn is_set(self) -> bool {
        matches!(self, Self::Set)
    }

    /// Whether it can be a number, so that it has bounds. One that may be a text as well has none.
    pub const fn may_be_ranged(self) -> bool {
        matches!(self, Self::Unknown | Self::Integer | Self::Number)
    }

    /// Whether it can be a text.
    pub const fn may_be_text(self) -> bool {
        matches!(self, Self::Unknown | Self::Text)
    }

    /// Whether it can have a length.
    pub const fn may_have_length(self) -> bool {
        matches!(self, Self::Unknown | Self::Text | Self::List | Self::Set)
    }

    /// Whether its fields or keys can stand in another object.
    pub const fn may_be_flat(self) -> bool {
        matches!(self, Self::Unknown | Self::Any | Self::Map | Self::Object(_))
    }

    /// Whether it can be a key of an object.
    pub const fn may_be_key(self) -> bool {
        matches!(self, Self::Unknown | Self::Text | Self::Integer | Self::Boolean)
    }

    /// Whether it can be an object with fields of its own.
    pub const fn may_be_object(self) -> bool {
        matches!(self, Self::Unknown | Self::Object(_))
    }

    /// Whether the server's rules can see it: not if it has no type.
    pub const fn may_be_compared(self) -> bool {
        !matches!(self, Self::Any)
    }

    /// Whether it can be a single value.
    pub const fn may_be_scalar(self) -> bool {
        matches!(
            self,
            Self::Unknown | Self::Text | Self::Integer | Self::Number | Self::Boolean | Self::IntOrString
        )
    }

    /// Whether objects can be selected by it.
    pub const fn may_be_selected(self) -> bool {
        matches!(self, Self::Unknown | Self::Text | Self::Integer | Self::Boolean)
    }

    /// Whether it, or something in it that is no item of a list and no value of a map, compares with the stored
    /// object.
    pub const fn compares(self) -> bool {
        let Self::Object(fields) = self else { return false };
        let mut i = 0;
        while i < fields.known.len() {
            if fields.known[i].shape.compares() {
                return true;
            }
            i += 1;
        }
        fields.compares
    }

    /// Whether it has rules of its own.
    pub const fn has_rules(self) -> bool {
        match self {
            Self::Object(fields) => fields.rules,
            _ => false,
        }
    }

    /// Whether an item can have a key of this name in Rust. What is no object has other problems.
    pub const fn may_be_keyed(self, name: &str) -> bool {
        match self {
            Self::Object(fields) => fields.open || fields.named(name).is_some(),
            _ => true,
        }
    }

    /// Whether a key is always there, as far as anybody knows.
    pub const fn key_may_be_there(self, name: &str) -> bool {
        match self.key(name) {
            Some(field) => !matches!(field.presence, Presence::Optional),
            None => true,
        }
    }

    /// Whether a key is a single value, as far as anybody knows.
    pub const fn key_may_be_scalar(self, name: &str) -> bool {
        match self.key(name) {
            Some(field) => field.shape.may_be_scalar(),
            None => true,
        }
    }

    /// The name in JSON of a field by its name in Rust, or the usual one if nobody knows.
    pub const fn wire_of(self, name: &str, usual: &'static str) -> &'static str {
        match self.key(name) {
            Some(field) => field.wire,
            None => usual,
        }
    }

    const fn key(self, name: &str) -> Option<&'static Field> {
        match self {
            Self::Object(fields) => fields.named(name),
            _ => None,
        }
    }
}

impl Fields {
    /// The field of this name in JSON.
    pub const fn get(&self, wire: &str) -> Option<&'static Field> {
        let mut i = 0;
        while i < self.known.len() {
            if same(self.known[i].wire, wire) {
                return Some(&self.known[i]);
            }
            i += 1;
        }
        None
    }

    /// The field of this name in Rust.
    pub const fn named(&self, name: &str) -> Option<&'static Field> {
        let mut i = 0;
        while i < self.known.len() {
            if same(self.known[i].name, name) {
                return Some(&self.known[i]);
            }
            i += 1;
        }
        None
    }
}

impl Field {
    /// A field that is always there, because the server demands it.
    pub const fn required(name: &'static str, wire: &'static str, shape: Shape) -> Self {
        Self { name, wire, presence: Presence::Required, shape }
    }

    /// A field that is always there, because the server fills it in.
    pub const fn defaulted(name: &'static str, wire: &'static str, shape: Shape) -> Self {
        Self { name, wire, presence: Presence::Defaulted, shape }
    }

    /// A field that may be absent.
    pub const fn optional(name: &'static str, wire: &'static str, shape: Shape) -> Self {
        Self { name, wire, presence: Presence::Optional, shape }
    }
}

/// Whether two texts are equal, asked in a constant.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
