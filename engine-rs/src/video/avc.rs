//! H.264 byte stream: access units, key pictures and the order on the screen (7.4.1.2.4, 8.2.1).

use super::avc_parameters::{PictureSet, Sequence, picture_set, sequence};
use super::bits::Bits;
use super::picture::{Elementary, Picture};
use super::start_codes::units;
use crate::error::EngineError;

/// What tells one picture's slices from another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SliceHeader {
    picture_set: u32,
    frame_num: u32,
    /// None for a frame, else whether it is the bottom field.
    field: Option<bool>,
    idr_id: Option<u32>,
    reference: bool,
    order_lsb: u32,
    order_delta: i32,
}

#[derive(Default)]
struct Reader {
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
    previous_lsb: i64,
    previous_msb: i64,
}

/// Finds the pictures of a stream.
///
/// # Errors
/// `malformed-video` without a picture, `unsupported-video` for order type 1, `limit-exceeded`.
pub fn read(bytes: &[u8]) -> Result<Elementary, EngineError> {
    let mut reader = Reader::default();
    let mut last = 0;
    for unit in units(bytes) {
        let Some((&header, payload)) = bytes[unit.payload..unit.end].split_first() else {
            continue;
        };
        last = unit.end;
        reader.unit(header, payload, &bytes[unit.start..unit.end], unit.start)?;
    }
    reader.finish_picture(last)?;
    if reader.stream.pictures.is_empty() {
        return Err(EngineError::malformed_video(
            0,
            "no H.264 picture with its parameter sets",
        ));
    }
    Ok(reader.stream)
}

impl Reader {
    fn unit(
        &mut self,
        header: u8,
        payload: &[u8],
        whole: &[u8],
        at: usize,
    ) -> Result<(), EngineError> {
        match header & 0x1f {
            1 | 5 => {
                let Some((slice, order_type)) = self.slice_header(header, payload) else {
                    // Slices whose sets are missing cannot be decoded either.
                    return Ok(());
                };
                if order_type == 1 {
                    return Err(EngineError::unsupported_video(
                        "H.264 with picture order count type 1",
                    ));
                }
                // Any difference tells the first slice of another picture (7.4.1.2.4).
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
            7 => {
                if let Some(set) = sequence(payload) {
                    self.keep_sequence(set);
                    self.keep_bytes(whole);
                }
            }
            8 => {
                if let Some(set) = picture_set(payload) {
                    self.picture_sets.retain(|kept| kept.id != set.id);
                    self.picture_sets.push(set);
                    self.keep_bytes(whole);
                }
            }
            _ => {}
        }
        Ok(())
    }

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

    /// The sets before the first picture serve key pictures that bring none.
    fn keep_bytes(&mut self, whole: &[u8]) {
        if self.stream.pictures.is_empty() {
            self.stream.parameters.extend_from_slice(whole);
        }
    }

    fn slice_header(&self, header: u8, payload: &[u8]) -> Option<(SliceHeader, u32)> {
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
        let (mut order_lsb, mut order_delta) = (0, 0);
        if sequence.order_type == 0 {
            order_lsb = bits.number(sequence.order_bits)?;
            if set.bottom_order && field.is_none() {
                order_delta = bits.signed()?;
            }
        }
        let slice = SliceHeader {
            picture_set: id,
            frame_num,
            field,
            idr_id,
            reference: header & 0x60 != 0,
            order_lsb,
            order_delta,
        };
        Some((slice, sequence.order_type))
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
            return Ok(());
        }
        if slice.idr_id.is_some() && !self.stream.pictures.is_empty() {
            self.group += 1;
        }
        let order = self.order_of(slice);
        self.open_field = slice.field.is_some().then_some(slice);
        self.stream.push(Picture {
            start,
            end,
            key: slice.idr_id.is_some(),
            has_parameters,
            group: self.group,
            order,
        })
    }

    /// Picture order count (8.2.1.1); with type 2 pictures are shown as they are coded.
    fn order_of(&mut self, slice: SliceHeader) -> i64 {
        let set = self
            .picture_sets
            .iter()
            .find(|set| set.id == slice.picture_set);
        let sequence =
            set.and_then(|set| self.sequences.iter().find(|kept| kept.id == set.sequence));
        let Some(sequence) = sequence.filter(|sequence| sequence.order_type == 0) else {
            return self.stream.pictures.len() as i64;
        };
        if slice.idr_id.is_some() {
            (self.previous_lsb, self.previous_msb) = (0, 0);
        }
        let range = 1i64 << sequence.order_bits;
        let lsb = i64::from(slice.order_lsb);
        let msb = carried(self.previous_msb, self.previous_lsb, lsb, range);
        if slice.reference {
            (self.previous_lsb, self.previous_msb) = (lsb, msb);
        }
        msb + lsb + i64::from(slice.order_delta.min(0))
    }
}

/// The higher bits of a counter of which only the lower ones are coded.
pub fn carried(previous_msb: i64, previous_lsb: i64, lsb: i64, range: i64) -> i64 {
    if lsb < previous_lsb && previous_lsb - lsb >= range / 2 {
        previous_msb + range
    } else if lsb > previous_lsb && lsb - previous_lsb > range / 2 {
        previous_msb - range
    } else {
        previous_msb
    }
}

fn are_fields_of_one_frame(first: SliceHeader, second: SliceHeader) -> bool {
    matches!((first.field, second.field), (Some(a), Some(b)) if a != b)
        && first.frame_num == second.frame_num
        && second.idr_id.is_none()
}
