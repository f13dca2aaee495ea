//! What the macros' expansion calls, so that it stays thin: the logic is compiled once, here.

pub mod call;
pub mod check;
pub mod read;
pub mod stored;
