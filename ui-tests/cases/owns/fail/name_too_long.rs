//! An entry's name is part of its children's names.
use kubewright::{k8s::core::v1::ConfigMap, prelude::*};

#[operator(
    group = "example.com",
    version = "v1",
    owns(an_entry_with_a_name_of_more_than_sixty_three_characters_in_a_child: ConfigMap)
)]
pub struct MyAppSpec {}

fn main() {}
