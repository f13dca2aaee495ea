//! Random type declarations.

use super::{
    menu::{Type, scalar},
    random::Rng,
};

/// Types of ours may stand this deep inside each other, and hold so many scalars.
const DEEPEST: usize = 4;
const LARGEST: usize = 30;

pub(crate) struct Generator {
    pub(crate) rng: Rng,
    known: Vec<Declared>,
    names: usize,
}

/// A type that may be used from now on.
#[derive(Clone)]
struct Declared {
    ty: Type,
    flat: Flat,
}

/// What becomes of it where it is flattened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flat {
    /// It can't be.
    Never,
    /// Serde knows which keys are its.
    Known,
    /// Serde offers it all keys, so that a map beside it would get them a second time.
    Greedy,
    /// The names of a map's keys.
    Key,
}

/// A declaration to be written down.
pub(crate) struct Declaration {
    pub(crate) name: String,
    pub(crate) attributes: Vec<String>,
    pub(crate) derives: Vec<&'static str>,
    pub(crate) body: Body,
}

pub(crate) enum Body {
    Struct(Vec<Field>),
    Enum(Vec<Variant>),
}

pub(crate) struct Field {
    pub(crate) attributes: Vec<String>,
    pub(crate) name: String,
    pub(crate) ty: Type,
}

pub(crate) struct Variant {
    pub(crate) attributes: Vec<String>,
    pub(crate) name: String,
    pub(crate) data: Data,
}

pub(crate) enum Data {
    Unit,
    Newtype(Type),
    Fields(Vec<Field>),
}

/// How an enum with data says which variant it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    External,
    Internal,
    Adjacent,
    Untagged,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), known: Vec::new(), names: 0 }
    }

    pub(crate) fn declaration(&mut self, name: String) -> Declaration {
        match self.rng.below(10) {
            0 => self.plain_enum(name),
            1 => self.data_enum(name, Tag::External),
            2 => self.data_enum(name, Tag::Internal),
            3 => self.data_enum(name, Tag::Adjacent),
            4 => self.data_enum(name, Tag::Untagged),
            _ => self.structure(name),
        }
    }

    fn name(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    /// A type for a field, and a `#[crd(default)]` for it. `ahead` is where serde has to look ahead.
    fn ty(&mut self, ahead: bool) -> (Type, Option<&'static str>) {
        let usable: Vec<Type> = self.types(|known| known.ty.depth < DEEPEST && known.ty.size <= LARGEST);
        let (mut ty, mut value) = match usable.as_slice() {
            [_, ..] if self.rng.below(5) < 2 => (self.rng.pick(&usable).clone(), None),
            _ => scalar(&mut self.rng),
        };
        let keys: Vec<String> =
            self.types(|known| known.flat == Flat::Key).into_iter().map(|ty| ty.text).collect();
        for _ in 0..self.rng.below(3) {
            let before = ty.text.clone();
            ty = ty.wrapped(&mut self.rng, &keys);
            value = value.filter(|_| ty.text == before);
        }
        if ahead && ty.keyed { self.ty(ahead) } else { (ty, value) }
    }

    fn types(&self, wanted: impl Fn(&Declared) -> bool) -> Vec<Type> {
        self.known.iter().filter(|known| wanted(known)).map(|known| known.ty.clone()).collect()
    }

    fn docs(&mut self, attributes: &mut Vec<String>) {
        if self.rng.one_in(4) {
            attributes.push("/// Said of it.".to_owned());
        }
    }

    fn field(&mut self, ahead: bool, crd: bool) -> Field {
        let name = self.name('f');
        let (ty, value) = self.ty(ahead);
        let mut attributes = Vec::new();
        self.docs(&mut attributes);
        if self.rng.one_in(10) {
            attributes.push(format!("#[serde(rename = \"x.y/{name}\")]"));
        }
        if ty.is_option() {
            if self.rng.one_in(2) {
                attributes.push("#[serde(skip_serializing_if = \"Option::is_none\")]".to_owned());
            }
        } else if let Some(value) = value.filter(|_| crd && self.rng.one_in(2)) {
            attributes.push(format!("#[crd(default = {value})]"));
        } else if ty.default && self.rng.one_in(4) {
            attributes.push("#[serde(default)]".to_owned());
        }
        Field { attributes, name, ty }
    }

    fn structure(&mut self, name: String) -> Declaration {
        let mut fields: Vec<Field> = (0..1 + self.rng.below(6)).map(|_| self.field(false, true)).collect();
        let mut attributes = Vec::new();
        self.docs(&mut attributes);
        let (mut flat, mut room) = (Flat::Known, true);
        let flattened = if self.rng.one_in(3) { self.flattened() } else { None };
        if let Some((field, how)) = flattened {
            // Serde now collects what it does not know, for whatever stands in there.
            (flat, room) = (Flat::Greedy, how == Flat::Known);
            fields.push(field);
        } else if self.rng.one_in(6) {
            attributes.push("#[serde(deny_unknown_fields)]".to_owned());
            flat = Flat::Never;
        }
        let open = room && flat != Flat::Never && self.rng.one_in(6);
        if open {
            let values = *self.rng.pick(&["String", "Value", "u8"]);
            let text = format!("BTreeMap<String, {values}>");
            let ty =
                Type { text, ordered: values != "Value", default: true, keyed: false, size: 1, depth: 0 };
            fields.push(Field { attributes: vec!["#[serde(flatten)]".to_owned()], name: self.name('f'), ty });
            flat = Flat::Never;
        }
        if self.rng.one_in(6) {
            let rule = *self.rng.pick(&["kebab-case", "snake_case", "SCREAMING_SNAKE_CASE", "PascalCase"]);
            attributes.push(format!("#[serde(rename_all = \"{rule}\")]"));
        }
        let ours =
            fields.iter().flat_map(|field| &field.attributes).any(|text| text.starts_with("#[crd(default"));
        let default = !ours && !open && fields.iter().all(|field| field.ty.default) && self.rng.one_in(2);
        let mut derives = Vec::new();
        if default {
            derives.push("Default");
            if self.rng.one_in(2) {
                attributes.push("#[serde(default)]".to_owned());
            }
        }
        if fields.iter().any(|field| field.ty.keyed) {
            flat = Flat::Never;
        }
        let types: Vec<Type> = fields.iter().map(|field| field.ty.clone()).collect();
        derives.extend(self.declare(&name, &types, default, flat));
        Declaration { name, attributes, derives, body: Body::Struct(fields) }
    }

    /// A field whose own fields stand in its place, and what that makes of the struct.
    fn flattened(&mut self) -> Option<(Field, Flat)> {
        let fits = |known: &&Declared| matches!(known.flat, Flat::Known | Flat::Greedy);
        let usable: Vec<Declared> = self.known.iter().filter(fits).cloned().collect();
        let usable: Vec<Declared> = usable.into_iter().filter(|known| known.ty.depth < DEEPEST).collect();
        if usable.is_empty() {
            return None;
        }
        let Declared { mut ty, flat } = self.rng.pick(&usable).clone();
        if self.rng.one_in(4) {
            ty = Type { text: format!("Option<{}>", ty.text), default: true, ..ty };
        }
        let field = Field { attributes: vec!["#[serde(flatten)]".to_owned()], name: self.name('f'), ty };
        Some((field, flat))
    }

    fn plain_enum(&mut self, name: String) -> Declaration {
        let mut variants = Vec::new();
        for _ in 0..2 + self.rng.below(4) {
            let name = self.name('V');
            let mut attributes = Vec::new();
            self.docs(&mut attributes);
            if self.rng.one_in(4) {
                attributes.push(format!("#[serde(rename = \"odd: {name}\")]"));
            }
            variants.push(Variant { attributes, name, data: Data::Unit });
        }
        let rename = self.rng.one_in(3).then(|| "#[serde(rename_all = \"kebab-case\")]".to_owned());
        let derives = self.declare(&name, &[], false, Flat::Key);
        Declaration { name, attributes: rename.into_iter().collect(), derives, body: Body::Enum(variants) }
    }

    fn data_enum(&mut self, name: String, tag: Tag) -> Declaration {
        let ahead = tag != Tag::External;
        let mut variants = Vec::new();
        for _ in 0..2 + self.rng.below(3) {
            let mut attributes = Vec::new();
            self.docs(&mut attributes);
            variants.push(Variant { attributes, name: self.name('V'), data: self.data(tag, ahead) });
        }
        let types: Vec<Type> = variants.iter().flat_map(|variant| variant.data.types()).collect();
        let keyed = types.iter().any(|ty| ty.keyed);
        let attribute = match tag {
            Tag::External => None,
            Tag::Internal => Some(format!("#[serde(tag = \"{}\")]", self.name('t'))),
            Tag::Adjacent => {
                Some(format!("#[serde(tag = \"{}\", content = \"{}\")]", self.name('t'), self.name('c')))
            }
            Tag::Untagged => Some("#[serde(untagged)]".to_owned()),
        };
        let objects = variants.iter().all(|variant| matches!(variant.data, Data::Fields(_)));
        let flat = match tag {
            _ if keyed => Flat::Never,
            Tag::External => Flat::Known,
            Tag::Untagged if !objects => Flat::Never,
            _ => Flat::Greedy,
        };
        let derives = self.declare(&name, &types, false, flat);
        Declaration { name, attributes: attribute.into_iter().collect(), derives, body: Body::Enum(variants) }
    }

    fn data(&mut self, tag: Tag, ahead: bool) -> Data {
        let objects = self.types(|known| {
            matches!(known.flat, Flat::Known | Flat::Greedy) && known.ty.depth < DEEPEST && !known.ty.keyed
        });
        match (tag, self.rng.below(4)) {
            (Tag::Internal | Tag::Adjacent, 0) => Data::Unit,
            (Tag::Internal, 1) if !objects.is_empty() => Data::Newtype(self.rng.pick(&objects).clone()),
            (Tag::External | Tag::Adjacent, 0 | 1) => Data::Newtype(self.ty(ahead).0),
            (Tag::Untagged, 0) => Data::Newtype(scalar(&mut self.rng).0),
            (Tag::Untagged, _) => {
                // One that is always there tells the variant from others.
                let ty = scalar(&mut self.rng).0;
                let first = Field { attributes: Vec::new(), name: self.name('f'), ty };
                Data::Fields([first].into_iter().chain(self.fields(ahead)).collect())
            }
            _ => Data::Fields(self.fields(ahead)),
        }
    }

    fn fields(&mut self, ahead: bool) -> Vec<Field> {
        (0..self.rng.below(4)).map(|_| self.field(ahead, false)).collect()
    }

    /// Makes a type known to those that come later, and says what it derives.
    fn declare(&mut self, name: &str, inner: &[Type], default: bool, flat: Flat) -> Vec<&'static str> {
        let ordered = inner.iter().all(|ty| ty.ordered);
        let ty = Type {
            text: name.to_owned(),
            ordered,
            default,
            keyed: inner.iter().any(|ty| ty.keyed),
            size: inner.iter().map(|ty| ty.size).sum::<usize>().max(1),
            depth: 1 + inner.iter().map(|ty| ty.depth).max().unwrap_or(0),
        };
        self.known.push(Declared { ty, flat });
        if ordered { vec!["PartialEq", "Eq", "PartialOrd", "Ord"] } else { vec!["PartialEq"] }
    }
}

impl Data {
    fn types(&self) -> Vec<Type> {
        match self {
            Self::Unit => Vec::new(),
            Self::Newtype(ty) => vec![ty.clone()],
            Self::Fields(fields) => fields.iter().map(|field| field.ty.clone()).collect(),
        }
    }
}
