//! Equations over predictors: a number, or a function of a sum of products.

use serde::{Deserialize, Serialize};

/// A quantity of the patient in the unit of its name; some exist in two units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Variable {
    /// Age, years.
    AgeYears,
    /// Age, days.
    AgeDays,
    /// Height, cm.
    HeightCm,
    /// Height, m.
    HeightM,
    /// Weight, kg.
    WeightKg,
    /// Body surface, m2.
    BsaM2,
    /// Gestational age, exact weeks.
    GaWeeks,
    /// Gestational age, days.
    GaDays,
    /// Femur length, cm.
    FlCm,
    /// Femur length, mm.
    FlMm,
    /// Biparietal diameter, cm.
    BpdCm,
    /// Head circumference, cm.
    HcCm,
    /// Abdominal circumference, cm.
    AcCm,
    /// Abdominal circumference, m.
    AcM,
    /// Crown-rump length, mm.
    CrlMm,
    /// Estimated fetal weight, g.
    EfwG,
}

/// Of the Julian year.
pub const DAYS_PER_YEAR: f64 = 365.25;

impl Variable {
    /// The quantity in the unit of predictors, and how many units of this variable make one of it.
    pub const fn base(self) -> (Self, f64) {
        match self {
            Self::AgeDays => (Self::AgeYears, DAYS_PER_YEAR),
            Self::HeightM => (Self::HeightCm, 0.01),
            Self::GaDays => (Self::GaWeeks, 7.0),
            Self::FlMm => (Self::FlCm, 10.0),
            Self::AcM => (Self::AcCm, 0.01),
            base => (base, 1.0),
        }
    }
}

/// Number of variables.
const VARIABLES: usize = 16;

/// Values of the variables, as far as they are known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Environment([Option<f64>; VARIABLES]);

impl Environment {
    /// Sets a variable.
    pub fn set(&mut self, variable: Variable, value: Option<f64>) {
        self.0[variable as usize] = value;
    }

    /// Its value, also where only another unit of it was set.
    pub fn get(&self, variable: Variable) -> Option<f64> {
        let (base, per_base) = variable.base();
        self.0[variable as usize].or_else(|| Some(per_base * self.0[base as usize]?))
    }
}

/// A function of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Function {
    Id,
    Ln,
    Log10,
    Sqrt,
    Exp,
}

/// A function of a variable to a power; of `exp`, the power is a factor of the exponent.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
struct Factor(Function, Variable, f64);

impl Factor {
    fn at(self, environment: &Environment) -> Option<f64> {
        let Self(function, variable, power) = self;
        let value = environment.get(variable)?;
        Some(match function {
            Function::Id => libm::pow(value, power),
            Function::Ln => libm::pow(libm::log(value), power),
            Function::Log10 => libm::pow(libm::log10(value), power),
            Function::Sqrt => libm::pow(value.sqrt(), power),
            Function::Exp => libm::exp(power * value),
        })
    }
}

/// A coefficient times factors.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    c: f64,
    #[serde(default)]
    x: Vec<Factor>,
}

/// What is applied to a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outer {
    Exp,
    Pow10,
    Square,
    Sqrt,
    Reciprocal,
}

/// A sum of terms, and what is applied to it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    terms: Vec<Term>,
    #[serde(default)]
    outer: Option<Outer>,
}

/// An equation.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Expression {
    /// The same for everyone.
    Number(f64),
    /// Over the predictors.
    Sum(Sum),
}

impl Expression {
    /// The value; none without a variable.
    pub fn at(&self, environment: &Environment) -> Option<f64> {
        let sum = match self {
            Self::Number(number) => return Some(*number),
            Self::Sum(sum) => sum,
        };
        let mut total = 0.0;
        for term in &sum.terms {
            let mut product = term.c;
            for factor in &term.x {
                product *= factor.at(environment)?;
            }
            total += product;
        }
        Some(match sum.outer {
            None => total,
            Some(Outer::Exp) => libm::exp(total),
            Some(Outer::Pow10) => libm::pow(10.0, total),
            Some(Outer::Square) => total * total,
            Some(Outer::Sqrt) => total.sqrt(),
            Some(Outer::Reciprocal) => 1.0 / total,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: serde_json::Value) -> Result<Expression, serde_json::Error> {
        serde_json::from_value(value)
    }

    #[test]
    fn a_sum_of_products_is_computed() {
        // exp(1 + 2 x 3^2 / 18) with a femur of 30 mm.
        let expression = read(
            json!({"terms": [{"c": 1}, {"c": 2, "x": [["id", "fl_cm", 2]]},
            {"c": -17, "x": [["id", "fl_mm", 0]]}], "outer": "exp"}),
        );
        let mut environment = Environment::default();
        assert_eq!(expression.as_ref().unwrap().at(&environment), None);
        environment.set(Variable::FlCm, Some(3.0));
        let found = expression.unwrap().at(&environment).unwrap();
        assert!((found - core::f64::consts::E * core::f64::consts::E).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_an_equation_is_refused() {
        assert!(read(json!({"terms": [{"c": 1, "y": []}]})).is_err());
        assert!(read(json!({"terms": [{"c": 1, "x": [["sin", "fl_cm", 1]]}]})).is_err());
        assert!(read(json!({"terms": [{"c": 1, "x": [["id", "shoe_size", 1]]}]})).is_err());
        assert!(read(json!("1")).is_err());
    }

    #[test]
    fn variables_have_the_names_of_their_units() {
        for (variable, name) in [(Variable::BsaM2, "bsa_m2"), (Variable::EfwG, "efw_g")] {
            assert_eq!(serde_json::to_value(variable).unwrap(), json!(name));
        }
        assert_eq!(Variable::EfwG as usize + 1, VARIABLES);
    }
}
