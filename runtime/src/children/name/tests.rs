//! Short names of long ones.

use std::collections::HashSet;

use k8s_openapi::api::{
    apps::v1::{Deployment, StatefulSet},
    batch::v1::{CronJob, Job},
    core::v1::{ConfigMap, Service},
    rbac::v1::Role,
};

use super::*;

fn check(kind: &Kind, name: &str) -> Result<(), String> {
    Rule::of(kind).check(name)
}

fn kinds() -> [(Kind, usize); 7] {
    [
        (Kind::of::<Service>(), 63),
        (Kind::of::<Job>(), 63),
        (Kind::of::<CronJob>(), 52),
        (Kind::of::<StatefulSet>(), 52),
        (Kind::of::<Deployment>(), 253),
        (Kind::of::<ConfigMap>(), 253),
        (Kind::of::<Role>(), usize::MAX),
    ]
}

#[test]
fn a_name_is_shortened_only_where_it_is_too_long() {
    for (kind, limit) in kinds() {
        for len in [1, 51, 52, 53, 62, 63, 64, 241, 242, 243, 252, 253, 254, 500] {
            let whole = "x".repeat(len);
            let name = ChildName::for_kind(&kind, &whole);
            let fits = len <= limit;
            assert_eq!(name.as_str() == whole, fits, "{kind} {len}");
            assert!(name.as_str().len() <= limit, "{kind} {len}");
            assert_eq!(check(&kind, name.as_str()), Ok(()), "{kind} {len}");
        }
    }
}

#[test]
fn the_short_name_of_a_name_never_changes() {
    let whole = format!("{}-config", "x".repeat(70));
    let expected = format!("{}-k2qlp6xp4v", "x".repeat(52));
    assert_eq!(ChildName::for_kind(&Kind::of::<Service>(), &whole).as_str(), expected);
    assert_eq!(ChildName::label(["x".repeat(70).as_str(), "config"]).as_str(), expected);
}

#[test]
fn long_names_that_begin_alike_do_not_meet() {
    let service = Kind::of::<Service>();
    let owner = "o".repeat(64);
    let names: HashSet<ChildName> =
        (0..100_000).map(|n| ChildName::for_kind(&service, &format!("{owner}-{n}"))).collect();
    assert_eq!(names.len(), 100_000);
    // Not even where one ends as the other begins.
    let (short, long) = ("a".repeat(52), "a".repeat(64));
    assert_ne!(ChildName::for_kind(&service, &long), ChildName::for_kind(&service, &format!("{short}-a")));
}

#[test]
fn where_a_name_is_cut_it_stays_a_name() {
    let config = Kind::of::<ConfigMap>();
    for cut in ["-", ".", "--", "1.1", "-a."] {
        for before in 230..250 {
            let whole = format!("{}{cut}{}", "x".repeat(before), "y".repeat(60));
            let name = ChildName::for_kind(&config, &whole);
            assert_eq!(check(&config, name.as_str()), Ok(()), "{whole}: {name}");
        }
    }
    // What is no name is none afterwards, and nothing breaks.
    for before in 230..250 {
        let whole = format!("{}{}", "x".repeat(before), "é".repeat(60));
        assert!(ChildName::for_kind(&config, &whole).as_str().len() <= 253);
    }
}
