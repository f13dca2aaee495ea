//! Where code panicked. The standard library tells that to nobody but the panic hook, which belongs to the whole process.

use std::{
    cell::RefCell,
    panic::{set_hook, take_hook},
    sync::Once,
};

thread_local! {
    /// Where this thread panicked last.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes from now on where threads panic, besides what the hook of before does.
pub(crate) fn note() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            let place = panic.location().map(ToString::to_string);
            // A thread that is ending has no place for notes any more.
            let _ = LAST.try_with(|last| last.replace(place));
            before(panic);
        }));
    });
}

/// Where this thread panicked last, as `src/app.rs:12:5`: asked right after the panic was caught.
pub(crate) fn place() -> Option<String> {
    LAST.with(RefCell::take)
}
