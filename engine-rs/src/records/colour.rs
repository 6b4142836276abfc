//! How the colours of a compressed stream were found out.

use serde::{Deserialize, Serialize};

/// The evidence that three samples are RGB or brightness and chroma.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColourBasis {
    /// A component has fewer samples than the first: it is chroma.
    SubsampledChroma,
    /// The transform flag of APP14 "Adobe".
    AdobeMarker,
    /// APP0 "JFIF", whose colours are brightness and chroma.
    JfifMarker,
    /// Components that are named R, G and B.
    ComponentIds,
    /// A lossless stream, which holds what it was given.
    Lossless,
    /// Photometric Interpretation of the header; the stream has no evidence.
    Header,
}

/// Colours of a stream and what decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ColourDecision {
    /// The samples are red, green and blue; else brightness and chroma.
    pub rgb: bool,
    /// The evidence.
    pub basis: ColourBasis,
}
