//! What an earlier release did: `former_finalizers(..)`, `former_managers(..)`, `formerly_owns(..)`.

use syn::{Ident, LitStr, Path, parse::ParseStream};

use super::{
    args::each,
    kind::bare_kind,
    value::{self, once},
};
use crate::error::{Errors, Result, error};

/// Lists of what there was.
#[derive(Default)]
pub struct FormerAttrs {
    pub finalizers: Option<Vec<LitStr>>,
    pub managers: Option<Vec<LitStr>>,
    pub owns: Option<Vec<Path>>,
}

impl FormerAttrs {
    pub fn argument(&mut self, key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        if key == "former_finalizers" {
            let example = "former_finalizers(\"example.com/cleanup\")";
            once(&mut self.finalizers, key, strings(key, input, errors, example)?)
        } else if key == "former_managers" {
            let example = "former_managers(\"old-operator\")";
            once(&mut self.managers, key, strings(key, input, errors, example)?)
        } else {
            let example = "formerly_owns(ConfigMap)";
            let list = some(key, input, example)?;
            let (mut kinds, mut nested) = (Vec::new(), Errors::default());
            each(list, errors, |input| {
                kinds.push(bare_kind(input, "formerly_owns", &mut nested)?);
                Ok(())
            });
            errors.handle(nested.finish());
            once(&mut self.owns, key, kinds)
        }
    }
}

fn strings(key: &Ident, input: ParseStream<'_>, errors: &mut Errors, example: &str) -> Result<Vec<LitStr>> {
    let mut strings = Vec::new();
    each(some(key, input, example)?, errors, |input| {
        let at = input.span();
        let wrong = |_| error(&at, format!("`{key}(..)` takes strings: `{example}`"));
        strings.push(input.parse().map_err(wrong)?);
        Ok(())
    });
    Ok(strings)
}

/// A list with something in it.
fn some(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<proc_macro2::TokenStream> {
    let list = value::list(key, input, example)?;
    if list.is_empty() {
        return Err(error(key, format!("`{key}()` names nothing: `{example}`")));
    }
    Ok(list)
}
