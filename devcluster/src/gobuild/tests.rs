//! The build with a script in the place of Go.

use std::os::unix::fs::PermissionsExt;

use super::*;

/// A machine with a cache, sources, and a `go` whose `build` runs the given shell lines (`$out` is the output).
struct Machine {
    dir: tempfile::TempDir,
}

impl Machine {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (file, content) in
            [("go.mod", "module x"), ("main.go", "package main"), ("ldflags", "-s -w -X a=b\n")]
        {
            fs::create_dir_all(dir.path().join("go")).unwrap();
            fs::write(dir.path().join("go").join(file), content).unwrap();
        }
        Self { dir }
    }

    fn with_go(build: &str) -> Self {
        let machine = Self::new();
        let bin = machine.path("bin");
        fs::create_dir(&bin).unwrap();
        let script = format!(
            "#!/bin/sh\nif [ \"$1\" = version ]; then echo go version go1.99.1 linux/amd64; exit; fi\n\
             out=$(echo \"$@\" | sed 's/.*-o //; s/ .*//')\necho \"$CGO_ENABLED $*\" >> '{}'\n{build}\n",
            machine.path("calls").display()
        );
        fs::write(bin.join("go"), script).unwrap();
        fs::set_permissions(bin.join("go"), PermissionsExt::from_mode(0o755)).unwrap();
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn env(&self) -> Env {
        Env::of([
            ("XDG_CACHE_HOME", self.path("cache").into_os_string()),
            ("PATH", self.path("bin").into_os_string()),
        ])
    }

    fn find(&self) -> Result<Built, Error> {
        find(&self.env(), &self.path("go"))
    }

    fn calls(&self) -> String {
        fs::read_to_string(self.path("calls")).unwrap_or_default()
    }
}

const WORKS: &str = "echo '#!/bin/sh' > $out; chmod +x $out";

fn at(built: Result<Built, Error>) -> PathBuf {
    match built.unwrap() {
        Built::At(path) => path,
        Built::Absent(reason) => panic!("absent: {reason}"),
    }
}

#[test]
fn go_builds_once_and_the_cache_answers_afterwards() {
    let machine = Machine::with_go(WORKS);
    let program = at(machine.find());
    assert!(program.starts_with(machine.path("cache/kubewright/devcluster")), "{}", program.display());
    assert!(program.parent().unwrap().to_str().unwrap().ends_with("-go1.99.1-linux-amd64"));
    assert_eq!(at(machine.find()), program);
    let calls = machine.calls();
    assert_eq!(calls.lines().count(), 1, "{calls}");
    assert!(calls.starts_with("0 build -trimpath -p "), "{calls}");
    assert!(calls.contains("-ldflags -s -w -X a=b -o "), "{calls}");
}

#[test]
fn changed_sources_are_built_anew() {
    let machine = Machine::with_go(WORKS);
    let first = at(machine.find());
    fs::write(machine.path("go/main.go"), "package main // changed").unwrap();
    assert_ne!(at(machine.find()), first);
    assert_eq!(machine.calls().lines().count(), 2);
}

#[test]
fn a_build_removes_entries_that_nobody_has_used_for_long() {
    let machine = Machine::with_go(WORKS);
    let entry = |name: &str, days: u64| {
        let entry = machine.path("cache/kubewright/devcluster").join(name);
        fs::create_dir_all(&entry).unwrap();
        let used = fs::File::create(entry.join(USED)).unwrap();
        used.set_modified(std::time::SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60)).unwrap();
        entry
    };
    let (old, recent) = (entry("old", 31), entry("recent", 29));
    let program = at(machine.find());
    assert_eq!((old.exists(), recent.exists(), program.exists()), (false, true, true));
}

#[test]
fn two_that_build_at_once_build_once() {
    let machine = Machine::with_go(&format!("sleep 0.5; {WORKS}"));
    let programs: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| at(machine.find()))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(programs.iter().all(|program| program == &programs[0]));
    assert_eq!(machine.calls().lines().count(), 1);
}

#[test]
fn a_failed_build_shows_the_end_of_its_output_and_leaves_no_program() {
    let machine = Machine::with_go(
        "i=1; while [ $i -le 40 ]; do echo line $i >&2; i=$((i+1)); done; echo x > $out; exit 2",
    );
    let error = machine.find().unwrap_err();
    let Error::Build { status, output, .. } = &error else { panic!("{error}") };
    assert_eq!(status, "exit status: 2");
    assert_eq!(output.lines().count(), SHOWN_LINES);
    assert!(output.starts_with("line 11\n") && output.ends_with("line 40"), "{output}");
    assert!(machine.find().is_err(), "a failure is not taken for a build");
    assert_eq!(machine.calls().lines().count(), 2);
}

#[test]
fn without_go_an_earlier_build_of_the_same_sources_is_used() {
    let machine = Machine::with_go(WORKS);
    let program = at(machine.find());
    fs::remove_file(machine.path("bin/go")).unwrap();
    assert_eq!(at(machine.find()), program);
    fs::write(machine.path("go/main.go"), "package main // changed").unwrap();
    let Built::Absent(reason) = machine.find().unwrap() else { panic!("found a build of other sources") };
    assert_eq!(reason, "no go in PATH");
}

#[test]
fn without_sources_the_reason_names_their_place() {
    let machine = Machine::with_go(WORKS);
    fs::remove_file(machine.path("go/go.mod")).unwrap();
    let Built::Absent(reason) = machine.find().unwrap() else { panic!("built without go.mod") };
    assert_eq!(reason, format!("no Go sources in {}", machine.path("go").display()));
}
