//! The typed list of conditions.

use std::{borrow::Cow, fmt, marker::PhantomData};

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::ConditionType;

/// Conditions whose types are those of the enum `T`. Types of other writers are kept and never sent.
///
/// Times and generations are filled in by the runtime when the status is written.
pub struct Conditions<T> {
    list: Vec<Condition>,
    /// Conditions of other writers that are not as the API conventions have them: kept as they are.
    odd: Vec<Value>,
    types: PhantomData<fn() -> T>,
}

/// One condition, as in the [API conventions](https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// Its type.
    #[serde(rename = "type")]
    pub type_: String,
    /// `True`, `False` or `Unknown`.
    pub status: ConditionStatus,
    /// Why, as one word in CamelCase.
    #[serde(default)]
    pub reason: String,
    /// Why, for people.
    #[serde(default)]
    pub message: String,
    /// The generation that it speaks of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// When `status` last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_transition_time: Option<Time>,
}

/// Whether a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConditionStatus {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// Nobody can say.
    Unknown,
}

impl From<bool> for ConditionStatus {
    fn from(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

// Written out, because derives would ask the same of `T`, of which there is no value in here.
impl<T> Clone for Conditions<T> {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), odd: self.odd.clone(), types: PhantomData }
    }
}

impl<T> fmt::Debug for Conditions<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.list).finish()
    }
}

impl<T> PartialEq for Conditions<T> {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list && self.odd == other.odd
    }
}

impl<T> Default for Conditions<T> {
    fn default() -> Self {
        Self { list: Vec::new(), odd: Vec::new(), types: PhantomData }
    }
}

impl<T> Conditions<T> {
    /// All of them, those of other writers too.
    pub fn iter(&self) -> impl Iterator<Item = &Condition> {
        self.list.iter()
    }

    fn find(&self, name: &str) -> Option<&Condition> {
        self.list.iter().find(|condition| condition.type_ == name)
    }
}

impl<T: ConditionType> Conditions<T> {
    /// The condition of a type.
    pub fn get(&self, type_: T) -> Option<&Condition> {
        self.find(type_.as_str())
    }

    /// Whether a condition is there and holds.
    pub fn is_true(&self, type_: T) -> bool {
        self.get(type_).is_some_and(|condition| condition.status == ConditionStatus::True)
    }

    /// Sets a condition, overruling the runtime. `reason` is one word in CamelCase.
    pub fn set(
        &mut self,
        type_: T,
        status: impl Into<ConditionStatus>,
        reason: impl Into<String>,
        message: impl Into<String>,
    ) {
        let (status, reason, message) = (status.into(), reason.into(), message.into());
        self.odd.retain(|condition| condition["type"] != type_.as_str());
        match self.list.iter_mut().find(|condition| condition.type_ == type_.as_str()) {
            Some(found) => (found.status, found.reason, found.message) = (status, reason, message),
            None => self.list.push(Condition {
                type_: type_.as_str().to_owned(),
                status,
                reason,
                message,
                observed_generation: None,
                last_transition_time: None,
            }),
        }
    }

    /// Takes a condition away.
    pub fn remove(&mut self, type_: T) {
        self.odd.retain(|condition| condition["type"] != type_.as_str());
        self.list.retain(|condition| condition.type_ != type_.as_str());
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Either<'a> {
    Usual(&'a Condition),
    Odd(&'a Value),
}

impl<T> Serialize for Conditions<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let list = self.list.iter().map(Either::Usual);
        serializer.collect_seq(list.chain(self.odd.iter().map(Either::Odd)))
    }
}

impl<'de, T> Deserialize<'de> for Conditions<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // One condition that somebody else wrote in another way must not take the others with it.
        let (mut list, mut odd) = (Vec::new(), Vec::new());
        for condition in Option::<Vec<Value>>::deserialize(deserializer)?.unwrap_or_default() {
            match Condition::deserialize(&condition) {
                Ok(usual) => list.push(usual),
                Err(_) => odd.push(condition),
            }
        }
        Ok(Self { list, odd, types: PhantomData })
    }
}

/// A list-map by `type`, so that several writers can each own their conditions under server-side apply (KEP-555).
impl<T> JsonSchema for Conditions<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Conditions")
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": {
                "type": "object",
                "required": ["type", "status", "lastTransitionTime", "reason", "message"],
                "properties": {
                    "type": { "type": "string", "maxLength": 316,
                        "pattern": r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$" },
                    "status": { "type": "string", "enum": ["True", "False", "Unknown"] },
                    "reason": { "type": "string", "minLength": 1, "maxLength": 1024,
                        "pattern": "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" },
                    "message": { "type": "string", "maxLength": 32768 },
                    "observedGeneration": { "type": "integer", "format": "int64", "minimum": 0 },
                    "lastTransitionTime": { "type": "string", "format": "date-time" }
                }
            },
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["type"]
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Types;

    impl ConditionType for Types {
        const ALL: &'static [&'static str] = &["Ready"];

        fn as_str(&self) -> &'static str {
            "Ready"
        }
    }

    #[test]
    fn a_condition_that_is_written_in_another_way_is_kept_and_hides_no_other() {
        let stored = json!([
            {"type": "Ready", "status": "True", "reason": "R", "message": "m"},
            {"type": "Theirs", "status": "Maybe", "lastTransitionTime": "9999-12-31T23:59:59Z"},
        ]);
        let mut conditions: Conditions<Types> = serde_json::from_value(stored.clone()).unwrap();
        assert!(conditions.is_true(Types));
        assert_eq!(serde_json::to_value(&conditions).unwrap(), stored);
        conditions.remove(Types);
        assert_eq!(serde_json::to_value(&conditions).unwrap(), json!([stored[1]]));
    }

    #[test]
    fn an_own_condition_that_is_odd_is_replaced() {
        let odd = json!([{"type": "Ready", "status": "Perhaps"}]);
        let mut conditions: Conditions<Types> = serde_json::from_value(odd).unwrap();
        conditions.set(Types, true, "R", "m");
        assert_eq!(serde_json::to_value(&conditions).unwrap().as_array().unwrap().len(), 1);
    }
}
