//! What Kubernetes accepts as a name. Each function says what is wrong, in words that fit behind "`name` ".

/// The longest label, and the longest name of which a label is a part.
pub const LABEL: usize = 63;
/// The longest DNS name.
pub const SUBDOMAIN: usize = 253;

type Checked = Result<(), String>;

/// A label of RFC 1035: plural, singular and short names, categories.
pub fn label(name: &str) -> Checked {
    length(name, LABEL)?;
    if !is_label(name) {
        Err("must be lower case letters, digits and `-`, beginning with a letter".to_owned())
    } else if name.starts_with(|c: char| c.is_ascii_digit()) {
        Err("begins with a digit: it must begin with a letter".to_owned())
    } else {
        Ok(())
    }
}

/// The name of an operator: also a label's value, a field manager and the name of a Lease.
pub fn operator_name(name: &str) -> Checked {
    length(name, LABEL)?;
    if is_label(name) { Ok(()) } else { Err("must be lower case letters, digits and `-`".to_owned()) }
}

/// An API group of one's own: a DNS name with a dot.
pub fn group(name: &str) -> Checked {
    length(name, SUBDOMAIN)?;
    if let Some((group, version)) = name.split_once('/')
        && self::version(version).is_ok()
    {
        return Err(format!("has the version in it, which is an argument of its own: write `{group}`"));
    }
    if !is_subdomain(name) {
        return Err("must be a DNS name in lower case, such as `example.com`".to_owned());
    }
    if !name.contains('.') {
        return Err(format!("must have a dot: a domain that you own, such as `{name}.example.com`"));
    }
    let protected = |suffix: &str| name == suffix || name.ends_with(&format!(".{suffix}"));
    if protected("k8s.io") || protected("kubernetes.io") {
        return Err("is reserved for the Kubernetes project: use a domain that you own".to_owned());
    }
    Ok(())
}

/// An API version: `v1`, `v1alpha1`, `v2beta3`.
pub fn version(name: &str) -> Checked {
    let number =
        |text: &str| !text.is_empty() && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    let good = name.strip_prefix('v').is_some_and(|rest| {
        let stage = rest.split_once("alpha").or_else(|| rest.split_once("beta"));
        stage.map_or_else(|| number(rest), |(major, minor)| number(major) && number(minor))
    });
    if good { Ok(()) } else { Err("must be like `v1`, `v1alpha1` or `v2beta3`".to_owned()) }
}

/// A kind: `MyApp`.
pub fn kind(name: &str) -> Checked {
    length(name, LABEL)?;
    let camel =
        name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(|b| b.is_ascii_alphanumeric());
    if camel {
        Ok(())
    } else {
        Err("must be in CamelCase: letters and digits, beginning with a capital".to_owned())
    }
}

/// A finalizer: `domain/name`.
pub fn finalizer(name: &str) -> Checked {
    if let Some((_, rest)) = name.split_once("://") {
        return Err(format!("is a URL: write it without the scheme, such as `{rest}`"));
    }
    let Some((domain, path)) = name.split_once('/') else {
        length(name, SUBDOMAIN)?;
        let example =
            if name.contains('.') { format!("{name}/finalizer") } else { format!("example.com/{name}") };
        return Err(format!("must be a domain and a name, such as `{example}`"));
    };
    if domain.is_empty() {
        return Err(format!("has no domain before the `/`: write it like `example.com{name}`"));
    }
    if path.is_empty() {
        return Err(format!("has no name behind the `/`: write it like `{name}finalizer`"));
    }
    if let Some((first, rest)) = path.split_once('/') {
        let name = format!("{domain}/{first}-{}", rest.replace('/', "-"));
        return Err(format!("has more than one `/`: write it like `{name}`"));
    }
    length(domain, SUBDOMAIN).map_err(|problem| format!("has a domain that {problem}"))?;
    length(path, LABEL).map_err(|problem| format!("has a name behind `/` that {problem}"))?;
    if !is_subdomain(domain) {
        return Err(format!("must begin with a DNS name in lower case: `{domain}` is none"));
    }
    if !is_qualified(path) {
        let message =
            "must have letters, digits, `-`, `_` and `.` behind the `/`, with a letter or digit at both ends";
        return Err(message.to_owned());
    }
    Ok(())
}

/// A finalizer as the server stores it: of an earlier release, which may have been a bare word.
pub fn stored_finalizer(name: &str) -> Checked {
    if name.contains('/') {
        return finalizer(name);
    }
    length(name, LABEL)?;
    if is_qualified(name) {
        Ok(())
    } else {
        Err("is no name that an object can have as its finalizer".to_owned())
    }
}

/// A field manager: at most 128 printable characters.
pub fn field_manager(name: &str) -> Checked {
    length(name, 128)?;
    if name.chars().any(char::is_control) {
        return Err("has characters that cannot be printed".to_owned());
    }
    Ok(())
}

/// A reason of a condition: one word.
pub fn reason(name: &str) -> Checked {
    word(name, "TooManyReplicas")
}

/// A type of a condition: one word.
pub fn condition(name: &str) -> Checked {
    word(name, if name.eq_ignore_ascii_case("Ready") { "Ready" } else { "ImagePulled" })
}

fn word(name: &str, example: &str) -> Checked {
    let camel =
        name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(|b| b.is_ascii_alphanumeric());
    if camel { Ok(()) } else { Err(format!("must be one word in CamelCase, such as `{example}`")) }
}

/// The path of a field, as the API server names it: `spec.replicas`, `spec.ports[0].name`.
pub fn field_path(path: &str) -> Checked {
    let rooted = path.starts_with("spec.") || path == "spec" || path.starts_with("metadata.");
    let part = |part: &str| {
        let name = part.split('[').next().unwrap_or_default();
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    };
    if rooted && path.split('.').all(part) {
        return Ok(());
    }
    Err("must be the path of a field, such as `spec.replicas`".to_owned())
}

fn length(name: &str, most: usize) -> Checked {
    match name.len() {
        0 => Err("must not be empty".to_owned()),
        n if n > most => Err(format!("is {n} characters long: at most {most} are allowed")),
        _ => Ok(()),
    }
}

fn is_label(name: &str) -> bool {
    let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    name.bytes().all(inner) && !name.starts_with('-') && !name.ends_with('-') && !name.is_empty()
}

/// A DNS name in lower case.
pub fn is_subdomain(name: &str) -> bool {
    name.split('.').all(is_label)
}

/// Letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
pub fn is_qualified(name: &str) -> bool {
    let ends = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let inner = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    ends(name.chars().next()) && ends(name.chars().last()) && name.bytes().all(inner)
}
