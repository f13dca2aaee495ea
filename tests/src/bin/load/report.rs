//! What came of a run: a table for people, one line of JSON for programs.

use std::{collections::BTreeMap, time::Duration};

use kubewright_devcluster::Request;
use kubewright_tests::Usage;
use serde_json::json;

use crate::limits;

/// Requests of one phase.
pub(crate) struct Counts {
    /// By verb and resource, such as `patch myapps/status`; watches are not among them.
    by_verb: BTreeMap<String, u64>,
    pub(crate) writes: u64,
    pub(crate) single_reads: u64,
    pub(crate) lists: u64,
    pub(crate) watches: u64,
    pub(crate) failed: u64,
}

/// All figures of a run.
pub(crate) struct Report {
    pub(crate) objects: u32,
    pub(crate) ready_seconds: f64,
    /// Before the first object.
    pub(crate) before: Usage,
    /// After the last object has come to rest. Of the processor time, what came since `before`.
    pub(crate) after: Usage,
    pub(crate) idle_seconds: u64,
    pub(crate) idle_cpu: Duration,
    pub(crate) log_lines: u64,
    pub(crate) converge: Counts,
    pub(crate) idle: Counts,
    pub(crate) restart: Counts,
    pub(crate) restart_usage: Usage,
    /// Whether both processes ended with 0 when they were told to.
    pub(crate) clean_end: bool,
}

impl Counts {
    pub(crate) fn of(requests: &[Request]) -> Self {
        let mut by_verb = BTreeMap::new();
        let count =
            |kept: fn(&Request) -> bool| requests.iter().filter(|request| kept(request)).count() as u64;
        let is_watch = |request: &Request| request.verb == "watch" && !request.is_list();
        for request in requests.iter().filter(|request| !is_watch(request)) {
            let Request { verb, resource, subresource, uri, .. } = request;
            // A list may come as the beginning of a watch.
            let verb = if request.is_list() { "list" } else { verb };
            let what = match (resource.as_str(), subresource.as_str()) {
                ("", _) => format!("{verb} {uri}"),
                (resource, "") => format!("{verb} {resource}"),
                (resource, subresource) => format!("{verb} {resource}/{subresource}"),
            };
            *by_verb.entry(what).or_default() += 1;
        }
        Self {
            by_verb,
            writes: count(Request::is_write),
            single_reads: count(Request::is_single_read),
            lists: count(Request::is_list),
            watches: count(is_watch),
            failed: count(|request| request.code >= 400),
        }
    }

    /// Requests that are no watch.
    pub(crate) fn total(&self) -> u64 {
        self.by_verb.values().sum()
    }

    pub(crate) fn summary(&self) -> String {
        format!("{} requests besides {} watches", self.total(), self.watches)
    }
}

impl Report {
    fn writes_per_object(&self) -> f64 {
        self.converge.writes as f64 / f64::from(self.objects)
    }

    /// The rules that do not hold.
    pub(crate) fn broken(&self) -> Vec<String> {
        let mut broken = Vec::new();
        let mut check = |holds: bool, words: String| {
            if !holds {
                broken.push(words);
            }
        };
        let writes = self.writes_per_object();
        check(writes <= limits::WRITES + 0.005, format!("{writes:.2} writes for each object"));
        check(self.idle.total() == 0, format!("idle: {}", self.idle.summary()));
        check(self.restart.writes == 0, format!("restart: {} writes", self.restart.writes));
        check(self.restart.single_reads == 0, format!("restart: {} single reads", self.restart.single_reads));
        check(self.clean_end, "it did not end with 0 when it was told to stop".to_owned());
        if self.objects <= limits::OBJECTS {
            let (rss, cpu) = (mib(self.after.rss), self.cpu_per_object());
            check(rss <= limits::RSS_MIB, format!("{rss:.1} MiB"));
            // Of few objects, the start of everything is most.
            let limit = limits::CPU_MS * f64::from(limits::OBJECTS) / 1000.0;
            let used = self.after.cpu.as_secs_f64();
            check(used <= limit, format!("{used:.2} s of processor time, {cpu:.2} ms for each object"));
        }
        broken
    }

    fn cpu_per_object(&self) -> f64 {
        self.after.cpu.as_secs_f64() * 1000.0 / f64::from(self.objects)
    }

    /// The table, what is broken, and the JSON object as the last line.
    pub(crate) fn print(&self, broken: &[String]) {
        let row = |name: &str, value: String| println!("{name:<44} {value:>12}");
        row("objects", self.objects.to_string());
        row("all ready after, s", format!("{:.1}", self.ready_seconds));
        row("writes for each object", format!("{:.2}", self.writes_per_object()));
        for (what, count) in &self.converge.by_verb {
            let each = *count as f64 / f64::from(self.objects);
            row(&format!("  {what}"), format!("{each:.3}"));
        }
        row("refused or failed requests", self.converge.failed.to_string());
        row("memory before, MiB", format!("{:.1}", mib(self.before.rss)));
        row("memory after, MiB", format!("{:.1}", mib(self.after.rss)));
        row("memory, the most, MiB", format!("{:.1}", mib(self.after.peak_rss)));
        row("processor time, s", format!("{:.2}", self.after.cpu.as_secs_f64()));
        row("processor time for each object, ms", format!("{:.2}", self.cpu_per_object()));
        row("lines in its log", self.log_lines.to_string());
        row(&format!("idle for {} s: requests", self.idle_seconds), self.idle.total().to_string());
        row("  watches begun", self.idle.watches.to_string());
        row("  processor time, s", format!("{:.2}", self.idle_cpu.as_secs_f64()));
        row("restart: writes", self.restart.writes.to_string());
        row("  single reads", self.restart.single_reads.to_string());
        row("  lists and pages", self.restart.lists.to_string());
        row("  memory, MiB", format!("{:.1}", mib(self.restart_usage.rss)));
        row("  memory, the most, MiB", format!("{:.1}", mib(self.restart_usage.peak_rss)));
        row("  processor time, s", format!("{:.2}", self.restart_usage.cpu.as_secs_f64()));
        for words in broken {
            println!("BROKEN: {words}");
        }
        println!("{}", self.json(broken));
    }

    fn json(&self, broken: &[String]) -> serde_json::Value {
        json!({
            "objects": self.objects,
            "readySeconds": rounded(self.ready_seconds),
            "writesPerObject": rounded(self.writes_per_object()),
            "requests": self.converge.by_verb,
            "failedRequests": self.converge.failed,
            "rssMiB": rounded(mib(self.after.rss)),
            "peakRssMiB": rounded(mib(self.after.peak_rss)),
            "rssBeforeMiB": rounded(mib(self.before.rss)),
            "cpuSeconds": rounded(self.after.cpu.as_secs_f64()),
            "logLines": self.log_lines,
            "idle": {
                "seconds": self.idle_seconds,
                "requests": self.idle.total(),
                "watches": self.idle.watches,
                "cpuSeconds": rounded(self.idle_cpu.as_secs_f64()),
            },
            "restart": {
                "writes": self.restart.writes,
                "singleReads": self.restart.single_reads,
                "lists": self.restart.lists,
                "watches": self.restart.watches,
                "rssMiB": rounded(mib(self.restart_usage.rss)),
                "peakRssMiB": rounded(mib(self.restart_usage.peak_rss)),
                "cpuSeconds": rounded(self.restart_usage.cpu.as_secs_f64()),
            },
            "broken": broken,
        })
    }
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1_048_576.0
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
