//! Where the bytes of each frame lie: an index that grows as fragments arrive.
//!
//! Positions are bytes from the start of the file.

mod fragments;
mod items;
mod native;

use super::warnings::Warnings;
use crate::records::metadata::WarningCode;
pub use fragments::FragmentIndex;
pub use items::items_of;
pub use native::NativeIndex;

/// First bytes of a fragment that are looked at to see whether a frame begins.
pub const HEAD_BYTES: usize = 8;

/// Bytes of one frame in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameBytes {
    /// Start and length of each piece, in order.
    pub ranges: Vec<(u64, u64)>,
    /// Bits to pass over at the start of the first piece: frames of 1-bit samples may begin
    /// within a byte, and turned words within a word.
    pub skip_bits: u32,
    /// The file ends before the frame does.
    pub partial: bool,
}

/// The index of one file.
#[derive(Debug, Clone)]
pub enum FrameIndex {
    /// Plain samples.
    Native(NativeIndex),
    /// Fragments.
    Encapsulated(FragmentIndex),
}

impl FrameIndex {
    /// Frames of the first `declared` that are whole when the file has been seen up to `position`.
    pub fn available(&self, declared: u32, position: u64, finished: bool) -> u32 {
        match self {
            Self::Native(index) => {
                let (begun, whole) = index.count(position);
                let count = if finished { begun } else { whole };
                u32::try_from(count).unwrap_or(u32::MAX).min(declared)
            }
            Self::Encapsulated(index) => index.available(),
        }
    }

    /// Bytes of a frame that [`Self::available`] counts.
    pub fn bytes(&self, frame_index: u32, position: u64) -> FrameBytes {
        match self {
            Self::Native(index) => index.bytes(u64::from(frame_index), position),
            Self::Encapsulated(index) => index.bytes(frame_index as usize, position),
        }
    }

    /// Where a frame should lie that has not arrived: first byte and, where known, the byte after.
    /// Items of encapsulated frames are there too.
    pub fn announced(&self, frame_index: u32) -> Option<(u64, Option<u64>)> {
        match self {
            Self::Native(index) => {
                let bytes = index.bytes(u64::from(frame_index), u64::MAX);
                let &(start, length) = bytes.ranges.first()?;
                Some((start, Some(start + length)))
            }
            Self::Encapsulated(index) => index.announced(frame_index as usize),
        }
    }

    /// Frames that are in a file seen up to `position`, also beyond the declared ones. After those, only whole ones
    /// count, since Pixel Data may be padded.
    pub fn present(&self, position: u64) -> u64 {
        match self {
            Self::Native(index) => {
                let (begun, whole) = index.count(position);
                begun.min(whole.max(index.declared))
            }
            Self::Encapsulated(index) => index.present() as u64,
        }
    }

    /// Closes the index at the end of the file and reports what was odd.
    pub fn finish(&mut self, declared: u32, position: u64, warnings: &mut Warnings) {
        match self {
            Self::Native(index) => {
                if index.count(position).1 < u64::from(declared) {
                    warnings.push(WarningCode::Truncated);
                }
            }
            Self::Encapsulated(index) => index.finish(warnings),
        }
        let found = self.present(position);
        if found < u64::from(declared) {
            warnings.push(WarningCode::FewerFramesThanDeclared);
        }
        if found > u64::from(declared) {
            warnings.push(WarningCode::MoreFramesThanDeclared);
        }
    }
}
