//! HEVC byte stream: access units, key pictures and the order on the screen (7.4.2.4.4, 8.3.1).

pub mod parameters;

use crate::error::EngineError;
use crate::video::avc::order::carried;
use crate::video::bits::Bits;
use crate::video::picture::{Elementary, Picture};
use crate::video::picture_reader::PictureReader;
use crate::video::units::{MAX_HEAD_BYTES, UnitReader};
use parameters::{PictureSet, Sequence, picture_set, sequence};

/// Types of NAL units (table 7-1).
const RASL: std::ops::RangeInclusive<u8> = 8..=9;
const FIRST_SUB_LAYER_REFERENCE_FREE: u8 = 16;
const BLA: std::ops::RangeInclusive<u8> = 16..=18;
const IDR: std::ops::RangeInclusive<u8> = 19..=20;
const IRAP: std::ops::RangeInclusive<u8> = 16..=23;
/// Pictures after a random access point that are shown after it too.
const TRAILING: std::ops::RangeInclusive<u8> = 0..=5;
/// Random access points without leading pictures.
const NONE_LEADING: [u8; 2] = [18, 20];
const VIDEO_SET: u8 = 32;
const SEQUENCE_SET: u8 = 33;
const PICTURE_SET: u8 = 34;
const END_OF_SEQUENCE: u8 = 36;
/// Bytes of a slice that are read: its header up to the order count, escapes included.
const SLICE_HEAD_BYTES: usize = 64;

/// The picture that is being read.
#[derive(Debug, Clone, Copy)]
struct Current {
    kind: u8,
    temporal_id: u8,
    order_bits: u32,
    order_lsb: u32,
}

/// Finds the pictures of a stream. Pictures that no decoder shows (leading ones of a stream that
/// begins with an open group) are left out.
#[derive(Default)]
pub struct Reader {
    stream: Elementary,
    sequences: Vec<Sequence>,
    picture_sets: Vec<PictureSet>,
    start: Option<usize>,
    has_parameters: bool,
    current: Option<Current>,
    /// Nothing before this picture can be referred to: start, or end of a sequence.
    begun: bool,
    /// Leading pictures of the last random access point refer to what is not there.
    skips_leading: bool,
    group: u32,
    /// Order of the last random access point.
    access_order: i64,
    previous_lsb: i64,
    previous_msb: i64,
}

impl PictureReader for Reader {
    fn stream(&self) -> &Elementary {
        &self.stream
    }

    fn finish(&mut self, end: usize) -> Result<(), EngineError> {
        self.finish_picture(end)?;
        if self.stream.pictures.is_empty() {
            return Err(EngineError::malformed_video(
                0,
                "no HEVC picture with its parameter sets",
            ));
        }
        Ok(())
    }
}

impl UnitReader for Reader {
    fn head_bytes(&self, first: u8) -> usize {
        match first >> 1 & 0x3f {
            0..=9 | 16..=21 => SLICE_HEAD_BYTES,
            VIDEO_SET..=PICTURE_SET => MAX_HEAD_BYTES,
            _ => 2,
        }
    }

    fn unit(&mut self, at: usize, head: &[u8]) -> Result<(), EngineError> {
        let Some((header, payload)) = head.split_first_chunk::<2>() else {
            return Ok(());
        };
        let kind = header[0] >> 1 & 0x3f;
        let layer = (header[0] & 1) << 5 | header[1] >> 3;
        if layer > 0 {
            return Ok(());
        }
        match kind {
            0..=9 | 16..=21 => return self.slice(kind, header[1] & 7, payload, at),
            // Reserved types of slices, which no decoder decodes.
            10..=15 | 22..=31 => return Ok(()),
            END_OF_SEQUENCE => {
                self.finish_picture(at)?;
                self.begun = false;
                return Ok(());
            }
            // End of stream, filler and what follows the slices of a picture.
            37 | 38 | 40 | 45..=47 | 56..=63 => return Ok(()),
            _ => {}
        }
        if self.current.is_some() {
            self.finish_picture(at)?;
        }
        self.start.get_or_insert(at);
        match kind {
            SEQUENCE_SET => {
                let Some(set) = sequence(payload) else {
                    return Ok(());
                };
                if self.stream.codec.is_empty() {
                    self.stream.codec.clone_from(&set.codec);
                    (self.stream.width, self.stream.height) = (set.width, set.height);
                }
                self.sequences.retain(|kept| kept.id != set.id);
                self.sequences.push(set);
                self.has_parameters = true;
            }
            PICTURE_SET => {
                let Some(set) = picture_set(payload) else {
                    return Ok(());
                };
                self.picture_sets.retain(|kept| kept.id != set.id);
                self.picture_sets.push(set);
            }
            VIDEO_SET => {}
            _ => return Ok(()),
        }
        self.stream.keep_parameters(head);
        Ok(())
    }
}

impl Reader {
    fn slice(
        &mut self,
        kind: u8,
        temporal: u8,
        payload: &[u8],
        at: usize,
    ) -> Result<(), EngineError> {
        let mut bits = Bits::new(payload);
        if bits.flag() != Some(true) {
            return Ok(());
        }
        self.finish_if_begun(at)?;
        self.start.get_or_insert(at);
        self.current = self.first_slice(kind, temporal.saturating_sub(1), bits);
        Ok(())
    }

    fn finish_if_begun(&mut self, at: usize) -> Result<(), EngineError> {
        if self.current.is_some() {
            self.finish_picture(at)?;
        }
        Ok(())
    }

    /// Reads on after first_slice_segment_in_pic_flag.
    fn first_slice(&self, kind: u8, temporal_id: u8, mut bits: Bits<'_>) -> Option<Current> {
        if IRAP.contains(&kind) {
            bits.flag()?;
        }
        let id = bits.unsigned()?;
        let set = self.picture_sets.iter().find(|set| set.id == id)?;
        let sequence = self.sequences.iter().find(|kept| kept.id == set.sequence)?;
        // slice_reserved_flag, then slice_type
        bits.skip(set.extra_bits)?;
        bits.unsigned()?;
        if set.output_flag {
            bits.flag()?;
        }
        if sequence.separate_planes {
            // colour_plane_id
            bits.skip(2)?;
        }
        let order_lsb = if IDR.contains(&kind) {
            0
        } else {
            bits.number(sequence.order_bits)?
        };
        Some(Current {
            kind,
            temporal_id,
            order_bits: sequence.order_bits,
            order_lsb,
        })
    }

    fn finish_picture(&mut self, end: usize) -> Result<(), EngineError> {
        let (Some(start), Some(current)) = (self.start.take(), self.current.take()) else {
            return Ok(());
        };
        let has_parameters = std::mem::take(&mut self.has_parameters);
        let Current { kind, .. } = current;
        let key = IRAP.contains(&kind);
        let starts_anew = key && (!self.begun || IDR.contains(&kind) || BLA.contains(&kind));
        if key {
            self.skips_leading = starts_anew;
            self.group += u32::from(starts_anew && !self.stream.pictures.is_empty());
            self.begun = true;
        }
        let range = 1i64 << current.order_bits;
        let lsb = i64::from(current.order_lsb);
        let msb = if starts_anew {
            0
        } else {
            carried(self.previous_msb, self.previous_lsb, lsb, range)
        };
        // Leading pictures and sub-layer non-reference pictures do not count (8.3.1).
        let leading = (6..=9).contains(&kind);
        let unreferenced = kind < FIRST_SUB_LAYER_REFERENCE_FREE && kind % 2 == 0;
        if current.temporal_id == 0 && !leading && !unreferenced {
            (self.previous_lsb, self.previous_msb) = (lsb, msb);
        }
        if (self.skips_leading && RASL.contains(&kind)) || !self.begun {
            return Ok(());
        }
        let order = msb + lsb;
        if key {
            self.access_order = order;
        }
        // Leading pictures come before all trailing ones of their access point (7.4.2.2).
        let is_settled = NONE_LEADING.contains(&kind) || TRAILING.contains(&kind);
        self.stream.push(Picture {
            start,
            end,
            key,
            has_parameters,
            group: self.group,
            order,
            settled: is_settled.then_some(self.access_order),
        })
    }
}
