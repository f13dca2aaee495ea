//! Starts an etcd and an API server under a shell that ends both with its standard input.

use std::{
    fs::{self, File},
    net::{Ipv4Addr, TcpListener},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use kube::{
    Client, Config,
    config::{KubeConfigOptions, Kubeconfig},
};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use rustix::process::Signal;

use crate::{
    Error, dirs,
    envtest::Assets,
    process::{self, Ready, tail},
    wait,
};

/// The parent of both programs. The API server goes first at the end: one that loses its etcd ignores TERM.
const SUPERVISOR: &str = r#"exec 3<&0 </dev/null
sh ./etcd.sh >log/etcd.log 2>&1 & etcd=$!
sh ./apiserver.sh >log/kube-apiserver.log 2>&1 & apiserver=$!
(cat <&3 >/dev/null; kill -TERM $apiserver) & watcher=$!
trap 'kill -TERM $apiserver' TERM
wait $apiserver; status=$?
while kill -0 $apiserver 2>/dev/null; do wait $apiserver; status=$?; done
kill -TERM $etcd; wait $etcd
kill $watcher 2>/dev/null
exit $status
"#;
/// Everything but the bodies, written before the answer is complete.
const AUDIT_POLICY: &str = "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules:\n\
                            - level: None\n  users: [system:apiserver]\n- level: Metadata\n";
/// How long a port may stay taken before a start tries anyway.
const PORT_LIMIT: Duration = Duration::from_secs(5);
/// A public P-256 key in DER is this, then the point.
const P256_PUBLIC: [u8; 26] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
    0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];

/// A folder in which everything lies ready for a start.
#[derive(Debug)]
pub(crate) struct Setup {
    pub(crate) dir: PathBuf,
    /// Of the API server, of etcd, and of etcd for its peers.
    ports: [u16; 3],
    server: String,
    audit: bool,
}

impl Setup {
    /// Chooses ports and writes keys, kubeconfig and command lines, which every start in this folder then uses.
    pub(crate) fn new(
        assets: &Assets,
        dir: PathBuf,
        port: Option<u16>,
        audit: bool,
        emulated_version: Option<&str>,
    ) -> Result<Self, Error> {
        let mut ports = free_ports()?;
        ports[0] = port.unwrap_or(ports[0]);
        let [port, etcd, peer] = ports;
        let server = format!("https://127.0.0.1:{port}");
        let setup = Self { dir, ports, server, audit };
        dirs::make_private(&setup.dir.join("log"))?;
        let etcd_url = format!("http://127.0.0.1:{etcd}");
        let peer_url = format!("http://127.0.0.1:{peer}");
        setup.keys()?;
        setup.credentials()?;
        setup.write("audit-policy.yaml", AUDIT_POLICY)?;
        setup.write("supervisor.sh", SUPERVISOR)?;
        setup.write("etcd.sh", &command(&assets.etcd, &setup.etcd_flags(&etcd_url, &peer_url)))?;
        let flags = setup.apiserver_flags(port, &etcd_url, emulated_version);
        setup.write("apiserver.sh", &command(&assets.apiserver, &flags))?;
        Ok(setup)
    }

    fn etcd_flags(&self, client: &str, peer: &str) -> Vec<String> {
        vec![
            format!("--data-dir={}", self.dir.join("etcd").display()),
            format!("--listen-client-urls={client}"),
            format!("--advertise-client-urls={client}"),
            format!("--listen-peer-urls={peer}"),
            format!("--initial-advertise-peer-urls={peer}"),
            format!("--initial-cluster=default={peer}"),
            "--unsafe-no-fsync=true".to_owned(),
            "--log-level=error".to_owned(),
        ]
    }

    fn apiserver_flags(&self, port: u16, etcd: &str, emulated_version: Option<&str>) -> Vec<String> {
        let path = |name: &str| self.dir.join(name).display().to_string();
        let mut flags = vec![
            format!("--etcd-servers={etcd}"),
            format!("--secure-port={port}"),
            "--bind-address=127.0.0.1".to_owned(),
            "--advertise-address=127.0.0.1".to_owned(),
            "--external-hostname=127.0.0.1".to_owned(),
            "--endpoint-reconciler-type=none".to_owned(),
            format!("--cert-dir={}", path("pki")),
            format!("--token-auth-file={}", path("pki/tokens.csv")),
            format!("--service-account-issuer={}", self.server),
            format!("--service-account-key-file={}", path("pki/sa.pub")),
            format!("--service-account-signing-key-file={}", path("pki/sa.key")),
            "--service-cluster-ip-range=10.0.0.0/24".to_owned(),
            "--authorization-mode=RBAC".to_owned(),
            // No controller makes the ServiceAccount that this plugin asks for.
            "--disable-admission-plugins=ServiceAccount".to_owned(),
            "--allow-privileged=true".to_owned(),
        ];
        if self.audit {
            flags.push(format!("--audit-policy-file={}", path("audit-policy.yaml")));
            flags.push(format!("--audit-log-path={}", path("audit.log")));
            // In megabytes: a reader keeps its place in one file.
            flags.push("--audit-log-maxsize=100000".to_owned());
        }
        flags.extend(emulated_version.map(|version| format!("--emulated-version={version}")));
        flags
    }

    /// The key pair that signs ServiceAccount tokens.
    fn keys(&self) -> Result<(), Error> {
        dirs::make_private(&self.dir.join("pki"))?;
        let failed = |_| Error::io("making a key")(std::io::Error::other("no randomness"));
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).map_err(failed)?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, key.as_ref(), &random);
        let pair =
            pair.map_err(|error| Error::io("reading a key")(std::io::Error::other(error.to_string())))?;
        let public = [&P256_PUBLIC, pair.public_key().as_ref()].concat();
        self.write("pki/sa.key", &pem::encode(&pem::Pem::new("PRIVATE KEY", key.as_ref())))?;
        self.write("pki/sa.pub", &pem::encode(&pem::Pem::new("PUBLIC KEY", public)))
    }

    /// An administrator's token, and the kubeconfig that uses it.
    fn credentials(&self) -> Result<(), Error> {
        let token = dirs::random_suffix(12) + &dirs::random_suffix(12);
        self.write("pki/tokens.csv", &format!("{token},admin,admin,system:masters\n"))?;
        let (server, authority) = (&self.server, self.authority());
        let authority = authority.display();
        self.write(
            "kubeconfig",
            &format!(
                "apiVersion: v1\nkind: Config\ncurrent-context: envtest\n\
                 clusters:\n- name: envtest\n  cluster: {{server: '{server}', certificate-authority: '{authority}'}}\n\
                 users:\n- name: envtest\n  user: {{token: {token}}}\n\
                 contexts:\n- name: envtest\n  context: {{cluster: envtest, user: envtest}}\n"
            ),
        )
    }

    /// The API server makes its own certificate, and puts the authority that signed it into the same file.
    fn authority(&self) -> PathBuf {
        self.dir.join("pki/apiserver.crt")
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let file = self.dir.join(name);
        fs::write(&file, text).map_err(Error::io(format!("writing {}", file.display())))
    }
}

/// Starts both and waits until the API server is ready.
pub(crate) fn up(setup: &Setup, limit: Duration) -> Result<(Child, Ready), Error> {
    // A killed process keeps its port until the system has buried it.
    let are_free = || {
        let mut listeners = setup.ports.iter().map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)));
        Ok(listeners.all(|listener| listener.is_ok()).then_some(()))
    };
    // Ports that stay taken are the API server's to complain about.
    wait::until(PORT_LIMIT, are_free)?;
    let stderr = setup.dir.join("log/supervisor.log");
    let log = File::create(&stderr).map_err(Error::io(format!("making {}", stderr.display())))?;
    let mut command = Command::new("sh");
    command.arg("./supervisor.sh").current_dir(&setup.dir);
    // A group of its own: Ctrl-C in a terminal is for the tests, which then end this in order.
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log).process_group(0);
    let mut child = command.spawn().map_err(Error::io("running sh"))?;
    match wait::block_on(wait_ready(&mut child, setup, limit)).and_then(|ready| ready) {
        Ok(ready) => Ok((child, ready)),
        Err(error) => {
            process::end(&mut child, Signal::TERM)?;
            Err(error)
        }
    }
}

async fn wait_ready(child: &mut Child, setup: &Setup, limit: Duration) -> Result<Ready, Error> {
    let log = setup.dir.join("log");
    let failed =
        |reason| Error::Start { reason, log: log.clone(), output: tail(&log.join("kube-apiserver.log")) };
    let start = Instant::now();
    while start.elapsed() < limit {
        if let Some(status) = child.try_wait().map_err(Error::io("waiting for the API server"))? {
            return Err(failed(status.to_string()));
        }
        if let Ok(version) = probe(&setup.dir.join("kubeconfig")).await {
            let audit_log = setup.audit.then(|| setup.dir.join("audit.log"));
            let (kubeconfig, server) = (setup.dir.join("kubeconfig"), setup.server.clone());
            return Ok(Ready {
                kubeconfig,
                server,
                version,
                emulated_version: None,
                pid: child.id(),
                audit_log,
            });
        }
        tokio::time::sleep(wait::POLL * 5).await;
    }
    Err(failed(format!("not ready after {limit:?}")))
}

/// The server's version once it is ready and has the namespace `default`. Until then any error is "not yet".
async fn probe(kubeconfig: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let options = KubeConfigOptions::default();
    let config = Config::from_custom_kubeconfig(Kubeconfig::read_from(kubeconfig)?, &options).await?;
    let client = Client::try_from(config)?;
    for path in ["/readyz", "/api/v1/namespaces/default"] {
        client.request_text(http::Request::get(path).body(Vec::new())?).await?;
    }
    Ok(client.apiserver_version().await?.git_version)
}

fn command(program: &Path, flags: &[String]) -> String {
    let quoted = flags.iter().map(|flag| quote(flag)).collect::<Vec<_>>().join(" \\\n  ");
    format!("exec {} \\\n  {quoted}\n", quote(&program.display().to_string()))
}

fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Ports that were free a moment ago, all different.
fn free_ports() -> Result<[u16; 3], Error> {
    let what = || Error::io("looking for a free port");
    let listeners = [(); 3].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
    let mut ports = [0; 3];
    for (port, listener) in ports.iter_mut().zip(listeners.iter()) {
        let address =
            listener.as_ref().map_err(|error| what()(error.kind().into()))?.local_addr().map_err(what())?;
        *port = address.port();
    }
    Ok(ports)
}
