//! Syntax: what is accepted, and where what is wrong shows.

use crate::cel::{Problem, drawn, read};

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

#[test]
fn every_rule_in_the_style_of_public_crds_is_read() {
    let lines = super::lines("rules.cel");
    let rules: Vec<&String> = lines.iter().filter(|line| !line.starts_with("schema: ")).collect();
    assert!(rules.len() > 250, "{}", rules.len());
    for rule in rules {
        match read(rule) {
            Ok(found) => {
                let unknown: Vec<&str> = found.unknown.iter().map(|unknown| unknown.name.as_str()).collect();
                assert_eq!((found.problems, unknown), (vec![], vec![]), "{rule}");
            }
            Err(problem) => panic!("{}", drawn(rule, &problem)),
        }
    }
}

#[test]
fn what_is_no_rule_is_refused_where_it_shows() {
    let lines = super::lines("refused.cel");
    assert!(lines.len() > 90, "{}", lines.len());
    for line in lines {
        let parts: Vec<&str> = line.splitn(3, '\t').collect();
        let [column, message, expression] = parts[..] else { panic!("{line}") };
        let expression = expression.replace('␤', "\n");
        let problem = match read(&expression) {
            Err(problem) => problem,
            Ok(found) => {
                let unknown = found.unknown.first().map(|unknown| Problem {
                    at: unknown.at,
                    message: format!("nothing declares {}", unknown.name),
                });
                let first = found.problems.into_iter().next().or(unknown);
                first.unwrap_or_else(|| panic!("accepted: {expression}"))
            }
        };
        assert!(problem.message.contains(message), "{expression}: {}", problem.message);
        assert_eq!((problem.at + 1).to_string(), column, "{expression}: {}", problem.message);
    }
}

#[test]
fn a_rule_that_says_nothing_is_none() {
    for nothing in ["", " ", "  // only a comment"] {
        assert!(read(nothing).err().unwrap().message.contains("nothing is written here"), "{nothing}");
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
