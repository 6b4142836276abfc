//! The part of the set of image types that measurements need: patterns with their lines and points.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::measure::image::Interpolation;
use crate::measure::refusal::MeasurementRefusal;

/// Lines of one pattern after another.
#[derive(Debug)]
pub struct ImageType {
    lines: Vec<ConfiguredLine>,
}

/// A line of a pattern.
#[derive(Debug)]
struct ConfiguredLine {
    pattern: String,
    name: String,
    interpolation: Interpolation,
    points: Vec<String>,
    /// The line inside of it that it is predicted from.
    inner: Option<String>,
}

/// The used fields of a row.
#[derive(Deserialize)]
struct TypeRow {
    #[serde(rename = "type")]
    image_type: String,
    patterns: Vec<PatternRow>,
}

#[derive(Deserialize)]
struct PatternRow {
    name: String,
    lines: Vec<LineRow>,
}

#[derive(Deserialize)]
struct LineRow {
    name: String,
    interpolation: Interpolation,
    #[serde(default)]
    control_points: Vec<PointRow>,
    #[serde(default)]
    predicted_from: Option<String>,
}

#[derive(Deserialize)]
struct PointRow {
    #[serde(rename = "type")]
    kind: String,
}

/// Reads the rows of the set.
///
/// # Errors
/// `configuration` for a row that cannot be read.
pub fn image_types(rows: &[Value]) -> Result<BTreeMap<String, ImageType>, MeasurementRefusal> {
    let read = |row: &Value| {
        let row = TypeRow::deserialize(row).map_err(|error| {
            MeasurementRefusal::Configuration(format!("echo_image_types: {error}"))
        })?;
        let name = row.image_type.clone();
        let lines = row.patterns.into_iter().flat_map(PatternRow::lines);
        Ok((
            name,
            ImageType {
                lines: lines.collect(),
            },
        ))
    };
    rows.iter().map(read).collect()
}

impl PatternRow {
    fn lines(self) -> Vec<ConfiguredLine> {
        let line = |line: LineRow| ConfiguredLine {
            pattern: self.name.clone(),
            name: line.name,
            interpolation: line.interpolation,
            points: line.control_points.into_iter().map(|p| p.kind).collect(),
            inner: line.predicted_from,
        };
        self.lines.into_iter().map(line).collect()
    }
}

impl ImageType {
    /// How a line runs; of a pattern that does not have it, as in another.
    pub fn interpolation(&self, pattern: &str, line: &str) -> Option<Interpolation> {
        let named = || self.lines.iter().filter(|found| found.name == line);
        let exact = named().find(|found| found.pattern == pattern);
        exact
            .or_else(|| named().next())
            .map(|found| found.interpolation)
    }

    /// The line that is predicted around another one: the epicardium of an endocardium.
    pub fn outer(&self, pattern: &str, line: &str) -> Option<&str> {
        let mut lines = self.lines.iter().filter(|found| found.pattern == pattern);
        let around = lines.find(|found| found.inner.as_deref() == Some(line))?;
        Some(&around.name)
    }

    /// There is such a pattern.
    pub fn has_pattern(&self, pattern: &str) -> bool {
        self.lines.iter().any(|line| line.pattern == pattern)
    }

    /// A line of this name exists in one of the patterns, in any when none is named.
    pub fn has_line(&self, patterns: &[String], line: &str) -> bool {
        self.in_patterns(patterns).any(|found| found.name == line)
    }

    /// A point of this name exists on one of the lines, on any when none is named.
    pub fn has_point(&self, patterns: &[String], lines: &[String], point: &str) -> bool {
        self.in_patterns(patterns)
            .filter(|found| lines.is_empty() || lines.contains(&found.name))
            .any(|found| found.points.iter().any(|name| name == point))
    }

    fn in_patterns<'a>(
        &'a self,
        patterns: &'a [String],
    ) -> impl Iterator<Item = &'a ConfiguredLine> {
        self.lines
            .iter()
            .filter(|line| patterns.is_empty() || patterns.contains(&line.pattern))
    }
}
