//! Facts of the patient of a study: normal ranges and multiples of medians depend on it.

use serde::{Deserialize, Serialize};

pub use crate::records::data_type::DataType;

/// Sex of the patient, as in DICOM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Sex {
    /// Male.
    M,
    /// Female.
    F,
    /// Other.
    O,
}

/// Facts that normal ranges and multiples of medians depend on; null where unknown.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct StudyFacts {
    /// Kind of data; without one no normal range holds.
    pub data_type: Option<DataType>,
    /// Exact age of the pregnancy, days.
    pub gestational_age_days: Option<f64>,
    /// Age of the patient, days.
    pub age_days: Option<f64>,
    /// Sex of the patient.
    pub sex: Option<Sex>,
    /// Height, cm.
    pub height_cm: Option<f64>,
    /// Weight, kg.
    pub weight_kg: Option<f64>,
}

impl StudyFacts {
    /// Exact weeks of the pregnancy.
    pub fn gestational_weeks(&self) -> Option<f64> {
        self.gestational_age_days.map(|days| days / 7.0)
    }

    /// Body surface area in m2 by Du Bois and Du Bois (1916): 0.007184 W^0.425 H^0.725.
    pub fn body_surface_m2(&self) -> Option<f64> {
        let (height, weight) = (self.height_cm?, self.weight_kg?);
        let area = 0.007184 * libm::pow(weight, 0.425) * libm::pow(height, 0.725);
        (height > 0.0 && weight > 0.0 && area.is_finite()).then_some(area)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn body_surface_meets_the_table_of_du_bois() {
        // 1.73 m2 is the surface of 63 kg and 170 cm to two decimals (Du Bois' chart).
        let facts = StudyFacts {
            height_cm: Some(170.0),
            weight_kg: Some(63.0),
            ..StudyFacts::default()
        };
        assert!((facts.body_surface_m2().unwrap() - 1.73).abs() < 0.005);
        assert_eq!(StudyFacts::default().body_surface_m2(), None);
    }
}
