//! Reference values as they are handed over with a study, and the place of its values among them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::references::guideline::table::GuidelineTable;
use crate::references::patient::FetalSizes;
use crate::references::row::ReferenceRow;
use crate::references::standing::Standing;

/// Rows of a measurement, in the order in which they count.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChosenRows {
    image_type: String,
    name: String,
    rows: Vec<String>,
}

/// Reference values of a study as they are handed over.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    z_limit: f64,
    rows: Vec<ReferenceRow>,
    chosen: Vec<ChosenRows>,
    #[serde(default)]
    fetus: FetalSizes,
    #[serde(default)]
    tables: Vec<GuidelineTable>,
    #[serde(default)]
    values: BTreeMap<String, f64>,
}

/// The rows that a project uses, by measurement, and the limit of z.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Wire")]
pub struct StudyReferences {
    pub(super) z_limit: f64,
    pub(super) rows: Vec<ReferenceRow>,
    /// Places of rows by image type and name.
    pub(super) chosen: BTreeMap<(String, String), Vec<usize>>,
    /// Sizes of the fetus from clinical data, for those that the study does not measure.
    pub(super) fetus: FetalSizes,
    /// Decision tables of guidelines.
    pub(super) tables: Vec<GuidelineTable>,
    /// Inputs of tables that a person states, by name; they count where the study does not measure them.
    pub(super) values: BTreeMap<String, f64>,
}

impl TryFrom<Wire> for StudyReferences {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        if !(wire.z_limit.is_finite() && wire.z_limit > 0.0) {
            return Err(format!("z_limit {} is not above 0", wire.z_limit));
        }
        let ids = wire.rows.iter().enumerate();
        let places: BTreeMap<&str, usize> = ids.map(|(at, row)| (row.id.as_str(), at)).collect();
        let mut chosen = BTreeMap::new();
        for ChosenRows {
            image_type,
            name,
            rows,
        } in &wire.chosen
        {
            let place = |id: &String| {
                let place = places.get(id.as_str()).copied();
                place.ok_or_else(|| format!("{image_type}, {name}: no row is named {id}"))
            };
            let rows = rows.iter().map(place).collect::<Result<Vec<_>, _>>()?;
            chosen.insert((image_type.clone(), name.clone()), rows);
        }
        Ok(Self {
            z_limit: wire.z_limit,
            chosen,
            fetus: wire.fetus,
            tables: wire.tables,
            values: wire.values,
            rows: wire.rows,
        })
    }
}

/// A measurement against its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MeasurementStandings {
    /// Name of the measurement.
    pub name: String,
    /// One for each row, in the order in which rows count; rows for the other sex are left out.
    pub standings: Vec<Standing>,
}
