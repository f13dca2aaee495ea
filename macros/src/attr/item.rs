//! The item under a macro: its shape, its documentation, its derive lists, its fields.

use proc_macro2::{Span, TokenStream};
use syn::{
    Attribute, Data, DeriveInput, Fields, Ident, Path, Token, Type, punctuated::Punctuated, spanned::Spanned,
};

use super::{
    around::Around,
    conditional,
    docs::Docs,
    field::{CrdAttrs, StatusFieldAttrs},
    foreign,
    rule::RuleAttr,
    schemars, serde,
};
use crate::error::{Errors, error, missing};

/// A struct or an enum as the user wrote it, without our own attributes.
pub struct Item {
    /// The macro that it stands under.
    pub under: Macro,
    /// To be given back: no derive list, none of our attributes.
    pub input: DeriveInput,
    pub shape: Shape,
    /// Everything in the derive lists below our macro.
    pub derives: Vec<Path>,
    /// The attributes that are its doc comment.
    pub doc_comment: Vec<Attribute>,
    /// What they say.
    pub docs: Docs,
    pub serde: serde::Container,
    /// Variants of an enum without data that say nothing to schemars, by their place.
    pub bare_variants: Vec<usize>,
    /// Fields of a struct in order. The fields of an enum's variants are not here.
    pub fields: Vec<Field>,
    /// Rules in the arguments of our macro.
    pub rules: Vec<RuleAttr>,
    /// Attributes that belong elsewhere, by name.
    pub strays: Vec<(Span, Stray)>,
    /// Attributes of serde or schemars can't be read, so that their derives would make nothing.
    pub unreadable: bool,
    /// The file that it stands in.
    pub around: Around,
}

/// An attribute that would do nothing where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stray {
    /// `#[crd(..)]` in an enum.
    CrdInEnum,
    /// `#[crd(..)]` on the type itself.
    CrdOnType,
    /// `#[kube(..)]`.
    Kube,
    /// Another one of our macros, or the same again.
    Macro(Macro),
}

/// Our macros that stand on types, from the one that makes the least to the one that makes the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Macro {
    Schema,
    Status,
    Operator,
}

impl Macro {
    pub fn name(self) -> &'static str {
        match self {
            Self::Schema => "schema",
            Self::Status => "status",
            Self::Operator => "operator",
        }
    }

    /// Why a type can't have both.
    pub fn beside(self, other: Self) -> String {
        match (self, other) {
            _ if self == other => format!("`#[{}]` is given twice: keep one of them", self.name()),
            (Self::Schema, more) | (more, Self::Schema) => {
                format!("`#[{}]` makes the schema as well: remove `#[schema]`", more.name())
            }
            _ => "a struct is a spec or a status, not both: give the status a struct of its own".to_owned(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Struct,
    /// `struct Name(Type);`
    Newtype,
    Tuple,
    Unit,
    Enum,
    Union,
}

/// A field of a struct.
pub struct Field {
    /// Its name, or `0` in a newtype.
    pub name: String,
    pub span: Span,
    pub ty: Type,
    pub docs: Docs,
    pub crd: CrdAttrs,
    pub status: StatusFieldAttrs,
    pub serde: serde::OfField,
    pub schemars: schemars::OfField,
    /// `#[cfg(..)]`, to be repeated on everything that is made of the field.
    pub cfgs: Vec<Attribute>,
}

impl Item {
    /// Reads the item under a macro, whose arguments hold `rules`. `None`, with an error, if it is neither struct nor
    /// enum.
    pub fn read(
        tokens: TokenStream,
        under: Macro,
        rules: Vec<RuleAttr>,
        errors: &mut Errors,
    ) -> Option<Self> {
        let at = tokens.span();
        let Ok(mut input) = syn::parse2::<DeriveInput>(tokens) else {
            let place = if under == Macro::Schema { "a struct or an enum" } else { "a struct" };
            errors.push(error(&at, format!("`#[{}]` belongs on {place}", under.name())));
            return None;
        };
        let unreadable = foreign::check(&input, errors);
        let serde = serde::Container::read(&input.attrs);
        let docs = Docs::read(&input.attrs);
        let (doc_comment, others) = std::mem::take(&mut input.attrs)
            .into_iter()
            .partition(|attribute| attribute.path().is_ident("doc"));
        input.attrs = others;
        let bare_variants = bare_variants(&input.data);
        let derives = take_derives(&mut input.attrs, errors);
        let mut strays = take_strays(&mut input.attrs, Stray::CrdOnType);
        // A macro that makes more stands below: it makes all of it, and this one nothing.
        let more = strays.iter().find_map(|(_, stray)| match stray {
            Stray::Macro(other) => Some(*other).filter(|other| *other > under),
            _ => None,
        });
        if let Some(more) = more {
            errors.push(missing(under.beside(more)));
            return None;
        }
        let (shape, fields) = match &mut input.data {
            Data::Struct(data) => (
                shape_of(&data.fields),
                data.fields.iter_mut().map(|field| Field::take(field, errors)).collect(),
            ),
            Data::Enum(data) => {
                for variant in &mut data.variants {
                    strays.extend(take_strays(&mut variant.attrs, Stray::CrdInEnum));
                    for field in &mut variant.fields {
                        strays.extend(take_strays(&mut field.attrs, Stray::CrdInEnum));
                    }
                }
                (Shape::Enum, Vec::new())
            }
            Data::Union(_) => (Shape::Union, Vec::new()),
        };
        Some(Self {
            under,
            input,
            shape,
            derives,
            doc_comment,
            docs,
            serde,
            bare_variants,
            fields,
            rules,
            strays,
            unreadable,
            around: Around::here(),
        })
    }

    pub fn ident(&self) -> &Ident {
        &self.input.ident
    }
}

impl Field {
    /// Takes our attributes off the field.
    fn take(field: &mut syn::Field, errors: &mut Errors) -> Self {
        let mut crd = CrdAttrs::default();
        let mut status = StatusFieldAttrs::default();
        conditional::take(&mut field.attrs, errors);
        field.attrs.retain(|attribute| {
            if attribute.path().is_ident("crd") {
                crd.read(attribute, errors);
            } else if attribute.path().is_ident("status") {
                status.read(attribute, errors);
            } else {
                return true;
            }
            false
        });
        Self {
            name: field.ident.as_ref().map_or_else(|| "0".to_owned(), unraw),
            span: field.ident.as_ref().map_or_else(|| field.ty.span(), Ident::span),
            ty: field.ty.clone(),
            docs: Docs::read(&field.attrs),
            crd,
            status,
            serde: serde::OfField::read(&field.attrs),
            schemars: schemars::OfField::read(&field.attrs),
            cfgs: field.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect(),
        }
    }
}

/// An identifier without `r#`.
pub fn unraw(ident: &Ident) -> String {
    syn::ext::IdentExt::unraw(ident).to_string()
}

fn shape_of(fields: &Fields) -> Shape {
    match fields {
        Fields::Named(_) => Shape::Struct,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Shape::Newtype,
        Fields::Unnamed(_) => Shape::Tuple,
        Fields::Unit => Shape::Unit,
    }
}

fn bare_variants(data: &Data) -> Vec<usize> {
    let Data::Enum(data) = data else { return Vec::new() };
    let says =
        |attribute: &Attribute| attribute.path().is_ident("doc") || attribute.path().is_ident("schemars");
    let bare =
        |variant: &syn::Variant| matches!(variant.fields, Fields::Unit) && !variant.attrs.iter().any(says);
    data.variants.iter().enumerate().filter(|(_, variant)| bare(variant)).map(|(at, _)| at).collect()
}

fn take_derives(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Vec<Path> {
    let mut derives = Vec::new();
    attributes.retain(|attribute| {
        if !attribute.path().is_ident("derive") {
            return true;
        }
        let list = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
        let list = list.map_err(|problem| {
            error(&problem.span(), "`#[derive(..)]` takes names of traits: `#[derive(PartialEq)]`")
        });
        for path in errors.handle(list).into_iter().flatten() {
            if !derives.contains(&path) {
                derives.push(path);
            }
        }
        false
    });
    derives
}

/// Which macro of ours a path names, if it is written as usual.
fn macro_of(path: &Path) -> Option<Macro> {
    let ours = path.segments.len() == 1 || path.segments[0].ident == "kubewright";
    let last = path.segments.last().filter(|_| ours)?;
    [Macro::Schema, Macro::Status, Macro::Operator].into_iter().find(|known| last.ident == known.name())
}

fn take_strays(attributes: &mut Vec<Attribute>, crd: Stray) -> Vec<(Span, Stray)> {
    let mut strays = Vec::new();
    attributes.retain(|attribute| {
        let stray = if attribute.path().is_ident("crd") {
            crd
        } else if attribute.path().is_ident("kube") {
            Stray::Kube
        } else if let Some(found) = macro_of(attribute.path()).filter(|_| crd == Stray::CrdOnType) {
            Stray::Macro(found)
        } else {
            return true;
        };
        strays.push((attribute.path().span(), stray));
        false
    });
    strays
}
