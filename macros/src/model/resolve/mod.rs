//! What a rule says of `self`, held against what `self` is.
//!
//! Fields of the struct that the macro stands on are known here. What fields another type has is known to the
//! compiler alone: it is asked in the expansion.

mod words;

use std::collections::HashSet;

use syn::{Attribute, Type};

use self::words::Words;
use super::{
    Field, Presence,
    rule::{Cel, Rule, Subject},
    types,
};
use crate::cel::{self, Expression, Path, Problem, Root, Segment};

/// What is wrong with an expression, and what is left to ask.
#[derive(Default)]
pub struct Resolution {
    pub problems: Vec<Problem>,
    pub questions: Vec<Question>,
}

/// Whether a field can be there: to be asked of a type's shape.
pub struct Question {
    pub ty: Type,
    pub cfgs: Vec<Attribute>,
    /// Names in JSON that lead from the type to the object with the field.
    pub path: Vec<String>,
    pub wire: String,
    /// Whether the question is if it may be absent, rather than if there is such a field.
    pub presence: bool,
    /// What is wrong if the answer is the wrong one.
    pub problem: Problem,
}

/// What stands at a place of an expression.
#[derive(Clone)]
enum Place<'a> {
    Struct(&'a super::Described),
    Type(&'a Type, &'a [Attribute]),
    /// A field of another type: the type, and how the field is reached.
    Inside(&'a Type, &'a [Attribute], Vec<String>),
    /// Something without fields.
    Plain(&'static str),
    Unknown,
}

/// The expressions of a rule, one of which may guard what another takes.
pub fn rule<'a>(rule: &'a Rule, subject: Subject<'a>) -> Vec<(&'a Cel, Resolution)> {
    let expressions = [Some(&rule.cel), rule.message_expression.as_ref()];
    let read = || expressions.into_iter().flatten().filter_map(|cel| Some((cel, cel.read.as_ref().ok()?)));
    let guards: HashSet<Vec<&str>> =
        read().flat_map(|(_, found)| found.paths.iter()).flat_map(guarded).collect();
    let resolved = read().map(|(cel, found)| {
        let words = Words { source: &cel.text.value, subject };
        let optional_old_self = rule.optional_old_self.is_some();
        let mut resolver =
            Resolver { words, guards: &guards, optional_old_self, found: Resolution::default() };
        resolver.expression(found, subject);
        (cel, resolver.found)
    });
    resolved.collect()
}

/// The names in `.a.b['c.d']`.
pub fn path_steps(path: &str) -> Option<Vec<String>> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let (name, behind) = match rest.strip_prefix("['") {
            Some(quoted) => quoted.split_once("']")?,
            None => {
                let name = rest.strip_prefix('.')?;
                name.split_at(name.find(['.', '[']).unwrap_or(name.len()))
            }
        };
        if name.is_empty() || name.contains(char::is_whitespace) && !rest.starts_with('[') {
            return None;
        }
        steps.push(name.to_owned());
        rest = behind;
    }
    (!steps.is_empty()).then_some(steps)
}

/// The field that a path in JSON leads to: a problem, or what is left to ask.
pub fn json_path(steps: &[String], subject: Subject<'_>) -> Result<Option<Question>, String> {
    let mut place = of_subject(subject);
    let mut question = None;
    for wire in steps {
        place = match &place {
            Place::Struct(model) => match model.fields.iter().find(|field| is_called(field, wire)) {
                Some(field) => of_field(field),
                None if words::is_open(model) => return Ok(None),
                None => return Err(words::no_such_path(model, wire)),
            },
            Place::Plain(what) => return Err(format!("there is no `{wire}` in {what}")),
            Place::Type(ty, cfgs) => match types::value_of(ty) {
                Some(value) => of_type(value, cfgs),
                None if types::item_of(ty).is_some() => {
                    return Err(format!("there is no `{wire}` in a list"));
                }
                None => {
                    question = Some(ask(ty, cfgs, Vec::new(), wire));
                    Place::Inside(ty, cfgs, vec![wire.clone()])
                }
            },
            Place::Inside(ty, cfgs, path) => {
                question = Some(ask(ty, cfgs, path.clone(), wire));
                let path = path.iter().chain([wire]).cloned().collect();
                Place::Inside(ty, cfgs, path)
            }
            Place::Unknown => return Ok(None),
        };
    }
    Ok(question)
}

fn ask(ty: &Type, cfgs: &[Attribute], path: Vec<String>, wire: &str) -> Question {
    let message = format!("the field path leads nowhere: there is no `{wire}`");
    let problem = Problem { at: 0, message };
    Question { ty: ty.clone(), cfgs: cfgs.to_vec(), path, wire: wire.to_owned(), presence: false, problem }
}

struct Resolver<'a, 'g> {
    words: Words<'a>,
    guards: &'g HashSet<Vec<&'a str>>,
    optional_old_self: bool,
    found: Resolution,
}

impl<'a> Resolver<'a, '_> {
    fn expression(&mut self, expression: &'a Expression, subject: Subject<'a>) {
        self.found.problems.extend(expression.problems.iter().cloned());
        for unknown in &expression.unknown {
            let message = self.words.unknown(unknown);
            self.found.problems.push(Problem { at: unknown.at, message });
        }
        for path in &expression.paths {
            self.path(path, of_subject(subject));
        }
        // A path is there once for each of its ends.
        let mut seen = HashSet::new();
        self.found.problems.retain(|problem| seen.insert(problem.message.clone()));
        let mut seen = HashSet::new();
        self.found.questions.retain(|question| seen.insert(question.problem.message.clone()));
        self.found.problems.sort_by_key(|problem| problem.at);
    }

    fn path(&mut self, path: &'a Path, mut place: Place<'a>) {
        for (i, step) in path.steps.iter().enumerate() {
            // Behind an optional `oldSelf`, every step asks.
            let asked = step.asked || self.optional_old_self && path.root == Root::Old;
            let lacks = !asked && !self.guards.contains(&key(path, i));
            let Segment::Field(name) = &step.segment else {
                place = item_of(&place, &step.segment);
                continue;
            };
            let absent = || Problem { at: step.at, message: self.words.absent(path, i) };
            let next = match &place {
                Place::Struct(model) => {
                    match model.fields.iter().find(|field| field.in_schema && is_named(field, name)) {
                        Some(field) => {
                            if lacks && field.presence == Presence::Optional {
                                self.found.problems.push(absent());
                            }
                            of_field(field)
                        }
                        None => {
                            if !words::is_open(model) {
                                let message = self.words.no_field(model, path, i);
                                self.found.problems.push(Problem { at: step.at, message });
                            }
                            return;
                        }
                    }
                }
                Place::Plain(what) => {
                    let message = self.words.plain(what, path, i);
                    self.found.problems.push(Problem { at: step.at, message });
                    return;
                }
                Place::Type(ty, cfgs) if types::value_of(ty).is_some() => {
                    types::value_of(ty).map_or(Place::Unknown, |value| of_type(value, cfgs))
                }
                Place::Type(ty, _) if types::item_of(ty).is_some() => {
                    let message = self.words.plain("a list", path, i);
                    self.found.problems.push(Problem { at: step.at, message });
                    return;
                }
                Place::Type(ty, cfgs) => {
                    self.ask(ty, cfgs, &[], name, path, i, lacks.then(absent));
                    Place::Inside(ty, cfgs, vec![cel::wire_of(name)])
                }
                Place::Inside(ty, cfgs, inner) => {
                    self.ask(ty, cfgs, inner, name, path, i, lacks.then(absent));
                    let inner = inner.iter().cloned().chain([cel::wire_of(name)]).collect();
                    Place::Inside(ty, cfgs, inner)
                }
                Place::Unknown => return,
            };
            place = next;
        }
    }

    #[expect(clippy::too_many_arguments, reason = "each is a part of one question")]
    fn ask(
        &mut self,
        ty: &Type,
        cfgs: &[Attribute],
        inner: &[String],
        name: &str,
        path: &Path,
        step: usize,
        absent: Option<Problem>,
    ) {
        let at = path.steps[step].at;
        let question = |presence, problem| Question {
            ty: ty.clone(),
            cfgs: cfgs.to_vec(),
            path: inner.to_vec(),
            wire: cel::wire_of(name),
            presence,
            problem,
        };
        let missing = Problem { at, message: self.words.missing(path, step) };
        self.found.questions.push(question(false, missing));
        self.found.questions.extend(absent.map(|absent| question(true, absent)));
    }
}

fn of_subject(subject: Subject<'_>) -> Place<'_> {
    match subject {
        Subject::Struct(model) => Place::Struct(model),
        Subject::Value(field) => of_field(field),
        Subject::Text => Place::Plain("a text"),
        Subject::Unknown => Place::Unknown,
    }
}

fn of_field(field: &Field) -> Place<'_> {
    let helpers = &field.helpers;
    if !field.has_own_schema || helpers.preserve_unknown.is_some() || helpers.int_or_string.is_some() {
        return Place::Unknown;
    }
    of_type(&field.ty, &field.cfgs)
}

fn of_type<'a>(ty: &'a Type, cfgs: &'a [Attribute]) -> Place<'a> {
    let ty = types::unwrapped(ty);
    match types::plain_as(ty) {
        Some(what) => Place::Plain(what),
        None => Place::Type(ty, cfgs),
    }
}

fn item_of<'a>(place: &Place<'a>, segment: &Segment) -> Place<'a> {
    let Place::Type(ty, cfgs) = place else { return Place::Unknown };
    match (types::item_of(ty), types::value_of(ty)) {
        (Some(item), _) => of_type(item, cfgs),
        (_, Some(value)) if *segment == Segment::At => of_type(value, cfgs),
        (_, Some(_)) => Place::Plain("a text"),
        _ => Place::Unknown,
    }
}

fn is_named(field: &Field, name: &str) -> bool {
    field.wire.as_deref().and_then(cel::name_of).as_deref() == Some(name)
}

fn is_called(field: &Field, wire: &str) -> bool {
    field.in_schema && field.wire.as_deref() == Some(wire)
}

/// What names the place behind a step, whichever object of a list it is and whether it is old or new.
fn key(path: &Path, step: usize) -> Vec<&str> {
    let names = path.steps[..=step].iter().map(|step| match &step.segment {
        Segment::Field(name) => name.as_str(),
        Segment::Each | Segment::At => "[]",
    });
    names.collect()
}

/// The places that a path asks for before they are taken.
fn guarded(path: &Path) -> Vec<Vec<&str>> {
    let asked = path.steps.iter().enumerate().filter(|(_, step)| step.asked);
    asked.map(|(i, _)| key(path, i)).collect()
}
