//! What an earlier release left: the status that it wrote under another name.

use std::sync::Arc;

use super::{Ended, Engine, Guarded, children::failed_request, next::Next};
use crate::{
    apply::{Folded, Part, fold},
    object::Object,
};

impl Engine {
    /// Makes what former managers own of the status ours: else conditions of theirs that we drop stay for ever.
    pub(super) async fn take_over_status(&self, object: Arc<Object>) -> Guarded {
        let former = self.declaration.former_managers;
        if !object.is_written_by(former, true) {
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
