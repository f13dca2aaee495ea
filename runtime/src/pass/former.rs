//! What an earlier release left: the status that it wrote under another name. And what is left of a status whose
//! managers somebody has wiped.

use std::sync::Arc;

use super::{Ended, Engine, Guarded, children::failed_request, next::Next};
use crate::{
    apply::{BEFORE_FIRST_APPLY, Folded, Part, fold},
    object::Object,
};

impl Engine {
    /// Makes what former managers own of the status ours: else conditions of theirs that we drop stay for ever.
    pub(super) async fn take_over_status(&self, object: Arc<Object>) -> Guarded {
        let declaration = self.declaration;
        let former = declaration.former_managers;
        // The patch needs a right that only some operators have.
        let may_patch = declaration.finalizer.is_some() || !former.is_empty();
        let is_wiped = || may_patch && object.is_written_by(&[BEFORE_FIRST_APPLY], true);
        if !object.is_written_by(former, true) && !is_wiped() {
            return Guarded::As(object);
        }
        let meta = object.meta();
        match fold(&self.target(&meta.key()), former, Part::Status, &meta.uid).await {
            Ok(Folded::Folded(bytes)) => match self.answered(&bytes) {
                Ok(changed) => Guarded::Changed(changed),
                Err(problem) => Guarded::Over(Ended::failing(problem)),
            },
            Ok(Folded::Nothing) => Guarded::As(object),
            Ok(Folded::Stale) => Guarded::Over(Ended::quietly(Next::Backoff)),
            Err(problem) => Guarded::Over(Ended::failing(failed_request(&problem, self.declaration))),
        }
    }
}
