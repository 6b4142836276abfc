//! H.264 byte stream: access units and key pictures (7.4.1.2.4).

pub mod order;
pub(crate) mod parameters;

use crate::error::EngineError;
use crate::video::bits::Bits;
use crate::video::picture::{Elementary, Picture};
use crate::video::picture_reader::PictureReader;
use crate::video::units::{MAX_HEAD_BYTES, UnitReader};
use order::{OrderCount, OrderFields, Place};
use parameters::{PictureSet, Sequence, picture_set, sequence};

/// Bytes of a slice that are read: its header up to the order counts, escapes included.
const SLICE_HEAD_BYTES: usize = 64;
/// Types of NAL units (table 7-1).
const SLICE: u8 = 1;
const IDR_SLICE: u8 = 5;
const SEQUENCE_SET: u8 = 7;
const PICTURE_SET: u8 = 8;

/// Fields that distinguish one picture's slices from another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SliceHeader {
    picture_set: u32,
    frame_num: u32,
    /// None for a frame, else whether it is the bottom field.
    field: Option<bool>,
    idr_id: Option<u32>,
    reference: bool,
    order: OrderFields,
}

/// Finds the pictures of a stream.
#[derive(Default)]
pub struct Reader {
    stream: Elementary,
    sequences: Vec<Sequence>,
    picture_sets: Vec<PictureSet>,
    /// Where the access unit begins that is being read.
    start: Option<usize>,
    has_parameters: bool,
    slice: Option<SliceHeader>,
    /// The picture before is a first field whose partner may follow.
    open_field: Option<SliceHeader>,
    group: u32,
    count: OrderCount,
}

impl PictureReader for Reader {
    fn stream(&self) -> &Elementary {
        &self.stream
    }

    fn finish(&mut self, end: usize) -> Result<(), EngineError> {
        self.finish_picture(end)?;
        self.open_field = None;
        self.stream.is_open = false;
        if self.stream.pictures.is_empty() {
            return Err(EngineError::malformed_video(
                0,
                "no H.264 picture with its parameter sets",
            ));
        }
        Ok(())
    }
}

impl UnitReader for Reader {
    fn head_bytes(&self, first: u8) -> usize {
        match first & 0x1f {
            SLICE | IDR_SLICE => SLICE_HEAD_BYTES,
            SEQUENCE_SET | PICTURE_SET => MAX_HEAD_BYTES,
            _ => 1,
        }
    }

    fn unit(&mut self, at: usize, head: &[u8]) -> Result<(), EngineError> {
        let Some((&header, payload)) = head.split_first() else {
            return Ok(());
        };
        match header & 0x1f {
            SLICE | IDR_SLICE => {
                let Some(slice) = self.slice_header(header, payload) else {
                    // Slices whose sets are missing cannot be decoded either.
                    return Ok(());
                };
                // Any difference marks the first slice of another picture (7.4.1.2.4).
                if self.slice.is_some_and(|before| before != slice) {
                    self.finish_picture(at)?;
                }
                self.start.get_or_insert(at);
                self.slice.get_or_insert(slice);
                return Ok(());
            }
            // Ends of sequence and stream, auxiliary slices and extensions belong to the picture before.
            2..=4 | 10..=12 | 19..=31 => return Ok(()),
            _ => {}
        }
        if self.slice.is_some() {
            self.finish_picture(at)?;
        }
        self.start.get_or_insert(at);
        match header & 0x1f {
            SEQUENCE_SET => {
                if let Some(set) = sequence(payload) {
                    self.keep_sequence(set);
                    self.stream.keep_parameters(head);
                }
            }
            PICTURE_SET => {
                if let Some(set) = picture_set(payload) {
                    self.picture_sets.retain(|kept| kept.id != set.id);
                    self.picture_sets.push(set);
                    self.stream.keep_parameters(head);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Reader {
    fn keep_sequence(&mut self, set: Sequence) {
        if self.stream.codec.is_empty() {
            let [profile, constraints, level] = set.profile;
            self.stream.codec = format!("avc1.{profile:02x}{constraints:02x}{level:02x}");
            (self.stream.width, self.stream.height) = (set.width, set.height);
            self.stream.step_ms = set.step_ms;
        }
        self.sequences.retain(|kept| kept.id != set.id);
        self.sequences.push(set);
        self.has_parameters = true;
    }

    fn slice_header(&self, header: u8, payload: &[u8]) -> Option<SliceHeader> {
        let mut bits = Bits::new(payload);
        bits.unsigned()?;
        bits.unsigned()?;
        let id = bits.unsigned()?;
        let set = self.picture_sets.iter().find(|set| set.id == id)?;
        let sequence = self.sequences.iter().find(|kept| kept.id == set.sequence)?;
        if sequence.separate_planes {
            // colour_plane_id
            bits.skip(2)?;
        }
        let frame_num = bits.number(sequence.frame_num_bits)?;
        let is_field = !sequence.frames_only && bits.flag()?;
        let field = if is_field { Some(bits.flag()?) } else { None };
        let idr_id = if header & 0x1f == 5 {
            Some(bits.unsigned()?)
        } else {
            None
        };
        let is_frame_with_bottom = set.bottom_order && field.is_none();
        let order = OrderFields::read(&mut bits, &sequence.order, is_frame_with_bottom)?;
        Some(SliceHeader {
            picture_set: id,
            frame_num,
            field,
            idr_id,
            reference: header & 0x60 != 0,
            order,
        })
    }

    fn finish_picture(&mut self, end: usize) -> Result<(), EngineError> {
        let (Some(start), Some(slice)) = (self.start.take(), self.slice.take()) else {
            return Ok(());
        };
        let has_parameters = std::mem::take(&mut self.has_parameters);
        if let Some(first) = self.open_field.take()
            && are_fields_of_one_frame(first, slice)
            && let Some(frame) = self.stream.pictures.last_mut()
        {
            frame.end = end;
            self.stream.is_open = false;
            return Ok(());
        }
        if slice.idr_id.is_some() && !self.stream.pictures.is_empty() {
            self.group += 1;
        }
        let order = self.order_of(slice);
        self.open_field = slice.field.is_some().then_some(slice);
        self.stream.is_open = self.open_field.is_some();
        self.stream.push(Picture {
            start,
            end,
            key: slice.idr_id.is_some(),
            has_parameters,
            group: self.group,
            order,
            // An IDR picture is the first of its group on the screen too.
            settled: slice.idr_id.map(|_| order),
        })
    }

    /// Picture order count (8.2.1); with type 2 pictures are shown as they are coded.
    fn order_of(&mut self, slice: SliceHeader) -> i64 {
        let set = self
            .picture_sets
            .iter()
            .find(|set| set.id == slice.picture_set);
        let sequence =
            set.and_then(|set| self.sequences.iter().find(|kept| kept.id == set.sequence));
        let coded = self.stream.pictures.len() as i64;
        sequence.map_or(coded, |sequence| {
            self.count.next(sequence, &slice.place(), coded)
        })
    }
}

impl SliceHeader {
    fn place(&self) -> Place {
        Place {
            frame_num: self.frame_num,
            field: self.field,
            is_idr: self.idr_id.is_some(),
            reference: self.reference,
            order: self.order,
        }
    }
}

fn are_fields_of_one_frame(first: SliceHeader, second: SliceHeader) -> bool {
    matches!((first.field, second.field), (Some(a), Some(b)) if a != b)
        && first.frame_num == second.frame_num
        && second.idr_id.is_none()
}
