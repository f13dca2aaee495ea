//! Readers of fields, for serde.

use serde::{Deserialize, Deserializer, de::Error};

/// What a field with `#[crd(int_or_string)]` is read into.
pub trait Text: Sized {
    /// Of what is there.
    fn of(text: String) -> Self;
    /// Of a null.
    fn null() -> Option<Self>;
}

impl Text for String {
    fn of(text: String) -> Self {
        text
    }

    fn null() -> Option<Self> {
        None
    }
}

impl Text for Option<String> {
    fn of(text: String) -> Self {
        Some(text)
    }

    fn null() -> Option<Self> {
        Some(None)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum IntOrString {
    Int(i64),
    String(String),
}

/// `#[crd(int_or_string)]`: a number becomes the text of its digits.
///
/// # Errors
/// It is neither a whole number nor a text.
pub fn int_or_string<'de, T: Text, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    match Option::<IntOrString>::deserialize(from)? {
        Some(IntOrString::Int(number)) => Ok(T::of(number.to_string())),
        Some(IntOrString::String(text)) => Ok(T::of(text)),
        None => T::null().ok_or_else(|| D::Error::custom("null, expected an integer or a string")),
    }
}
