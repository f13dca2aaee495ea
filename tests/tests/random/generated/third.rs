//! Types of the seed 20261, and a kind of them. Made by `source.rs`: do not edit.
#![allow(unused_imports, clippy::all, reason = "each file has the same head")]

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{k8s::{IntOrString, Quantity}, prelude::*};
use serde_json::Value;

use super::*;
use crate::random::{Random, Rng, random};

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t134", content = "c135")]
pub(crate) enum T25 {
    V130,
    V131 {
        f132: T18,
        /// Said of it.
        f133: Box<str>,
    },
}
random!(enum T25 { V130, V131 { f132, f133 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T26 {
    /// Said of it.
    V136,
    V137,
    V138,
    /// Said of it.
    V139,
}
random!(enum T26 { V136, V137, V138, V139 });

/// Said of it.
#[schema]
#[derive(PartialEq)]
pub(crate) struct T27 {
    /// Said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) f140: Option<T19>,
    /// Said of it.
    pub(crate) f141: T7,
    #[serde(flatten)]
    pub(crate) f142: T2,
}
random!(struct T27 { f140, f141, f142 });

#[schema]
#[derive(PartialEq)]
pub(crate) enum T28 {
    V143 {
    },
    V144(IntOrString),
    V145(f32),
    V146 {
        f147: Vec<T19>,
        /// Said of it.
        f148: BTreeMap<String, BTreeMap<T12, u32>>,
        f149: BTreeMap<String, T22>,
    },
}
random!(enum T28 { V143 {  }, V144(inner), V145(inner), V146 { f147, f148, f149 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T29 {
    V150 {
    },
    V151(T17),
    V152(BTreeSet<i64>),
}
random!(enum T29 { V150 {  }, V151(inner), V152(inner) });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T30 {
    V153,
    V154,
}
random!(enum T30 { V153, V154 });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(tag = "t158", content = "c159")]
pub(crate) enum T31 {
    V155,
    V156 {
        f157: Option<T29>,
    },
}
random!(enum T31 { V155, V156 { f157 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum T32 {
    V160 {
        /// Said of it.
        #[serde(rename = "x.y/f161")]
        #[serde(default)]
        f161: String,
    },
    V162(i32),
    /// Said of it.
    V163 {
    },
}
random!(enum T32 { V160 { f161 }, V162(inner), V163 {  } });

#[schema]
#[derive(PartialEq)]
#[serde(untagged)]
pub(crate) enum T33 {
    V164(String),
    /// Said of it.
    V165 {
        f166: std::num::NonZeroI32,
        f167: Box<str>,
        #[serde(default)]
        f168: Box<i32>,
        f169: T14,
    },
    V170 {
        f171: u32,
        f172: Box<IntOrString>,
    },
}
random!(enum T33 { V164(inner), V165 { f166, f167, f168, f169 }, V170 { f171, f172 } });

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[serde(untagged)]
pub(crate) enum T34 {
    V173 {
        f174: i8,
        f175: BTreeSet<Box<i64>>,
        f176: u64,
    },
    V177 {
        f178: std::time::Duration,
    },
}
random!(enum T34 { V173 { f174, f175, f176 }, V177 { f178 } });

#[schema]
#[derive(PartialEq)]
pub(crate) struct T35 {
    /// Said of it.
    pub(crate) f179: T10,
    pub(crate) f180: Quantity,
    /// Said of it.
    pub(crate) f181: Vec<[Box<str>; 2]>,
    #[serde(default)]
    pub(crate) f182: BTreeMap<T26, i8>,
    pub(crate) f183: Option<[T6; 2]>,
    #[serde(flatten)]
    pub(crate) f184: BTreeMap<String, Value>,
}
random!(struct T35 { f179, f180, f181, f182, f183, f184 });

#[schema]
#[derive(PartialEq)]
#[serde(tag = "t189", content = "c190")]
pub(crate) enum T36 {
    V185(Option<T33>),
    V186 {
    },
    /// Said of it.
    V187,
    V188(BTreeMap<String, Box<str>>),
}
random!(enum T36 { V185(inner), V186 {  }, V187, V188(inner) });

#[operator(group = "random.kubewright.test", version = "v1")]
#[derive(Default, PartialEq)]
pub(crate) struct ThirdSpec {
    pub(crate) t25: Option<T25>,
    pub(crate) t26: Option<T26>,
    pub(crate) t27: Option<T27>,
    pub(crate) t28: Option<T28>,
    pub(crate) t29: Option<T29>,
    pub(crate) t30: Option<T30>,
    pub(crate) t31: Option<T31>,
    pub(crate) t32: Option<T32>,
    pub(crate) t33: Option<T33>,
    pub(crate) t34: Option<T34>,
    pub(crate) t35: Option<T35>,
    pub(crate) t36: Option<T36>,
}

impl Random for ThirdSpec {
    fn random(rng: &mut Rng) -> Self {
        let mut spec = Self::default();
        for _ in 0..=rng.below(2) {
            match rng.below(12) {
                0 => spec.t25 = Some(Random::random(rng)),
                1 => spec.t26 = Some(Random::random(rng)),
                2 => spec.t27 = Some(Random::random(rng)),
                3 => spec.t28 = Some(Random::random(rng)),
                4 => spec.t29 = Some(Random::random(rng)),
                5 => spec.t30 = Some(Random::random(rng)),
                6 => spec.t31 = Some(Random::random(rng)),
                7 => spec.t32 = Some(Random::random(rng)),
                8 => spec.t33 = Some(Random::random(rng)),
                9 => spec.t34 = Some(Random::random(rng)),
                10 => spec.t35 = Some(Random::random(rng)),
                11 => spec.t36 = Some(Random::random(rng)),
                _ => {}
            }
        }
        spec
    }
}

impl Reconcile for Third {
    type Error = std::convert::Infallible;

    async fn desired(&self, _: &Context<Self>) -> Result<ThirdChildren, Self::Error> {
        Ok(ThirdChildren {})
    }
}
