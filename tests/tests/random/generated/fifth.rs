//! Types of the seed 20261, and a kind of them. Made by `source.rs`: do not edit.
#![allow(unused_imports, clippy::all, reason = "each file has the same head")]

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{k8s::{IntOrString, Quantity}, prelude::*};
use serde_json::Value;

use super::*;
use crate::random::{Random, Rng, random};

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct T49 {
    pub(crate) f240: BTreeMap<String, BTreeMap<T18, T26>>,
    #[serde(default)]
    pub(crate) f241: std::time::Duration,
    #[serde(flatten)]
    pub(crate) f242: Option<T32>,
}
random!(struct T49 { f240, f241, f242 });

#[schema]
#[derive(PartialEq)]
pub(crate) enum T50 {
    V243(Option<T33>),
    /// Said of it.
    V244 {
        #[serde(default)]
        f245: f64,
        /// Said of it.
        #[serde(default)]
        f246: BTreeMap<T30, Option<f64>>,
    },
    V247 {
    },
}
random!(enum T50 { V243(inner), V244 { f245, f246 }, V247 {  } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t254")]
pub(crate) enum T51 {
    /// Said of it.
    V248 {
        /// Said of it.
        f249: i16,
    },
    V250 {
        f251: BTreeSet<BTreeSet<T46>>,
        f252: T12,
        f253: i8,
    },
}
random!(enum T51 { V248 { f249 }, V250 { f251, f252, f253 } });

#[schema]
#[derive(PartialEq)]
pub(crate) enum T52 {
    V255 {
        f256: Option<IntOrString>,
        /// Said of it.
        f257: u8,
        f258: Vec<T8>,
    },
    /// Said of it.
    V259 {
        f260: Option<Vec<std::num::NonZeroI32>>,
        f261: Vec<BTreeMap<T30, T17>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        f262: Option<BTreeMap<String, T46>>,
    },
    V263 {
    },
    V264 {
        f265: char,
        f266: f32,
        f267: BTreeMap<String, Option<i32>>,
    },
}
random!(enum T52 { V255 { f256, f257, f258 }, V259 { f260, f261, f262 }, V263 {  }, V264 { f265, f266, f267 } });

/// Said of it.
#[schema]
#[derive(PartialEq)]
pub(crate) struct T53 {
    pub(crate) f268: Option<BTreeSet<std::time::Duration>>,
    pub(crate) f269: T23,
    /// Said of it.
    pub(crate) f270: BTreeMap<T24, Box<str>>,
    pub(crate) f271: Option<Vec<u16>>,
    pub(crate) f272: T26,
}
random!(struct T53 { f268, f269, f270, f271, f272 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T54 {
    /// Said of it.
    V273,
    /// Said of it.
    V274,
    V275,
    /// Said of it.
    V276,
}
random!(enum T54 { V273, V274, V275, V276 });

/// Said of it.
#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) struct T55 {
    pub(crate) f277: BTreeMap<T12, i32>,
    #[serde(rename = "x.y/f278")]
    pub(crate) f278: T42,
    #[serde(default)]
    pub(crate) f279: BTreeMap<String, Option<String>>,
    pub(crate) f280: Option<BTreeMap<T30, T16>>,
    #[serde(default)]
    pub(crate) f281: usize,
}
random!(struct T55 { f277, f278, f279, f280, f281 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t287")]
pub(crate) enum T56 {
    V282 {
        f283: Vec<std::time::Duration>,
        f284: BTreeSet<BTreeSet<bool>>,
    },
    /// Said of it.
    V285,
    V286(T5),
}
random!(enum T56 { V282 { f283, f284 }, V285, V286(inner) });

#[schema]
#[derive(PartialEq)]
pub(crate) struct T57 {
    /// Said of it.
    #[serde(default)]
    pub(crate) f288: BTreeMap<String, Box<Quantity>>,
    pub(crate) f289: BTreeSet<T11>,
    /// Said of it.
    pub(crate) f290: T33,
    #[serde(flatten)]
    pub(crate) f291: T14,
}
random!(struct T57 { f288, f289, f290, f291 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum T58 {
    V292,
    V293,
    V294,
    V295,
    V296,
}
random!(enum T58 { V292, V293, V294, V295, V296 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t303", content = "c304")]
pub(crate) enum T59 {
    /// Said of it.
    V297 {
        f298: std::num::NonZeroU8,
        #[serde(skip_serializing_if = "Option::is_none")]
        f299: Option<[i8; 2]>,
        f300: usize,
    },
    /// Said of it.
    V301 {
    },
    V302(std::num::NonZeroU8),
}
random!(enum T59 { V297 { f298, f299, f300 }, V301 {  }, V302(inner) });

#[schema]
#[derive(PartialEq)]
#[serde(untagged)]
pub(crate) enum T60 {
    /// Said of it.
    V305(i32),
    V306 {
        f307: Quantity,
        /// Said of it.
        f308: [std::num::NonZeroU8; 2],
        f309: T59,
        f310: T23,
    },
    /// Said of it.
    V311(Box<str>),
}
random!(enum T60 { V305(inner), V306 { f307, f308, f309, f310 }, V311(inner) });

#[operator(group = "random.kubewright.test", version = "v1")]
#[derive(Default, PartialEq)]
pub(crate) struct FifthSpec {
    pub(crate) t49: Option<T49>,
    pub(crate) t50: Option<T50>,
    pub(crate) t51: Option<T51>,
    pub(crate) t52: Option<T52>,
    pub(crate) t53: Option<T53>,
    pub(crate) t54: Option<T54>,
    pub(crate) t55: Option<T55>,
    pub(crate) t56: Option<T56>,
    pub(crate) t57: Option<T57>,
    pub(crate) t58: Option<T58>,
    pub(crate) t59: Option<T59>,
    pub(crate) t60: Option<T60>,
}

impl Random for FifthSpec {
    fn random(rng: &mut Rng) -> Self {
        let mut spec = Self::default();
        for _ in 0..=rng.below(2) {
            match rng.below(12) {
                0 => spec.t49 = Some(Random::random(rng)),
                1 => spec.t50 = Some(Random::random(rng)),
                2 => spec.t51 = Some(Random::random(rng)),
                3 => spec.t52 = Some(Random::random(rng)),
                4 => spec.t53 = Some(Random::random(rng)),
                5 => spec.t54 = Some(Random::random(rng)),
                6 => spec.t55 = Some(Random::random(rng)),
                7 => spec.t56 = Some(Random::random(rng)),
                8 => spec.t57 = Some(Random::random(rng)),
                9 => spec.t58 = Some(Random::random(rng)),
                10 => spec.t59 = Some(Random::random(rng)),
                11 => spec.t60 = Some(Random::random(rng)),
                _ => {}
            }
        }
        spec
    }
}

impl Reconcile for Fifth {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<FifthChildren, Self::Error> {
        Ok(FifthChildren {})
    }
}
