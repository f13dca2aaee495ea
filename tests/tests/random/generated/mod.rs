//! The types of the seed. Only `the_types_are_those_of_the_seed` writes the files of this folder.

#[rustfmt::skip]
mod fifth;
#[rustfmt::skip]
mod first;
#[rustfmt::skip]
mod fourth;
#[rustfmt::skip]
mod second;
#[rustfmt::skip]
mod third;

pub(crate) use self::{fifth::*, first::*, fourth::*, second::*, third::*};
