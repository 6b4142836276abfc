//! Warnings of one file, each code once, so that a file of errors costs no memory.

use crate::records::metadata::WarningCode;

/// A small set of codes.
#[derive(Debug, Clone, Default)]
pub struct Warnings {
    codes: Vec<WarningCode>,
}

impl Warnings {
    /// Adds a code unless it is there.
    pub fn push(&mut self, code: WarningCode) {
        if !self.codes.contains(&code) {
            self.codes.push(code);
        }
    }

    /// Adds several codes.
    pub fn extend(&mut self, codes: impl IntoIterator<Item = WarningCode>) {
        codes.into_iter().for_each(|code| self.push(code));
    }

    /// The codes in a fixed order, whatever order they came in.
    pub fn sorted(&self) -> Vec<WarningCode> {
        let mut codes = self.codes.clone();
        codes.sort_unstable();
        codes
    }
}
