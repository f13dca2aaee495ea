//! The words of the language.

/// A word, and where it begins, counted in characters.
#[derive(Clone, Debug)]
pub struct Token {
    pub at: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `self`; also words that are reserved, which may be names of fields.
    Name(String),
    /// A name between backticks.
    Quoted(String),
    /// The size of an integer, whose sign stands before it.
    Integer(u64),
    /// `1u`, `1.5`, a text, bytes.
    Literal(&'static str),
    /// `true`, `false`, `null`, `in`: words that can't be names.
    Word(&'static str),
    /// An operator or bracket.
    Symbol(&'static str),
    /// No word at all, and what is wrong with it.
    Bad(String),
    End,
}

/// Operators and brackets, the longer ones first.
pub const SYMBOLS: &[&str] = &[
    "==", "!=", "<=", ">=", "&&", "||", "<", ">", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":",
    "+", "*", "/", "%",
];

/// Words that are tokens of their own.
pub const WORDS: &[&str] = &["true", "false", "null", "in"];

/// Words that may name fields, but no variables and no functions.
pub const RESERVED: &[&str] = &[
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

impl Kind {
    pub fn is(&self, symbol: &str) -> bool {
        matches!(self, Self::Symbol(found) | Self::Word(found) if *found == symbol)
    }

    /// As a message names it.
    pub fn described(&self) -> String {
        match self {
            Self::Name(name) => format!("`{name}`"),
            Self::Quoted(name) => format!("`` `{name}` ``"),
            Self::Integer(_) => "a number".to_owned(),
            Self::Literal(what) => (*what).to_owned(),
            Self::Word(word) => format!("`{word}`"),
            Self::Symbol(symbol) => format!("`{symbol}`"),
            Self::Bad(problem) => problem.clone(),
            Self::End => "the end".to_owned(),
        }
    }
}
