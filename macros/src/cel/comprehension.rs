//! The macros of the language that bring variables with them.

/// What a macro makes of its arguments.
#[derive(Clone, Copy)]
pub struct Form {
    /// How many of the first arguments are names of variables.
    pub variables: usize,
    /// Whether its value is of the same type as what it is called on.
    pub keeps: bool,
    /// Whether its variable is what an optional value holds, rather than an item.
    pub unwraps: bool,
}

/// Macros with their numbers of arguments, and how they are written.
const MACROS: &[(&str, &[usize], &str)] = &[
    ("all", &[2, 3], "all(x, condition)"),
    ("exists", &[2, 3], "exists(x, condition)"),
    ("exists_one", &[2, 3], "exists_one(x, condition)"),
    ("existsOne", &[2, 3], "existsOne(x, condition)"),
    ("filter", &[2], "filter(x, condition)"),
    ("map", &[2, 3], "map(x, value)"),
    ("sortBy", &[2], "sortBy(x, value)"),
    ("transformList", &[3, 4], "transformList(i, x, value)"),
    ("transformMap", &[3, 4], "transformMap(k, v, value)"),
    ("transformMapEntry", &[3, 4], "transformMapEntry(k, v, {key: value})"),
    ("optMap", &[2], "optMap(x, value)"),
    ("optFlatMap", &[2], "optFlatMap(x, optional.of(value))"),
];

/// The macro of this name, if it is one: what it makes, or how it is to be written.
pub fn find(name: &str, arguments: usize) -> Option<Result<Form, &'static str>> {
    let (name, counts, example) = MACROS.iter().find(|(known, ..)| *known == name)?;
    if !counts.contains(&arguments) {
        return Some(Err(example));
    }
    let two = match *name {
        "all" | "exists" | "exists_one" | "existsOne" => arguments == 3,
        name => name.starts_with("transform"),
    };
    Some(Ok(Form {
        variables: if two { 2 } else { 1 },
        keeps: matches!(*name, "filter" | "sortBy"),
        unwraps: name.starts_with("opt"),
    }))
}
