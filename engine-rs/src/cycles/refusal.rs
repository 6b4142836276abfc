//! Why a mark or a choice of cycles is refused, with the words that are shown (docs/specification.md#image-analysis).

use std::fmt;

/// A refusal or an alarm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkRefusal {
    /// A frame that is not after the one before.
    LaterFrame,
    /// An onset that is not far enough after the one before.
    LaterOnset,
    /// A mark that is not far enough after the one before.
    LaterPosition,
    /// A mark that is not far enough before the one after.
    EarlierPosition,
    /// More cycles than are allowed.
    TooManyCycles {
        /// Cycles allowed.
        max: usize,
    },
    /// Cycles with a gap between them.
    NotContiguous,
    /// A cycle of quite another length than the others: reported, not refused.
    Deviation,
}

impl MarkRefusal {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::LaterFrame => "later-frame",
            Self::LaterOnset => "later-onset",
            Self::LaterPosition => "later-position",
            Self::EarlierPosition => "earlier-position",
            Self::TooManyCycles { .. } => "too-many-cycles",
            Self::NotContiguous => "not-contiguous",
            Self::Deviation => "cycle-deviation",
        }
    }
}

impl fmt::Display for MarkRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LaterFrame => write!(f, "Please select a later frame"),
            Self::LaterOnset => write!(f, "Please select a later onset"),
            Self::LaterPosition => write!(f, "Please select a later position"),
            Self::EarlierPosition => write!(f, "Please select an earlier position"),
            Self::TooManyCycles { max } => write!(f, "Please select a maximum of {max} cycles"),
            Self::NotContiguous => write!(f, "Please select continuous cycles"),
            Self::Deviation => write!(
                f,
                "The size of this cycle is more than 50% different than the mean"
            ),
        }
    }
}
