//! Types of the seed 20261, and a kind of them. Made by `source.rs`: do not edit.
#![allow(unused_imports, clippy::all, reason = "each file has the same head")]

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{k8s::{IntOrString, Quantity}, prelude::*};
use serde_json::Value;

use super::*;
use crate::random::{Random, Rng, random};

#[schema]
#[derive(PartialEq)]
#[serde(untagged)]
pub(crate) enum T1 {
    V1 {
        f2: i64,
        f3: usize,
    },
    /// Said of it.
    V4 {
        f5: i8,
        #[serde(skip_serializing_if = "Option::is_none")]
        f6: Option<char>,
        #[serde(default)]
        f7: BTreeSet<Box<str>>,
        f8: BTreeMap<String, IntOrString>,
    },
    V9 {
        f10: u64,
        /// Said of it.
        f11: Option<std::num::NonZeroU8>,
        f12: Option<char>,
    },
    V13 {
        f14: u64,
        f15: std::num::NonZeroU8,
        #[serde(default)]
        f16: u8,
    },
}
random!(enum T1 { V1 { f2, f3 }, V4 { f5, f6, f7, f8 }, V9 { f10, f11, f12 }, V13 { f14, f15, f16 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t19", content = "c20")]
pub(crate) enum T2 {
    V17,
    V18,
}
random!(enum T2 { V17, V18 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct T3 {
    pub(crate) f21: T2,
}
random!(struct T3 { f21 });

#[schema]
#[derive(PartialEq)]
pub(crate) struct T4 {
    pub(crate) f22: i8,
    /// Said of it.
    pub(crate) f23: Time,
    pub(crate) f24: T1,
    pub(crate) f25: T1,
}
random!(struct T4 { f22, f23, f24, f25 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T5 {
    V26(bool),
    V27(T2),
    V28 {
        f29: isize,
    },
}
random!(enum T5 { V26(inner), V27(inner), V28 { f29 } });

/// Said of it.
#[schema]
#[derive(PartialEq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) struct T6 {
    #[serde(default)]
    pub(crate) f30: BTreeMap<i16, Option<T1>>,
    /// Said of it.
    #[serde(default)]
    pub(crate) f31: i64,
    pub(crate) f32: String,
    pub(crate) f33: IntOrString,
}
random!(struct T6 { f30, f31, f32, f33 });

#[schema]
#[derive(PartialEq)]
pub(crate) struct T7 {
    pub(crate) f34: T1,
    pub(crate) f35: isize,
    /// Said of it.
    #[serde(default)]
    pub(crate) f36: i16,
    pub(crate) f37: BTreeMap<i16, Value>,
    /// Said of it.
    pub(crate) f38: Time,
    #[serde(default)]
    pub(crate) f39: BTreeMap<i16, u64>,
    #[serde(flatten)]
    pub(crate) f40: Option<T2>,
}
random!(struct T7 { f34, f35, f36, f37, f38, f39, f40 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t45", content = "c46")]
pub(crate) enum T8 {
    V41 {
    },
    V42(u64),
    V43,
    /// Said of it.
    V44,
}
random!(enum T8 { V41 {  }, V42(inner), V43, V44 });

#[schema]
#[derive(PartialEq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) struct T9 {
    pub(crate) f47: Option<T5>,
    pub(crate) f48: Box<str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) f49: Option<T4>,
    #[serde(flatten)]
    pub(crate) f50: Option<T8>,
}
random!(struct T9 { f47, f48, f49, f50 });

#[schema]
#[derive(PartialEq)]
#[serde(tag = "t56", content = "c57")]
pub(crate) enum T10 {
    V51,
    V52(Option<f64>),
    V53 {
        #[serde(rename = "x.y/f54")]
        #[serde(skip_serializing_if = "Option::is_none")]
        f54: Option<f64>,
        #[serde(default)]
        f55: Vec<BTreeSet<i64>>,
    },
}
random!(enum T10 { V51, V52(inner), V53 { f54, f55 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T11 {
    V58,
    V59,
    /// Said of it.
    #[serde(rename = "odd: V60")]
    V60,
}
random!(enum T11 { V58, V59, V60 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T12 {
    V61,
    /// Said of it.
    V62,
    /// Said of it.
    V63,
    #[serde(rename = "odd: V64")]
    V64,
}
random!(enum T12 { V61, V62, V63, V64 });

#[operator(group = "random.kubewright.test", version = "v1")]
#[derive(Default, PartialEq)]
pub(crate) struct FirstSpec {
    pub(crate) t1: Option<T1>,
    pub(crate) t2: Option<T2>,
    pub(crate) t3: Option<T3>,
    pub(crate) t4: Option<T4>,
    pub(crate) t5: Option<T5>,
    pub(crate) t6: Option<T6>,
    pub(crate) t7: Option<T7>,
    pub(crate) t8: Option<T8>,
    pub(crate) t9: Option<T9>,
    pub(crate) t10: Option<T10>,
    pub(crate) t11: Option<T11>,
    pub(crate) t12: Option<T12>,
}

impl Random for FirstSpec {
    fn random(rng: &mut Rng) -> Self {
        let mut spec = Self::default();
        for _ in 0..=rng.below(2) {
            match rng.below(12) {
                0 => spec.t1 = Some(Random::random(rng)),
                1 => spec.t2 = Some(Random::random(rng)),
                2 => spec.t3 = Some(Random::random(rng)),
                3 => spec.t4 = Some(Random::random(rng)),
                4 => spec.t5 = Some(Random::random(rng)),
                5 => spec.t6 = Some(Random::random(rng)),
                6 => spec.t7 = Some(Random::random(rng)),
                7 => spec.t8 = Some(Random::random(rng)),
                8 => spec.t9 = Some(Random::random(rng)),
                9 => spec.t10 = Some(Random::random(rng)),
                10 => spec.t11 = Some(Random::random(rng)),
                11 => spec.t12 = Some(Random::random(rng)),
                _ => {}
            }
        }
        spec
    }
}

impl Reconcile for First {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<FirstChildren, Self::Error> {
        Ok(FirstChildren {})
    }
}
