//! One control plane for all tests of a user: whoever comes first starts it, everybody holds it, nobody stops it.

use std::{
    fs::{self, File},
    io::Read,
    os::unix::{fs::MetadataExt, net::UnixStream},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::{
    Cluster, Error, Options,
    cluster::start_limit,
    dirs::{self, LOCK},
    env::Env,
    find::{self, Places, Source},
    key,
    process::{self, Ready, Up},
    wait::{self, blocking},
};

/// How long an ending control plane may hold its folder: its own hard limit for a stop, and some.
const END_LIMIT: Duration = Duration::from_secs(30);

/// Length of the name of a shared control plane's folder, all hexadecimal digits.
const NAME_LENGTH: usize = 8;
/// How long the confirmation of a hold may take.
const GREETING_LIMIT: Duration = Duration::from_secs(5);

/// The control plane that all tests of this user share: found, built, started or joined, whatever is needed.
///
/// See the crate's documentation for the order of finding. The first call in a process decides for all.
///
/// # Errors
///
/// [`Error::NotFound`] lists every way to get a control plane; the others say what went wrong on the way taken.
pub async fn shared() -> Result<Cluster, Error> {
    static SHARED: OnceCell<Result<Cluster, Arc<Error>>> = OnceCell::const_new();
    let open = async || open(Env::process()).await.map_err(Arc::new);
    SHARED.get_or_init(open).await.clone().map_err(Error::Shared)
}

/// Path of a built `devcluster`: found, or built now, which is worth doing before the tests of a fresh machine.
///
/// # Errors
///
/// [`Error::NotFound`] when there is none and none can be built here, [`Error::Build`] when the build fails.
pub async fn program() -> Result<PathBuf, Error> {
    blocking(|| match find::find(&Env::process(), &Places::default(), true)? {
        Source::Devcluster(binary) => Ok(binary),
        Source::Existing | Source::Envtest(_) => {
            Err(Error::NotFound("no devcluster, and no Go in PATH to build one".to_owned()))
        }
    })
    .await
}

async fn open(env: Env) -> Result<Cluster, Error> {
    let own = env.clone();
    let source = blocking(move || find::find(&own, &Places::default(), false)).await?;
    match source {
        Source::Existing => Cluster::existing(env).await,
        Source::Devcluster(binary) => {
            let (ready, hold) = blocking(move || join(&env, &binary)).await?;
            Ok(Cluster::held(ready, hold))
        }
        // Nothing watches over etcd and an API server but their parent: each process has its own.
        envtest @ Source::Envtest(_) => {
            blocking(move || Cluster::own(&env, envtest, Options { audit: true, ..Options::default() })).await
        }
    }
}

/// Joins the shared control plane of this program, or starts it.
fn join(env: &Env, binary: &Path) -> Result<(Ready, UnixStream), Error> {
    let root = dirs::state_root(env)?;
    let name = name(binary)?;
    let dir = root.join(&name);
    if let Some(held) = hold(&dir) {
        return Ok(held);
    }
    let waiting = "another process is starting the control plane; waiting for it";
    let _lock = wait::lock(&root.join(format!("{name}.lock")), waiting)?;
    match join_or_start(env, binary, &dir) {
        // Its starter was killed before it had its folder, which looked free until now.
        Err(Error::Locked { .. }) => join_or_start(env, binary, &dir),
        joined => joined,
    }
}

/// With the lock between starters.
fn join_or_start(env: &Env, binary: &Path, dir: &Path) -> Result<(Ready, UnixStream), Error> {
    // Somebody may have been faster, and one that is just ending (or whose starter died) still has the folder.
    let held = wait::until(END_LIMIT, || {
        let held = hold(dir).map(Some);
        Ok(held.or_else(|| wait::is_free(&dir.join(LOCK)).then_some(None)))
    })?;
    match held {
        Some(Some(held)) => return Ok(held),
        Some(None) => {}
        None => return Err(Error::Locked { dir: dir.to_owned() }),
    }
    sweep(dir);
    dirs::remove(dir)?;
    dirs::make_private(dir)?;
    let request = Up {
        binary: binary.to_owned(),
        dir: dir.to_owned(),
        port: None,
        audit: true,
        emulated_version: None,
        nodes: 1,
        linger: Some(env.text("KUBEWRIGHT_LINGER").unwrap_or_else(|| "60s".to_owned())),
    };
    // Never waited for: it outlives this process.
    process::up(&request, start_limit(env)?)?;
    hold(dir).ok_or_else(|| Error::Start {
        reason: "it was ready and then gone".to_owned(),
        log: dir.join("log"),
        output: String::new(),
    })
}

/// Removes what ended control planes of other builds left: no program will ever start in their folders again.
fn sweep(ours: &Path) {
    let Some(entries) = ours.parent().and_then(|root| fs::read_dir(root).ok()) else { return };
    for dir in entries.flatten().map(|entry| entry.path()).filter(|dir| dir != ours) {
        let shared = dir.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
            name.len() == NAME_LENGTH && name.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        // Held while it is removed: whoever starts one there waits for this.
        let starting =
            File::open(dir.with_extension("lock")).and_then(|lock| Ok(lock.try_lock().map(|()| lock)?));
        if shared && starting.is_ok() && wait::is_free(&dir.join(LOCK)) {
            // Best effort: it only takes up room.
            let _ = fs::remove_dir_all(&dir);
        }
    }
}

/// Connects to the control plane in a folder, which then lives at least as long as the connection.
fn hold(dir: &Path) -> Option<(Ready, UnixStream)> {
    let mut connection = UnixStream::connect(dir.join("hold.sock")).ok()?;
    // A connection without this greeting came too late: the control plane is ending. One that is busy answers late.
    let mut greeting = [0; 5];
    connection.set_read_timeout(Some(GREETING_LIMIT)).ok()?;
    connection.read_exact(&mut greeting).ok()?;
    let ready = Ready::read(dir)?;
    (&greeting == b"held\n").then_some((ready, connection))
}

/// The folder of a program's shared control plane: another build, another cluster.
fn name(binary: &Path) -> Result<String, Error> {
    let what = || format!("looking at {}", binary.display());
    let path = fs::canonicalize(binary).map_err(Error::io(what()))?;
    let data = path.metadata().map_err(Error::io(what()))?;
    let mut hash = Sha256::new();
    hash.update(path.as_os_str().as_encoded_bytes());
    hash.update(data.len().to_be_bytes());
    hash.update(data.mtime().to_be_bytes());
    hash.update(data.mtime_nsec().to_be_bytes());
    let mut name = key::hex(hash);
    name.truncate(NAME_LENGTH);
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ended_clusters_of_other_builds_are_swept_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let dir = |name: &str| root.path().join(name);
        let names = ["0123abcd", "11111111", "22222222", "33333333", "p-1-abcdef", "somebody"];
        for name in names {
            fs::create_dir(dir(name)).unwrap();
            File::create(dir(name).with_extension("lock")).unwrap();
        }
        let _runs = wait::lock(&dir("11111111").join(LOCK), "a test").unwrap();
        let _starts = wait::lock(&dir("22222222.lock"), "a test").unwrap();
        sweep(&dir("33333333"));
        let left: Vec<_> = names.into_iter().filter(|name| dir(name).exists()).collect();
        assert_eq!(left, &names[1..]);
    }
}
