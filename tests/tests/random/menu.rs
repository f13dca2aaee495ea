//! What a field may be.

use super::random::Rng;

/// A type as Rust writes it, and what may be asked of it.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) text: String,
    /// It has an order, so that it may stand in a set.
    pub(crate) ordered: bool,
    /// It has a `Default`.
    pub(crate) default: bool,
    /// A map in it has keys that are no strings, which serde can't read where it has to look ahead.
    pub(crate) keyed: bool,
    /// How many scalars it holds, about.
    pub(crate) size: usize,
    /// How many types of ours stand inside each other.
    pub(crate) depth: usize,
}

/// Type, whether it is ordered, whether it has a `Default`, and a `#[crd(default)]` for it.
const SCALARS: &[(&str, bool, bool, Option<&str>)] = &[
    ("bool", true, true, Some("true")),
    ("i8", true, true, Some("-7")),
    ("i16", true, true, None),
    ("i32", true, true, Some("7")),
    ("i64", true, true, None),
    ("isize", true, true, None),
    ("u8", true, true, Some("255")),
    ("u16", true, true, Some("8080")),
    ("u32", true, true, None),
    ("u64", true, true, Some("7")),
    ("usize", true, true, None),
    ("f32", false, true, None),
    ("f64", false, true, Some("0.5")),
    ("char", true, true, Some("'x'")),
    ("String", true, true, Some("\"text\"")),
    ("String", true, true, None),
    ("Box<str>", true, true, None),
    ("std::num::NonZeroU8", true, false, None),
    ("std::num::NonZeroI32", true, false, None),
    ("std::time::Duration", true, true, None),
    ("Time", false, false, None),
    ("Quantity", false, true, None),
    ("IntOrString", false, true, None),
    ("Value", false, true, None),
];

/// A scalar, or what looks like one to Rust, with a default for it.
pub(crate) fn scalar(rng: &mut Rng) -> (Type, Option<&'static str>) {
    let (text, ordered, default, value) = *rng.pick(SCALARS);
    let ty = Type { text: text.to_owned(), ordered, default, keyed: false, size: 1, depth: 0 };
    (ty, value)
}

impl Type {
    /// Puts it into a list, a map, an option or the like.
    pub(crate) fn wrapped(self, rng: &mut Rng, keys: &[String]) -> Self {
        let text = &self.text;
        // Some(null) and Some(None) are None to serde.
        let optional = text != "Value" && !text.starts_with("Option<");
        match rng.below(16) {
            0..=4 if optional => Self { text: format!("Option<{text}>"), default: true, ..self },
            5 => Self { text: format!("Vec<{text}>"), default: true, ordered: self.ordered, ..self },
            6 => Self { text: format!("BTreeMap<String, {text}>"), default: true, ..self },
            7 if self.ordered => Self { text: format!("BTreeSet<{text}>"), default: true, ..self },
            8 => Self { text: format!("Box<{text}>"), ..self },
            9 => Self { text: format!("[{text}; 2]"), ..self },
            10 => Self { text: format!("BTreeMap<i16, {text}>"), default: true, keyed: true, ..self },
            11 if !keys.is_empty() => Self {
                text: format!("BTreeMap<{}, {text}>", rng.pick(keys)),
                default: true,
                keyed: true,
                ..self
            },
            _ => self,
        }
    }

    pub(crate) fn is_option(&self) -> bool {
        self.text.starts_with("Option<")
    }
}
