//! What stands in the file around an item, for mistakes of which the compiler would tell many times and never name
//! the cause. Nothing that compiles depends on it: where the file can't be read, the compiler speaks for itself.

use std::cell::OnceCell;

use proc_macro2::TokenTree;
use syn::{Attribute, Ident, Item, Meta, Path, Token, Type, punctuated::Punctuated};

use super::item::{Macro, unraw};

/// What makes a schema of a type, if it is derived or written by hand.
const MAKE_SCHEMAS: &[&str] = &["Serialize", "Deserialize", "JsonSchema"];

/// How that looks in most files.
const MADE: &[&str] = &["#[schema", "::schema", "JsonSchema"];

/// Attributes that make nothing of an item.
const INERT: &[&str] = &["doc", "allow", "expect", "warn", "deny", "must_use", "non_exhaustive", "derive"];

/// Attributes of what we derive.
const HELPERS: &[&str] = &["serde", "schemars", "validate", "crd"];

/// Traits that are implemented for kinds.
const LOGIC: &[&str] = &["Reconcile", "Cleanup", "Validate", "Defaults"];

/// The file around an item.
#[derive(Default)]
pub struct Around {
    text: Option<String>,
    file: OnceCell<Option<File>>,
}

struct File {
    /// The items of the module that the item stands in.
    beside: Vec<Item>,
    /// Types in the file for which a trait that makes schemas is written by hand.
    by_hand: Vec<Ident>,
}

impl Around {
    /// The file that the compiler is at.
    pub fn here() -> Self {
        if !proc_macro::is_available() {
            return Self::default();
        }
        let file = proc_macro::Span::call_site().local_file();
        Self::of(file.and_then(|file| std::fs::read_to_string(file).ok()))
    }

    pub fn of(text: Option<String>) -> Self {
        Self { text, file: OnceCell::new() }
    }

    /// Derives above our macro on the item, which are expanded before it.
    pub fn derives_above(&self, own: &Ident, under: Macro) -> Vec<Path> {
        // Most items have none, and parsing the whole file is for the few that may have.
        let text = self.text.as_deref().unwrap_or_default();
        let suspicious =
            text.split("#[derive(").skip(1).any(|behind| before_item(behind).contains(under.name()));
        let Some(file) = suspicious.then(|| self.file(own)).flatten() else { return Vec::new() };
        above(file, own, under).flat_map(derives).collect()
    }

    /// Attributes above our macro that belong to what it derives.
    pub fn helpers_above(&self, own: &Ident, under: Macro) -> Vec<String> {
        let text = self.text.as_deref().unwrap_or_default();
        let suspicious = HELPERS.iter().any(|name| {
            text.split(&format!("#[{name}(")).skip(1).any(|behind| before_item(behind).contains(under.name()))
        });
        let Some(file) = suspicious.then(|| self.file(own)).flatten() else { return Vec::new() };
        let helpers = above(file, own, under)
            .filter_map(|attribute| HELPERS.iter().find(|name| attribute.path().is_ident(name)));
        helpers.map(|name| (*name).to_owned()).collect()
    }

    /// Whether a type stands beside the item, with nothing that makes a schema of it.
    pub fn lacks_schema(&self, own: &Ident, ty: &Ident) -> bool {
        let name = unraw(ty);
        let text = self.text.as_deref().unwrap_or_default();
        let suspicious = ["struct", "enum"].iter().any(|word| {
            let declared = format!("{word} {name}");
            let mut places = text.match_indices(&declared);
            places.any(|(place, _)| !MADE.iter().any(|made| behind_item(&text[..place]).contains(made)))
        });
        let Some(file) = suspicious.then(|| self.file(own)).flatten() else { return false };
        let mut found = file.beside.iter().filter_map(named).filter(|(ident, _)| *ident == ty).peekable();
        found.peek().is_some()
            && !file.by_hand.contains(ty)
            && found.all(|(_, attributes)| attributes.iter().all(makes_no_schema))
    }

    /// The struct above the item of which `#[operator(..)]` makes the same kind.
    pub fn made_before(&self, own: &Ident, kind: &str) -> Option<Ident> {
        let text = self.text.as_deref().unwrap_or_default();
        if text.matches("operator(").count() < 2 {
            return None;
        }
        let before = self.file(own)?.beside.iter().filter_map(named).take_while(|(ident, _)| *ident != own);
        let mut same = before.filter(|(ident, attributes)| {
            let ours = attributes.iter().find(|attribute| is(attribute, "operator"));
            ours.is_some_and(|attribute| kind_of(attribute, ident).as_deref() == Some(kind))
        });
        same.next().map(|(ident, _)| ident.clone())
    }

    /// The trait of ours that is implemented for the item, which is no kind.
    pub fn written_for(&self, own: &Ident) -> Option<String> {
        let text = self.text.as_deref().unwrap_or_default();
        if !text.contains(&format!(" for {}", unraw(own))) {
            return None;
        }
        self.file(own)?.beside.iter().find_map(|item| {
            let Item::Impl(block) = item else { return None };
            let (path, _) = block.trait_.as_ref()?;
            let name =
                LOGIC.iter().find(|name| path.segments.last().is_some_and(|last| last.ident == *name))?;
            matches!(&*block.self_ty, Type::Path(ty) if ty.path.is_ident(own)).then(|| (*name).to_owned())
        })
    }

    /// Whether the file had to be parsed, which takes longer than all else that a macro does.
    #[cfg(test)]
    pub fn is_parsed(&self) -> bool {
        self.file.get().is_some()
    }

    fn file(&self, own: &Ident) -> Option<&File> {
        let read = || {
            let items = syn::parse_file(self.text.as_deref()?).ok()?.items;
            let mut by_hand = Vec::new();
            written_by_hand(&items, &mut by_hand);
            let mut modules = Vec::new();
            with_item(items, own, &mut modules);
            // Of two items of that name nobody knows which one it is.
            let only = modules.len() == 1;
            modules.pop().filter(|_| only).map(|beside| File { beside, by_hand })
        };
        self.file.get_or_init(read).as_ref()
    }
}

/// What stands before the next type, if nothing ends before it: a line with a brace alone does.
fn before_item(text: &str) -> &str {
    let Some(item) = text.find("struct ").into_iter().chain(text.find("enum ")).min() else { return "" };
    let between = &text[..item];
    if between.lines().any(|line| line.trim() == "}") { "" } else { between }
}

/// What stands behind the last item, or in it: attributes, if it is read up to a type.
fn behind_item(text: &str) -> &str {
    text.rfind(['{', '}', ';']).map_or(text, |end| &text[end..])
}

/// The attributes of an item that stand above our macro.
fn above<'a>(file: &'a File, own: &'a Ident, under: Macro) -> impl Iterator<Item = &'a Attribute> {
    let items = file.beside.iter().filter_map(named).filter(move |(ident, _)| *ident == own);
    items.flat_map(move |(_, attributes)| {
        attributes.iter().take_while(move |attribute| !is(attribute, under.name()))
    })
}

/// Modules in which an item of that name stands.
fn with_item(items: Vec<Item>, own: &Ident, found: &mut Vec<Vec<Item>>) {
    let has = items.iter().filter_map(named).filter(|(ident, _)| *ident == own).count();
    for item in &items {
        if let Item::Mod(module) = item
            && let Some((_, content)) = &module.content
        {
            with_item(content.clone(), own, found);
        }
    }
    found.extend(std::iter::repeat_n(items, has));
}

fn written_by_hand(items: &[Item], found: &mut Vec<Ident>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                if let Some((_, content)) = &module.content {
                    written_by_hand(content, found);
                }
            }
            Item::Impl(block) => {
                let made = block.trait_.as_ref().is_some_and(|(path, _)| makes_schemas(path));
                if let (Type::Path(ty), true) = (&*block.self_ty, made) {
                    found.extend(ty.path.segments.last().map(|segment| segment.ident.clone()));
                }
            }
            _ => {}
        }
    }
}

fn named(item: &Item) -> Option<(&Ident, &[Attribute])> {
    match item {
        Item::Struct(item) => Some((&item.ident, &item.attrs)),
        Item::Enum(item) => Some((&item.ident, &item.attrs)),
        _ => None,
    }
}

fn makes_no_schema(attribute: &Attribute) -> bool {
    INERT.iter().any(|name| attribute.path().is_ident(name)) && !derives(attribute).iter().any(makes_schemas)
}

fn makes_schemas(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| MAKE_SCHEMAS.iter().any(|name| last.ident == name))
}

fn derives(attribute: &Attribute) -> Vec<Path> {
    if !attribute.path().is_ident("derive") {
        return Vec::new();
    }
    let list = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
    list.into_iter().flatten().collect()
}

fn is(attribute: &Attribute, name: &str) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == name)
}

/// The kind that `#[operator(kind = MyApp)]` or the name of its struct says.
fn kind_of(attribute: &Attribute, spec: &Ident) -> Option<String> {
    let Meta::List(list) = &attribute.meta else { return None };
    let mut tokens = list.tokens.clone().into_iter();
    while let Some(token) = tokens.next() {
        if matches!(&token, TokenTree::Ident(key) if key == "kind")
            && matches!(tokens.next(), Some(TokenTree::Punct(equals)) if equals.as_char() == '=')
            && let Some(TokenTree::Ident(kind)) = tokens.next()
        {
            return Some(unraw(&kind));
        }
    }
    unraw(spec).strip_suffix("Spec").map(str::to_owned)
}
