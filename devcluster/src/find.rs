//! The order in which a control plane is looked for.

use std::path::PathBuf;

use crate::{
    Error,
    env::{Env, is_executable},
    envtest::{self, Assets},
    existing,
    gobuild::{self, Built},
};

/// A way to a control plane.
#[derive(Debug)]
pub(crate) enum Source {
    /// The cluster of the current kubeconfig, which is somebody else's.
    Existing,
    /// A built `devcluster` at this path.
    Devcluster(PathBuf),
    /// etcd and an API server, without controllers.
    Envtest(Assets),
}

/// Places that are the same on every machine, and another in a test.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The Go sources of `devcluster`.
    pub(crate) sources: PathBuf,
    /// Where kubebuilder's installer puts envtest's binaries.
    pub(crate) assets: PathBuf,
}

impl Default for Places {
    fn default() -> Self {
        Self { sources: gobuild::own_sources(), assets: PathBuf::from("/usr/local/kubebuilder/bin") }
    }
}

/// The first way that is open, building `devcluster` when that is one. `own` asks for a control plane that can be
/// stopped and killed, which rules an existing cluster out.
pub(crate) fn find(env: &Env, places: &Places, own: bool) -> Result<Source, Error> {
    let existing = existing::wanted(env);
    if existing && !own {
        return Ok(Source::Existing);
    }
    if let Some(path) = env.path("KUBEWRIGHT_DEVCLUSTER") {
        if is_executable(&path) {
            return Ok(Source::Devcluster(path));
        }
        // A setting that is wrong must not silently lead elsewhere.
        let (name, value) = ("KUBEWRIGHT_DEVCLUSTER", path.display().to_string());
        return Err(Error::Setting { name, value, reason: "no executable file".to_owned() });
    }
    let unbuilt = match gobuild::find(env, &places.sources)? {
        Built::At(path) => return Ok(Source::Devcluster(path)),
        Built::Absent(reason) => reason,
    };
    let no_assets = match envtest::assets(env, &places.assets)? {
        Ok(assets) => return Ok(Source::Envtest(assets)),
        Err(reason) => reason,
    };
    Err(Error::NotFound(all_ways(existing, &unbuilt, &no_assets)))
}

/// The one message of a machine without a control plane.
fn all_ways(existing: bool, unbuilt: &str, no_assets: &str) -> String {
    let existing = if existing { "set, but this needs a control plane of its own" } else { "not set" };
    format!(
        "no control plane to run on. Any one of these gives one:\n\
         - USE_EXISTING_CLUSTER=true: use the cluster of the current kubeconfig, for example of kind, k3d or minikube \
         ({existing})\n\
         - KUBEWRIGHT_DEVCLUSTER=<path>: use this built devcluster (not set)\n\
         - Go in PATH (https://go.dev/dl): devcluster is built once and cached ({unbuilt})\n\
         - KUBEBUILDER_ASSETS=<folder with etcd and kube-apiserver>, for example \
         KUBEBUILDER_ASSETS=\"$(setup-envtest use -p path)\": what needs controllers is then skipped ({no_assets})\n\
         or KUBEWRIGHT_SKIP_CLUSTER=1 skips the tests that need one"
    )
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt, path::Path};

    use super::*;

    fn program(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "#!/bin/sh\nexit 1\n").unwrap();
        fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    }

    /// A machine that has everything; each step of the order is then taken away.
    struct Machine(tempfile::TempDir);

    impl Machine {
        fn new() -> Self {
            let machine = Self(tempfile::tempdir().unwrap());
            program(&machine.path("given/devcluster"));
            fs::create_dir(machine.path("sources")).unwrap();
            fs::write(machine.path("sources/go.mod"), "module x").unwrap();
            let hash = crate::key::sources(&machine.path("sources")).unwrap();
            let entry = format!("cache/kubewright/devcluster/{hash}-go1-x/devcluster");
            program(&machine.path(&entry));
            program(&machine.path("assets/etcd"));
            program(&machine.path("assets/kube-apiserver"));
            machine
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn places(&self) -> Places {
            Places { sources: self.path("sources"), assets: self.path("no-such-folder") }
        }

        fn find(&self, without: &[&str], own: bool) -> Result<Source, Error> {
            let all = [
                ("USE_EXISTING_CLUSTER", PathBuf::from("true")),
                ("KUBEWRIGHT_DEVCLUSTER", self.path("given/devcluster")),
                ("XDG_CACHE_HOME", self.path("cache")),
                ("KUBEBUILDER_ASSETS", self.path("assets")),
            ];
            let env = Env::of(all.into_iter().filter(|(name, _)| !without.contains(name)));
            find(&env, &self.places(), own)
        }
    }

    #[test]
    fn the_order_is_existing_then_given_then_cached_then_envtest() {
        let machine = Machine::new();
        let mut without = vec![];
        assert!(matches!(machine.find(&without, false).unwrap(), Source::Existing));
        without.push("USE_EXISTING_CLUSTER");
        let Source::Devcluster(given) = machine.find(&without, false).unwrap() else {
            panic!("not the given one")
        };
        assert_eq!(given, machine.path("given/devcluster"));
        without.push("KUBEWRIGHT_DEVCLUSTER");
        let Source::Devcluster(cached) = machine.find(&without, false).unwrap() else {
            panic!("not the cached one")
        };
        assert!(cached.starts_with(machine.path("cache")), "{}", cached.display());
        without.push("XDG_CACHE_HOME");
        assert!(matches!(machine.find(&without, false).unwrap(), Source::Envtest(_)));
    }

    #[test]
    fn a_control_plane_of_ones_own_is_never_an_existing_one() {
        assert!(matches!(Machine::new().find(&[], true).unwrap(), Source::Devcluster(_)));
    }

    #[test]
    fn a_wrong_path_is_an_error_and_no_detour() {
        let machine = Machine::new();
        fs::remove_file(machine.path("given/devcluster")).unwrap();
        let error = machine.find(&["USE_EXISTING_CLUSTER"], false).unwrap_err();
        assert!(error.to_string().ends_with("given/devcluster: no executable file"), "{error}");
    }

    #[test]
    fn without_any_way_one_error_lists_all_of_them() {
        let machine = Machine::new();
        let error = find(&Env::of([("XDG_CACHE_HOME", "/nowhere")]), &machine.places(), false).unwrap_err();
        let text = error.to_string();
        for expected in [
            "USE_EXISTING_CLUSTER=true",
            "KUBEWRIGHT_DEVCLUSTER=<path>",
            "Go in PATH (https://go.dev/dl): devcluster is built once and cached (no go in PATH)",
            "KUBEBUILDER_ASSETS=",
            "KUBEWRIGHT_SKIP_CLUSTER=1",
        ] {
            assert!(text.contains(expected), "{expected} is not in:\n{text}");
        }
        assert_eq!(text.lines().count(), 6, "{text}");
    }
}
