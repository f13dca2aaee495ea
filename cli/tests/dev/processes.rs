//! Processes and their descendants, from `/proc`.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

/// A process; another one with its number started at another time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    pid: u32,
    started: String,
    /// What runs in it.
    pub(crate) name: String,
}

/// All that a process started, directly or not.
pub(crate) fn descendants(of: u32) -> Vec<Process> {
    let all: Vec<_> = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((parent_and_process(pid)?, pid)))
        .collect();
    let mut found: Vec<Process> = Vec::new();
    let mut parents = vec![of];
    while let Some(parent) = parents.pop() {
        for ((_, process), pid) in all.iter().filter(|((its_parent, _), _)| *its_parent == parent) {
            found.push(process.clone());
            parents.push(*pid);
        }
    }
    found
}

/// Waits until all of them are gone.
pub(crate) fn assert_gone(processes: &[Process]) {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let left: Vec<_> = processes.iter().filter(|process| is_alive(process)).collect();
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < end, "still there: {left:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether it still runs. One that has ended and that nobody has asked for its status does not.
pub(crate) fn is_alive(process: &Process) -> bool {
    let state = |pid: u32| stat(pid).map(|fields| fields[0] == "Z");
    parent_and_process(process.pid).is_some_and(|(_, now)| now == *process)
        && state(process.pid) == Some(false)
}

fn parent_and_process(pid: u32) -> Option<(u32, Process)> {
    let fields = stat(pid)?;
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?.trim().to_owned();
    Some((fields[1].parse().ok()?, Process { pid, started: fields[19].clone(), name }))
}

/// The fields of `/proc/<pid>/stat` behind the name, which may hold spaces: state, parent, .. (see proc(5)).
fn stat(pid: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<_> = text.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect();
    (fields.len() > 19).then_some(fields)
}
