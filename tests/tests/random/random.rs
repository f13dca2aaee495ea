//! Random values of the types that a spec may hold.

use std::collections::{BTreeMap, BTreeSet};

use kubewright::{
    k8s::{IntOrString, Quantity},
    prelude::Time,
};
use serde_json::{Map, Value, json};

/// splitmix64: the same numbers for ever, which no crate promises.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap()).unwrap()
    }

    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// A type with random values.
pub(crate) trait Random: Sized {
    fn random(rng: &mut Rng) -> Self;
}

/// The values of a struct or an enum, field by field.
macro_rules! random {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl crate::random::Random for $name {
            fn random(rng: &mut crate::random::Rng) -> Self {
                Self { $($field: crate::random::Random::random(rng)),* }
            }
        }
    };
    (enum $name:ident { $($variant:ident $({ $($field:ident),* })? $(($inner:ident))?),* $(,)? }) => {
        impl crate::random::Random for $name {
            fn random(rng: &mut crate::random::Rng) -> Self {
                let makers: &[fn(&mut crate::random::Rng) -> Self] = &[$(
                    |_rng| Self::$variant
                        $({ $($field: crate::random::Random::random(_rng)),* })?
                        $(({ let $inner = crate::random::Random::random(_rng); $inner }))?
                ),*];
                rng.pick(makers)(rng)
            }
        }
    };
}
pub(crate) use random;

macro_rules! integers {
    ($($name:ident)*) => {$(
        impl Random for $name {
            fn random(rng: &mut Rng) -> Self {
                let most = Self::try_from(i64::MAX).unwrap_or(Self::MAX);
                let any = Self::try_from(rng.next() & u64::from(u8::MAX)).unwrap_or(1);
                *rng.pick(&[0, 1, any, Self::MIN, most])
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! picked {
    ($($name:ty: [$($value:expr),* $(,)?]),* $(,)?) => {$(
        impl Random for $name {
            fn random(rng: &mut Rng) -> Self {
                let values = [$($value),*];
                values[rng.below(values.len())].clone()
            }
        }
    )*};
}
picked! {
    bool: [false, true],
    char: ['a', 'ß', '𝄞', '"', ' ', '\u{7f}'],
    f32: [0.0, -0.0, 1.0, 0.1, -1.5, 16_777_216.0, f32::MAX, f32::MIN_POSITIVE],
    f64: [0.0, -0.0, 1.0, 0.1, -1.5, 9_007_199_254_740_993.0, 1e20, 1e300, 5e-324, f64::MAX],
    std::num::NonZeroU8: [Self::MIN, Self::MAX],
    std::num::NonZeroI32: [Self::MIN, Self::MAX, Self::new(-1).unwrap()],
    std::time::Duration: [Self::ZERO, Self::from_nanos(999_999_999), Self::from_secs(1 << 40)],
    Quantity: [Self("1".to_owned()), Self("100m".to_owned()), Self("0.5Gi".to_owned())],
    IntOrString: [Self::Int(0), Self::Int(i32::MAX), Self::String("http".to_owned()), Self::String("25%".to_owned())],
}

impl Random for Time {
    fn random(rng: &mut Rng) -> Self {
        let texts = ["1970-01-01T00:00:00Z", "2026-11-30T23:59:59Z", "9999-12-30T00:00:00Z"];
        serde_json::from_value(json!(rng.pick(&texts))).unwrap()
    }
}

impl Random for String {
    fn random(rng: &mut Rng) -> Self {
        let long = "long ".repeat(100);
        let texts = ["", "a", "null", "1", "true", "ä ö\n\"", "a.b/c", "~", "2026-01-01", &long];
        (*rng.pick(&texts)).to_owned()
    }
}

impl Random for Box<str> {
    fn random(rng: &mut Rng) -> Self {
        String::random(rng).into()
    }
}

impl<T: Random> Random for Box<T> {
    fn random(rng: &mut Rng) -> Self {
        Self::new(T::random(rng))
    }
}

impl<T: Random> Random for Option<T> {
    fn random(rng: &mut Rng) -> Self {
        (!rng.one_in(3)).then(|| T::random(rng))
    }
}

impl<T: Random> Random for Vec<T> {
    fn random(rng: &mut Rng) -> Self {
        (0..rng.below(4)).map(|_| T::random(rng)).collect()
    }
}

impl<T: Random> Random for [T; 2] {
    fn random(rng: &mut Rng) -> Self {
        [T::random(rng), T::random(rng)]
    }
}

impl<T: Random + Ord> Random for BTreeSet<T> {
    fn random(rng: &mut Rng) -> Self {
        Vec::random(rng).into_iter().collect()
    }
}

impl<K: Random + Ord, V: Random> Random for BTreeMap<K, V> {
    fn random(rng: &mut Rng) -> Self {
        (0..rng.below(4)).map(|_| (K::random(rng), V::random(rng))).collect()
    }
}

/// Anything, but no float that is whole: the server writes it without its fraction, and then it is another value.
impl Random for Value {
    fn random(rng: &mut Rng) -> Self {
        match rng.below(8) {
            0 => Self::Null,
            1 => bool::random(rng).into(),
            2 => i64::random(rng).into(),
            3 => json!(0.5),
            4 | 5 => String::random(rng).into(),
            6 => (0..rng.below(3)).map(|_| Self::random(rng)).collect(),
            _ => Self::Object(Map::from_iter(
                (0..rng.below(3)).map(|_| (String::random(rng), Self::random(rng))),
            )),
        }
    }
}
