//! Paths into the runtime for attributes that take them as text.

use syn::Path;

use crate::attr::value::path_text;

/// `"::kubewright::__private::serde"`.
pub fn private(krate: &Path, rest: &str) -> String {
    format!("{}::__private::{rest}", path_text(krate))
}
