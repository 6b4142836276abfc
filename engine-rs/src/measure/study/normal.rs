//! Place of a value in the normal range of the study (docs/image-types.md#normal-ranges).

use serde::Deserialize;

use super::equation::Equation;
use super::facts::{DataType, Sex, StudyFacts};
use crate::measure::refusal::MeasurementRefusal;
use crate::measure::unit::{Unit, conversion};
use crate::records::measurement::{NormalState, RangeState};

/// Standard deviations that hold 95 % of a normal distribution, for ranges given as mean and SD.
const Z_OF_95_PERCENT: f64 = 1.96;

/// A range as configured.
#[derive(Debug, Clone, Deserialize)]
struct Wire {
    data_type: DataType,
    #[serde(default)]
    sex: Option<Sex>,
    #[serde(default)]
    low: Option<f64>,
    #[serde(default)]
    high: Option<f64>,
    #[serde(default)]
    mean: Option<f64>,
    #[serde(default)]
    sd: Option<f64>,
    #[serde(default, rename = "M")]
    median: Option<String>,
    #[serde(default, rename = "S")]
    spread: Option<String>,
    #[serde(default, rename = "g")]
    skew: Option<f64>,
    #[serde(default)]
    z_low: Option<f64>,
    #[serde(default)]
    z_high: Option<f64>,
    #[serde(default)]
    weeks: Option<[f64; 2]>,
    #[serde(default)]
    abnormal_above_multiple: Option<f64>,
    #[serde(default)]
    exclusive_low: bool,
    #[serde(default)]
    exclusive_high: bool,
    #[serde(default)]
    unit: Option<String>,
    #[serde(default)]
    indexed_by: Option<String>,
    #[serde(default)]
    grades: Vec<Grade>,
    source: String,
    checked: bool,
}

/// A severity: values from `low` up to, not including, `high`, in the unit of the range.
#[derive(Debug, Clone, Deserialize)]
struct Grade {
    name: String,
    low: Option<f64>,
    high: Option<f64>,
}

impl Grade {
    fn holds(&self, value: f64) -> bool {
        self.low.is_none_or(|low| value >= low) && self.high.is_none_or(|high| value < high)
    }
}

/// A range that can be applied.
#[derive(Debug, Clone)]
pub struct NormalRange {
    wire: Wire,
    median: Option<Equation>,
    spread: Option<Equation>,
    /// Units of the range in one unit of the measurement.
    per_unit: f64,
}

/// Factor from an amount of one unit to an amount of another, by their names.
fn between(from: &str, to: &str) -> Option<f64> {
    conversion(Unit::of(from)?, Unit::of(to)?)
}

impl NormalRange {
    /// Reads a range of a measurement in `units`.
    ///
    /// # Errors
    /// `configuration`.
    pub fn load(value: &serde_json::Value, units: &str) -> Result<Self, MeasurementRefusal> {
        let refused =
            |detail: String| MeasurementRefusal::Configuration(format!("normal range: {detail}"));
        let wire = Wire::deserialize(value).map_err(|error| refused(error.to_string()))?;
        let equation = |text: &Option<String>| text.as_deref().map(Equation::parse).transpose();
        let indexed = wire.indexed_by.as_deref();
        if indexed.is_some_and(|by| by != "BSA") {
            return Err(refused(format!(
                "unknown index {}",
                indexed.unwrap_or_default()
            )));
        }
        let unit = wire.unit.as_deref().unwrap_or(units);
        let unit = if indexed.is_some() {
            unit.trim_end_matches("/m2")
        } else {
            unit
        };
        let per_unit = between(units, unit)
            .ok_or_else(|| refused(format!("{unit} is not a unit of a value in {units}")))?;
        Ok(Self {
            median: equation(&wire.median)?,
            spread: equation(&wire.spread)?,
            per_unit,
            wire,
        })
    }

    fn holds_for(&self, facts: &StudyFacts) -> bool {
        Some(self.wire.data_type) == facts.data_type
            && (self.wire.sex.is_none() || self.wire.sex == facts.sex)
    }

    /// The distribution at the study's age: expected value, standard deviation, skewness.
    fn distribution(&self, facts: &StudyFacts) -> Result<Option<Distribution>, &'static str> {
        if let (Some(mean), Some(sd)) = (self.wire.mean, self.wire.sd) {
            return Ok(Some(Distribution {
                expected: mean,
                sd: Some(sd),
                skew: 0.0,
            }));
        }
        let Some(median) = &self.median else {
            return Ok(None);
        };
        let weeks = weeks_of(facts)?;
        Ok(Some(Distribution {
            expected: median.at(weeks),
            sd: self.spread.as_ref().map(|spread| spread.at(weeks)),
            skew: self.wire.skew.unwrap_or(0.0),
        }))
    }

    /// Where a value in the unit of the range lies.
    fn judge(&self, value: f64, facts: &StudyFacts) -> Result<Judged, &'static str> {
        let wire = &self.wire;
        if let Some([first, last]) = wire.weeks
            && !(first..=last).contains(&weeks_of(facts)?)
        {
            return Err("the gestational age is outside of the range's weeks");
        }
        let distribution = self.distribution(facts)?;
        let (mut low, mut high) = (wire.low, wire.high);
        if let Some(Distribution { expected, .. }) = distribution
            && let Some(multiple) = wire.abnormal_above_multiple
        {
            high = Some(expected * multiple);
        }
        if let Some(distribution) = &distribution
            && distribution.sd.is_some()
        {
            low = distribution.at(wire.z_low.unwrap_or(-Z_OF_95_PERCENT));
            high = distribution.at(wire.z_high.unwrap_or(Z_OF_95_PERCENT));
        }
        if low.is_none() && high.is_none() {
            return Err("the range names no limits");
        }
        let below = low.is_some_and(|low| value < low || (wire.exclusive_low && value == low));
        let above = high.is_some_and(|high| value > high || (wire.exclusive_high && value == high));
        Ok(Judged {
            outside: below || above,
            low,
            high,
            expected: distribution.as_ref().map(|found| found.expected),
            z: distribution.and_then(|found| found.z(value)),
            grade: wire
                .grades
                .iter()
                .find(|grade| grade.holds(value))
                .map(|grade| grade.name.clone()),
        })
    }
}

fn weeks_of(facts: &StudyFacts) -> Result<f64, &'static str> {
    facts
        .gestational_weeks()
        .ok_or("the study has no gestational age")
}

struct Judged {
    outside: bool,
    low: Option<f64>,
    high: Option<f64>,
    expected: Option<f64>,
    z: Option<f64>,
    grade: Option<String>,
}

/// A normal distribution, or the exponential normal one y = M + S ln(1 + g z) / g.
struct Distribution {
    expected: f64,
    sd: Option<f64>,
    skew: f64,
}

impl Distribution {
    fn at(&self, z: f64) -> Option<f64> {
        let shift = match self.skew {
            0.0 => z,
            g => libm::log(1.0 + g * z) / g,
        };
        let value = self.expected + self.sd? * shift;
        value.is_finite().then_some(value)
    }

    fn z(&self, value: f64) -> Option<f64> {
        let shift = (value - self.expected) / self.sd?;
        let z = match self.skew {
            0.0 => shift,
            g => (libm::exp(g * shift) - 1.0) / g,
        };
        z.is_finite().then_some(z)
    }
}

fn undefined(reason: &str, source: Option<&str>) -> NormalState {
    NormalState {
        state: RangeState::Undefined,
        low: None,
        high: None,
        expected: None,
        z: None,
        indexed: None,
        grade: None,
        source: source.map(str::to_owned),
        reason: Some(reason.to_owned()),
    }
}

/// Where a value of a measurement lies; undefined with the reason where no checked range holds.
pub fn normal_state(ranges: &[NormalRange], value: Option<f64>, facts: &StudyFacts) -> NormalState {
    let holding = ranges.iter().find(|range| range.holds_for(facts));
    let Some(range) = holding else {
        return undefined("no range applies to this study", None);
    };
    let source = Some(range.wire.source.as_str());
    if !range.wire.checked {
        return undefined("the range is not checked against its source", source);
    }
    let Some(value) = value else {
        return undefined("no value to compare", source);
    };
    let surface = match (&range.wire.indexed_by, facts.body_surface_m2()) {
        (None, _) => None,
        (Some(_), Some(surface)) => Some(surface),
        (Some(_), None) => return undefined("the study has no height or weight", source),
    };
    let indexed = surface.map(|surface| value * range.per_unit / surface);
    let compared = indexed.unwrap_or(value * range.per_unit);
    match range.judge(compared, facts) {
        Err(reason) => undefined(reason, source),
        Ok(judged) => {
            // Limits are shown in the unit of the measurement, those per square metre as they are.
            let unit = if indexed.is_some() {
                1.0
            } else {
                range.per_unit
            };
            let shown =
                |limit: Option<f64>| limit.map(|limit| limit / unit).filter(|x| x.is_finite());
            NormalState {
                state: if judged.outside {
                    RangeState::OutOfRange
                } else {
                    RangeState::InRange
                },
                low: shown(judged.low),
                high: shown(judged.high),
                expected: shown(judged.expected),
                z: judged.z,
                indexed,
                grade: judged.grade,
                source: source.map(str::to_owned),
                reason: None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fetal(weeks: f64) -> StudyFacts {
        StudyFacts {
            data_type: Some(DataType::Fetal),
            gestational_age_days: Some(weeks * 7.0),
            ..StudyFacts::default()
        }
    }

    fn ua_pi() -> Vec<NormalRange> {
        let range = json!({"data_type": "fetal", "equation": "exponential normal", "weeks": [24, 40],
            "M": "1.02944 + 77.7456 GA^-2 - 0.000004455 GA^3",
            "S": "-0.00645693 + 254.885 ln(GA) GA^-2 - 715.949 GA^-2", "g": -0.0768617,
            "z_low": -1.645, "z_high": 1.645, "source": "Drukker 2020", "checked": true});
        vec![NormalRange::load(&range, "").unwrap()]
    }

    #[test]
    fn limits_meet_the_worked_values_of_the_umbilical_artery() {
        // docs/image-types.md#normal-ranges, 5th, 50th and 95th centile, given with two decimals.
        for (weeks, [low, median, high]) in [
            (24.0, [0.86, 1.10, 1.38]),
            (28.0, [0.78, 1.03, 1.32]),
            (32.0, [0.72, 0.96, 1.24]),
            (36.0, [0.66, 0.88, 1.14]),
            (40.0, [0.59, 0.79, 1.03]),
        ] {
            let found = normal_state(&ua_pi(), Some(median), &fetal(weeks));
            let near = |found: Option<f64>, worked: f64| (found.unwrap() - worked).abs() < 0.0051;
            assert_eq!(found.state, RangeState::InRange);
            assert!(
                near(found.low, low) && near(found.high, high),
                "{weeks} {found:?}"
            );
            assert!(near(found.expected, median), "{weeks} {found:?}");
            let above = normal_state(&ua_pi(), found.high.map(|high| high + 0.001), &fetal(weeks));
            assert_eq!(above.state, RangeState::OutOfRange);
            assert!((above.z.unwrap() - 1.645).abs() < 0.02);
        }
    }

    #[test]
    fn unknown_is_undefined_with_its_reason() {
        let reason = |facts: &StudyFacts| normal_state(&ua_pi(), Some(1.0), facts).reason.unwrap();
        assert!(reason(&fetal(23.0)).contains("weeks"));
        assert!(reason(&StudyFacts::default()).contains("no range"));
        let mut ageless = fetal(30.0);
        ageless.gestational_age_days = None;
        assert!(reason(&ageless).contains("gestational age"));
    }

    #[test]
    fn limits_follow_sex_unit_and_body_surface() {
        let load = |range| vec![NormalRange::load(&range, "mm").unwrap()];
        let mut adult = StudyFacts {
            data_type: Some(DataType::Adult),
            sex: Some(Sex::F),
            height_cm: Some(170.0),
            weight_kg: Some(63.0),
            ..StudyFacts::default()
        };
        let range = json!({"data_type": "adult", "sex": "F", "low": 0.6, "high": 0.9, "unit": "cm",
            "source": "x", "checked": true});
        let found = normal_state(&load(range.clone()), Some(9.5), &adult);
        assert_eq!(found.state, RangeState::OutOfRange);
        assert!((found.high.unwrap() - 9.0).abs() < 1e-12);
        let mut unchecked = range.clone();
        unchecked["checked"] = json!(false);
        let found = normal_state(&load(unchecked), Some(9.5), &adult);
        assert_eq!(found.state, RangeState::Undefined);
        adult.sex = Some(Sex::M);
        let found = normal_state(&load(range), Some(9.5), &adult);
        assert_eq!(found.state, RangeState::Undefined);
        let volume = json!({"data_type": "adult", "low": 34, "high": 74, "indexed_by": "BSA",
            "unit": "ml/m2", "source": "x", "checked": true});
        let ranges = [NormalRange::load(&volume, "ml").unwrap()];
        let found = normal_state(&ranges, Some(130.0), &adult);
        // 130 ml over 1.73 m2 are 75.1 ml/m2.
        assert!((found.indexed.unwrap() - 75.1).abs() < 0.3);
        assert_eq!(found.state, RangeState::OutOfRange);
        assert!(NormalRange::load(&volume, "cm").is_err());
    }

    #[test]
    fn limits_with_weeks_apply_within_them_only() {
        let range = json!({"data_type": "fetal", "low": 110, "high": 160, "weeks": [20, 42],
            "source": "x", "checked": true});
        let ranges = [NormalRange::load(&range, "bpm").unwrap()];
        // An embryo of nine weeks has 170 to 180 beats per minute.
        let embryo = normal_state(&ranges, Some(175.0), &fetal(9.0));
        assert_eq!(embryo.state, RangeState::Undefined);
        assert!(embryo.reason.unwrap().contains("weeks"));
        let fetus = normal_state(&ranges, Some(175.0), &fetal(30.0));
        assert_eq!(fetus.state, RangeState::OutOfRange);
    }

    #[test]
    fn a_limit_of_two_grades_belongs_to_the_upper_one() {
        let range = json!({"data_type": "adult", "high": 2.6, "unit": "m/s", "source": "x", "checked": true,
            "grades": [{"name": "none", "low": null, "high": 2.6}, {"name": "mild", "low": 2.6, "high": 3},
                {"name": "moderate", "low": 3, "high": 4}, {"name": "severe", "low": 4, "high": null}]});
        let adult = StudyFacts {
            data_type: Some(DataType::Adult),
            ..StudyFacts::default()
        };
        let ranges = [NormalRange::load(&range, "cm/s").unwrap()];
        let grade = |value| normal_state(&ranges, Some(value), &adult).grade.unwrap();
        for (value, expected) in [
            (259.0, "none"),
            (260.0, "mild"),
            (295.0, "mild"),
            (300.0, "moderate"),
            (400.0, "severe"),
        ] {
            assert_eq!(grade(value), expected, "{value}");
        }
    }
}
