//! Names that mean something without being declared. What is not here may still be known to a newer server.

/// Types, and the first parts of names of types and functions.
pub const NAMES: &[&str] = &[
    "base64",
    "bool",
    "bytes",
    "cel",
    "cidr",
    "double",
    "duration",
    "dyn",
    "format",
    "google",
    "int",
    "ip",
    "json",
    "jsonpatch",
    "kubernetes",
    "list",
    "lists",
    "map",
    "math",
    "net",
    "null_type",
    "optional",
    "optional_type",
    "proto",
    "quantity",
    "regex",
    "semver",
    "sets",
    "string",
    "strings",
    "timestamp",
    "type",
    "uint",
    "url",
];

/// Variables of other places where Kubernetes reads CEL.
pub const ELSEWHERE: &[&str] =
    &["authorizer", "namespaceObject", "object", "oldObject", "params", "request", "variables"];

const FUNCTIONS: &[&str] = &[
    "bool",
    "bytes",
    "cidr",
    "double",
    "duration",
    "dyn",
    "int",
    "ip",
    "isCIDR",
    "isIP",
    "isQuantity",
    "isSemver",
    "isURL",
    "quantity",
    "semver",
    "sign",
    "size",
    "string",
    "timestamp",
    "type",
    "uint",
    "url",
    "has",
];

const METHODS: &[&str] = &[
    "add",
    "all",
    "asApproximateFloat",
    "asInteger",
    "charAt",
    "cidr",
    "compareTo",
    "contains",
    "containsCIDR",
    "containsIP",
    "distinct",
    "endsWith",
    "exists",
    "existsOne",
    "exists_one",
    "family",
    "filter",
    "find",
    "findAll",
    "first",
    "flatten",
    "format",
    "getDate",
    "getDayOfMonth",
    "getDayOfWeek",
    "getDayOfYear",
    "getEscapedPath",
    "getFullYear",
    "getHost",
    "getHostname",
    "getHours",
    "getMilliseconds",
    "getMinutes",
    "getMonth",
    "getPort",
    "getQuery",
    "getScheme",
    "getSeconds",
    "hasValue",
    "includes",
    "indexOf",
    "ip",
    "isGlobalUnicast",
    "isGreaterThan",
    "isInteger",
    "isLessThan",
    "isLinkLocalMulticast",
    "isLinkLocalUnicast",
    "isLoopback",
    "isSorted",
    "isUnspecified",
    "join",
    "last",
    "lastIndexOf",
    "lowerAscii",
    "major",
    "map",
    "masked",
    "matches",
    "max",
    "min",
    "minor",
    "optFlatMap",
    "optMap",
    "or",
    "orValue",
    "patch",
    "path",
    "prefixLength",
    "replace",
    "reverse",
    "sign",
    "size",
    "slice",
    "sort",
    "sortBy",
    "split",
    "startsWith",
    "sub",
    "substring",
    "sum",
    "transformList",
    "transformMap",
    "transformMapEntry",
    "trim",
    "upperAscii",
    "validate",
    "value",
];

/// What other languages call it.
const FOREIGN: &[(&str, &str)] = &[
    ("any", "exists"),
    ("every", "all"),
    ("hasPrefix", "startsWith"),
    ("hasSuffix", "endsWith"),
    ("len", "size"),
    ("length", "size"),
    ("toLower", "lowerAscii"),
    ("toLowerCase", "lowerAscii"),
    ("toUpper", "upperAscii"),
    ("toUpperCase", "upperAscii"),
];

/// The function that a misspelt one is meant to be.
pub fn function_meant(name: &str) -> Option<&'static str> {
    meant(name, FUNCTIONS)
}

/// The method that a misspelt one is meant to be.
pub fn method_meant(name: &str) -> Option<&'static str> {
    meant(name, METHODS)
}

/// A slip of one letter, of capitals or of languages. Anything else may be a function of a newer server.
fn meant(name: &str, known: &[&'static str]) -> Option<&'static str> {
    if known.contains(&name) {
        return None;
    }
    let same = |known: &&&str| known.eq_ignore_ascii_case(name);
    let slip = |known: &&&str| name.len() > 3 && known.len() > 3 && strsim::osa_distance(known, name) == 1;
    let foreign = || FOREIGN.iter().find(|(other, _)| *other == name).map(|(_, known)| known);
    known
        .iter()
        .find(same)
        .or_else(foreign)
        .filter(|meant| known.contains(meant))
        .or_else(|| known.iter().find(slip))
        .copied()
}
