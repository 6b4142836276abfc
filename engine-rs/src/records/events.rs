//! Marks of the cardiac cycle (docs/specification.md#image-analysis).

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::origin::MarkOrigin;

/// A frame number (2D, from 1) or a column (M-Mode, Doppler, in pixels); `false` until it is set.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "number | false"))]
pub struct Mark(pub Option<f64>);

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(position) => serializer.serialize_f64(position),
            None => serializer.serialize_bool(false),
        }
    }
}

impl<'de> Deserialize<'de> for Mark {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Wire {
            Position(f64),
            Unset(bool),
        }
        match Wire::deserialize(deserializer)? {
            Wire::Position(position) => Ok(Self(Some(position))),
            Wire::Unset(false) => Ok(Self(None)),
            Wire::Unset(true) => Err(serde::de::Error::custom("a mark is a number or false")),
        }
    }
}

#[cfg(feature = "types")]
impl schemars::JsonSchema for Mark {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Mark".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "anyOf": [{ "type": "number" }, { "const": false }] })
    }
}

/// Marks of one cycle. 2D uses the two frames, M-Mode all positions, Doppler the onsets.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct CardiacEvents {
    /// Identity of the cycle, unique within the image: it stays when other cycles are removed.
    pub id: String,
    /// Why the cycle does not count; its values are null then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Exclusion>,
    /// End-diastolic frame (2D).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_diastole: Option<Mark>,
    /// End-systolic frame (2D) or column (M-Mode).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_systole: Option<Mark>,
    /// Column where the cycle begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onset_start: Option<Mark>,
    /// Column where the cycle ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onset_end: Option<Mark>,
    /// Column of the first end diastole (M-Mode).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_diastole_start: Option<Mark>,
    /// Column of the end diastole that closes the cycle (M-Mode).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_diastole_end: Option<Mark>,
    /// Where marks come from that no person placed first; absent where all are by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origins: Option<MarkOrigins>,
}

/// Why a cycle does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// In words of the person who excluded it, e.g. `ectopic beat`.
    pub reason: String,
}

/// Origins of the marks of a cycle, under the names of the marks; an absent one was placed by hand.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct MarkOrigins {
    /// Of the end-diastolic frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_diastole: Option<MarkOrigin>,
    /// Of the end-systolic frame or column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_systole: Option<MarkOrigin>,
    /// Of the column where the cycle begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onset_start: Option<MarkOrigin>,
    /// Of the column where the cycle ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onset_end: Option<MarkOrigin>,
    /// Of the column of the first end diastole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_diastole_start: Option<MarkOrigin>,
    /// Of the column of the end diastole that closes the cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_diastole_end: Option<MarkOrigin>,
}

/// The landmark of an onset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum OnsetType {
    /// Start of the QRS complex.
    QRS,
    /// Peak of the R wave; default of adult and pediatric data.
    #[serde(rename = "R-wave")]
    RWave,
    /// Start of flow; default of fetal data.
    Flow,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_a_number_or_false() {
        let events: CardiacEvents =
            serde_json::from_str(r#"{"end_diastole":1,"end_systole":false}"#).unwrap();
        assert_eq!(events.end_diastole, Some(Mark(Some(1.0))));
        assert_eq!(events.end_systole, Some(Mark(None)));
        assert_eq!(
            serde_json::to_string(&events).unwrap(),
            r#"{"id":"","end_diastole":1.0,"end_systole":false}"#
        );
        assert!(serde_json::from_str::<CardiacEvents>(r#"{"end_diastole":true}"#).is_err());
        assert!(serde_json::from_str::<CardiacEvents>(r#"{"start":1}"#).is_err());
    }
}
