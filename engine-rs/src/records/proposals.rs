//! Cardiac events that are offered to a person, and how they were found.

use serde::{Deserialize, Serialize};

/// Version of the methods of this module: it grows with every change of what they propose.
pub const METHOD_VERSION: &str = "4";

/// How proposals were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ProposalMethod {
    /// R waves that the file states.
    RWaveTimes,
    /// R waves of the ECG that the file has as samples.
    EcgWaveform,
    /// R waves of the ECG trace in the picture.
    EcgTrace,
    /// The picture repeats itself; where a cycle begins is not known.
    Periodicity,
}

/// Ambiguity of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unclear {
    /// Other waves of the ECG stand out nearly as much as those proposed as R waves.
    RWaves,
    /// The picture repeats itself, but a multiple or a part of the period fits as well; none is proposed.
    Period,
    /// Motion continues after contraction: end systole is placed where contraction slows down, or not at all.
    EndSystole,
}

/// Proposals for one image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Proposals {
    /// How the onsets, or the period, were found.
    pub method: ProposalMethod,
    /// Version of the methods.
    pub method_version: String,
    /// R waves: columns of a strip, or frames of a clip (fractions between two frames); none with
    /// only a period.
    pub onsets: Vec<f64>,
    /// End-diastolic columns or frames.
    pub end_diastoles: Vec<f64>,
    /// End-systolic columns or frames: at most one between two neighbouring onsets.
    pub end_systoles: Vec<f64>,
    /// Usual length of a cycle, in columns or frames.
    pub period: Option<f64>,
    /// Ambiguities that a reader should check.
    pub unclear: Vec<Unclear>,
}
