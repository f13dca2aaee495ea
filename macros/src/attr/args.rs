//! Lists of arguments, read one by one so that all that is wrong is told at once.

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Ident, LitStr, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
};

use crate::error::{Errors, Result, error};

/// Reads entries between commas. After an entry that cannot be read, reading goes on behind the next comma.
pub fn each(tokens: TokenStream, errors: &mut Errors, mut read: impl FnMut(ParseStream<'_>) -> Result<()>) {
    let parsed = Parser::parse2(
        |input: ParseStream<'_>| {
            while !input.is_empty() {
                let readable = errors.handle(read(input)).is_some();
                if readable && !input.is_empty() && !input.peek(Token![,]) {
                    // A name begins the next entry: nothing but the comma is missing.
                    let next = input.fork().call(Ident::parse_any).ok();
                    let message = match &next {
                        Some(name) => format!("a comma is missing before `{name}`"),
                        None => "only a comma can follow here".to_owned(),
                    };
                    errors.push(error(&input.span(), message));
                    if next.is_some() {
                        continue;
                    }
                }
                skip_to_comma(input)?;
            }
            Ok(())
        },
        tokens,
    );
    errors.handle(parsed.map_err(Into::into));
}

/// Reads entries that begin with a key.
pub fn each_key(
    tokens: TokenStream,
    errors: &mut Errors,
    mut read: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) {
    each(tokens, errors, |input| {
        if let Ok(literal) = input.fork().parse::<LitStr>()
            && let Ok(key) = literal.parse_with(Ident::parse_any)
        {
            input.parse::<LitStr>()?;
            read(&key, input)?;
            return Err(error(&literal, format!("a key has no quotes: write `{key}`")));
        }
        let key = Ident::parse_any(input)
            .map_err(|problem| error(&problem.span(), "an argument begins with its name"))?;
        read(&key, input)
    });
}

/// The names at the beginning of entries.
pub fn written_keys(tokens: TokenStream) -> Vec<String> {
    let mut keys = Vec::new();
    let mut begins = true;
    for token in tokens {
        if let (TokenTree::Ident(key), true) = (&token, begins) {
            keys.push(key.to_string());
        }
        begins = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
    }
    keys
}

fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() {
        // A semicolon is told where it stands, and what is behind it is read as what it is.
        if input.peek(Token![,]) || input.peek(Token![;]) {
            input.parse::<TokenTree>()?;
            return Ok(());
        }
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
