//! Where points and marks come from (docs/contracts.md#stored-work).

use serde::{Deserialize, Serialize};

/// Who placed a point or a mark first. Moving it does not change the origin: how far from where it
/// was proposed follows from its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A person; no method and no proposed position.
    #[default]
    Hand,
    /// Copied from another cycle or event by the engine.
    Copied,
    /// Proposed by a program, and accepted by a person.
    Proposed,
    /// From a file of another program.
    Imported,
}

impl Origin {
    /// Placed by a person: what a record leaves out.
    pub fn is_hand(&self) -> bool {
        *self == Self::Hand
    }
}

/// Where a mark comes from that no person placed first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MarkOrigin {
    /// Who placed it.
    pub origin: Origin,
    /// Name of the method that placed it.
    pub method: String,
    /// Version of that method.
    pub method_version: String,
    /// Where the method placed it: a frame number from 1, or a column.
    pub proposed: f64,
}
