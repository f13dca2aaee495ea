//! Where an expression begins: names, literals, lists, maps and messages.

use super::{
    Problem,
    ast::{Expr, Kind as Of},
    parser::{Parser, is_reserved},
    token::Kind,
};

/// 2^63, which only a negative integer may be.
const LOWEST: u64 = 1 << 63;

impl Parser {
    /// `minuses` is how many of them stand before it.
    pub fn primary(&mut self, minuses: usize) -> Result<Expr, Problem> {
        let at = self.at();
        let kind = match self.peek() {
            Kind::Name(_) => self.name()?,
            Kind::Symbol("(") => return self.nested(),
            Kind::Symbol("[") => self.list()?,
            Kind::Symbol("{") => self.map()?,
            Kind::Symbol(".") => {
                self.skip();
                self.name()?
            }
            _ => {
                self.literal(minuses)?;
                Of::Literal
            }
        };
        Ok(Expr { at, kind })
    }

    fn nested(&mut self) -> Result<Expr, Problem> {
        let open = self.at();
        self.skip();
        let inner = self.expression()?;
        self.close(")", "(", open)?;
        Ok(inner)
    }

    fn literal(&mut self, minuses: usize) -> Result<(), Problem> {
        match self.peek() {
            // More than one minus is an operator, and the number is then read without a sign.
            Kind::Integer(value) if *value > LOWEST || *value == LOWEST && minuses != 1 => {
                Err(self.problem("this number does not fit into 64 bits"))
            }
            Kind::Integer(_) | Kind::Literal(_) | Kind::Word("true" | "false" | "null") => {
                self.skip();
                Ok(())
            }
            Kind::Symbol(open @ (")" | "]" | "}")) => {
                Err(self.problem(format!("expected a value before this `{open}`")))
            }
            Kind::End => Err(self.problem("expected a value, but the expression ends here")),
            _ => Err(self.expected("a value")),
        }
    }

    /// `name`, `name(..)` or `a.b.Type{..}`.
    fn name(&mut self) -> Result<Of, Problem> {
        if let Some(length) = self.type_before_brace() {
            (0..length).for_each(|_| self.skip());
            return self.message();
        }
        let name = match self.peek() {
            Kind::Name(name) if !is_reserved(name) => name.clone(),
            Kind::Name(name) => return Err(self.reserved(name)),
            _ => return Err(self.expected("a name behind the dot")),
        };
        self.skip();
        if self.peek().is("(") {
            return Ok(Of::Call(name, self.arguments()?));
        }
        Ok(Of::Name(name))
    }

    fn reserved(&self, name: &str) -> Problem {
        self.problem(match name {
            "if" | "else" => "`if` is reserved: write `condition ? value : other`".to_owned(),
            _ => format!("`{name}` is reserved: it names no variable and no function"),
        })
    }

    /// How many words there are before the `{` of a message, if this begins one.
    fn type_before_brace(&self) -> Option<usize> {
        let mut by = 0;
        loop {
            if !matches!(self.ahead(by), Kind::Name(_)) {
                return None;
            }
            if self.ahead(by + 1).is("{") {
                return Some(by + 1);
            }
            if !self.ahead(by + 1).is(".") {
                return None;
            }
            by += 2;
        }
    }

    fn list(&mut self) -> Result<Of, Problem> {
        let open = self.at();
        self.skip();
        let mut items = Vec::new();
        while !self.peek().is("]") && !self.peek().is(",") {
            self.eat("?");
            items.push(self.expression()?);
            if !self.eat(",") {
                self.close("]", "[", open)?;
                return Ok(Of::Several(items));
            }
        }
        // One comma may stand behind the last item, or alone.
        if items.is_empty() {
            self.eat(",");
        }
        self.close("]", "[", open)?;
        Ok(Of::Several(items))
    }

    fn map(&mut self) -> Result<Of, Problem> {
        let open = self.at();
        self.skip();
        let mut parts = Vec::new();
        self.entries(open, |parser| {
            parser.eat("?");
            parts.push(parser.expression()?);
            parser.colon()?;
            parts.push(parser.expression()?);
            Ok(())
        })?;
        Ok(Of::Several(parts))
    }

    fn message(&mut self) -> Result<Of, Problem> {
        let open = self.at();
        self.skip();
        let mut values = Vec::new();
        self.entries(open, |parser| {
            parser.eat("?");
            if !matches!(parser.peek(), Kind::Name(_) | Kind::Quoted(_)) {
                return Err(parser.expected("a field's name"));
            }
            parser.skip();
            parser.colon()?;
            values.push(parser.expression()?);
            Ok(())
        })?;
        Ok(Of::Message(values))
    }

    /// What stands between braces, with a comma at the end or alone.
    fn entries(
        &mut self,
        open: usize,
        mut entry: impl FnMut(&mut Self) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut any = false;
        while !self.peek().is("}") && !self.peek().is(",") {
            entry(self)?;
            any = true;
            if !self.eat(",") {
                return self.close("}", "{", open);
            }
        }
        if !any {
            self.eat(",");
        }
        self.close("}", "{", open)
    }

    fn colon(&mut self) -> Result<(), Problem> {
        if self.eat(":") { Ok(()) } else { Err(self.expected("`:` between a key and its value")) }
    }
}
