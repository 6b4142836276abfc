//! Values of a file that are not used as they are written.

use serde::{Deserialize, Serialize};

/// A stated number that is not used as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ValueNote {
    /// Tag as `(gggg,eeee)`.
    pub tag: String,
    /// Keyword of the standard.
    pub keyword: Option<String>,
    /// The value as in the file, shortened.
    pub value: String,
    /// The fault.
    pub fault: ValueFault,
}

/// The fault of a stated number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ValueFault {
    /// It is not a number; the attribute counts as absent.
    Unreadable,
    /// It has a comma where the standard has a point, and was read with a point.
    CommaForPoint,
    /// Frame times that do not increase, or are faster or slower than any machine: the next source is used.
    Implausible,
    /// A list that does not have a time for each frame: the next source is used.
    WrongCount,
}
