//! What happened to an object, as a function of `when = ..` is asked about it.

/// What happened to an object.
///
/// ```
/// use kubewright::{k8s::core::v1::ConfigMap, prelude::*};
///
/// /// A change of the data alone, not of labels and annotations.
/// fn of_data(change: Change<'_, ConfigMap>) -> bool {
///     change.differs(|config| &config.data)
/// }
/// # assert!(of_data(Change::Created(&ConfigMap::default())));
/// ```
#[derive(Debug)]
pub enum Change<'a, K> {
    /// It is new: it was created, or has got a label by which objects are watched.
    Created(&'a K),
    /// It is another than before. Between the two there may have been more changes.
    Updated {
        /// The object before.
        old: &'a K,
        /// The object now.
        new: &'a K,
    },
    /// It is gone, or has lost a label by which objects are watched. This is how it was last seen.
    Deleted(&'a K),
}

impl<'a, K> Change<'a, K> {
    /// The object now, or as it was last seen.
    pub fn object(self) -> &'a K {
        match self {
            Self::Created(object) | Self::Updated { new: object, .. } | Self::Deleted(object) => object,
        }
    }

    /// Whether a part of the object is another than before. It is for an object that has come or gone.
    pub fn differs<T: PartialEq>(self, part: impl Fn(&'a K) -> T) -> bool {
        match self {
            Self::Updated { old, new } => part(old) != part(new),
            Self::Created(_) | Self::Deleted(_) => true,
        }
    }
}

impl<K> Clone for Change<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Change<'_, K> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_differs_when_it_changes_and_when_its_object_comes_or_goes() {
        let (old, new) = (("a", 1), ("a", 2));
        let updated = Change::Updated { old: &old, new: &new };
        assert!(updated.differs(|pair| pair.1) && !updated.differs(|pair| &pair.0));
        assert!(Change::Created(&old).differs(|pair| pair.1) && Change::Deleted(&old).differs(|pair| pair.1));
        assert_eq!(
            [updated.object(), Change::Created(&old).object(), Change::Deleted(&old).object()],
            [&new, &old, &old]
        );
    }
}
