//! Rules that are deep, long or odd: the compiler must outlive them.

use crate::cel::read;

/// As deep as the server reads, with less than half of the compiler's.
#[test]
fn what_is_nested_as_deep_as_the_server_reads_needs_little_stack() {
    let small = std::thread::Builder::new().stack_size(3 << 20);
    let thread = small.spawn(|| {
        for (open, inner, close) in [
            ("(", "1", ")"),
            ("[", "", "]"),
            ("f(", "", ")"),
            ("a[", "0", "]"),
            ("{1: ", "1", "}"),
            ("T{a: ", "1", "}"),
        ] {
            let nested = |depth: usize| format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
            let deepest = 250 - usize::from(!inner.is_empty());
            assert_eq!(read(&nested(deepest)).map(drop), Ok(()), "{open}");
            assert!(read(&nested(deepest + 1)).is_err(), "{open}");
            assert!(read(&nested(100_000)).is_err(), "{open}");
        }
        assert!(read(&"(".repeat(100_000)).is_err());
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn what_is_long_is_read() {
    for part in ["self.a && ", "1 + ", "!", "-", "true ? 1 : "] {
        let times = if part.contains('?') { 249 } else { 10_000 };
        assert!(read(&format!("{}self.a", part.repeat(times))).is_ok(), "{part}");
    }
    assert!(read(&format!("self{}", ".a[0].b()".repeat(10_000))).is_ok());
}

/// No cut of a rule makes the parser fail in another way than with a problem inside of the rule.
#[test]
fn any_part_of_a_rule_is_read_or_refused_at_a_place_of_it() {
    for line in super::lines("language.cel") {
        let letters: Vec<char> = line.chars().collect();
        for end in 0..letters.len() {
            let (cut, rest): (String, String) =
                (letters[..end].iter().collect(), letters[end..].iter().collect());
            for (part, length) in [(cut, end), (rest, letters.len() - end)] {
                if let Err(problem) = read(&part) {
                    assert!(problem.at <= length, "{part}: {problem:?}");
                }
            }
        }
    }
}
