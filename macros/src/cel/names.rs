//! Names in an expression: what it says of `self`, and names that nothing declares.

use super::{
    Problem,
    ast::{self, Expr, Kind, StepKind},
    comprehension::{self, Form},
    known,
};

/// What an expression says.
#[derive(Default)]
pub struct Expression {
    /// Everything that it takes from `self` and `oldSelf`.
    pub paths: Vec<Path>,
    /// Names that are no variable, no type and no library.
    pub unknown: Vec<Unknown>,
    /// Functions that are misspelt, macros that are used in a wrong way.
    pub problems: Vec<Problem>,
    /// Whether it names `oldSelf`.
    pub old_self: bool,
}

/// A name that means nothing where it stands.
pub struct Unknown {
    pub at: usize,
    pub name: String,
    /// Variables of macros that are known there.
    pub variables: Vec<String>,
}

/// `self.items[0].name`: what is taken, step by step.
#[derive(Clone)]
pub struct Path {
    /// Where it is written, from its variable on.
    pub at: usize,
    pub root: Root,
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Root {
    New,
    Old,
}

#[derive(Clone)]
pub struct Step {
    pub at: usize,
    pub segment: Segment,
    /// `has(..)` or `.?` asks whether it is there.
    pub asked: bool,
}

#[derive(Clone, PartialEq, Eq)]
pub enum Segment {
    Field(String),
    /// What the variable of a macro is: an item of a list, a key of a map.
    Each,
    /// What stands at an index: an item of a list, a value of a map.
    At,
}

pub fn resolve(expression: &Expr) -> Expression {
    let mut resolver = Resolver { found: Expression::default(), scopes: Vec::new() };
    resolver.value(expression);
    resolver.found
}

struct Resolver {
    found: Expression,
    /// Variables of macros, the innermost last, with what they are.
    scopes: Vec<(String, Option<Path>)>,
}

impl Resolver {
    /// Goes through an expression, and tells what of `self` its value is, if that can be seen.
    fn value(&mut self, expression: &Expr) -> Option<Path> {
        match &expression.kind {
            Kind::Literal => None,
            Kind::Name(name) => self.name(name, expression.at),
            Kind::Member(base, steps) => self.member(base, steps),
            Kind::Call(name, arguments) => {
                self.call(name, expression.at, arguments);
                None
            }
            Kind::Message(values) | Kind::Several(values) => {
                values.iter().for_each(|value| drop(self.value(value)));
                None
            }
        }
    }

    fn name(&mut self, name: &str, at: usize) -> Option<Path> {
        if let Some((_, path)) = self.scopes.iter().rev().find(|(variable, _)| variable == name) {
            return path.clone().map(|path| Path { at, ..path });
        }
        let root = match name {
            "self" => Root::New,
            "oldSelf" => {
                self.found.old_self = true;
                Root::Old
            }
            _ if known::NAMES.contains(&name) => return None,
            _ => {
                if self.found.unknown.iter().all(|unknown| unknown.name != name) {
                    let variables = self.scopes.iter().map(|(variable, _)| variable.clone()).collect();
                    self.found.unknown.push(Unknown { at, name: name.to_owned(), variables });
                }
                return None;
            }
        };
        Some(Path { at, root, steps: Vec::new() })
    }

    fn member(&mut self, base: &Expr, steps: &[ast::Step]) -> Option<Path> {
        if let (Some("cel"), [ast::Step { kind: StepKind::Call { name, arguments }, .. }, rest @ ..]) =
            (base.as_name(), steps)
            && let ("bind", [variable, value, body]) = (name.as_str(), arguments.as_slice())
        {
            let value = self.value(value);
            self.within(&[(variable, value)], std::slice::from_ref(body));
            return self.steps(None, rest);
        }
        if let Some(name) = base.as_name()
            && self.is_library(name)
            && let [ast::Step { kind: StepKind::Call { arguments, .. }, .. }, rest @ ..] = steps
        {
            // Which functions a library has is left to the server.
            arguments.iter().for_each(|argument| drop(self.value(argument)));
            return self.steps(None, rest);
        }
        let path = self.value(base);
        self.steps(path, steps)
    }

    fn is_library(&self, name: &str) -> bool {
        known::NAMES.contains(&name) && self.scopes.iter().all(|(variable, _)| variable != name)
    }

    fn steps(&mut self, mut path: Option<Path>, steps: &[ast::Step]) -> Option<Path> {
        // Behind `.?` every further step asks, too.
        let mut asks = false;
        for step in steps {
            let at = step.at;
            match &step.kind {
                StepKind::Field { name, optional } => {
                    asks |= optional;
                    let segment = Segment::Field(name.clone());
                    path = path.map(|path| path.with(Step { at, segment, asked: asks }));
                    // A name between backticks is another one than an escaped name: left to the server.
                    if name.starts_with('`') {
                        path = None;
                    }
                }
                StepKind::Index { index, optional } => {
                    asks |= optional;
                    self.value(index);
                    path = path.map(|path| path.with(Step { at, segment: Segment::At, asked: asks }));
                }
                StepKind::Call { name, arguments } => {
                    self.keep(path.as_ref());
                    asks = false;
                    path = self.method(name, at, arguments, path);
                }
            }
        }
        self.keep(path.as_ref());
        path
    }

    /// `target.name(..)`. What comes of it is of the target's type for a few functions.
    fn method(&mut self, name: &str, at: usize, arguments: &[Expr], target: Option<Path>) -> Option<Path> {
        match comprehension::find(name, arguments.len()) {
            Some(Ok(form)) => {
                self.comprehension(form, arguments, target.clone());
                return target.filter(|_| form.keeps);
            }
            Some(Err(example)) => {
                self.found.problems.push(Problem::new(at, format!("`{name}` is written as `{example}`")));
            }
            None => {
                if let Some(meant) = known::method_meant(name) {
                    let message = format!("there is no function `{name}`: did you mean `{meant}`?");
                    self.found.problems.push(Problem::new(at, message));
                }
                arguments.iter().for_each(|argument| drop(self.value(argument)));
            }
        }
        target.filter(|_| matches!(name, "value" | "orValue"))
    }

    fn comprehension(&mut self, form: Form, arguments: &[Expr], target: Option<Path>) {
        let (variables, body) = arguments.split_at(form.variables);
        let of = |segment| {
            let at = variables[0].at;
            target.clone().map(|path| path.with(Step { at, segment, asked: true }))
        };
        match variables {
            [value] if form.unwraps => self.within(&[(value, target)], body),
            [item] => self.within(&[(item, of(Segment::Each))], body),
            [key, value] => self.within(&[(key, None), (value, of(Segment::At))], body),
            _ => {}
        }
    }

    /// Goes through expressions in which variables are known.
    fn within(&mut self, variables: &[(&Expr, Option<Path>)], body: &[Expr]) {
        let outside = self.scopes.len();
        for (variable, path) in variables {
            let own = &self.scopes[outside..];
            let problem = match variable.as_name() {
                None => "this must be the name of a variable, as in `all(x, x > 0)`",
                Some("__result__") => {
                    "`__result__` is what the macro itself uses: give the variable another name"
                }
                Some(name) if own.iter().any(|(other, _)| other == name) => {
                    "both variables have this name: give one of them another name"
                }
                Some(name) => {
                    self.scopes.push((name.to_owned(), path.clone()));
                    continue;
                }
            };
            self.found.problems.push(Problem::new(variable.at, problem));
        }
        body.iter().for_each(|part| drop(self.value(part)));
        self.scopes.truncate(outside);
    }

    fn call(&mut self, name: &str, at: usize, arguments: &[Expr]) {
        if name == "has" {
            return self.has(at, arguments);
        }
        if let Some(meant) = known::function_meant(name) {
            let message = format!("there is no function `{name}`: did you mean `{meant}`?");
            self.found.problems.push(Problem::new(at, message));
        }
        arguments.iter().for_each(|argument| drop(self.value(argument)));
    }

    /// `has(self.field)`.
    fn has(&mut self, at: usize, arguments: &[Expr]) {
        if let [Expr { kind: Kind::Member(base, steps), .. }] = arguments
            && let [before @ .., ast::Step { at, kind: StepKind::Field { name, optional: false } }] =
                steps.as_slice()
        {
            let path = self.member(base, before);
            let segment = Segment::Field(name.clone());
            let path = path.map(|path| path.with(Step { at: *at, segment, asked: true }));
            return self.keep(path.as_ref());
        }
        let at = arguments.first().map_or(at, |argument| argument.at);
        let message = "`has` asks for one field: `has(self.field)`";
        self.found.problems.push(Problem::new(at, message));
    }

    fn keep(&mut self, path: Option<&Path>) {
        self.found.paths.extend(path.filter(|path| !path.steps.is_empty()).cloned());
    }
}

impl Path {
    fn with(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}
