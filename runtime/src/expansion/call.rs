//! Calls from the engine's untyped world into user code, and small parts of constants.

use futures::future::BoxFuture;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use serde::de::DeserializeOwned;

use crate::{
    action::{Cleaned, Warnings},
    change::Change,
    context::Context,
    failure::Failed,
    object::{DecodeError, Object, ObjectKey},
    operator::{Cleanup, Defaults, Operator, Validate},
    source::{Keys, Source, SourceContext},
    store::{RawStore, Store},
};

/// `webhook(default)`.
pub fn fill_defaults<O: Defaults>(object: &mut O) {
    object.default();
}

/// `webhook(validate)`.
///
/// # Errors
/// The object is refused.
pub fn validate<O: Validate>(object: &O, old: Option<&O>) -> Result<Warnings, Failed> {
    object.validate(old).map_err(|error| Failed::of(&error))
}

/// `finalizer = ".."`.
pub fn cleanup<'a, O: Cleanup>(object: &'a O, cx: &'a Context<O>) -> BoxFuture<'a, Result<Cleaned, Failed>> {
    Box::pin(async move { object.cleanup(cx).await.map_err(|error| Failed::of(&error)) })
}

/// `watches(Kind(map = ..))`.
///
/// # Errors
/// The object does not decode.
pub fn map<O, K>(
    object: &Object,
    store: &RawStore<'_>,
    map: fn(&K, &Store<'_, O>) -> Vec<ObjectKey>,
) -> Result<Vec<ObjectKey>, DecodeError>
where
    O: Operator,
    K: kube::Resource<DynamicType = ()> + DeserializeOwned,
{
    let typed: K = object.decode(&K::kind(&()))?;
    Ok(map(&typed, &Store::new(store)))
}

/// `when = ..`. A change of nothing into nothing is none.
///
/// # Errors
/// One of the objects does not decode.
pub fn when<K>(
    old: Option<&Object>,
    new: Option<&Object>,
    when: fn(Change<'_, K>) -> bool,
) -> Result<bool, DecodeError>
where
    K: kube::Resource<DynamicType = ()> + DeserializeOwned,
{
    asked(old, new, |object| object.decode::<K>(&K::kind(&())), when)
}

/// The same for `watches(Kind(metadata_only, when = ..))`.
///
/// # Errors
/// The metadata of one of the objects do not decode.
pub fn when_metadata(
    old: Option<&Object>,
    new: Option<&Object>,
    when: fn(Change<'_, ObjectMeta>) -> bool,
) -> Result<bool, DecodeError> {
    asked(old, new, |object| object.metadata(METADATA), when)
}

/// `watches(Kind(metadata_only, map = ..))`.
///
/// # Errors
/// The metadata do not decode.
pub fn map_metadata<O: Operator>(
    object: &Object,
    store: &RawStore<'_>,
    map: fn(&ObjectMeta, &Store<'_, O>) -> Vec<ObjectKey>,
) -> Result<Vec<ObjectKey>, DecodeError> {
    Ok(map(&object.metadata(METADATA)?, &Store::new(store)))
}

/// What errors say of metadata without an object.
const METADATA: &str = "ObjectMeta";

fn asked<T>(
    old: Option<&Object>,
    new: Option<&Object>,
    typed: impl Fn(&Object) -> Result<T, DecodeError>,
    when: fn(Change<'_, T>) -> bool,
) -> Result<bool, DecodeError> {
    Ok(match (&old.map(&typed).transpose()?, &new.map(&typed).transpose()?) {
        (None, Some(new)) => when(Change::Created(new)),
        (Some(old), Some(new)) => when(Change::Updated { old, new }),
        (Some(old), None) => when(Change::Deleted(old)),
        (None, None) => false,
    })
}

/// One function of `when = all(..)`, `any(..)` or `not(..)`.
pub fn says<K>(change: Change<'_, K>, when: fn(Change<'_, K>) -> bool) -> bool {
    when(change)
}

/// `source = ..`. The stream is made when passes begin.
pub fn source<O: Operator, S: Keys>(
    name: &'static str,
    cx: &SourceContext<O>,
    begin: fn(SourceContext<O>) -> S,
) -> Source {
    let cx = cx.clone();
    Source { name, begin: Box::new(move || begin(cx).keys()) }
}

/// The names of condition types that an error sets. They come with the values, so that one that does not exist is an
/// error of this constant, and nothing is said of what it would contain.
pub const fn named<T>(_values: &[T], names: &'static [&'static str]) -> &'static [&'static str] {
    names
}

/// An error that threads may share.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no error that threads may share",
    label = "needs `std::error::Error`, `Send` and `Sync`",
    note = "derive it: `#[derive(Debug, thiserror::Error, Failure)]`, and `#[error(\"..\")]` with a text on each variant"
)]
pub trait SharedError {
    /// Itself.
    fn shared(&self) -> &(dyn std::error::Error + Send + Sync + 'static);
}

#[diagnostic::do_not_recommend]
impl<E: std::error::Error + Send + Sync + 'static> SharedError for E {
    fn shared(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        self
    }
}

/// What is derived for [`Failure`](crate::failure::Failure).
pub fn shared<E: SharedError>(error: &E) -> &(dyn std::error::Error + Send + Sync + 'static) {
    error.shared()
}

/// A type that a text literal can become.
#[diagnostic::on_unimplemented(
    message = "no `{Self}` is made of a text",
    label = "write a value of type `{Self}`",
    note = "that is a variant as `Mode::Fast`, or what a function makes as `Quantity(\"1Gi\".to_owned())` or `IntOrString::Int(80)`"
)]
pub trait MadeOfText: Sized {
    /// The text as such a value.
    fn made(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> MadeOfText for T {
    fn made(text: &'static str) -> Self {
        text.into()
    }
}

/// `#[crd(default = "text")]`.
pub fn made_of_text<T: MadeOfText>(text: &'static str) -> T {
    T::made(text)
}

/// A description that macros made.
pub const fn trimmed(text: &'static str) -> &'static str {
    text.trim_ascii()
}

/// How many texts there are in all parts.
pub const fn total(parts: &[&[&str]]) -> usize {
    let mut sum = 0;
    let mut i = 0;
    while i < parts.len() {
        sum += parts[i].len();
        i += 1;
    }
    sum
}

/// All parts in a row. `N` is their [`total`].
pub const fn joined<const N: usize>(parts: &[&[&'static str]]) -> [&'static str; N] {
    let mut all = [""; N];
    let (mut at, mut i) = (0, 0);
    while i < parts.len() {
        let mut j = 0;
        while j < parts[i].len() {
            all[at] = parts[i][j];
            at += 1;
            j += 1;
        }
        i += 1;
    }
    all
}
