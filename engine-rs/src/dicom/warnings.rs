//! Warnings of one file, each code once, so that a file of errors costs no memory.

use super::dictionary;
use super::element::Tag;
use crate::limits::MAX_VALUE_NOTES;
use crate::records::metadata::WarningCode;
use crate::records::value_note::{ValueFault, ValueNote};

/// A small set of codes.
#[derive(Debug, Clone, Default)]
pub struct Warnings {
    codes: Vec<WarningCode>,
    notes: Vec<ValueNote>,
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

    /// Notes a value that is not used as it is written, with its code; each attribute and fault once.
    pub fn value(&mut self, tag: Tag, value: String, fault: ValueFault) {
        self.push(match fault {
            ValueFault::Unreadable => WarningCode::ValueUnreadable,
            ValueFault::CommaForPoint => WarningCode::CommaForPoint,
            ValueFault::Implausible | ValueFault::WrongCount => WarningCode::FrameTimesImplausible,
        });
        let note = ValueNote {
            tag: tag.to_string(),
            keyword: dictionary::lookup(tag).map(|entry| entry.1.to_owned()),
            value,
            fault,
        };
        let known = |other: &ValueNote| other.tag == note.tag && other.fault == note.fault;
        if self.notes.len() < MAX_VALUE_NOTES && !self.notes.iter().any(known) {
            self.notes.push(note);
        }
    }

    /// The notes, in the order in which they came.
    pub fn notes(&self) -> &[ValueNote] {
        &self.notes
    }

    /// The codes in a fixed order, whatever order they came in.
    pub fn sorted(&self) -> Vec<WarningCode> {
        let mut codes = self.codes.clone();
        codes.sort_unstable();
        codes
    }
}
