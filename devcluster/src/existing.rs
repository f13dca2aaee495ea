//! A cluster that is already there: the one of the current kubeconfig, or of the pod that this runs in.

use std::{
    fs,
    path::{Path, PathBuf},
};

use kube::config::Kubeconfig;

use crate::{Error, dirs, env::Env};

/// Where a pod finds its ServiceAccount.
const SERVICE_ACCOUNT: &str = "/var/run/secrets/kubernetes.io/serviceaccount";

/// Whether the user asks for the existing cluster, as controller-runtime's envtest reads the variable.
pub(crate) fn wanted(env: &Env) -> bool {
    env.text("USE_EXISTING_CLUSTER").is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

/// A kubeconfig file for the existing cluster: that of `$KUBECONFIG`, else `~/.kube/config`, else one for the pod's own
/// ServiceAccount.
pub(crate) fn kubeconfig(env: &Env) -> Result<PathBuf, Error> {
    if let Some(list) = env.path("KUBECONFIG") {
        let files: Vec<_> = std::env::split_paths(&list).filter(|file| file.is_file()).collect();
        return match files.as_slice() {
            [] => Err(Error::Setting {
                name: "KUBECONFIG",
                value: list.display().to_string(),
                reason: "no such file".to_owned(),
            }),
            [file] => Ok(file.clone()),
            several => merged(env, several),
        };
    }
    if let Some(file) = env.path("HOME").map(|home| home.join(".kube/config")).filter(|file| file.is_file()) {
        return Ok(file);
    }
    let (Some(host), Some(port)) = (env.text("KUBERNETES_SERVICE_HOST"), env.text("KUBERNETES_SERVICE_PORT"))
    else {
        return Err(Error::Setting {
            name: "USE_EXISTING_CLUSTER",
            value: "true".to_owned(),
            reason: "no KUBECONFIG, no ~/.kube/config, and this is no pod".to_owned(),
        });
    };
    let host = if host.contains(':') { format!("[{host}]") } else { host };
    write(&dirs::private(env)?.join("kubeconfig"), &in_cluster(&format!("https://{host}:{port}")))
}

/// Several files are one kubeconfig: kubectl's rule, which kube follows.
fn merged(env: &Env, files: &[PathBuf]) -> Result<PathBuf, Error> {
    let mut all = Kubeconfig::default();
    for file in files {
        let next = Kubeconfig::read_from(file).map_err(Box::new)?;
        all = all.merge(next).map_err(Box::new)?;
    }
    // JSON is YAML.
    let text =
        serde_json::to_string(&all).map_err(|error| Error::io("writing a kubeconfig")(error.into()))?;
    write(&dirs::private(env)?.join("kubeconfig"), &text)
}

fn in_cluster(server: &str) -> String {
    format!(
        "apiVersion: v1\nkind: Config\ncurrent-context: pod\n\
         clusters:\n- name: pod\n  cluster:\n    server: {server}\n    certificate-authority: {SERVICE_ACCOUNT}/ca.crt\n\
         users:\n- name: pod\n  user:\n    tokenFile: {SERVICE_ACCOUNT}/token\n\
         contexts:\n- name: pod\n  context:\n    cluster: pod\n    user: pod\n"
    )
}

/// The folder is this user's alone, so the file is too.
fn write(file: &Path, text: &str) -> Result<PathBuf, Error> {
    fs::write(file, text).map_err(Error::io(format!("writing {}", file.display())))?;
    Ok(file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(name: &str) -> String {
        format!(
            "clusters: [{{name: {name}, cluster: {{server: https://{name}}}}}]\n\
             users: [{{name: {name}, user: {{token: t-{name}}}}}]\n\
             contexts: [{{name: {name}, context: {{cluster: {name}, user: {name}}}}}]\ncurrent-context: {name}\n"
        )
    }

    #[test]
    fn only_the_word_true_asks_for_it() {
        for (value, expected) in [("true", true), ("True", true), ("1", false), ("false", false), ("", false)]
        {
            assert_eq!(wanted(&Env::of([("USE_EXISTING_CLUSTER", value)])), expected, "{value}");
        }
    }

    #[test]
    fn the_variable_goes_before_the_home_folder() {
        let dir = tempfile::tempdir().unwrap();
        let (home, named) = (dir.path().join(".kube/config"), dir.path().join("named"));
        fs::create_dir(dir.path().join(".kube")).unwrap();
        fs::write(&home, config("home")).unwrap();
        fs::write(&named, config("named")).unwrap();
        let both = Env::of([("HOME", dir.path().as_os_str()), ("KUBECONFIG", named.as_os_str())]);
        assert_eq!(kubeconfig(&both).unwrap(), named);
        assert_eq!(kubeconfig(&Env::of([("HOME", dir.path())])).unwrap(), home);
        let error = kubeconfig(&Env::of([("HOME", "/nowhere")])).unwrap_err().to_string();
        assert!(error.contains("no KUBECONFIG, no ~/.kube/config, and this is no pod"), "{error}");
    }

    #[test]
    fn several_files_are_merged_with_their_secrets() {
        let dir = tempfile::tempdir_in("/tmp").unwrap();
        let files = ["a", "b"].map(|name| {
            let file = dir.path().join(name);
            fs::write(&file, config(name)).unwrap();
            file
        });
        let list = std::env::join_paths(&files).unwrap();
        let env = Env::of([("KUBECONFIG", list.as_os_str()), ("TMPDIR", dir.path().as_os_str())]);
        let merged = fs::read_to_string(kubeconfig(&env).unwrap()).unwrap();
        let read = Kubeconfig::from_yaml(&merged).unwrap();
        assert_eq!(read.current_context.as_deref(), Some("a"));
        assert_eq!(read.clusters.len(), 2);
        assert!(merged.contains("t-a") && merged.contains("t-b"), "{merged}");
    }

    #[test]
    fn in_a_pod_the_service_account_is_used() {
        let read = Kubeconfig::from_yaml(&in_cluster("https://10.0.0.1:443")).unwrap();
        let user = read.auth_infos[0].auth_info.clone().unwrap();
        assert_eq!(user.token_file.unwrap(), format!("{SERVICE_ACCOUNT}/token"));
        assert_eq!(read.clusters[0].cluster.clone().unwrap().server.unwrap(), "https://10.0.0.1:443");
    }
}
