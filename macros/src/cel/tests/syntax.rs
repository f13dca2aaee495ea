//! Syntax: what is accepted, and where what is wrong shows.

use crate::cel::{drawn, read};

#[test]
fn every_expression_of_the_language_is_read() {
    let lines = super::lines("language.cel");
    assert!(lines.len() > 250, "{}", lines.len());
    for line in lines {
        let expression = line.strip_prefix('~').unwrap_or(&line);
        match read(expression) {
            Ok(found) => assert_eq!(found.problems, [], "{expression}"),
            Err(problem) => panic!("{}", drawn(expression, &problem)),
        }
    }
}

/// Expression, column, part of the message.
const REFUSED: &[(&str, usize, &str)] = &[
    ("", 1, "nothing is written here"),
    ("  // only a comment", 1, "nothing is written here"),
    ("self.a >", 9, "expected a value, but the expression ends here"),
    ("self.a > )", 10, "expected a value before this `)`"),
    ("self.a = 1", 8, "`=` is no operator: write `==`"),
    ("self.a === 1", 10, "`=` is no operator"),
    ("a & b", 3, "write `&&`"),
    ("a | b", 3, "write `||`"),
    ("a and b", 3, "write `&&` for `and`"),
    ("a or b", 3, "write `||` for `or`"),
    ("not a", 5, "expected an operator, found `a`"),
    ("a is b", 3, "write `==` for `is`"),
    ("a not in b", 3, "`!(a in b)`"),
    ("if a then b", 1, "`if` is reserved"),
    ("for", 1, "`for` is reserved"),
    ("namespace == 'a'", 1, "`namespace` is reserved"),
    ("package()", 1, "`package` is reserved"),
    ("self.in", 6, "write `__in__`"),
    ("self.true", 6, "write `__true__`"),
    ("self.", 6, "expected a field's name behind the dot, found the end"),
    ("self..a", 6, "expected a field's name"),
    ("self.1", 5, "expected an operator, found a number"),
    ("(a", 1, "this `(` is not closed: there is no `)` for it"),
    ("(a b)", 4, "expected an operator, `,` or `)`"),
    ("[1, 2", 1, "this `[` is not closed"),
    ("[1 2]", 4, "expected an operator, `,` or `]`, found a number"),
    ("[1,,2]", 4, "found `,`"),
    ("f(1,)", 5, "expected a value before this `)`"),
    ("{'a'}", 5, "expected `:` between a key and its value"),
    ("{'a': }", 7, "expected a value before this `}`"),
    ("{a: 1", 1, "this `{` is not closed"),
    ("T{1: 2}", 3, "expected a field's name"),
    ("a)", 2, "nothing was opened that this `)` closes"),
    ("a]", 2, "nothing was opened that this `]` closes"),
    ("a : b", 3, "a choice is `condition ? value : other`"),
    ("a ? b", 6, "`:` of `condition ? value : other`"),
    ("a ? b ? c : d : e", 7, "a choice between `?` and `:` needs parentheses"),
    ("a, b", 2, "a rule is one expression"),
    ("a; b", 2, "remove the `;`"),
    ("!-a", 2, "`-` can't follow `!`"),
    ("-!a", 2, "`!` can't follow `-`"),
    ("!--1", 2, "`-` can't follow `!`"),
    ("* 2", 1, "expected a value, found `*`"),
    ("a +", 4, "expected a value"),
    ("a ++ b", 4, "expected a value, found `+`"),
    ("a.b(", 5, "expected a value"),
    ("a[", 3, "expected a value"),
    ("a[]", 3, "expected a value before this `]`"),
    ("a(1)(2)", 5, "expected an operator, found `(`"),
    ("a.?b(1)", 5, "a function can't be called with `.?`: write `.b(..)`"),
    ("self.matches('a)", 14, "this text does not end: close it with `'`"),
    ("self == \"a", 9, "close it with `\"`"),
    ("'a\nb'", 1, "this text does not end"),
    ("'''a", 3, "this text does not end"),
    ("self.matches('\\d+')", 15, "`\\d` is no escape: write `\\\\d` for a backslash, or the text as `r'..'`"),
    ("'\\x4'", 2, "`\\x` takes 2 hexadecimal digits"),
    ("'\\u12'", 2, "`\\u` takes 4 hexadecimal digits"),
    ("'\\U0011FFFF'", 2, "names no character"),
    ("'\\ud800'", 2, "names no character"),
    ("'\\9'", 2, "is no escape"),
    ("'\\18'", 2, "three octal digits"),
    ("b'\\u0041'", 3, "bytes have no `\\u`"),
    ("r'it's'", 6, "expected an operator, found `s`"),
    ("rb'a'", 3, "expected an operator, found a text"),
    ("9223372036854775808", 1, "does not fit into 64 bits"),
    ("-9223372036854775809", 2, "does not fit into 64 bits"),
    ("18446744073709551616u", 1, "does not fit into 64 bits"),
    ("1e999", 1, "too large for a double"),
    ("0xZ", 2, "expected an operator, found `xZ`"),
    ("a.`b c", 3, "backtick behind it"),
    ("`a`", 1, "expected a value"),
    ("a # b", 3, "`#` means nothing outside of a text"),
    ("a @ b", 3, "`@` means nothing"),
    ("größe > 1", 3, "`ö` means nothing"),
    ("\u{201c}a\u{201d}", 1, "this quotation mark begins no text"),
    ("a == 'b' // it's\n&& c d", 23, "expected an operator, found `d`"),
];

#[test]
fn what_is_no_expression_is_refused_where_it_shows() {
    for (expression, column, message) in REFUSED {
        let Err(problem) = read(expression) else { panic!("accepted: {expression}") };
        assert!(problem.message.contains(message), "{expression}: {}", problem.message);
        assert_eq!(problem.at + 1, *column, "{expression}: {}", problem.message);
    }
}

#[test]
fn the_place_is_drawn_below_the_line_that_has_it() {
    let drawing = |expression: &str| drawn(expression, &read(expression).err().unwrap());
    assert_eq!(
        drawing("self.a ="),
        "`=` is no operator: write `==` to compare\n\n    self.a =\n           ^ column 8"
    );
    // Tabs and wide characters take one column each.
    assert_eq!(
        drawing("true &&\n\tself == 'ü' )"),
        "nothing was opened that this `)` closes\n\n     self == 'ü' )\n                 ^ line 2, column 14"
    );
    let long = format!("{} && &", "self.a".repeat(40));
    let shown = drawing(&long);
    let lines: Vec<&str> = shown.lines().skip(2).collect();
    assert!(lines[0].contains("...self.a") || lines[0].starts_with("    ..."), "{shown}");
    let mark = lines[1].find('^').unwrap();
    assert_eq!(lines[0].chars().nth(mark), Some('&'), "{shown}");
    assert_eq!(mark + 1, lines[0].len(), "{shown}");
}
