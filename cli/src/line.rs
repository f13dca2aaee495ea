//! A change as a line of text.

use jiff::Timestamp;

use crate::{
    change::Change,
    explain::Role,
    seen::Condition,
    style::Style,
    world::{Key, World},
};

/// The line of a change, with the time (UTC, as in the operator's log).
pub(crate) fn of(world: &World, key: &Key, change: &Change, style: Style) -> String {
    let time = Timestamp::now().strftime("%H:%M:%S").to_string();
    format!("{} {}", style.dim(&time), text(world, key, change, style))
}

fn text(world: &World, key: &Key, change: &Change, style: Style) -> String {
    let watched = world.kind(key.kind);
    let subject = format!("{} {}", watched.resource.kind, key.path());
    let subject = match watched.role {
        Role::Object => style.strong(&subject),
        Role::Child => format!("  {subject}"),
    };
    format!("{subject}  {}", what(change, style))
}

fn what(change: &Change, style: Style) -> String {
    match change {
        Change::Found => "was there".to_owned(),
        Change::Created => "created".to_owned(),
        Change::Edited => "changed".to_owned(),
        Change::Deleting => style.waiting("is being deleted"),
        Change::Deleted => style.waiting("deleted"),
        Change::Condition(type_, value) => condition(type_, value, style),
        Change::ConditionGone(type_) => format!("{type_} is gone"),
        Change::Readiness(readiness) if readiness.ready => style.good(&readiness.text),
        Change::Readiness(readiness) => style.waiting(&readiness.text),
    }
}

/// `Ready=False Waiting  the message`. Only `Ready` is painted: for other types `True` may be good or bad.
pub(crate) fn condition(type_: &str, condition: &Condition, style: Style) -> String {
    let Condition { status, reason, message } = condition;
    let mut text = format!("{type_}={status}");
    if type_ == "Ready" {
        text = if status == "True" { style.good(&text) } else { style.waiting(&text) };
    }
    if !reason.is_empty() {
        text = format!("{text} {reason}");
    }
    if !message.is_empty() {
        // A line is a line, whatever a message holds.
        text = format!("{text}  {}", message.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{readiness::Readiness, world::tests::world};

    fn line(kind: usize, change: Change) -> String {
        let key = Key { kind, namespace: "default".to_owned(), name: "plain".to_owned() };
        text(&world(), &key, &change, Style::plain())
    }

    fn ready(status: &str, reason: &str, message: &str) -> Change {
        let (status, reason, message) = (status.to_owned(), reason.to_owned(), message.to_owned());
        Change::Condition("Ready".to_owned(), Condition { status, reason, message })
    }

    #[test]
    fn a_condition_says_type_status_reason_and_message() {
        let waiting = ready("False", "Waiting", "Deployment plain: 0 of 1\n replicas are ready");
        let expected =
            "MyApp default/plain  Ready=False Waiting  Deployment plain: 0 of 1 replicas are ready";
        assert_eq!(line(0, waiting), expected);
        assert_eq!(line(0, ready("True", "", "")), "MyApp default/plain  Ready=True");
        assert_eq!(
            line(0, Change::ConditionGone("Stalled".to_owned())),
            "MyApp default/plain  Stalled is gone"
        );
    }

    #[test]
    fn a_child_is_indented_below_the_objects() {
        assert_eq!(line(1, Change::Created), "  Deployment default/plain  created");
        let readiness = Readiness { ready: true, text: "ready 1/1".to_owned(), behind: false };
        assert_eq!(line(1, Change::Readiness(readiness)), "  Deployment default/plain  ready 1/1");
        assert_eq!(line(2, Change::Deleted), "  Service default/plain  deleted");
    }

    #[test]
    fn the_time_comes_first() {
        let key = Key { kind: 0, namespace: String::new(), name: "plain".to_owned() };
        let line = of(&world(), &key, &Change::Edited, Style::plain());
        let (time, rest) = line.split_once(' ').unwrap();
        assert_eq!((time.len(), rest), (8, "MyApp plain  changed"));
    }
}
