//! How a sample is expected to be: the annotation `<group>/expect`.

use std::fmt;

use crate::seen::{Condition, Seen};

/// A condition that is expected, such as `Ready=True` or `Invalid=True/ReplicasExceedsLimit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    type_: String,
    status: String,
    /// Any reason will do without one.
    reason: Option<String>,
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.type_, self.status)?;
        match &self.reason {
            Some(reason) => write!(f, "/{reason}"),
            None => Ok(()),
        }
    }
}

/// Reads the annotation: conditions, separated by commas. Without one, `Ready=True` is expected.
pub(crate) fn parse(annotation: Option<&str>) -> Result<Vec<Expectation>, String> {
    annotation.unwrap_or("Ready=True").split(',').map(|text| one(text.trim())).collect()
}

fn one(text: &str) -> Result<Expectation, String> {
    let form = || format!("`{text}` is not of the form Type=Status or Type=Status/Reason");
    let (type_, value) = text.split_once('=').ok_or_else(form)?;
    let (status, reason) = match value.split_once('/') {
        Some((status, reason)) => (status, Some(reason)),
        None => (value, None),
    };
    if type_.is_empty() || reason.is_some_and(str::is_empty) {
        return Err(form());
    }
    if !matches!(status, "True" | "False" | "Unknown") {
        return Err(format!("`{text}`: a status is True, False or Unknown"));
    }
    Ok(Expectation { type_: type_.to_owned(), status: status.to_owned(), reason: reason.map(str::to_owned) })
}

/// What an object lacks, for people. Empty when it is as expected.
pub(crate) fn missing(expected: &[Expectation], seen: Option<&Seen>) -> Vec<String> {
    let Some(seen) = seen else { return vec!["it does not exist".to_owned()] };
    // The status of an older generation says nothing of this one.
    match (seen.generation, seen.observed) {
        (Some(_), None) => return vec![format!("{}: the operator has written no status", all(expected))],
        (Some(generation), Some(observed)) if observed < generation => {
            return vec![format!(
                "{}: the status is of generation {observed}, the object is at {generation}",
                all(expected)
            )];
        }
        _ => {}
    }
    expected.iter().filter_map(|expectation| expectation.missing(seen)).collect()
}

impl Expectation {
    fn missing(&self, seen: &Seen) -> Option<String> {
        let Some(condition) = seen.conditions.get(&self.type_) else {
            return Some(format!("expected {self}, but there is no condition {}", self.type_));
        };
        let reason = self.reason.as_ref().is_none_or(|reason| *reason == condition.reason);
        if condition.status == self.status && reason {
            return None;
        }
        let Condition { status, reason, message } = condition;
        let mut is = format!("{}={status}", self.type_);
        if !reason.is_empty() {
            is = format!("{is}/{reason}");
        }
        let is = if message.is_empty() { is } else { format!("{is}: {message}") };
        Some(format!("expected {self}, is {is}"))
    }
}

/// Expectations as they were written.
pub(crate) fn all(expected: &[Expectation]) -> String {
    expected.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(generation: i64, observed: Option<i64>, conditions: &[(&str, &str, &str, &str)]) -> Seen {
        let pair = |&(type_, status, reason, message): &(&str, &str, &str, &str)| {
            let (status, reason, message) = (status.to_owned(), reason.to_owned(), message.to_owned());
            (type_.to_owned(), Condition { status, reason, message })
        };
        let conditions = conditions.iter().map(pair).collect();
        Seen { generation: Some(generation), observed, conditions, ..Seen::default() }
    }

    fn lacks(annotation: &str, seen: &Seen) -> Vec<String> {
        missing(&parse(Some(annotation)).unwrap(), Some(seen))
    }

    #[test]
    fn without_an_annotation_it_is_to_be_ready() {
        assert_eq!(all(&parse(None).unwrap()), "Ready=True");
    }

    #[test]
    fn several_with_and_without_reason_and_with_spaces() {
        let text = "Invalid=True/ReplicasExceedsLimit, Ready=False";
        assert_eq!(all(&parse(Some(text)).unwrap()), text);
    }

    #[test]
    fn what_is_no_expectation_says_why() {
        let error = |text: &str| parse(Some(text)).unwrap_err();
        for wrong in ["", "Ready", "=True", "Ready=True,", "Ready=True/"] {
            assert!(error(wrong).contains("not of the form Type=Status"), "{wrong}");
        }
        assert_eq!(error("Ready=yes"), "`Ready=yes`: a status is True, False or Unknown");
    }

    #[test]
    fn an_object_is_as_expected_or_lacks_something() {
        let ready = seen(1, Some(1), &[("Ready", "True", "AllReady", "")]);
        assert!(lacks("Ready=True", &ready).is_empty());
        assert!(lacks("Ready=True/AllReady", &ready).is_empty());
        assert_eq!(lacks("Ready=True/Other", &ready), ["expected Ready=True/Other, is Ready=True/AllReady"]);
        assert_eq!(
            lacks("Invalid=True", &ready),
            ["expected Invalid=True, but there is no condition Invalid"]
        );
        let waiting = seen(1, Some(1), &[("Ready", "False", "Waiting", "0 of 1 replicas are ready")]);
        let expected = "expected Ready=True, is Ready=False/Waiting: 0 of 1 replicas are ready";
        assert_eq!(lacks("Ready=True", &waiting), [expected]);
        assert_eq!(lacks("Ready=True,Invalid=False", &waiting).len(), 2);
    }

    #[test]
    fn a_status_of_an_older_generation_does_not_count() {
        let conditions = [("Ready", "True", "", "")];
        let behind = "Ready=True: the status is of generation 1, the object is at 2";
        assert_eq!(lacks("Ready=True", &seen(2, Some(1), &conditions)), [behind]);
        let silent = "Ready=True: the operator has written no status";
        assert_eq!(lacks("Ready=True", &seen(1, None, &conditions)), [silent]);
        assert_eq!(missing(&parse(None).unwrap(), None), ["it does not exist"]);
    }
}
