//! What a type is in JSON and which fields it has, known while the user's code compiles.
//!
//! A macro sees one type only, and its checks ask about others: is this the item's key, has that struct such a
//! field? So each type says what it is in a constant, and `const` assertions of other types' macros read it through
//! [`Probe`]. A type that says nothing answers [`Shape::Unknown`], of which nothing is asserted.
//!
//! Shapes reach through plain fields and options as deep as these go. They end at lists, maps and boxes, because only
//! these can lead back to the type itself, and a constant that needs its own value is an error of rustc's. Whoever
//! has the type of a list or map asks for the shape of its items: [`Probe::ITEM`].

mod ask;

pub(crate) use self::ask::same;

use super::facts::Probe;

/// What a type is in JSON.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Nobody says.
    Unknown,
    /// A text, or one of an enum's values.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// A whole number or a text.
    IntOrString,
    /// Whatever JSON can say.
    Any,
    /// A list, in which values may stand twice.
    List,
    /// A list in which no value stands twice.
    Set,
    /// An object with keys of the user's.
    Map,
    /// An object with these fields.
    Object(Fields),
}

/// The fields of an object.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// Those that are known, in the order in which they are written.
    pub known: &'static [Field],
    /// Whether there may be others, because something is flattened into the object.
    pub open: bool,
    /// Whether a rule of it compares with the stored object, as that of an immutable field does.
    pub compares: bool,
    /// Whether it has rules of its own, which are about more than one of its fields.
    pub rules: bool,
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in Rust, without `r#`.
    pub name: &'static str,
    /// Its name in JSON.
    pub wire: &'static str,
    /// Whether it is always there.
    pub presence: Presence,
    /// What its type is; for an option, what is in it.
    pub shape: Shape,
}

/// Whether a field of a stored object is there. In a status each may be absent, whatever its type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The server refuses objects without it.
    Required,
    /// The server fills it in.
    Defaulted,
    /// It may be absent.
    Optional,
}

/// A type that says what it is in JSON. `#[operator]`, `#[schema]` and `#[status]` implement it.
pub trait Shaped {
    /// What it is; for an option, what is in it.
    const SHAPE: Shape;
}

/// A list or a map whose items or values say what they are; also an option or a box of one.
pub trait ShapedItems {
    /// What each item or value is.
    const ITEM: Shape;
}

/// A list or a map; also an option or a box of one.
pub trait Items {
    /// The type of its items or values.
    type Item: ?Sized;
}

impl<T: Shaped> Probe<T> {
    /// What the type is in JSON.
    pub const SHAPE: Shape = T::SHAPE;
}

impl<T: ShapedItems> Probe<T> {
    /// What the items or values of the type are in JSON.
    pub const ITEM: Shape = T::ITEM;
}

impl<T: Shaped> Shaped for Option<T> {
    const SHAPE: Shape = T::SHAPE;
}

macro_rules! shapes {
    ($($shape:ident: $($ty:ty),+;)+) => {
        $($(impl Shaped for $ty {
            const SHAPE: Shape = Shape::$shape;
        })+)+
    };
}

shapes! {
    Text: String, char, std::path::PathBuf, k8s_openapi::apimachinery::pkg::apis::meta::v1::Time,
        k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
    Integer: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize;
    Number: f32, f64;
    Boolean: bool;
    IntOrString: k8s_openapi::apimachinery::pkg::util::intstr::IntOrString,
        k8s_openapi::apimachinery::pkg::api::resource::Quantity;
    Any: serde_json::Value;
}

macro_rules! collections {
    ($($shape:ident: $([$($parameter:ident),+] $ty:ty => $item:ident),+;)+) => {
        $($(
            impl<$($parameter),+> Shaped for $ty {
                const SHAPE: Shape = Shape::$shape;
            }
            impl<$($parameter),+> Items for $ty {
                type Item = $item;
            }
            impl<$($parameter),+> ShapedItems for $ty
            where
                $item: Shaped,
            {
                const ITEM: Shape = $item::SHAPE;
            }
        )+)+
    };
}

collections! {
    List: [T] Vec<T> => T, [T] std::collections::VecDeque<T> => T;
    Set: [T] std::collections::BTreeSet<T> => T, [T, S] std::collections::HashSet<T, S> => T;
    Map: [K, V] std::collections::BTreeMap<K, V> => V, [K, V, S] std::collections::HashMap<K, V, S> => V;
}

macro_rules! wrappers {
    ($($wrapper:ident),+) => {
        $(
            impl<T: Items> Items for $wrapper<T> {
                type Item = T::Item;
            }
            impl<T: ShapedItems> ShapedItems for $wrapper<T> {
                const ITEM: Shape = T::ITEM;
            }
        )+
    };
}

wrappers!(Option, Box);
