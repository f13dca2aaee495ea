//! envtest's binaries: an etcd and an API server, without controllers, in the place of `devcluster`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Error,
    env::{Env, is_executable},
};

mod start;

pub(crate) use start::{Setup, up};

/// Where the two programs are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Assets {
    pub(crate) etcd: PathBuf,
    pub(crate) apiserver: PathBuf,
}

/// Finds both programs in the places that controller-runtime's envtest looks in, or says what is missing.
pub(crate) fn assets(env: &Env, installed: &Path) -> Result<Result<Assets, String>, Error> {
    let etcd = program(env, installed, "etcd", "TEST_ASSET_ETCD")?;
    let apiserver = program(env, installed, "kube-apiserver", "TEST_ASSET_KUBE_APISERVER")?;
    Ok(match (etcd, apiserver) {
        (Some(etcd), Some(apiserver)) => Ok(Assets { etcd, apiserver }),
        (None, None) => Err("neither is set or installed".to_owned()),
        (None, Some(_)) => Err("there is a kube-apiserver but no etcd".to_owned()),
        (Some(_), None) => Err("there is an etcd but no kube-apiserver".to_owned()),
    })
}

fn program(
    env: &Env,
    installed: &Path,
    name: &str,
    variable: &'static str,
) -> Result<Option<PathBuf>, Error> {
    // A setting that is wrong must not silently lead elsewhere.
    let checked = |variable, path: PathBuf| match is_executable(&path) {
        true => Ok(Some(path)),
        false => Err(Error::Setting {
            name: variable,
            reason: format!("no executable {name} there"),
            value: path.display().to_string(),
        }),
    };
    if let Some(path) = env.path(variable) {
        return checked(variable, path);
    }
    if let Some(folder) = env.path("KUBEBUILDER_ASSETS") {
        return checked("KUBEBUILDER_ASSETS", folder.join(name));
    }
    let folders = [Some(installed.to_owned()), newest_in_store(env)];
    Ok(folders.into_iter().flatten().map(|folder| folder.join(name)).find(|path| is_executable(path)))
}

/// The newest version that `setup-envtest` has downloaded: a folder `<version>-<os>-<arch>`.
fn newest_in_store(env: &Env) -> Option<PathBuf> {
    let fallback = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    let store = env.xdg("XDG_DATA_HOME", fallback)?.join("kubebuilder-envtest/k8s");
    let folders = fs::read_dir(store).ok()?.flatten();
    let versions = folders.filter_map(|folder| Some((version(folder.file_name().to_str()?)?, folder.path())));
    versions.max().map(|(_, path)| path)
}

fn version(folder: &str) -> Option<Vec<u32>> {
    folder.split('-').next()?.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn install(folder: &Path) -> Assets {
        fs::create_dir_all(folder).unwrap();
        let [etcd, apiserver] = ["etcd", "kube-apiserver"].map(|name| {
            fs::write(folder.join(name), "").unwrap();
            fs::set_permissions(folder.join(name), PermissionsExt::from_mode(0o755)).unwrap();
            folder.join(name)
        });
        Assets { etcd, apiserver }
    }

    #[test]
    fn the_order_is_the_one_of_envtest() {
        let dir = tempfile::tempdir().unwrap();
        let store = dir.path().join("kubebuilder-envtest/k8s");
        let older = install(&store.join("1.9.0-linux-amd64"));
        let newest = install(&store.join("1.36.2-linux-amd64"));
        let installed = install(&dir.path().join("installed"));
        let named = install(&dir.path().join("named"));
        let nowhere = dir.path().join("nowhere");
        let data = ("XDG_DATA_HOME", dir.path().to_owned());
        let folder = ("KUBEBUILDER_ASSETS", dir.path().join("named"));
        let one = ("TEST_ASSET_ETCD", older.etcd.clone());

        let find =
            |env: Vec<(&str, PathBuf)>, installed: &Path| assets(&Env::of(env), installed).unwrap().unwrap();
        assert_eq!(find(vec![data.clone()], &nowhere), newest);
        assert_eq!(find(vec![data.clone()], &dir.path().join("installed")), installed);
        assert_eq!(find(vec![data.clone(), folder.clone()], &dir.path().join("installed")), named);
        let mixed = find(vec![data, folder, one], &nowhere);
        assert_eq!((mixed.etcd, mixed.apiserver), (older.etcd, named.apiserver));
    }

    #[test]
    fn what_is_missing_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let both = install(dir.path());
        let nowhere = dir.path().join("nowhere");
        let find = |name: &str, value: &Path| assets(&Env::of([(name, value)]), &nowhere);
        assert_eq!(find("A", dir.path()).unwrap().unwrap_err(), "neither is set or installed");
        let half = find("TEST_ASSET_ETCD", &both.etcd).unwrap().unwrap_err();
        assert_eq!(half, "there is an etcd but no kube-apiserver");
        let wrong = find("KUBEBUILDER_ASSETS", &nowhere).unwrap_err().to_string();
        assert!(wrong.ends_with("nowhere/etcd: no executable etcd there"), "{wrong}");
    }
}
