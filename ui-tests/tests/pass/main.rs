//! What must compile: the neighbours of the cases in `cases/`, and everything that users may call as they like.

// Written as users write libraries: with everything public, and not all of it used.
#![allow(dead_code, unreachable_pub)]

mod arguments;
mod cel;
mod corners;
mod facts;
mod helpers;
mod myapp;
mod names;
mod passed_on;
mod shapes;
mod visibility;
