//! Equations of reference charts over gestational age `GA` in weeks, as configurations write them:
//! `exp(0.605843 - 42.0014 GA^-2 + 0.00000917972 GA^3)`, a space between factors being a product.

use crate::measure::refusal::MeasurementRefusal;

/// Longest equation, in characters.
const MAX_LENGTH: usize = 500;
/// Deepest nesting of parentheses.
const MAX_NESTING: usize = 16;
/// Largest magnitude of an exponent.
const MAX_POWER: i32 = 9;

/// A parsed equation.
#[derive(Debug, Clone, PartialEq)]
pub struct Equation(Vec<Term>);

/// A product with its sign.
#[derive(Debug, Clone, PartialEq)]
struct Term {
    negative: bool,
    factors: Vec<(Factor, i32)>,
}

#[derive(Debug, Clone, PartialEq)]
enum Factor {
    Number(f64),
    Age,
    Exp(Equation),
    Ln(Equation),
    Group(Equation),
}

impl Equation {
    /// Reads an equation.
    ///
    /// # Errors
    /// `configuration`, with the position of what was not understood.
    pub fn parse(text: &str) -> Result<Self, MeasurementRefusal> {
        let mut reader = Reader { text, at: 0 };
        if text.len() > MAX_LENGTH {
            return Err(reader.refuse("an equation is too long"));
        }
        let equation = reader.sum(MAX_NESTING)?;
        reader.spaces();
        if reader.at < text.len() {
            return Err(reader.refuse("an equation continues"));
        }
        Ok(equation)
    }

    /// The value at an age in weeks; may not be finite.
    pub fn at(&self, weeks: f64) -> f64 {
        self.0.iter().fold(0.0, |sum, term| {
            let product = term.factors.iter().fold(1.0, |product, (factor, power)| {
                product * raised(factor.at(weeks), *power)
            });
            if term.negative {
                sum - product
            } else {
                sum + product
            }
        })
    }
}

impl Factor {
    fn at(&self, weeks: f64) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Age => weeks,
            Self::Exp(inner) => libm::exp(inner.at(weeks)),
            Self::Ln(inner) => libm::log(inner.at(weeks)),
            Self::Group(inner) => inner.at(weeks),
        }
    }
}

/// A whole power by products in one order, so that every machine rounds alike.
fn raised(base: f64, power: i32) -> f64 {
    let product = (0..power.abs()).fold(1.0, |product, _| product * base);
    if power < 0 { 1.0 / product } else { product }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn refuse(&self, what: &str) -> MeasurementRefusal {
        MeasurementRefusal::Configuration(format!(
            "{what} at character {} of {}",
            self.at + 1,
            self.text
        ))
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Passes over a word if it comes next.
    fn take(&mut self, word: &str) -> bool {
        self.spaces();
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn sum(&mut self, nesting: usize) -> Result<Equation, MeasurementRefusal> {
        if nesting == 0 {
            return Err(self.refuse("parentheses are nested too deeply"));
        }
        let mut terms = Vec::new();
        let mut negative = self.take("-");
        loop {
            terms.push(Term {
                negative,
                factors: self.product(nesting)?,
            });
            if self.take("+") {
                negative = false;
            } else if self.take("-") {
                negative = true;
            } else {
                return Ok(Equation(terms));
            }
        }
    }

    fn product(&mut self, nesting: usize) -> Result<Vec<(Factor, i32)>, MeasurementRefusal> {
        let mut factors = Vec::new();
        while let Some(factor) = self.factor(nesting)? {
            let power = if self.take("^") { self.power()? } else { 1 };
            factors.push((factor, power));
            self.take("*");
        }
        if factors.is_empty() {
            return Err(self.refuse("a number, GA, exp( or ln( is missing"));
        }
        Ok(factors)
    }

    fn factor(&mut self, nesting: usize) -> Result<Option<Factor>, MeasurementRefusal> {
        if self.take("GA") {
            return Ok(Some(Factor::Age));
        }
        let wrap = if self.take("exp(") {
            Factor::Exp
        } else if self.take("ln(") {
            Factor::Ln
        } else if self.take("(") {
            Factor::Group
        } else {
            return Ok(self.number().map(Factor::Number));
        };
        let inner = self.sum(nesting - 1)?;
        if !self.take(")") {
            return Err(self.refuse("a parenthesis is not closed"));
        }
        Ok(Some(wrap(inner)))
    }

    fn number(&mut self) -> Option<f64> {
        self.spaces();
        let digit = |c: char| c.is_ascii_digit() || c == '.';
        let length = self.rest().find(|c| !digit(c)).unwrap_or(self.rest().len());
        let number = self.rest().get(..length)?.parse().ok()?;
        self.at += length;
        Some(number)
    }

    fn power(&mut self) -> Result<i32, MeasurementRefusal> {
        let negative = self.take("-");
        let number = self.number().filter(|number| number.fract() == 0.0);
        match number.filter(|number| *number <= f64::from(MAX_POWER)) {
            Some(number) if negative => Ok(-(number as i32)),
            Some(number) => Ok(number as i32),
            None => Err(self.refuse("an exponent is not a whole number up to 9")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::reference;

    #[test]
    fn powers_products_and_functions_are_read_as_they_are_written() {
        let at = |text: &str, weeks: f64| Equation::parse(text).unwrap().at(weeks);
        assert_eq!(at("-1 + 2 GA^2 - 0.5 GA", 4.0), 29.0);
        assert_eq!(at("8 GA^-2", 4.0), 0.5);
        assert_eq!(at("2 (GA - 1) (GA + 1)", 3.0), 16.0);
        assert_eq!(at("3 * GA ln(GA)^2", 1.0), 0.0);
        assert!((at("exp(ln(GA))", 31.0) - 31.0).abs() < 1e-12);
    }

    #[test]
    fn charts_meet_the_medians_of_the_references() {
        for (name, text, unit) in [
            ("HC", "-28.2849 + 1.69267 GA^2 - 0.397485 GA^2 ln(GA)", 0.1),
            ("UA PI", "1.02944 + 77.7456 GA^-2 - 0.000004455 GA^3", 1.0),
            ("MCA PSV", "exp(2.31 + 0.046 GA)", 1.0),
        ] {
            for weeks in [24.0, 30.5, 39.0] {
                let found = Equation::parse(text).unwrap().at(weeks) * unit;
                let expected = reference::median(name, weeks).unwrap();
                assert!((found / expected - 1.0).abs() < 1e-12, "{name}");
            }
        }
    }

    #[test]
    fn what_is_no_equation_is_refused_where_it_breaks() {
        for text in [
            "", "GA +", "2 x", "exp(GA", "GA^0.5", "GA^99", "1 1 )", "sin(GA)",
        ] {
            let refusal = Equation::parse(text).unwrap_err();
            assert!(refusal.to_string().contains("character"), "{text}");
        }
        assert!(Equation::parse(&"(".repeat(400)).is_err());
        assert!(Equation::parse(&"1 ".repeat(400)).is_err());
    }
}
