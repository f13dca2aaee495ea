//! What must compile: the neighbours of the cases in `cases/`, and everything that users may call as they like.

// Written as users write libraries: with everything public, and not all of it used.
#![allow(dead_code, unreachable_pub)]

mod arguments;
mod beside;
mod cel;
mod conditional;
mod corners;
mod doc_forms;
mod facts;
mod failure;
mod helpers;
mod logic;
mod macro_made;
mod names;
mod neighbours;
mod no_prelude;
mod odd;
mod passed_on;
mod raw;
mod shapes;
mod silent;
mod status;
mod strict_private;
mod taken;
mod visibility;
mod wakes;
