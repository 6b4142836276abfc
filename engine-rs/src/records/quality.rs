//! Comments and quality scores of an image (docs/specification.md#image-analysis).

use serde::{Deserialize, Serialize};

/// A comment or an entry of quality control.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// When, ms since 1970 UTC.
    pub date: f64,
    /// Author's e-mail.
    pub user: String,
    /// Author's initials.
    pub initials: String,
    /// The text.
    pub content: String,
    /// `score`, `score-accept`, `score-text` or the page's name.
    #[serde(rename = "type")]
    pub kind: String,
    /// Study it belongs to.
    #[serde(default)]
    pub study_id: Option<String>,
    /// Image it belongs to.
    #[serde(default)]
    pub image_filename: Option<String>,
    /// Label of the image when it was written.
    #[serde(default)]
    pub image_label: Option<String>,
}

/// A filled quality template.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct QualityScore {
    /// In the template's order.
    pub sections: Vec<QualitySection>,
}

/// One section of a quality template.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct QualitySection {
    /// Heading, e.g. `General`.
    pub name: String,
    /// In the template's order.
    pub items: Vec<QualityItem>,
}

/// One question of a quality template.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct QualityItem {
    /// The question.
    pub name: String,
    /// Options to choose from, `N/A` included.
    #[serde(default)]
    pub options: Vec<String>,
    /// The chosen option; null until one is chosen.
    #[serde(default)]
    pub value: Option<String>,
}

/// The result of quality control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Accepted {
    /// The image is good enough.
    Yes,
    /// It is not.
    No,
}
