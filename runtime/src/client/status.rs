//! `meta/v1` `Status`: what the API server says when it says no.

use serde::Deserialize;

/// A refusal in the server's words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Status {
    /// HTTP status code.
    pub code: u16,
    /// A word for machines: `NotFound`, `Conflict`, `Invalid`, `Forbidden`.
    pub reason: String,
    /// A sentence for people.
    pub message: String,
    /// What the refusal is about.
    pub details: Details,
}

/// What a refusal is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Details {
    /// Name of the object.
    pub name: String,
    /// Plural of its kind: the one the request named, or that of something it needs, as `namespaces`.
    pub kind: String,
    /// The faults, when there are several or when a field is at fault.
    pub causes: Vec<Cause>,
}

/// One fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Cause {
    /// A word for machines: `FieldValueForbidden`, `NamespaceTerminating`.
    pub reason: String,
    /// A sentence for people, which may quote the faulty value.
    pub message: String,
    /// Path of the faulty field, as `spec.strategy.rollingUpdate`.
    pub field: String,
}

impl Status {
    /// The `Status` in an answer's body. A body that is none (a proxy's page) gives its code and nothing else.
    pub fn parse(code: http::StatusCode, body: &[u8]) -> Self {
        let mut status: Self = serde_json::from_slice(body).unwrap_or_default();
        if status.code == 0 {
            status.code = code.as_u16();
        }
        status
    }

    /// Whether a cause has this reason.
    pub fn has_cause(&self, reason: &str) -> bool {
        self.details.causes.iter().any(|cause| cause.reason == reason)
    }

    /// Whether this field is at fault.
    pub fn blames(&self, field: &str) -> bool {
        self.details.causes.iter().any(|cause| cause.field == field)
    }

    /// The same without any text that may quote a value: for Secrets, whose content is never shown.
    #[must_use]
    pub fn redacted(mut self) -> Self {
        let fields: Vec<_> = self.details.causes.iter().map(|cause| cause.field.as_str()).collect();
        self.message = match fields.as_slice() {
            [] => format!("{} (message withheld: it may quote the Secret)", self.reason),
            fields => {
                format!("{}: {} (message withheld: it may quote the Secret)", self.reason, fields.join(", "))
            }
        };
        for cause in &mut self.details.causes {
            cause.message.clone_from(&cause.reason);
        }
        self
    }
}
