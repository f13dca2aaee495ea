//! Bridges between the blocking half of this crate (files, locks, processes) and its async surface.

use std::{
    fs::{self, File, TryLockError},
    path::Path,
    time::{Duration, Instant},
};

use crate::{Error, progress::Progress};

/// How often a file, a lock or a process is looked at. The wait that matters is seconds, so this is no cost.
pub(crate) const POLL: Duration = Duration::from_millis(20);

/// Runs blocking work off the async threads.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(value) => value,
        // Blocking work cannot be cancelled once it runs: the only other outcome is its own panic.
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

/// Runs async work on a blocking thread, which has no runtime of its own.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> Result<T, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(Error::io("starting an async runtime"))?.block_on(work))
}

/// Asks again until there is an answer, or until `limit` has passed (`None`).
pub(crate) fn until<T>(
    limit: Duration,
    mut ask: impl FnMut() -> Result<Option<T>, Error>,
) -> Result<Option<T>, Error> {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask()? {
            return Ok(Some(answer));
        }
        if start.elapsed() >= limit {
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}

/// Takes a lock between processes, and says on stderr what it waits for when another process has it.
///
/// The lock ends with the returned file, or with the process.
pub(crate) fn lock(path: &Path, waiting_for: &str) -> Result<File, Error> {
    let what = || format!("locking {}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(Error::io(what()))?;
    }
    let file =
        File::options().create(true).truncate(false).write(true).open(path).map_err(Error::io(what()))?;
    let mut progress = None;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => {
                progress.get_or_insert_with(|| Progress::start(waiting_for)).tick();
                std::thread::sleep(POLL);
            }
            Err(TryLockError::Error(error)) => return Err(Error::io(what())(error)),
        }
    }
}

/// Whether no process holds the lock on this file. An absent file is free.
pub(crate) fn is_free(path: &Path) -> bool {
    // The probe's own lock ends with this function.
    File::open(path).map_or(true, |file| file.try_lock().is_ok())
}
