//! Where things lie: the cache of built control planes, and the folders of running ones.

use std::{
    fs::{self, DirBuilder},
    hash::{BuildHasher, RandomState},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::{Path, PathBuf},
};

use rustix::process::{Pid, getuid, test_kill_process};

use crate::{Error, env::Env, wait::is_free};

/// A temporary folder longer than this would push sockets in it over the 104 bytes that a socket's path may have.
const LONGEST_TMPDIR: usize = 60;
/// Name of the lock file that a running control plane holds in its folder.
pub(crate) const LOCK: &str = "lock";

/// The folder of built control planes.
pub(crate) fn cache_root(env: &Env) -> Option<PathBuf> {
    Some(env.xdg("XDG_CACHE_HOME", ".cache")?.join("kubewright/devcluster"))
}

/// This user's folder of running control planes, made when absent. Nobody else can read it: it holds private keys.
pub(crate) fn state_root(env: &Env) -> Result<PathBuf, Error> {
    let short = |path: &PathBuf| path.is_absolute() && path.as_os_str().len() <= LONGEST_TMPDIR;
    let tmp = env.path("TMPDIR").filter(short).unwrap_or_else(|| PathBuf::from("/tmp"));
    let uid = getuid().as_raw();
    let root = tmp.join(format!("kubewright-{uid}"));
    make_private(&root)?;
    let data = fs::symlink_metadata(&root).map_err(Error::io(format!("looking at {}", root.display())))?;
    if !data.is_dir() || data.uid() != uid || data.mode() & 0o077 != 0 {
        let reason =
            io::Error::new(io::ErrorKind::PermissionDenied, "not a folder that belongs to this user alone");
        return Err(Error::io(root.display().to_string())(reason));
    }
    Ok(root)
}

/// A new folder for a control plane of this process alone. Folders of processes that are gone are removed first.
pub(crate) fn private(env: &Env) -> Result<PathBuf, Error> {
    let root = state_root(env)?;
    sweep(&root);
    let dir = root.join(format!("p-{}-{}", std::process::id(), random_suffix(6)));
    make_private(&dir)?;
    Ok(dir)
}

/// Makes a folder that only this user can enter.
pub(crate) fn make_private(dir: &Path) -> Result<(), Error> {
    let what = format!("making {}", dir.display());
    DirBuilder::new().mode(0o700).recursive(true).create(dir).map_err(Error::io(what))
}

/// Removes a folder that may be absent.
pub(crate) fn remove(dir: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::io(format!("removing {}", dir.display()))(error))
        }
        _ => Ok(()),
    }
}

/// Lower-case letters and digits that no other caller gets.
pub(crate) fn random_suffix(length: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    // The standard library's hash keys are random per process and differ per instance.
    let mut number = RandomState::new().hash_one(std::process::id());
    let mut suffix = String::with_capacity(length);
    for _ in 0..length {
        suffix.push(char::from(DIGITS[(number % 36) as usize]));
        number /= 36;
    }
    suffix
}

/// Removes what killed processes left: their control plane ended by itself, its folder did not.
fn sweep(root: &Path) {
    let Ok(entries) = fs::read_dir(root) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix("p-")?.split('-').next()?.parse().ok());
        let Some(pid) = pid.and_then(Pid::from_raw) else { continue };
        if test_kill_process(pid).is_err() && is_free(&entry.path().join(LOCK)) {
            // Best effort: two processes may sweep at once.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_names_and_differ() {
        let suffixes: std::collections::BTreeSet<_> = (0..100).map(|_| random_suffix(8)).collect();
        assert_eq!(suffixes.len(), 100);
        let valid = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        assert!(suffixes.iter().all(|suffix| suffix.len() == 8 && suffix.chars().all(valid)));
    }

    #[test]
    fn the_state_folder_is_for_this_user_alone() {
        let tmp = tempfile::tempdir_in("/tmp").unwrap();
        let root = state_root(&Env::of([("TMPDIR", tmp.path())])).unwrap();
        assert_eq!(root.metadata().unwrap().mode() & 0o777, 0o700);
        fs::set_permissions(&root, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let error = state_root(&Env::of([("TMPDIR", tmp.path())])).unwrap_err();
        assert!(error.to_string().contains("belongs to this user alone"), "{error}");
    }

    #[test]
    fn a_long_temporary_folder_is_not_used_for_sockets() {
        let long = format!("/tmp/{}", "long/".repeat(30));
        let root = state_root(&Env::of([("TMPDIR", &long)])).unwrap();
        assert!(root.starts_with("/tmp") && root.as_os_str().len() < 30, "{}", root.display());
    }

    #[test]
    fn folders_of_dead_processes_are_swept_and_those_of_living_ones_stay() {
        let tmp = tempfile::tempdir_in("/tmp").unwrap();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let dead = tmp.path().join(format!("p-{}-abc", child.id()));
        let held = tmp.path().join(format!("p-{}-def", child.id()));
        let alive = tmp.path().join(format!("p-{}-abc", std::process::id()));
        let other = tmp.path().join("a1b2c3d4");
        for dir in [&dead, &held, &alive, &other] {
            fs::create_dir(dir).unwrap();
        }
        let lock = crate::wait::lock(&held.join(LOCK), "a test").unwrap();
        sweep(tmp.path());
        assert_eq!([&dead, &held, &alive, &other].map(|dir| dir.exists()), [false, true, true, true]);
        drop(lock);
    }
}
