//! Types of the seed 20261, and a kind of them. Made by `source.rs`: do not edit.
#![allow(unused_imports, clippy::all, reason = "each file has the same head")]

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{k8s::{IntOrString, Quantity}, prelude::*};
use serde_json::Value;

use super::*;
use crate::random::{Random, Rng, random};

#[schema]
#[derive(PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct T13 {
    pub(crate) f65: BTreeSet<Box<str>>,
    pub(crate) f66: T6,
    pub(crate) f67: T10,
    pub(crate) f68: Time,
}
random!(struct T13 { f65, f66, f67, f68 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t71", content = "c72")]
pub(crate) enum T14 {
    V69,
    V70(Box<T12>),
}
random!(enum T14 { V69, V70(inner) });

#[schema]
#[derive(PartialEq)]
pub(crate) struct T15 {
    #[serde(rename = "x.y/f73")]
    pub(crate) f73: Option<std::time::Duration>,
    /// Said of it.
    #[serde(default)]
    pub(crate) f74: BTreeMap<i16, IntOrString>,
    /// Said of it.
    pub(crate) f75: Option<T12>,
    pub(crate) f76: BTreeMap<String, BTreeMap<i16, String>>,
    pub(crate) f77: Vec<i64>,
    pub(crate) f78: Box<bool>,
    #[serde(flatten)]
    pub(crate) f79: BTreeMap<String, Value>,
}
random!(struct T15 { f73, f74, f75, f76, f77, f78, f79 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct T16 {
    pub(crate) f80: BTreeSet<Option<i8>>,
    pub(crate) f81: String,
    pub(crate) f82: BTreeMap<i16, String>,
    pub(crate) f83: Option<u16>,
    pub(crate) f84: Option<T11>,
    pub(crate) f85: BTreeMap<T11, u16>,
    #[serde(flatten)]
    pub(crate) f86: T14,
}
random!(struct T16 { f80, f81, f82, f83, f84, f85, f86 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct T17 {
    /// Said of it.
    #[crd(default = true)]
    pub(crate) f87: bool,
    #[serde(flatten)]
    pub(crate) f88: BTreeMap<String, String>,
}
random!(struct T17 { f87, f88 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum T18 {
    V89,
    V90,
    V91,
    #[serde(rename = "odd: V92")]
    V92,
}
random!(enum T18 { V89, V90, V91, V92 });

#[schema]
#[derive(PartialEq)]
#[serde(untagged)]
pub(crate) enum T19 {
    V93 {
        f94: IntOrString,
    },
    V95 {
        f96: u64,
        f97: Option<f32>,
    },
}
random!(enum T19 { V93 { f94 }, V95 { f96, f97 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T20 {
    /// Said of it.
    V98 {
        f99: u64,
        #[serde(rename = "x.y/f100")]
        f100: i8,
    },
    V101 {
        f102: T12,
    },
}
random!(enum T20 { V98 { f99, f100 }, V101 { f102 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t112", content = "c113")]
pub(crate) enum T21 {
    V103 {
        f104: T17,
    },
    V105,
    V106 {
        f107: i32,
        /// Said of it.
        #[serde(default)]
        f108: isize,
    },
    V109 {
        /// Said of it.
        f110: Option<bool>,
        f111: BTreeSet<Option<i16>>,
    },
}
random!(enum T21 { V103 { f104 }, V105, V106 { f107, f108 }, V109 { f110, f111 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct T22 {
    pub(crate) f114: Option<BTreeMap<T12, T5>>,
    #[serde(default)]
    pub(crate) f115: String,
    #[serde(flatten)]
    pub(crate) f116: BTreeMap<String, u8>,
}
random!(struct T22 { f114, f115, f116 });

#[schema]
#[derive(PartialEq)]
#[serde(tag = "t126")]
pub(crate) enum T23 {
    V117,
    V118 {
        #[serde(rename = "x.y/f119")]
        f119: Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        f120: Option<T20>,
        /// Said of it.
        f121: Option<Time>,
    },
    V122,
    V123 {
        /// Said of it.
        #[serde(default)]
        f124: [f32; 2],
        /// Said of it.
        #[serde(default)]
        f125: BTreeSet<bool>,
    },
}
random!(enum T23 { V117, V118 { f119, f120, f121 }, V122, V123 { f124, f125 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum T24 {
    /// Said of it.
    V127,
    V128,
    #[serde(rename = "odd: V129")]
    V129,
}
random!(enum T24 { V127, V128, V129 });

#[operator(group = "random.kubewright.test", version = "v1")]
#[derive(Default, PartialEq)]
pub(crate) struct SecondSpec {
    pub(crate) t13: Option<T13>,
    pub(crate) t14: Option<T14>,
    pub(crate) t15: Option<T15>,
    pub(crate) t16: Option<T16>,
    pub(crate) t17: Option<T17>,
    pub(crate) t18: Option<T18>,
    pub(crate) t19: Option<T19>,
    pub(crate) t20: Option<T20>,
    pub(crate) t21: Option<T21>,
    pub(crate) t22: Option<T22>,
    pub(crate) t23: Option<T23>,
    pub(crate) t24: Option<T24>,
}

impl Random for SecondSpec {
    fn random(rng: &mut Rng) -> Self {
        let mut spec = Self::default();
        for _ in 0..=rng.below(2) {
            match rng.below(12) {
                0 => spec.t13 = Some(Random::random(rng)),
                1 => spec.t14 = Some(Random::random(rng)),
                2 => spec.t15 = Some(Random::random(rng)),
                3 => spec.t16 = Some(Random::random(rng)),
                4 => spec.t17 = Some(Random::random(rng)),
                5 => spec.t18 = Some(Random::random(rng)),
                6 => spec.t19 = Some(Random::random(rng)),
                7 => spec.t20 = Some(Random::random(rng)),
                8 => spec.t21 = Some(Random::random(rng)),
                9 => spec.t22 = Some(Random::random(rng)),
                10 => spec.t23 = Some(Random::random(rng)),
                11 => spec.t24 = Some(Random::random(rng)),
                _ => {}
            }
        }
        spec
    }
}

impl Reconcile for Second {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<SecondChildren, Self::Error> {
        Ok(SecondChildren {})
    }
}
