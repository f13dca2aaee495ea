//! What is to be made, resolved: no missing value means a default any more.

pub mod build;
mod failure;
pub mod former;
pub mod names;
mod pacing;
pub mod resolve;
pub mod rule;
mod status;
pub mod types;
pub mod wire;

use proc_macro2::Span;
use syn::{Attribute, Data, Expr, Fields, Ident, Path, Type};

use self::{
    former::Former,
    rule::{Rule, Subject},
};
use crate::attr::schemars::text;

pub use self::{
    failure::{Class, Failure, Verdict},
    pacing::{Backoff, Pacing, RetryRate, Said},
    status::{Conditions, Marked, Status},
};
pub use crate::attr::{
    docs::Docs,
    helpers::{Helpers, ListKind},
    item::{Item, Shape},
    owned::{FieldPath, OnImmutable, Step},
    owns::Arity,
    schemars::Bounds,
    trigger::WhenAttr as When,
};

/// A string with the place to blame for it.
#[derive(Clone)]
pub struct Text {
    pub value: String,
    pub span: Span,
    /// Not made of other names.
    pub written: bool,
}

/// A type that is given back with derives, and what is known of its fields.
pub struct Described {
    pub krate: Path,
    pub item: Item,
    pub fields: Vec<Field>,
    /// Rules of the type itself.
    pub rules: Vec<Rule>,
    /// Whether every field has a default, so that the type has one.
    pub has_default: bool,
    /// Types of fields that must have a schema, each once. Where the user's own code reads or writes a field, it
    /// needs none.
    pub nested: Vec<Type>,
    /// Those of them that have none: they stand beside this type.
    pub lacking: Vec<Ident>,
    /// What of them no JSON can be read as.
    pub unreadable: Vec<Type>,
    /// Derives that stand above our macro and make what it makes.
    pub derived_above: Vec<Path>,
    /// Attributes of these derives above our macro, by name.
    pub helpers_above: Vec<String>,
}

/// A field as the CRD sees it.
pub struct Field {
    pub name: String,
    pub span: Span,
    /// Name on the wire; `None` if its own fields stand in its place.
    pub wire: Option<String>,
    pub ty: Type,
    pub docs: Docs,
    pub cfgs: Vec<Attribute>,
    pub column: Option<Column>,
    pub scale: Option<Span>,
    pub selector: Option<Span>,
    pub default: Option<Default>,
    pub rules: Vec<Rule>,
    pub last_update_time: Option<Span>,
    /// Serde has a default for it: where it says so.
    pub serde_default: Option<Span>,
    /// The same for `default = "path"`.
    pub serde_default_path: Option<Span>,
    /// Serde leaves it out: where it says so.
    pub skipped: Option<Span>,
    /// Serde reads it under another name than it writes it: where it says so.
    pub names_differ: Option<Span>,
    /// Whether the schema of its object has it, under its own name or with its fields.
    pub in_schema: bool,
    /// Whether its schema is that of its type.
    pub has_own_schema: bool,
    pub presence: Presence,
    pub helpers: Helpers,
    /// The user's own code reads it.
    pub read_by: bool,
    /// Bounds of a number, and of the length of a text or list.
    pub range: Bounds,
    pub length: Bounds,
    /// A text has a pattern: where that is said.
    pub pattern: Option<Span>,
    /// The only values of a text.
    pub values: Option<Vec<String>>,
}

/// Whether a stored object has the field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// The server demands it.
    Required,
    /// The server fills it in.
    Defaulted,
    Optional,
}

impl Described {
    /// What `self` is in a rule of the type.
    pub fn subject(&self) -> Subject<'_> {
        match (self.item.shape, &self.item.input.data) {
            _ if self.item.serde.converted => Subject::Unknown,
            (Shape::Struct, _) => Subject::Struct(self),
            (Shape::Newtype, _) => self.fields.first().map_or(Subject::Unknown, Field::subject),
            (Shape::Enum, Data::Enum(data)) => {
                let plain = data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit));
                let wrapped = self.item.serde.tag || self.item.serde.untagged;
                if plain && !wrapped { Subject::Text } else { Subject::Unknown }
            }
            _ => Subject::Unknown,
        }
    }
}

impl Field {
    /// A text, as far as can be seen.
    pub fn is_text(&self) -> bool {
        types::is_named(types::without_option(&self.ty), "String")
    }

    /// What `self` is in a rule of the field.
    pub fn subject(&self) -> Subject<'_> {
        Subject::Value(self)
    }

    /// The default that the field gets: none if something that the checks refuse stands in its way.
    pub fn own_default(&self) -> Option<&Default> {
        let serdes = self.serde_default.or(self.serde_default_path).is_some();
        self.default.as_ref().filter(|_| !serdes && !types::is_option(&self.ty) && self.misfit().is_none())
    }

    /// A text that is the default of something that is none, in words.
    pub fn misfit(&self) -> Option<(String, &'static str)> {
        let text = text(&self.default.as_ref()?.value)?;
        let what = types::plain_as(&self.ty).filter(|what| *what != "a text")?;
        Some((text, what))
    }
}

/// A printer column.
pub struct Column {
    pub span: Span,
    pub name: Text,
    pub priority: i32,
}

/// `default = value`.
pub struct Default {
    pub key: Span,
    pub value: Expr,
}

/// Under `#[operator(..)]`.
pub struct Operator {
    pub spec: Described,
    pub kind: Ident,
    pub children: Ident,
    pub observed: Ident,
    pub name: Text,
    pub group: Text,
    pub version: Text,
    pub plural: Text,
    pub singular: Text,
    pub short_names: Vec<Text>,
    pub categories: Vec<Text>,
    pub namespaced: bool,
    pub status: Option<Path>,
    pub owns: Vec<Owned>,
    pub watches: Vec<Watched>,
    pub reads: Vec<Read>,
    pub on: Option<On>,
    pub when: Option<When>,
    pub sources: Vec<Path>,
    pub finalizer: Option<Text>,
    pub former: Former,
    pub validate: Option<Span>,
    pub default: Option<Span>,
    pub state: Option<Type>,
    pub pacing: Pacing,
    /// The struct above of which the same kind is made.
    pub made_before: Option<Ident>,
    /// The trait of the kind's that is implemented for its spec.
    pub spec_has: Option<String>,
}

/// An entry of `owns(..)`.
pub struct Owned {
    pub entry: Ident,
    pub named: bool,
    pub arity: Arity,
    pub kind: Path,
    pub depends_on: Vec<Dependency>,
    /// Fields that are left to others where they are not sent.
    pub shared: Vec<FieldPath>,
    pub on_immutable: Option<OnImmutable>,
    pub retain: bool,
    pub adopt: bool,
    /// Where it is said that a cluster may lack the kind.
    pub if_served: Option<Span>,
}

/// An entry that another one waits for.
pub struct Dependency {
    pub name: Ident,
    /// Its place in `owns(..)`, if it is there.
    pub entry: Option<usize>,
}

/// An entry of `watches(..)`.
pub struct Watched {
    pub kind: Path,
    pub map: Option<Path>,
    /// A label selector.
    pub labels: Option<Text>,
    pub on: Option<On>,
    pub when: Option<When>,
    pub metadata_only: bool,
}

/// `on(..)`: the parts whose changes wake.
#[derive(Clone, Copy)]
pub struct On {
    pub generation: bool,
    pub labels: bool,
    pub annotations: bool,
    /// Where it is named.
    pub status: Option<Span>,
}

/// An entry of `reads(..)`.
pub struct Read {
    pub kind: Path,
    /// From the server each time.
    pub live: bool,
}
