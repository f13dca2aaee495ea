//! Types of the seed 20261, and a kind of them. Made by `source.rs`: do not edit.
#![allow(unused_imports, clippy::all, reason = "each file has the same head")]

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{k8s::{IntOrString, Quantity}, prelude::*};
use serde_json::Value;

use super::*;
use crate::random::{Random, Rng, random};

/// Said of it.
#[schema]
#[derive(PartialEq)]
pub(crate) struct T37 {
    #[serde(rename = "x.y/f191")]
    pub(crate) f191: T24,
    #[serde(flatten)]
    pub(crate) f192: T23,
}
random!(struct T37 { f191, f192 });

#[schema]
#[derive(Default, PartialEq)]
#[serde(default)]
pub(crate) struct T38 {
    pub(crate) f193: BTreeSet<T8>,
    #[serde(flatten)]
    pub(crate) f194: Option<T9>,
}
random!(struct T38 { f193, f194 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t198", content = "c199")]
pub(crate) enum T39 {
    V195,
    /// Said of it.
    V196(bool),
    V197 {
    },
}
random!(enum T39 { V195, V196(inner), V197 {  } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct T40 {
    pub(crate) f200: T11,
}
random!(struct T40 { f200 });

#[schema]
#[derive(PartialEq)]
pub(crate) enum T41 {
    V201 {
        #[serde(rename = "x.y/f202")]
        f202: u32,
        f203: T5,
        /// Said of it.
        #[serde(rename = "x.y/f204")]
        f204: std::num::NonZeroU8,
    },
    /// Said of it.
    V205(u32),
    V206(BTreeMap<T11, Vec<Box<str>>>),
    V207(Value),
}
random!(enum T41 { V201 { f202, f203, f204 }, V205(inner), V206(inner), V207(inner) });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct T42 {
    #[serde(default)]
    pub(crate) f208: bool,
    pub(crate) f209: Vec<T40>,
    #[serde(flatten)]
    pub(crate) f210: BTreeMap<String, u8>,
}
random!(struct T42 { f208, f209, f210 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t214", content = "c215")]
pub(crate) enum T43 {
    V211(Vec<Option<i32>>),
    /// Said of it.
    V212,
    V213,
}
random!(enum T43 { V211(inner), V212, V213 });

#[schema]
#[derive(PartialEq)]
pub(crate) struct T44 {
    pub(crate) f216: T2,
    /// Said of it.
    pub(crate) f217: Option<u64>,
    #[serde(default)]
    pub(crate) f218: usize,
    pub(crate) f219: f64,
    pub(crate) f220: Option<Time>,
    #[serde(flatten)]
    pub(crate) f221: T14,
}
random!(struct T44 { f216, f217, f218, f219, f220, f221 });

#[schema]
#[derive(PartialEq)]
pub(crate) struct T45 {
    pub(crate) f222: std::num::NonZeroU8,
    /// Said of it.
    pub(crate) f223: BTreeMap<i16, Time>,
    /// Said of it.
    pub(crate) f224: BTreeSet<String>,
    pub(crate) f225: i16,
}
random!(struct T45 { f222, f223, f224, f225 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum T46 {
    #[serde(rename = "odd: V226")]
    V226,
    #[serde(rename = "odd: V227")]
    V227,
    /// Said of it.
    V228,
    /// Said of it.
    V229,
}
random!(enum T46 { V226, V227, V228, V229 });

#[schema]
#[derive(PartialEq)]
#[serde(tag = "t237")]
pub(crate) enum T47 {
    V230,
    V231 {
        #[serde(default)]
        f232: u8,
        f233: IntOrString,
        f234: isize,
    },
    V235(T3),
    /// Said of it.
    V236,
}
random!(enum T47 { V230, V231 { f232, f233, f234 }, V235(inner), V236 });

#[schema]
#[derive(PartialEq)]
pub(crate) struct T48 {
    /// Said of it.
    pub(crate) f238: Vec<T32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) f239: Option<T13>,
}
random!(struct T48 { f238, f239 });

#[operator(group = "random.kubewright.test", version = "v1")]
#[derive(Default, PartialEq)]
pub(crate) struct FourthSpec {
    pub(crate) t37: Option<T37>,
    pub(crate) t38: Option<T38>,
    pub(crate) t39: Option<T39>,
    pub(crate) t40: Option<T40>,
    pub(crate) t41: Option<T41>,
    pub(crate) t42: Option<T42>,
    pub(crate) t43: Option<T43>,
    pub(crate) t44: Option<T44>,
    pub(crate) t45: Option<T45>,
    pub(crate) t46: Option<T46>,
    pub(crate) t47: Option<T47>,
    pub(crate) t48: Option<T48>,
}

impl Random for FourthSpec {
    fn random(rng: &mut Rng) -> Self {
        let mut spec = Self::default();
        for _ in 0..=rng.below(2) {
            match rng.below(12) {
                0 => spec.t37 = Some(Random::random(rng)),
                1 => spec.t38 = Some(Random::random(rng)),
                2 => spec.t39 = Some(Random::random(rng)),
                3 => spec.t40 = Some(Random::random(rng)),
                4 => spec.t41 = Some(Random::random(rng)),
                5 => spec.t42 = Some(Random::random(rng)),
                6 => spec.t43 = Some(Random::random(rng)),
                7 => spec.t44 = Some(Random::random(rng)),
                8 => spec.t45 = Some(Random::random(rng)),
                9 => spec.t46 = Some(Random::random(rng)),
                10 => spec.t47 = Some(Random::random(rng)),
                11 => spec.t48 = Some(Random::random(rng)),
                _ => {}
            }
        }
        spec
    }
}

impl Reconcile for Fourth {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<FourthChildren, Self::Error> {
        Ok(FourthChildren {})
    }
}
