//! Every key that a macro takes, by the place where it may stand.
//!
//! A place is worded as errors name it. `runtime/docs` has a table below a heading that ends with the same words,
//! and a test keeps table, list and parser equal: see `tests/docs.rs`.

use darling::Error;
use syn::Ident;

use super::elsewhere;
use crate::error::{error, near_miss, unknown};

/// The keys of one place.
pub struct Keys {
    pub place: &'static str,
    pub known: &'static [&'static str],
}

impl Keys {
    /// An error for a key that is none of these.
    pub fn unknown(&self, key: &Ident) -> Error {
        match elsewhere::hint(self, &key.to_string()) {
            Some(hint) => error(key, format!("{} has no `{key}`: {hint}", self.place)),
            None => unknown(key, self.place, self.known),
        }
    }

    /// The key that was meant by one that is none.
    pub fn meant(&self, key: &Ident) -> Option<&'static str> {
        let key = key.to_string();
        let wrong = !self.known.contains(&key.as_str()) && elsewhere::hint(self, &key).is_none();
        wrong.then(|| near_miss(&key, self.known)).flatten()
    }
}

macro_rules! keys {
    ($($name:ident = $place:literal [$($key:literal)*])*) => {
        $(pub const $name: Keys = Keys { place: $place, known: &[$($key),*] };)*

        #[cfg(test)]
        pub const ALL: &[Keys] = &[$($name),*];
    };
}

keys! {
    OPERATOR = "`#[operator(..)]`" [
        "name" "group" "version" "kind" "plural" "singular" "short_name" "category" "scope" "status" "owns" "watches"
        "reads" "formerly_owns" "on" "when" "source" "finalizer" "former_finalizers" "former_managers" "webhook" "state"
        "concurrency" "backoff" "retry_rate" "timeout" "resync" "debounce" "rule"
        "crate"
    ]
    OWNED = "an entry of `owns(..)`" ["depends_on" "shared" "on_immutable" "retain" "adopt" "if_served"]
    WATCHED = "an entry of `watches(..)`" ["map" "labels" "on" "when" "metadata_only"]
    READ = "an entry of `reads(..)`" ["live"]
    ON = "`on(..)`" ["generation" "labels" "annotations" "status"]
    WEBHOOK = "`webhook(..)`" ["validate" "default"]
    BACKOFF = "`backoff(..)`" ["base" "max"]
    RETRY_RATE = "`retry_rate(..)`" ["qps" "burst"]
    CRD = "`#[crd(..)]`" [
        "column" "scale" "selectable" "default" "immutable" "list" "int_or_string" "preserve_unknown" "rule"
    ]
    COLUMN = "`column(..)`" ["name" "priority"]
    SCALE = "`scale(..)`" ["selector"]
    LIST = "`list(..)`" ["set" "map"]
    RULE = "`rule(..)`" ["cel" "message" "message_expression" "reason" "field_path" "optional_old_self"]
    SCHEMA = "`#[schema(..)]`" ["rule" "crate"]
    STATUS = "`#[status(..)]`" ["rule" "crate"]
    STATUS_FIELD = "`#[status(..)]` on a field" ["last_update_time"]
    CONDITION_TYPE = "`#[condition_type(..)]`" ["crate"]
    FAILURE = "`#[failure(..)]` on the enum" ["conditions" "crate"]
    VARIANT = "`#[failure(..)]` on a variant" [
        "transient" "permanent" "waiting" "from_source" "retry_after" "condition" "reason" "field"
    ]
}
