//! Fragments of encapsulated Pixel Data, and which of them begin a frame (PS3.5 A.4).
//!
//! An offset table is believed only while its entries point at items that begin a frame;
//! otherwise the items are walked.

use super::{FrameBytes, HEAD_BYTES};
use crate::dicom::stream_count::streams_after_first;
use crate::dicom::transfer_syntax::FrameMark;
use crate::dicom::warnings::Warnings;
use crate::records::metadata::WarningCode;

/// One fragment of encapsulated Pixel Data.
#[derive(Debug, Clone, Copy)]
struct Fragment {
    /// First byte of the payload.
    offset: u64,
    length: u32,
}

/// Fragments and which of them begin a frame.
#[derive(Debug, Clone)]
pub struct FragmentIndex {
    mark: FrameMark,
    /// First byte of the item after the Basic Offset Table; offsets count from here.
    base: Option<u64>,
    /// Offsets of the table that is still believed.
    table: Option<Vec<u64>>,
    /// The table is the one before Pixel Data.
    extended: bool,
    fragments: Vec<Fragment>,
    /// Fragments that begin a frame by the table, by their look.
    table_starts: Vec<usize>,
    walk_starts: Vec<usize>,
    /// Fragments whose first bytes are all 0: an empty frame, or the middle of one.
    empty: Vec<usize>,
    declared: u32,
    /// Fragments that look like the beginning of a frame, also where one is declared.
    begun: usize,
    complete: bool,
}

impl FragmentIndex {
    /// An index for `declared` frames; offset tables follow by [`Self::set_table`].
    pub fn new(mark: FrameMark, declared: u32) -> Self {
        Self {
            mark,
            base: None,
            table: None,
            extended: false,
            fragments: Vec::new(),
            table_starts: Vec::new(),
            walk_starts: Vec::new(),
            empty: Vec::new(),
            declared,
            begun: 0,
            complete: false,
        }
    }

    /// Sets where offsets count from, and the table if it can be true: an entry for each frame,
    /// the first 0, rising.
    pub fn set_table(&mut self, base: u64, offsets: &[u64], warnings: &mut Warnings) {
        self.base = Some(base);
        self.believe(offsets, warnings);
    }

    fn believe(&mut self, offsets: &[u64], warnings: &mut Warnings) {
        if offsets.is_empty() || (self.mark == FrameMark::Video && offsets == [0]) {
            return;
        }
        let rising = offsets[0] == 0 && offsets.windows(2).all(|pair| pair[0] < pair[1]);
        if rising && offsets.len() == self.declared as usize {
            self.table = Some(offsets.to_vec());
            self.extended = false;
        } else {
            warnings.push(WarningCode::OffsetTableIgnored);
        }
    }

    /// The Basic Offset Table has been passed.
    pub fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// Sets the Extended Offset Table, which comes before Pixel Data.
    pub fn set_extended_table(&mut self, offsets: &[u64], warnings: &mut Warnings) {
        self.believe(offsets, warnings);
        self.extended = self.table.is_some();
    }

    /// Entries of the Basic Offset Table as far as it is believed.
    pub fn basic_table(&self) -> &[u64] {
        match &self.table {
            Some(table) if !self.extended => table,
            _ => &[],
        }
    }

    /// Start and announced length of every fragment that belongs to a frame.
    pub fn all_fragments(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let surplus = self.starts().get(self.declared as usize).copied();
        self.fragments[..surplus.unwrap_or(self.fragments.len())]
            .iter()
            .map(|fragment| (fragment.offset, u64::from(fragment.length)))
    }

    /// Start and announced length of every fragment starting with one, for any frame.
    pub fn fragments_from(&self, from: usize) -> impl Iterator<Item = (u64, u64)> + '_ {
        let fragments = self.fragments.get(from..).unwrap_or(&[]);
        fragments
            .iter()
            .map(|fragment| (fragment.offset, u64::from(fragment.length)))
    }

    /// Fragments so far.
    pub fn fragment_count(&self) -> usize {
        self.fragments.len()
    }

    /// Adds a fragment: position and length of its payload and up to 8 first bytes.
    pub fn add(&mut self, offset: u64, length: u32, head: &[u8], warnings: &mut Warnings) {
        let begins = self.mark.begins_frame(head);
        let index = self.fragments.len();
        self.fragments.push(Fragment { offset, length });
        self.begun += usize::from(begins && self.mark != FrameMark::None);
        if index == 0 || (begins && self.declared > 1) {
            self.walk_starts.push(index);
        }
        let empty = head.len() == HEAD_BYTES && head.iter().all(|&byte| byte == 0);
        if empty && index > 0 {
            self.empty.push(index);
        }
        if let Some(table) = &self.table {
            let relative = (offset - 8).saturating_sub(self.base.unwrap_or(0));
            match table.get(self.table_starts.len()) {
                Some(&edge) if edge == relative && (begins || empty || index == 0) => {
                    self.table_starts.push(index);
                }
                Some(&edge) if edge <= relative => self.drop_table(warnings),
                _ => {}
            }
        }
    }

    fn drop_table(&mut self, warnings: &mut Warnings) {
        self.table = None;
        warnings.push(WarningCode::OffsetTableIgnored);
    }

    /// No more fragments follow.
    pub fn finish(&mut self, warnings: &mut Warnings) {
        if self.complete {
            return;
        }
        self.complete = true;
        if let Some(table) = &self.table
            && table.len() != self.table_starts.len()
        {
            self.drop_table(warnings);
        }
        let declared = self.declared as usize;
        let is_one = declared == 1 || self.mark == FrameMark::Video;
        if self.table.is_some() || self.walk_starts.len() == declared || is_one {
            return;
        }
        if self.walk_starts.len() + self.empty.len() == declared {
            // Loops with an empty frame inside exist.
            self.walk_starts.append(&mut self.empty);
            self.walk_starts.sort_unstable();
        } else if self.fragments.len() == declared {
            // One fragment for each frame: then each is a frame, however it looks.
            self.walk_starts = (0..declared).collect();
        }
    }

    /// Where a frame should lie by the table, before its items were seen: first byte and, but for
    /// the last frame, the byte after.
    pub(super) fn announced(&self, frame_index: usize) -> Option<(u64, Option<u64>)> {
        let (base, table) = (self.base?, self.table.as_ref()?);
        let start = base + table.get(frame_index)?;
        Some((
            start,
            table.get(frame_index + 1).map(|offset| base + offset),
        ))
    }

    fn starts(&self) -> &[usize] {
        if self.table.is_some() {
            &self.table_starts
        } else {
            &self.walk_starts
        }
    }

    /// Frames found only by their items. The container of a video lists its frames.
    pub(super) fn found(&self) -> usize {
        if self.mark == FrameMark::Video && !self.fragments.is_empty() {
            return self.declared as usize;
        }
        self.starts().len()
    }

    /// Frames that are there, also beyond the declared ones. A single frame takes all fragments of any form, but
    /// more than one whole stream is reported.
    pub(super) fn present(&self) -> usize {
        if self.declared == 1 && self.found() == 1 && self.table.is_none() {
            return self.begun.max(1);
        }
        self.found()
    }

    /// Whole frames of `file` beyond those that [`Self::present`] counts: streams that share a fragment with another.
    pub fn sharing_a_fragment(&self, file: &[u8]) -> usize {
        let streams = |(offset, length): (u64, u64)| {
            let end = (offset + length).min(file.len() as u64) as usize;
            let bytes = file.get(offset as usize..end).unwrap_or_default();
            streams_after_first(bytes, self.mark)
        };
        self.fragments_from(0).map(streams).sum()
    }

    pub(super) fn available(&self) -> u32 {
        let found = self.found();
        let whole = if self.complete {
            found
        } else if self.mark == FrameMark::Video {
            0
        } else {
            found.saturating_sub(1)
        };
        (whole as u32).min(self.declared)
    }

    pub(super) fn bytes(&self, frame_index: usize, end: u64) -> FrameBytes {
        let starts = self.starts();
        // Every frame of a video needs the whole stream, which begins with the first fragment.
        let frame_index = if self.mark == FrameMark::Video {
            0
        } else {
            frame_index
        };
        let first = starts[frame_index];
        // Fragments after the last announced frame's belong to it only when nothing begins there.
        let next = starts
            .get(frame_index + 1)
            .copied()
            .unwrap_or(self.fragments.len());
        let mut partial = false;
        let ranges = self.fragments[first..next]
            .iter()
            .map(|fragment| {
                let length = u64::from(fragment.length);
                let present = length.min(end.saturating_sub(fragment.offset));
                partial |= present < length;
                (fragment.offset, present)
            })
            .collect();
        FrameBytes {
            ranges,
            skip_bits: 0,
            partial,
        }
    }
}

#[cfg(test)]
#[path = "fragments_tests.rs"]
mod tests;
