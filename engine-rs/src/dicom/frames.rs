//! Where the bytes of each frame lie: an index that grows as fragments arrive (PS3.5 A.4).
//!
//! An offset table is believed only while its entries point at items that begin a frame;
//! otherwise the items are walked. Positions are bytes from the start of the file.

use super::transfer_syntax::FrameMark;
use super::warnings::Warnings;
use crate::records::metadata::WarningCode;

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

/// Plain samples, frame after frame.
#[derive(Debug, Clone)]
pub struct NativeIndex {
    /// First byte of Pixel Data.
    pub start: u64,
    /// Length the file announces.
    pub length: u64,
    /// Bits of one frame.
    pub frame_bits: u64,
    /// Frames begin on multiples of this many bytes: 2 where words are turned around.
    pub alignment: u64,
}

impl NativeIndex {
    /// Frames whose first byte lies before `end`, and frames that are whole there.
    fn count(&self, end: u64) -> (u64, u64) {
        let bits = end.saturating_sub(self.start).min(self.length) * 8;
        if self.frame_bits == 0 {
            return (0, 0);
        }
        (bits.div_ceil(self.frame_bits), bits / self.frame_bits)
    }

    fn bytes(&self, frame_index: u64, end: u64) -> FrameBytes {
        let first_bit = frame_index * self.frame_bits;
        let last_bit = first_bit + self.frame_bits;
        let from = first_bit / 8 / self.alignment * self.alignment;
        let to = last_bit.div_ceil(8).div_ceil(self.alignment) * self.alignment;
        let limit = end.saturating_sub(self.start).min(self.length);
        let available = to.min(limit).saturating_sub(from);
        FrameBytes {
            ranges: vec![(self.start + from, available)],
            skip_bits: (first_bit - from * 8) as u32,
            partial: last_bit.div_ceil(8) > limit,
        }
    }
}

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
    /// The table is the one that stands before Pixel Data.
    extended: bool,
    fragments: Vec<Fragment>,
    /// Fragments that begin a frame by the table, by their look.
    table_starts: Vec<usize>,
    walk_starts: Vec<usize>,
    /// Fragments whose first bytes are all 0: an empty frame, or the middle of one.
    empty: Vec<usize>,
    declared: u32,
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
        if offsets.is_empty() {
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

    /// Sets the Extended Offset Table, which stands before Pixel Data.
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

    /// Fragments so far.
    pub fn fragment_count(&self) -> usize {
        self.fragments.len()
    }

    /// Adds a fragment: position and length of its payload and up to 8 first bytes.
    pub fn add(&mut self, offset: u64, length: u32, head: &[u8], warnings: &mut Warnings) {
        let begins = self.mark.begins_frame(head);
        let index = self.fragments.len();
        self.fragments.push(Fragment { offset, length });
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
        if self.table.is_some() || self.walk_starts.len() == declared || declared == 1 {
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
    /// the last frame, the byte behind.
    fn announced(&self, frame_index: usize) -> Option<(u64, Option<u64>)> {
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

    /// Frames found by looking at the items alone.
    fn found(&self) -> usize {
        self.starts().len()
    }

    fn available(&self) -> u32 {
        let found = self.found();
        let whole = if self.complete {
            found
        } else {
            found.saturating_sub(1)
        };
        (whole as u32).min(self.declared)
    }

    fn bytes(&self, frame_index: usize, end: u64) -> FrameBytes {
        let starts = self.starts();
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

    /// Where a frame should lie that has not arrived: first byte and, where known, the byte behind.
    /// Items of encapsulated frames stand there too.
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

    /// Closes the index at the end of the file and says what was odd.
    pub fn finish(&mut self, declared: u32, position: u64, warnings: &mut Warnings) {
        let found = match self {
            Self::Native(index) => {
                let (begun, whole) = index.count(position);
                if whole < u64::from(declared) {
                    warnings.push(WarningCode::Truncated);
                }
                begun
            }
            Self::Encapsulated(index) => {
                index.finish(warnings);
                index.found() as u64
            }
        };
        if found < u64::from(declared) {
            warnings.push(WarningCode::FewerFramesThanDeclared);
        }
        if matches!(self, Self::Encapsulated(_)) && found > u64::from(declared) {
            warnings.push(WarningCode::MoreFramesThanDeclared);
        }
    }
}

/// The items of one frame in bytes that begin with the first: start and length of each payload.
/// None where no item stands, or its payload does not look like the beginning of a frame.
pub fn items_of(bytes: &[u8], mark: FrameMark) -> Option<Vec<(u64, u64)>> {
    const ITEM: [u8; 4] = [0xfe, 0xff, 0x00, 0xe0];
    let mut items = Vec::new();
    let mut at = 0;
    while let Some((head, rest)) = bytes.get(at..)?.split_first_chunk::<8>()
        && head[..4] == ITEM
    {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let begins = mark.begins_frame(&rest[..rest.len().min(HEAD_BYTES)]);
        if items.is_empty() != begins && mark != FrameMark::None {
            break;
        }
        if rest.len() < length {
            return None;
        }
        items.push((at as u64 + 8, length as u64));
        at += 8 + length;
    }
    (!items.is_empty()).then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOI: &[u8] = &[0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 1];
    const MIDDLE: &[u8] = &[0x12, 0x34, 1, 2, 3, 4, 5, 6];

    /// Fragments of 100 bytes with these heads; answers the index and its warnings.
    fn index(declared: u32, table: &[u64], heads: &[&[u8]]) -> (FragmentIndex, Vec<WarningCode>) {
        let mut warnings = Warnings::default();
        let mut index = FragmentIndex::new(FrameMark::Jpeg, declared);
        index.set_table(1000, table, &mut warnings);
        for (position, head) in heads.iter().enumerate() {
            index.add(1008 + 108 * position as u64, 100, head, &mut warnings);
        }
        index.finish(&mut warnings);
        (index, warnings.sorted())
    }

    fn pieces(index: &FragmentIndex, frame_index: usize) -> Vec<u64> {
        let bytes = index.bytes(frame_index, u64::MAX);
        bytes
            .ranges
            .iter()
            .map(|range| (range.0 - 1008) / 108)
            .collect()
    }

    #[test]
    fn a_true_table_groups_fragments() {
        let (index, warnings) = index(2, &[0, 216], &[SOI, MIDDLE, SOI]);
        assert_eq!(pieces(&index, 0), [0, 1]);
        assert_eq!(pieces(&index, 1), [2]);
        assert!(warnings.is_empty());
    }

    #[test]
    fn a_table_announces_frames_before_they_arrive() {
        let mut warnings = Warnings::default();
        let mut index = FragmentIndex::new(FrameMark::Jpeg, 3);
        assert_eq!(index.announced(1), None);
        index.set_table(1000, &[0, 216, 500], &mut warnings);
        assert_eq!(index.announced(1), Some((1216, Some(1500))));
        assert_eq!(index.announced(2), Some((1500, None)));
    }

    #[test]
    fn items_of_one_frame_end_where_the_next_begins() {
        let item = |payload: &[u8]| {
            let mut bytes = vec![0xfe, 0xff, 0x00, 0xe0];
            bytes.extend((payload.len() as u32).to_le_bytes());
            bytes.extend(payload);
            bytes
        };
        let bytes = [item(SOI), item(MIDDLE), item(SOI)].concat();
        assert_eq!(
            items_of(&bytes, FrameMark::Jpeg),
            Some(vec![(8, 8), (24, 8)])
        );
        assert_eq!(items_of(&bytes[..12], FrameMark::Jpeg), None);
        assert_eq!(items_of(&item(MIDDLE), FrameMark::Jpeg), None);
        assert_eq!(items_of(MIDDLE, FrameMark::Jpeg), None);
    }

    #[test]
    fn without_a_table_frames_begin_at_their_mark() {
        let (index, warnings) = index(2, &[], &[SOI, MIDDLE, MIDDLE, SOI, MIDDLE]);
        assert_eq!(pieces(&index, 0), [0, 1, 2]);
        assert_eq!(pieces(&index, 1), [3, 4]);
        assert!(warnings.is_empty());
    }

    #[test]
    fn lying_tables_are_found_out() {
        let lies: [&[u64]; 6] = [
            &[0, 100],       // between two items
            &[0, 108],       // at an item that begins no frame
            &[0, 0],         // not rising
            &[8, 216],       // first not 0
            &[0, 4_000_000], // beyond the end
            &[0],            // too few
        ];
        for table in lies {
            let (index, warnings) = index(2, table, &[SOI, MIDDLE, SOI]);
            assert_eq!(pieces(&index, 0), [0, 1], "{table:?}");
            assert_eq!(pieces(&index, 1), [2], "{table:?}");
            assert_eq!(warnings, [WarningCode::OffsetTableIgnored], "{table:?}");
        }
    }

    #[test]
    fn a_single_frame_takes_all_fragments() {
        let (index, _) = index(1, &[], &[SOI, SOI, MIDDLE]);
        assert_eq!(pieces(&index, 0), [0, 1, 2]);
    }

    #[test]
    fn one_fragment_a_frame_is_believed_however_it_looks() {
        let (index, _) = index(3, &[], &[SOI, MIDDLE, SOI]);
        assert_eq!(pieces(&index, 1), [1]);
    }

    #[test]
    fn an_empty_frame_inside_a_loop_keeps_its_place() {
        let (index, _) = index(3, &[], &[SOI, &[0; 8], SOI, MIDDLE]);
        assert_eq!(pieces(&index, 1), [1]);
        assert_eq!(pieces(&index, 2), [2, 3]);
    }

    #[test]
    fn a_frame_is_there_when_the_next_one_begins() {
        let mut warnings = Warnings::default();
        let mut index = FragmentIndex::new(FrameMark::Jpeg, 2);
        index.add(8, 10, SOI, &mut warnings);
        assert_eq!(index.available(), 0);
        index.add(26, 10, SOI, &mut warnings);
        assert_eq!(index.available(), 1);
        index.finish(&mut warnings);
        assert_eq!(index.available(), 2);
    }

    #[test]
    fn native_frames_of_single_bits_begin_within_a_byte() {
        let index = NativeIndex {
            start: 100,
            length: 3,
            frame_bits: 9,
            alignment: 1,
        };
        assert_eq!(
            index.bytes(1, u64::MAX),
            FrameBytes {
                ranges: vec![(101, 2)],
                skip_bits: 1,
                partial: false
            }
        );
        assert_eq!(index.count(103), (3, 2));
        assert!(index.bytes(2, u64::MAX).partial);
    }
}
