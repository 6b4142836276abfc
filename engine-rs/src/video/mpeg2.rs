//! MPEG-2 video (and MPEG-1) elementary stream: pictures and their order (ISO 13818-2 6.1.1, 6.3.9).

use super::bits::Bits;
use super::picture::{Elementary, Picture};
use super::picture_reader::PictureReader;
use super::units::UnitReader;
use crate::error::EngineError;

/// Start codes (table 6-1).
const PICTURE: u8 = 0x00;
const SLICES: std::ops::RangeInclusive<u8> = 0x01..=0xaf;
const SEQUENCE: u8 = 0xb3;
const EXTENSION: u8 = 0xb5;
const GROUP: u8 = 0xb8;
/// Extensions by their first four bits.
const SEQUENCE_EXTENSION: u32 = 1;
const PICTURE_CODING_EXTENSION: u32 = 8;
const WHOLE_FRAME: u32 = 3;
const CODED_INTRA: u32 = 1;
/// Bytes of a header that are read.
const HEADER_BYTES: usize = 16;
/// Temporal references count modulo this.
const REFERENCE_RANGE: i64 = 1024;
/// Frames a second, numerator and denominator, by frame_rate_code (table 6-4).
const RATES: [(f64, f64); 8] = [
    (24_000.0, 1001.0),
    (24.0, 1.0),
    (25.0, 1.0),
    (30_000.0, 1001.0),
    (30.0, 1.0),
    (50.0, 1.0),
    (60_000.0, 1001.0),
    (60.0, 1.0),
];

/// As registered for ISO 14496-1 object types: MPEG-2 Main.
pub const CODEC: &str = "mp4v.61";

#[derive(Debug, Clone, Copy)]
struct Current {
    reference: i64,
    intra: bool,
    structure: u32,
    has_slices: bool,
}

/// Finds the pictures of a stream.
#[derive(Default)]
pub struct Reader {
    stream: Elementary,
    start: Option<usize>,
    has_parameters: bool,
    current: Option<Current>,
    /// Structure and reference of a first field whose partner may follow.
    open_field: Option<(u32, i64)>,
    has_groups: bool,
    group: u32,
    previous: i64,
    wraps: i64,
    /// Order of the picture shown next, while references count up from the start of a group.
    expected: i64,
}

impl PictureReader for Reader {
    fn stream(&self) -> &Elementary {
        &self.stream
    }

    fn finish(&mut self, end: usize) -> Result<(), EngineError> {
        self.finish_picture(end)?;
        self.open_field = None;
        self.stream.is_open = false;
        if self.stream.pictures.is_empty() || self.stream.width == 0 {
            return Err(EngineError::malformed_video(
                0,
                "no MPEG-2 picture with its sequence header",
            ));
        }
        Ok(())
    }
}

impl UnitReader for Reader {
    fn head_bytes(&self, first: u8) -> usize {
        if SLICES.contains(&first) {
            1
        } else {
            HEADER_BYTES
        }
    }

    fn unit(&mut self, at: usize, head: &[u8]) -> Result<(), EngineError> {
        let Some((&code, payload)) = head.split_first() else {
            return Ok(());
        };
        let mut bits = Bits::new(payload);
        match code {
            SEQUENCE => {
                self.finish_picture(at)?;
                self.start.get_or_insert(at);
                self.sequence_header(bits);
                self.has_parameters = true;
            }
            GROUP => {
                self.finish_picture(at)?;
                self.start.get_or_insert(at);
                self.has_groups = true;
                self.group += u32::from(!self.stream.pictures.is_empty());
                (self.previous, self.wraps, self.expected) = (0, 0, 0);
            }
            PICTURE => {
                self.finish_picture(at)?;
                self.start.get_or_insert(at);
                if let (Some(reference), Some(coding)) = (bits.number(10), bits.number(3)) {
                    self.current = Some(Current {
                        reference: i64::from(reference),
                        intra: coding == CODED_INTRA,
                        structure: WHOLE_FRAME,
                        has_slices: false,
                    });
                }
            }
            EXTENSION => self.extension(bits),
            code if SLICES.contains(&code) => {
                if let Some(current) = &mut self.current {
                    current.has_slices = true;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Reader {
    fn sequence_header(&mut self, mut bits: Bits<'_>) {
        let (Some(width), Some(height)) = (bits.number(12), bits.number(12)) else {
            return;
        };
        // aspect_ratio_information, then frame_rate_code
        let rate = bits.skip(4).and_then(|()| bits.number(4)).unwrap_or(0);
        if self.stream.width == 0 {
            (self.stream.width, self.stream.height) = (width, height);
            CODEC.clone_into(&mut self.stream.codec);
            let rate = (rate as usize)
                .checked_sub(1)
                .and_then(|index| RATES.get(index));
            self.stream.step_ms = rate.map(|(frames, seconds)| 1000.0 * seconds / frames);
        }
    }

    fn extension(&mut self, mut bits: Bits<'_>) {
        match bits.number(4) {
            Some(SEQUENCE_EXTENSION) if self.stream.pictures.is_empty() => {
                // profile_and_level, progressive, chroma_format, then the high bits of the size.
                if let Some((across, down)) = bits
                    .skip(8 + 1 + 2)
                    .and_then(|()| Some((bits.number(2)?, bits.number(2)?)))
                {
                    self.stream.width = self.stream.width & 0xfff | across << 12;
                    self.stream.height = self.stream.height & 0xfff | down << 12;
                }
            }
            Some(PICTURE_CODING_EXTENSION) => {
                // Four f_codes and intra_dc_precision.
                let structure = bits.skip(16 + 2).and_then(|()| bits.number(2));
                if let (Some(current), Some(structure)) = (&mut self.current, structure) {
                    current.structure = structure;
                }
            }
            _ => {}
        }
    }

    fn finish_picture(&mut self, end: usize) -> Result<(), EngineError> {
        let Some(current) = self.current.take() else {
            return Ok(());
        };
        let Some(start) = self.start.take().filter(|_| current.has_slices) else {
            return Ok(());
        };
        let has_parameters = std::mem::take(&mut self.has_parameters);
        let Current {
            reference,
            structure,
            ..
        } = current;
        if let Some((first, of)) = self.open_field.take()
            && first != structure
            && of == reference
            && structure != WHOLE_FRAME
            && let Some(frame) = self.stream.pictures.last_mut()
        {
            frame.end = end;
            self.stream.is_open = false;
            return Ok(());
        }
        self.open_field = (structure != WHOLE_FRAME).then_some((structure, reference));
        self.stream.is_open = self.open_field.is_some();
        if !self.has_groups {
            // Without groups the counter runs on through its range.
            let step = reference - self.previous;
            self.wraps +=
                i64::from(step < -REFERENCE_RANGE / 2) - i64::from(step > REFERENCE_RANGE / 2);
            self.previous = reference;
        }
        let order = self.wraps * REFERENCE_RANGE + reference;
        // References count every frame: nothing is between this one and the one before (6.3.9).
        let is_next = self.has_groups && order == self.expected;
        self.expected += i64::from(is_next);
        self.stream.push(Picture {
            start,
            end,
            key: current.intra,
            has_parameters,
            group: self.group,
            order,
            settled: is_next.then_some(order),
        })
    }
}
