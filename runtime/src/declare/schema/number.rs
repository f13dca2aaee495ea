//! Bounds of Rust's integers, which JSON's numbers do not have.

use serde_json::Value;

use super::{Map, node::type_of};

/// Gives an integer the bounds of its Rust type, and takes formats away that the API server does not know.
///
/// The server keeps integers as `int64` and checks the formats `int32` and `int64` as bounds. So the widest unsigned
/// types end at `i64::MAX`.
pub(super) fn bound(map: &mut Map) {
    let format = map.get("format").and_then(Value::as_str).unwrap_or_default();
    let (known, least, most) = match (type_of(map), format) {
        (Some("integer"), "int32") => ("int32", None, None),
        (Some("integer"), "int64" | "int" | "int128") => ("int64", None, None),
        // schemars gives the narrow types both bounds.
        (Some("integer"), "int8" | "int16" | "uint8" | "uint16") => ("", None, None),
        (Some("integer"), "uint32") => ("", Some(0), Some(i64::from(u32::MAX))),
        // A maximum of `i64::MAX` is no whole number to the server, which then refuses every value.
        (Some("integer"), "uint64" | "uint" | "uint128") => ("int64", Some(0), None),
        (Some("number"), "float" | "double") => return,
        (Some("integer" | "number"), _) => ("", None, None),
        _ => return,
    };
    if known.is_empty() {
        map.remove("format");
    } else {
        map.insert("format".to_owned(), known.into());
    }
    for (key, value) in [("minimum", least), ("maximum", most)] {
        if let Some(value) = value {
            map.entry(key).or_insert(value.into());
        }
    }
}
