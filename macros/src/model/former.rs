//! What an earlier release did, of which this one takes leave.

use syn::Path;

use super::Text;

/// `former_finalizers(..)`, `former_managers(..)`, `formerly_owns(..)`.
pub struct Former {
    pub finalizers: Vec<Text>,
    pub managers: Vec<Text>,
    pub owns: Vec<Path>,
}
