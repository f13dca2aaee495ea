//! The merge of what the watches say and what our own writes were answered. Pure and synchronous.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Instant,
};

use super::{
    Change, Selector, Writer,
    base::Base,
    index::owner_uid,
    overlay::{Overlay, What, latest},
    raw::Item,
    version::Version,
};
use crate::object::{ClusterId, DecodeError, Object, ObjectKey};

/// Where one watch looks: a namespace, or with `None` the whole cluster.
pub(super) type Scope = Option<Arc<str>>;

/// What a watch tells the store.
#[derive(Debug)]
pub(super) enum WatchEvent {
    /// A list begins. It reflects everything that was answered before.
    Init,
    /// One object of the list.
    InitApply(Item),
    /// An object was deleted, or has left the selector's scope, while the list was being read.
    InitDelete(Item),
    /// The list is complete, as of this version.
    InitDone(String),
    /// An object was added or changed.
    Apply(Item),
    /// An object was deleted, or has left the selector's scope.
    Delete(Item),
    /// Everything up to this version has been delivered.
    Bookmark(String),
}

/// All layers of one cache. Every method that changes what a reader sees returns what subscribers must learn.
#[derive(Debug)]
pub(super) struct Store {
    cluster: ClusterId,
    selector: Selector,
    owner_label: Option<Arc<str>>,
    bases: BTreeMap<Scope, Base>,
    overlay: Overlay,
}

impl Store {
    pub(super) fn new(
        cluster: ClusterId,
        selector: Selector,
        scopes: impl IntoIterator<Item = Scope>,
    ) -> Self {
        let bases = scopes.into_iter().map(|scope| (scope, Base::default())).collect();
        Self { cluster, selector, owner_label: None, bases, overlay: Overlay::default() }
    }

    /// The same, that finds objects which nobody controls by the uid in a label.
    #[must_use]
    pub(super) fn with_owner_label(mut self, label: &Arc<str>) -> Self {
        self.bases.values_mut().for_each(|base| base.use_label(label.clone()));
        self.overlay.use_label(label.clone());
        self.owner_label = Some(label.clone());
        self
    }

    /// An object, as of our own last write or of the watch's last event.
    pub(super) fn get(&self, key: &ObjectKey) -> Option<&Arc<Object>> {
        let base = self.base(key).and_then(|base| base.get(key));
        match self.overlay.get(key) {
            Some(What::Written { object, .. }) => Some(object),
            Some(What::Removed { uid }) => base.filter(|object| object.meta().uid != **uid),
            None => base,
        }
    }

    /// All objects that match, ordered by key.
    pub(super) fn list(&self, namespace: Option<&str>, labels: &Selector) -> Vec<Arc<Object>> {
        let first = namespace.map(|namespace| self.key(Some(namespace), ""));
        let base = self.bases.values().flat_map(|base| base.within(first.as_ref()));
        let ours = self
            .overlay
            .iter()
            .map(|(key, _)| key)
            .filter(|key| namespace.is_none_or(|namespace| key.namespace.as_deref() == Some(namespace)));
        let mut found: Vec<(&ObjectKey, &Arc<Object>)> = base
            .filter(|(key, _)| self.overlay.get(key).is_none())
            .chain(ours.filter_map(|key| self.get(key).map(|object| (key, object))))
            .filter(|(_, object)| labels.matches(&object.meta().labels))
            .collect();
        // Mostly in order already, which costs next to nothing.
        found.sort_by_key(|(key, _)| *key);
        found.into_iter().map(|(_, object)| object.clone()).collect()
    }

    /// All objects whose owner has this uid, ordered by key.
    pub(super) fn owned_by(&self, uid: &str) -> Vec<Arc<Object>> {
        let base = self.bases.values().flat_map(|base| base.owned_by(uid).map(|(key, _)| key));
        let keys: BTreeSet<&ObjectKey> = base.chain(self.overlay.owned_by(uid)).collect();
        let objects = keys.into_iter().filter_map(|key| self.get(key));
        let label = self.owner_label.as_deref();
        objects.filter(|object| owner_uid(object, label) == Some(uid)).cloned().collect()
    }

    /// What a new subscriber must be told. Watches whose list is not complete tell it themselves then.
    pub(super) fn content(&self) -> Vec<Change> {
        let keys = self.bases.values().filter(|base| base.is_listed()).flat_map(|base| base.iter());
        let mut keys: BTreeSet<&ObjectKey> = keys.map(|(key, _)| key).collect();
        keys.extend(self.overlay.iter().map(|(key, _)| key).filter(|key| self.is_listed(key)));
        let found = keys.into_iter().filter_map(|key| self.get(key).map(|object| (key, object)));
        found
            .map(|(key, object)| Change {
                initial: true,
                ..Change::new(key.clone(), None, Some(object.clone()))
            })
            .collect()
    }

    /// Whether the list of the watch that covers this key has ever been complete.
    pub(super) fn is_listed(&self, key: &ObjectKey) -> bool {
        self.base(key).is_some_and(Base::is_listed)
    }

    /// Objects whose last version could not be read.
    pub(super) fn undecodable(&self) -> impl Iterator<Item = (&ObjectKey, &DecodeError)> {
        self.bases.values().flat_map(|base| base.undecodable())
    }

    /// Whether this object's last version could not be read.
    pub(super) fn is_undecodable(&self, key: &ObjectKey) -> bool {
        self.base(key).is_some_and(|base| base.undecodable().contains_key(key))
    }

    /// Takes over what a watch says.
    pub(super) fn apply(&mut self, scope: &Scope, event: WatchEvent) -> Vec<Change> {
        let count = self.overlay.count();
        // Events come from the watches that this store was made for.
        let Some(base) = self.bases.get_mut(scope) else { return Vec::new() };
        match event {
            WatchEvent::Init => base.begin(count),
            WatchEvent::InitApply(item) => base.listed(item),
            WatchEvent::InitDelete(item) => base.unlisted(&item.key),
            WatchEvent::InitDone(version) => return self.relisted(scope, &version),
            WatchEvent::Bookmark(version) => base.saw(&version),
            WatchEvent::Apply(Item { key, version, object }) => {
                base.saw(&version);
                let uid = object.as_ref().map_or("", |object| &object.meta().uid);
                let effect = self.overlay.event(&key, &version, uid, false);
                match object {
                    Ok(object) => {
                        let object = Arc::new(object);
                        let old = base.put(&key, object.clone());
                        return vec![Change { echo: effect.echo, ..Change::new(key, old, Some(object)) }];
                    }
                    Err(error) => base.put_undecodable(&key, error),
                }
            }
            WatchEvent::Delete(Item { key, version, object }) => {
                base.saw(&version);
                let uid = object.as_ref().map_or("", |object| &object.meta().uid);
                let effect = self.overlay.event(&key, &version, uid, true);
                // An object may come and go before any event tells of it: then only our answer was ever shown.
                if let Some(old) = base.take(&key).or(effect.ended) {
                    return vec![Change::new(key, Some(old), None)];
                }
            }
        }
        Vec::new()
    }

    /// Shows the answer of our own write until the watch has caught up. Returns whether it is shown.
    ///
    /// Never shown: what the watch has overtaken already, answers of dry runs, answers that say that the object
    /// is gone (deletion mark and no finalizers left), objects outside of the scope, opaque versions.
    pub(super) fn wrote(&mut self, object: Object, by: Writer, now: Instant) -> bool {
        let meta = object.meta();
        let key = self.key(meta.namespace.as_deref(), &meta.name);
        let Some(base) = self.base(&key) else { return false };
        let Some(version) = Version::parse(&meta.resource_version) else { return false };
        let known = base.get(&key).and_then(|known| Version::parse(&known.meta().resource_version));
        let overtaken = base.seen() >= Some(&version) || known.as_ref() >= Some(&version);
        let dry_run = meta.resource_version == "1";
        let gone = meta.is_deleting() && meta.finalizers.is_empty();
        if overtaken || dry_run || gone || !self.selector.matches(&meta.labels) {
            return false;
        }
        self.overlay.write(key, Arc::new(object), (version, by), now)
    }

    /// Hides an incarnation that we deleted until the watch has caught up. Returns whether anything was hidden.
    pub(super) fn removed(&mut self, key: &ObjectKey, uid: &str, now: Instant) -> bool {
        let hidden = self.get(key).is_some_and(|object| object.meta().uid == uid);
        if hidden {
            self.overlay.hide(key.clone(), uid, now);
        }
        hidden
    }

    /// Lets entries die that have lived their time: the watch is silent, so what it said last is shown again.
    pub(super) fn expire(&mut self, now: Instant) -> Vec<Change> {
        let ended = self.overlay.expire(now);
        ended.into_iter().filter_map(|(key, what)| self.shown_again(key, what)).collect()
    }

    /// When the next entry has lived its time.
    pub(super) fn next_expiry(&self) -> Option<Instant> {
        self.overlay.next_expiry()
    }

    /// The key of an object in this store's cluster.
    pub(super) fn key(&self, namespace: Option<&str>, name: &str) -> ObjectKey {
        ObjectKey { cluster: self.cluster, ..ObjectKey::new(namespace, name) }
    }

    /// A list is complete. Its echoes are announced, too: between our write and the list, others may have written.
    fn relisted(&mut self, scope: &Scope, version: &str) -> Vec<Change> {
        let Some(base) = self.bases.get_mut(scope) else { return Vec::new() };
        let initial = !base.is_listed();
        let Some((began, differences)) = base.end(version) else { return Vec::new() };
        let told: BTreeSet<ObjectKey> = differences.iter().map(|(key, ..)| key.clone()).collect();
        let list = Version::parse(version);
        let (bases, overlay) = (&self.bases, &mut self.overlay);
        // The list reflects every answer that came before it began, and every one that is not newer than it.
        let ended = overlay.end_where(|key, entry| {
            (scope.is_none() || key.namespace == *scope)
                && match &entry.what {
                    _ if entry.number <= began => true,
                    What::Written { versions, .. } => list.is_none() || latest(versions) <= list.as_ref(),
                    What::Removed { uid } => {
                        let listed = bases.get(scope).and_then(|base| base.get(key));
                        listed.is_none_or(|object| object.meta().uid != **uid)
                    }
                }
        });
        let mut changes: Vec<Change> = differences
            .into_iter()
            .map(|(key, old, new)| Change { initial, ..Change::new(key, old, new) })
            .collect();
        let untold = ended.into_iter().filter(|(key, _)| !told.contains(key));
        changes.extend(untold.filter_map(|(key, what)| self.shown_again(key, what)));
        changes
    }

    /// What readers see differently because an entry of the overlay has ended.
    fn shown_again(&self, key: ObjectKey, ended: What) -> Option<Change> {
        let now = self.get(&key).cloned();
        let before = match ended {
            What::Written { object, .. } => Some(object),
            What::Removed { .. } => None,
        };
        let version =
            |object: &Option<Arc<Object>>| object.as_ref().map(|o| o.meta().resource_version.clone());
        (version(&before) != version(&now)).then(|| Change::new(key, before, now))
    }

    fn base(&self, key: &ObjectKey) -> Option<&Base> {
        self.bases.get(&key.namespace).or_else(|| self.bases.get(&None))
    }
}
