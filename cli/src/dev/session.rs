//! The operator at work on a control plane.

use std::{io, path::Path, pin::pin, time::Duration};

use kubewright_devcluster::Cluster;
use tokio::time::{Instant, sleep_until};

use super::{DevError, Plan};
use crate::{
    apply::{Applier, ApplyError},
    args::Dev,
    check::{self, Item},
    explain,
    operator::Operator,
    out,
    samples::Sample,
    stop::{Stop, Stopped},
    style::Style,
    tree,
    watch::View,
};

/// Name of this program in the server's audit log.
const USER_AGENT: &str = concat!("cargo-kubewright/", env!("CARGO_PKG_VERSION"));

/// All that happens on the control plane. The operator has ended when this returns.
pub(super) async fn on(cluster: &Cluster, dev: &Dev, plan: Plan, stop: &mut Stop) -> Result<(), DevError> {
    let crds: Vec<_> = plan.operators.iter().map(|operator| operator.crd.clone()).collect();
    stop.or(cluster.install(&crds)).await??;
    let names: Vec<_> = crds.iter().filter_map(|crd| crd["metadata"]["name"].as_str()).collect();
    out::note(&format!("installed {}", names.join(", ")));
    let client = cluster.client(USER_AGENT).await?;
    let kinds = plan.operators.iter().flat_map(explain::Operator::watched).collect();
    let mut view = View::open(&client, kinds);
    let screen = Screen::of(dev);
    screen.say(&export(cluster.kubeconfig()))?;
    for line in stop.or(view.listed(screen.style)).await? {
        screen.say(&line)?;
    }
    let name = plan.package.binary;
    let quiet = screen.check || dev.quiet_operator;
    let operator = Operator::start(&name, &plan.binary, cluster.kubeconfig(), &dev.operator_arguments, quiet);
    let mut operator = operator.map_err(|source| DevError::Start { name: name.clone(), source })?;
    let mut session = Session { name, view, screen, items: plan.items, seconds: dev.timeout };
    let applier = Applier::new(client, &plan.operators);
    let result = match stop.or(session.run(&mut operator, applier, &plan.samples)).await {
        Ok(result) => result,
        Err(Stopped) => Err(Stopped.into()),
    };
    if !matches!(result, Err(DevError::Ended { .. })) {
        operator.stop(stop).await;
    }
    result
}

/// What to paste into another terminal.
fn export(kubeconfig: &Path) -> String {
    let path = kubeconfig.display().to_string();
    let plain = path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+:".contains(c));
    let path = if plain { path } else { format!("'{}'", path.replace('\'', r"'\''")) };
    format!("for kubectl: export KUBECONFIG={path}")
}

/// Where lines go. In a check they are progress: its result is the tree.
#[derive(Clone, Copy)]
struct Screen {
    check: bool,
    style: Style,
}

impl Screen {
    fn of(dev: &Dev) -> Self {
        let style = if dev.check { Style::stderr() } else { Style::stdout() };
        Self { check: dev.check, style }
    }

    fn say(self, text: &str) -> io::Result<()> {
        if self.check {
            out::note(text);
            return Ok(());
        }
        out::line(text)
    }
}

/// What `dev` does while the operator runs.
struct Session {
    name: String,
    view: View,
    screen: Screen,
    items: Vec<Item>,
    /// How long a check may take.
    seconds: u64,
}

impl Session {
    /// Applies the samples and shows what happens: for ever, or until a check is done. May be dropped at any time.
    async fn run(
        &mut self,
        operator: &mut Operator,
        applier: Applier,
        samples: &[Sample],
    ) -> Result<(), DevError> {
        let deadline = Instant::now() + Duration::from_secs(self.seconds);
        // Applied while the watches are read, so that the lines come as things happen.
        let mut apply = pin!(apply_all(applier, samples));
        let mut applied = false;
        loop {
            if applied && self.screen.check && check::missing(&self.items, &self.view.world).is_empty() {
                return Ok(self.show_result()?);
            }
            tokio::select! {
                result = &mut apply, if !applied => {
                    result?;
                    applied = true;
                    self.say_applied(samples.len());
                }
                lines = self.view.next(self.screen.style) => {
                    for line in lines {
                        self.screen.say(&line)?;
                    }
                }
                status = operator.ended() => {
                    let (name, status, last_words) = (self.name.clone(), status?, operator.last_words());
                    return Err(DevError::Ended { name, status, last_words });
                }
                () = sleep_until(deadline), if self.screen.check => {
                    self.show_tree()?;
                    let missing = check::missing(&self.items, &self.view.world);
                    let (seconds, last_words) = (self.seconds, operator.last_words());
                    return Err(DevError::Missing { seconds, missing, last_words });
                }
            }
        }
    }

    fn say_applied(&self, samples: usize) {
        if samples > 0 {
            out::note(&format!("applied {}", counted(samples, "sample")));
        }
        if !self.screen.check {
            out::note("Ctrl-C ends all of this");
        }
    }

    fn show_result(&self) -> io::Result<()> {
        self.show_tree()?;
        let style = Style::stdout();
        let verb = if self.items.len() == 1 { "is" } else { "are" };
        out::line(&style.good(&format!("{} {verb} as expected", counted(self.items.len(), "sample"))))
    }

    fn show_tree(&self) -> io::Result<()> {
        out::line(&tree::of(&self.items, &self.view.world, Style::stdout()))
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

async fn apply_all(mut applier: Applier, samples: &[Sample]) -> Result<(), ApplyError> {
    for sample in samples {
        applier.apply(sample).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_for_kubectl_can_be_pasted() {
        assert_eq!(
            export(Path::new("/tmp/a-1/kubeconfig")),
            "for kubectl: export KUBECONFIG=/tmp/a-1/kubeconfig"
        );
        assert_eq!(export(Path::new("/tmp/it's a/k")), r"for kubectl: export KUBECONFIG='/tmp/it'\''s a/k'");
    }
}
