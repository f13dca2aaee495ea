//! One control plane for all tests of a user: whoever comes first starts it, everybody holds it, nobody stops it.

use std::{
    fs,
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
    name.truncate(8);
    Ok(name)
}
