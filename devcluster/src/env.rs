//! The process environment behind a value, so that a test can have its own.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::Error;

/// Environment variables.
#[derive(Clone, Debug)]
pub(crate) struct Env(BTreeMap<OsString, OsString>);

impl Env {
    /// Those of this process.
    pub(crate) fn process() -> Self {
        Self(std::env::vars_os().collect())
    }

    /// Exactly these.
    #[cfg(test)]
    pub(crate) fn of<K: Into<OsString>, V: Into<OsString>>(pairs: impl IntoIterator<Item = (K, V)>) -> Self {
        Self(pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }

    /// A variable that is set and not empty.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.0.get(std::ffi::OsStr::new(name)).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    /// A variable that is set, not empty, and text.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.path(name)?.into_os_string().into_string().ok()
    }

    /// A folder of the XDG convention: the variable when absolute, else `fallback` below the home folder.
    pub(crate) fn xdg(&self, name: &str, fallback: &str) -> Option<PathBuf> {
        let named = self.path(name).filter(|path| path.is_absolute());
        named.or_else(|| Some(self.path("HOME")?.join(fallback)))
    }

    /// The first executable file of this name in `PATH`.
    pub(crate) fn which(&self, program: &str) -> Option<PathBuf> {
        let path = self.path("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| is_executable(file))
    }

    /// A Go duration (`90s`, `1m30s`, `500ms`), or `default` when the variable is not set.
    pub(crate) fn duration(&self, name: &'static str, default: Duration) -> Result<Duration, Error> {
        let Some(value) = self.text(name) else { return Ok(default) };
        go_duration(&value).ok_or_else(|| Error::Setting {
            name,
            reason: "not a Go duration such as 90s or 1m30s".to_owned(),
            value,
        })
    }
}

/// Whether a file can be run.
pub(crate) fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Reads the part of Go's duration syntax that has a meaning here: no sign, units from `ms` to `h`.
fn go_duration(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let number = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let unit = rest[number..].find(|c: char| c.is_ascii_digit()).map_or(rest.len(), |end| number + end);
        let seconds = match &rest[number..unit] {
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        total += Duration::try_from_secs_f64(rest[..number].parse::<f64>().ok()? * seconds).ok()?;
        rest = &rest[unit..];
    }
    (!text.is_empty()).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_durations_are_read() {
        for (text, expected) in [
            ("60s", Some(60_000)),
            ("1m30s", Some(90_000)),
            ("1.5s", Some(1_500)),
            ("250ms", Some(250)),
            ("2h", Some(7_200_000)),
            ("60", None),
            ("s", None),
            ("", None),
            ("10 s", None),
            ("-1s", None),
        ] {
            assert_eq!(go_duration(text), expected.map(Duration::from_millis), "{text}");
        }
    }

    #[test]
    fn a_wrong_duration_names_its_variable() {
        let env = Env::of([("KUBEBUILDER_CONTROLPLANE_START_TIMEOUT", "soon")]);
        let error = env.duration("KUBEBUILDER_CONTROLPLANE_START_TIMEOUT", Duration::ZERO).unwrap_err();
        assert!(
            error.to_string().starts_with("KUBEBUILDER_CONTROLPLANE_START_TIMEOUT=soon: not a Go"),
            "{error}"
        );
    }

    #[test]
    fn a_relative_xdg_folder_is_ignored_as_the_convention_asks() {
        let env = Env::of([("XDG_CACHE_HOME", "cache"), ("HOME", "/home/me")]);
        assert_eq!(env.xdg("XDG_CACHE_HOME", ".cache").unwrap(), Path::new("/home/me/.cache"));
    }
}
