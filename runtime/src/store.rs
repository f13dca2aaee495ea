//! Typed reading of cached objects of the operator's own kind, for `map` functions.

use std::{marker::PhantomData, sync::Arc};

use crate::{
    object::{DecodeError, Object, ObjectKey},
    operator::Operator,
};

/// All cached objects of one kind, untyped.
pub trait Objects: Send + Sync {
    /// One of them.
    fn get(&self, key: &ObjectKey) -> Option<Arc<Object>>;
    /// All of them.
    fn all(&self) -> Vec<Arc<Object>>;
}

/// What a `map` function is given by the engine.
pub type RawStore<'a> = dyn Objects + 'a;

/// The cached objects of an operator's own kind. Objects that do not decode are left out.
pub struct Store<'a, O> {
    objects: &'a RawStore<'a>,
    types: PhantomData<fn() -> O>,
}

impl<'a, O: Operator> Store<'a, O> {
    /// Types a store.
    pub fn new(objects: &'a RawStore<'a>) -> Self {
        Self { objects, types: PhantomData }
    }

    /// One object.
    pub fn get(&self, key: &ObjectKey) -> Option<O> {
        self.objects.get(key).and_then(|object| decode(&object).ok())
    }

    /// All objects with their keys.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectKey, O)> {
        self.objects.all().into_iter().filter_map(|object| Some((object.meta().key(), decode(&object).ok()?)))
    }

    /// Keys of the objects for which `wanted` holds.
    pub fn keys_where(&self, mut wanted: impl FnMut(&O) -> bool) -> Vec<ObjectKey> {
        self.iter().filter(|(_, object)| wanted(object)).map(|(key, _)| key).collect()
    }
}

fn decode<O: Operator>(object: &Object) -> Result<O, DecodeError> {
    object.decode(O::DECLARATION.kind)
}
