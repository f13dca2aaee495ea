//! Words into an expression: choices, operators, members.

use super::{
    Problem,
    ast::{Expr, Kind as Of, Step, StepKind},
    lexer::words,
    token::{Kind, RESERVED, Token},
};

/// As deep as the API server follows.
const DEEPEST: usize = 250;

/// Operators between two values. Which of them binds closer changes what a rule means, not what it names.
const OPERATORS: &[&str] = &["||", "&&", "<", "<=", ">=", ">", "==", "!=", "in", "+", "-", "*", "/", "%"];

pub struct Parser {
    words: Vec<Token>,
    next: usize,
    depth: usize,
}

pub fn parse(source: &str) -> Result<Expr, Problem> {
    let source: Vec<char> = source.chars().collect();
    let mut parser = Parser { words: words(&source), next: 0, depth: 0 };
    if parser.peek().is_end() {
        return Err(Problem::new(0, "nothing is written here: write what must hold, as `self.size() > 0`"));
    }
    let expression = parser.expression()?;
    match parser.peek() {
        Kind::End => Ok(expression),
        _ => Err(parser.no_operator()),
    }
}

impl Parser {
    /// `condition ? value : value`, or less.
    pub fn expression(&mut self) -> Result<Expr, Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.problem(format!("this is nested deeper than {DEEPEST} times")));
        }
        let condition = self.operands()?;
        let expression = if self.eat("?") {
            let then = self.operands()?;
            if !self.eat(":") {
                return Err(self.no_colon());
            }
            let otherwise = self.expression()?;
            Expr { at: condition.at, kind: Of::Several(vec![condition, then, otherwise]) }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(expression)
    }

    /// Values with operators between them.
    fn operands(&mut self) -> Result<Expr, Problem> {
        let first = self.unary()?;
        let mut more = Vec::new();
        while OPERATORS.iter().any(|operator| self.eat(operator)) {
            more.push(self.unary()?);
        }
        if more.is_empty() {
            return Ok(first);
        }
        let at = first.at;
        more.insert(0, first);
        Ok(Expr { at, kind: Of::Several(more) })
    }

    /// `!member`, `-member`: any number of one of the two.
    fn unary(&mut self) -> Result<Expr, Problem> {
        let at = self.at();
        let mut operator = "";
        let mut minuses = 0;
        while self.eat("!") {
            operator = "!";
        }
        // Behind a `!`, a minus is the sign of a number and nothing else.
        let signed = matches!(self.ahead(1), Kind::Integer(_) | Kind::Literal("a number"));
        while (operator != "!" || minuses == 0 && signed) && self.eat("-") {
            operator = if operator == "!" { "!" } else { "-" };
            minuses += 1;
        }
        if !operator.is_empty() && (self.peek().is("-") || self.peek().is("!")) {
            return Err(self.mixed(operator));
        }
        let mut operand = self.member(minuses)?;
        if !operator.is_empty() {
            operand = Expr { at, kind: Of::Several(vec![operand]) };
        }
        Ok(operand)
    }

    /// A value with `.field`, `[index]` and `.call(..)` behind it.
    fn member(&mut self, minuses: usize) -> Result<Expr, Problem> {
        let base = self.primary(minuses)?;
        let mut steps = Vec::new();
        loop {
            if self.eat(".") {
                steps.push(self.field()?);
            } else if self.peek().is("[") {
                steps.push(self.index()?);
            } else if self.peek().is("(") || self.peek().is("{") {
                return Err(self.no_function(&steps));
            } else {
                break;
            }
        }
        if steps.is_empty() {
            return Ok(base);
        }
        let at = base.at;
        // `(self.a).b` is `self.a.b`.
        let kind = match base.kind {
            Of::Member(inner, mut before) => {
                before.extend(steps);
                Of::Member(inner, before)
            }
            kind => Of::Member(Box::new(Expr { at, kind }), steps),
        };
        Ok(Expr { at, kind })
    }

    /// What stands behind a dot.
    fn field(&mut self) -> Result<Step, Problem> {
        let optional = self.eat("?");
        let at = self.at();
        let name = match self.peek() {
            Kind::Name(name) => name.clone(),
            Kind::Quoted(name) => {
                let kind = StepKind::Field { name: format!("`{name}`"), optional };
                self.next += 1;
                return Ok(Step { at, kind });
            }
            Kind::Word(word) => {
                return Err(self.problem(format!("`{word}` can't be a field's name: write `__{word}__`")));
            }
            _ => return Err(self.expected("a field's name behind the dot")),
        };
        self.next += 1;
        if optional || !self.peek().is("(") {
            return Ok(Step { at, kind: StepKind::Field { name, optional } });
        }
        Ok(Step { at, kind: StepKind::Call { name, arguments: self.arguments()? } })
    }

    fn index(&mut self) -> Result<Step, Problem> {
        let open = self.at();
        self.next += 1;
        let optional = self.eat("?");
        let index = self.expression()?;
        self.close("]", "[", open)?;
        Ok(Step { at: open, kind: StepKind::Index { index, optional } })
    }

    /// `(a, b)`.
    pub fn arguments(&mut self) -> Result<Vec<Expr>, Problem> {
        let open = self.at();
        self.next += 1;
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expression()?);
            if !self.eat(",") {
                self.close(")", "(", open)?;
                return Ok(arguments);
            }
        }
    }

    pub fn peek(&self) -> &Kind {
        self.ahead(0)
    }

    pub fn ahead(&self, by: usize) -> &Kind {
        self.words.get(self.next + by).map_or(&Kind::End, |word| &word.kind)
    }

    pub fn at(&self) -> usize {
        self.words.get(self.next).map_or(0, |word| word.at)
    }

    pub fn skip(&mut self) {
        self.next += 1;
    }

    pub fn eat(&mut self, symbol: &str) -> bool {
        let found = self.peek().is(symbol);
        self.next += usize::from(found);
        found
    }

    /// The bracket that closes the one at `open`.
    pub fn close(&mut self, closing: &str, opening: &str, open: usize) -> Result<(), Problem> {
        if self.eat(closing) {
            return Ok(());
        }
        if matches!(self.peek(), Kind::End) {
            let message = format!("this `{opening}` is not closed: there is no `{closing}` for it");
            return Err(Problem::new(open, message));
        }
        Err(self.expected(&format!("an operator, `,` or `{closing}`")))
    }

    pub fn problem(&self, message: impl Into<String>) -> Problem {
        match self.peek() {
            Kind::Bad(message) => Problem::new(self.at(), message.clone()),
            _ => Problem::new(self.at(), message),
        }
    }

    pub fn expected(&self, what: &str) -> Problem {
        self.problem(format!("expected {what}, found {}", self.peek().described()))
    }

    fn mixed(&self, operator: &str) -> Problem {
        let other = self.peek().described();
        self.problem(format!("{other} can't follow `{operator}`: put what it stands before in parentheses"))
    }

    fn no_operator(&self) -> Problem {
        let hint = match self.peek() {
            Kind::Name(name) => match name.as_str() {
                "and" => "write `&&` for `and`",
                "or" => "write `||` for `or`",
                "is" => "write `==` for `is`",
                "not" => "write `!` for `not`, or `!(a in b)`",
                "if" | "then" | "else" => "write `condition ? value : other`",
                _ => "",
            },
            Kind::Symbol(closing @ (")" | "]" | "}")) => {
                return self.problem(format!("nothing was opened that this `{closing}` closes"));
            }
            Kind::Symbol(":") => "a choice is `condition ? value : other`",
            Kind::Symbol(",") => "a rule is one expression",
            _ => "",
        };
        let mut problem = self.expected("an operator");
        if !hint.is_empty() {
            problem.message = format!("{}: {hint}", problem.message);
        }
        problem
    }

    fn no_colon(&self) -> Problem {
        if self.peek().is("?") {
            return self.problem("a choice between `?` and `:` needs parentheses");
        }
        self.expected("an operator or the `:` of `condition ? value : other`")
    }

    fn no_function(&self, steps: &[Step]) -> Problem {
        match steps.last().map(|step| &step.kind) {
            Some(StepKind::Field { name, optional: true }) if self.peek().is("(") => self.problem(format!(
                "a function can't be called with `.?`: write `.{name}(..)`, or `optMap(v, v.{name}(..))`"
            )),
            _ => self.expected("an operator"),
        }
    }
}

impl Kind {
    fn is_end(&self) -> bool {
        matches!(self, Self::End)
    }
}

/// Whether a word can't be a variable or a function.
pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}
