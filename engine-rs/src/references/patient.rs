//! Facts of the patient that predictors and populations need, and where they are missing.

use serde::{Deserialize, Serialize};

use super::expression::{DAYS_PER_YEAR, Environment, Variable};
use super::row::{Population, PopulationSex, ReferenceRow};
use crate::measure::study::facts::{Sex, StudyFacts};
use crate::measure::unit::{Unit, conversion};
use crate::records::data_type::DataType;

/// Age up to which sources of adults name no bound.
const OLDEST_YEARS: f64 = 120.0;
const ADULT_FROM_YEARS: f64 = 18.0;
/// Children are younger than 18: their last completed year is 17.
const LAST_YEAR_OF_CHILDHOOD: f64 = 17.0;

/// Sizes of a fetus that equations use; null where unknown.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct FetalSizes {
    /// Femur length, cm.
    pub femur_length_cm: Option<f64>,
    /// Biparietal diameter, cm.
    pub biparietal_diameter_cm: Option<f64>,
    /// Head circumference, cm.
    pub head_circumference_cm: Option<f64>,
    /// Abdominal circumference, cm.
    pub abdominal_circumference_cm: Option<f64>,
    /// Crown-rump length, cm.
    pub crown_rump_length_cm: Option<f64>,
    /// Estimated weight, g.
    pub fetal_weight_g: Option<f64>,
}

/// Measurements that give sizes of the fetus, by image type and name.
const FEMUR: (&str, &str) = ("Femur", "FL");
const BIPARIETAL: (&str, &str) = ("Head butterfly", "BPD");
const HEAD: (&str, &str) = ("Head butterfly", "HC");
const ABDOMEN: (&str, &str) = ("Abdominal", "AC");
const CROWN_RUMP: (&str, &str) = ("Crown-rump", "CRL");
/// All of them.
pub const FETAL_MEASUREMENTS: [(&str, &str); 5] = [FEMUR, BIPARIETAL, HEAD, ABDOMEN, CROWN_RUMP];

impl FetalSizes {
    /// Sizes that a study measures, each with its unit; the others stay as they are.
    #[must_use]
    pub fn with_measured<'a>(
        self,
        measured: impl Fn((&str, &str)) -> Option<(f64, &'a str)>,
    ) -> Self {
        let size = |of, known: Option<f64>| {
            let in_cm = |(value, unit): (f64, &str)| {
                Some(value * conversion(Unit::of(unit)?, Unit::Centimetre)?)
            };
            measured(of).and_then(in_cm).or(known)
        };
        Self {
            femur_length_cm: size(FEMUR, self.femur_length_cm),
            biparietal_diameter_cm: size(BIPARIETAL, self.biparietal_diameter_cm),
            head_circumference_cm: size(HEAD, self.head_circumference_cm),
            abdominal_circumference_cm: size(ABDOMEN, self.abdominal_circumference_cm),
            crown_rump_length_cm: size(CROWN_RUMP, self.crown_rump_length_cm),
            fetal_weight_g: self.fetal_weight_g,
        }
    }
}

const MM_PER_CM: f64 = 10.0;

/// A fact that a row needs and the study does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Kind of data.
    DataType,
    /// Sex.
    Sex,
    /// Age.
    AgeDays,
    /// Age of the pregnancy.
    GestationalAgeDays,
    /// Height.
    HeightCm,
    /// Weight.
    WeightKg,
    /// Femur length.
    FemurLengthCm,
    /// Biparietal diameter.
    BiparietalDiameterCm,
    /// Head circumference.
    HeadCircumferenceCm,
    /// Abdominal circumference.
    AbdominalCircumferenceCm,
    /// Crown-rump length.
    CrownRumpLengthCm,
    /// Estimated fetal weight.
    FetalWeightG,
}

/// Facts of a study and of the fetus.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Patient {
    /// Clinical facts.
    pub facts: StudyFacts,
    /// Sizes of the fetus.
    pub fetus: FetalSizes,
}

/// Why a row gives no result for a patient.
#[derive(Debug, Clone, PartialEq)]
pub enum NotFor {
    /// Facts are missing.
    Missing(Vec<Fact>),
    /// The row is for another kind of data.
    OtherDataType,
    /// The row is for the other sex.
    OtherSex,
    /// A fact is outside of the range that was measured.
    Outside {
        /// What is outside.
        of: Variable,
        /// Its value.
        value: f64,
        /// The range.
        range: [f64; 2],
    },
}

impl Patient {
    /// The variables of equations, with body surface by the formula of a row.
    pub fn environment(&self, row: &ReferenceRow) -> Environment {
        let (facts, fetus) = (&self.facts, &self.fetus);
        let mut environment = Environment::default();
        let surface = || {
            let formula = row.bsa_formula?;
            formula.area_m2(facts.height_cm?, facts.weight_kg?)
        };
        let years = facts.age_days.map(|days| days / DAYS_PER_YEAR);
        let crl_mm = fetus.crown_rump_length_cm.map(|cm| cm * MM_PER_CM);
        for (variable, value) in [
            (Variable::AgeYears, years),
            (Variable::AgeDays, facts.age_days),
            (Variable::HeightCm, facts.height_cm),
            (Variable::WeightKg, facts.weight_kg),
            (Variable::BsaM2, surface()),
            (Variable::GaWeeks, facts.gestational_weeks()),
            (Variable::FlCm, fetus.femur_length_cm),
            (Variable::BpdCm, fetus.biparietal_diameter_cm),
            (Variable::HcCm, fetus.head_circumference_cm),
            (Variable::AcCm, fetus.abdominal_circumference_cm),
            (Variable::CrlMm, crl_mm),
            (Variable::EfwG, fetus.fetal_weight_g),
        ] {
            environment.set(variable, value);
        }
        environment
    }

    /// Facts to ask for, so that a variable is known.
    fn facts_of(&self, variable: Variable) -> Vec<Fact> {
        match variable.base().0 {
            Variable::BsaM2 => {
                let body = [
                    (Fact::HeightCm, self.facts.height_cm),
                    (Fact::WeightKg, self.facts.weight_kg),
                ];
                let unknown = body.iter().filter(|(_, value)| value.is_none());
                unknown.map(|(fact, _)| *fact).collect()
            }
            Variable::AgeYears | Variable::AgeDays => vec![Fact::AgeDays],
            Variable::HeightCm | Variable::HeightM => vec![Fact::HeightCm],
            Variable::WeightKg => vec![Fact::WeightKg],
            Variable::GaWeeks | Variable::GaDays => vec![Fact::GestationalAgeDays],
            Variable::FlCm | Variable::FlMm => vec![Fact::FemurLengthCm],
            Variable::BpdCm => vec![Fact::BiparietalDiameterCm],
            Variable::HcCm => vec![Fact::HeadCircumferenceCm],
            Variable::AcCm | Variable::AcM => vec![Fact::AbdominalCircumferenceCm],
            Variable::CrlMm => vec![Fact::CrownRumpLengthCm],
            Variable::EfwG => vec![Fact::FetalWeightG],
        }
    }

    /// The facts of variables that are unknown, each once.
    pub fn missing(
        &self,
        variables: impl IntoIterator<Item = Variable>,
        environment: &Environment,
    ) -> Vec<Fact> {
        let mut missing = Vec::new();
        for variable in variables {
            if environment.get(variable).is_none() {
                for fact in self.facts_of(variable) {
                    if !missing.contains(&fact) {
                        missing.push(fact);
                    }
                }
            }
        }
        missing
    }

    /// Whether a row was made from people like this one, and everything it needs is known.
    ///
    /// # Errors
    /// [`NotFor`].
    pub fn fits(&self, row: &ReferenceRow, environment: &Environment) -> Result<(), NotFor> {
        let population = &row.population;
        let mut missing = self.missing_labels(population)?;
        let ranges = self.ranges(population, environment);
        let ranged = ranges.iter().map(|(variable, _)| *variable);
        let needed = row.predictors.iter().copied().chain(ranged);
        missing.extend(self.missing(needed, environment));
        if !missing.is_empty() {
            return Err(NotFor::Missing(missing));
        }
        for (of, range) in ranges {
            let value = environment.get(of).unwrap_or(f64::NAN);
            // 40 years are all days before the 41st birthday.
            let completed = matches!(of, Variable::AgeYears | Variable::AgeDays);
            let upper = if completed { libm::floor(value) } else { value };
            if !(value >= range[0] && upper <= range[1]) {
                return Err(NotFor::Outside { of, value, range });
            }
        }
        Ok(())
    }

    /// Kind of data and sex that are unknown.
    fn missing_labels(&self, population: &Population) -> Result<Vec<Fact>, NotFor> {
        let mut missing = Vec::new();
        match self.facts.data_type {
            None => missing.push(Fact::DataType),
            Some(data_type) if !population.data_types.contains(&data_type) => {
                return Err(NotFor::OtherDataType);
            }
            Some(_) => {}
        }
        let wanted = match population.sex {
            PopulationSex::Any => None,
            PopulationSex::Male => Some(Sex::M),
            PopulationSex::Female => Some(Sex::F),
        };
        if wanted.is_some() && self.facts.sex.is_none() {
            missing.push(Fact::Sex);
        } else if wanted.is_some() && self.facts.sex != wanted {
            return Err(NotFor::OtherSex);
        }
        Ok(missing)
    }

    /// Ranges of the population that the patient has to be in. An age that is unknown is in a range
    /// that covers the whole kind of data.
    fn ranges(
        &self,
        population: &Population,
        environment: &Environment,
    ) -> Vec<(Variable, [f64; 2])> {
        let covered = |range: &[f64; 2]| match self.facts.data_type {
            Some(DataType::Adult) => range[0] <= ADULT_FROM_YEARS && range[1] >= OLDEST_YEARS,
            Some(DataType::Pediatric) => range[0] <= 0.0 && range[1] >= LAST_YEAR_OF_CHILDHOOD,
            _ => false,
        };
        let age_unknown = environment.get(Variable::AgeYears).is_none();
        let years = population.age_years;
        let years = years.filter(|range| !(age_unknown && covered(range)));
        [
            (Variable::AgeYears, years),
            (Variable::AgeDays, population.age_days),
            (Variable::GaWeeks, population.ga_weeks),
            (Variable::BsaM2, population.bsa_m2),
            (Variable::HeightCm, population.height_cm),
            (Variable::WeightKg, population.weight_kg),
            (Variable::CrlMm, population.crl_mm),
        ]
        .into_iter()
        .filter_map(|(variable, range)| Some((variable, range?)))
        .collect()
    }
}
