//! Markers of a JPEG stream and what they set: frame, tables, restart interval (T.81 annex B).

use std::rc::Rc;

use super::huffman::{Huffman, KnownTables};
use super::standard_tables;
use crate::dicom::jpeg_colour::is_subsampled;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;

/// Most components of a frame that are read.
pub const MAX_COMPONENTS: usize = 4;

/// Positions in natural order of the coefficients in the order they are coded; what would lie
/// beyond the last one is the last one.
pub const NATURAL: [u8; 128] = {
    let mut table = [63; 128];
    let (mut row, mut column, mut index) = (0usize, 0usize, 0);
    while index < 64 {
        table[index] = (row * 8 + column) as u8;
        index += 1;
        let up = (row + column) % 2 == 0;
        if up && column == 7 {
            row += 1;
        } else if up && row == 0 {
            column += 1;
        } else if up {
            row -= 1;
            column += 1;
        } else if row == 7 {
            column += 1;
        } else if column == 0 {
            row += 1;
        } else {
            row += 1;
            column -= 1;
        }
    }
    table
};

/// How samples are coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Process {
    /// SOF0 and SOF1: every coefficient of a component in one scan.
    Sequential,
    /// SOF2.
    Progressive,
    /// SOF3: prediction instead of a DCT.
    Lossless,
}

/// One component of the frame header.
#[derive(Debug, Clone)]
pub struct Component {
    /// Identifier.
    pub id: u8,
    /// Horizontal and vertical sampling factors.
    pub factors: (u32, u32),
    /// Number of its quantisation table.
    pub table: usize,
    /// Columns and rows of samples.
    pub size: (u32, u32),
}

/// The frame header.
#[derive(Debug, Clone)]
pub struct Frame {
    /// How samples are coded.
    pub process: Process,
    /// Bits of a sample.
    pub precision: u8,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Components in the order of the header.
    pub components: Vec<Component>,
    /// Largest factors.
    pub most: (u32, u32),
}

impl Frame {
    /// A component has fewer samples than the first.
    pub fn is_subsampled(&self) -> bool {
        is_subsampled(self.components.iter().map(|component| component.factors))
    }

    /// Bytes of a decoded sample.
    pub fn sample_bytes(&self) -> usize {
        if self.precision > 8 { 2 } else { 1 }
    }

    /// Reads SOFn; `code` is the second byte of its marker.
    pub(super) fn read(code: u8, segment: &[u8], rest: &[u8]) -> Result<Self, EngineError> {
        let process = match code {
            0xc0 | 0xc1 => Process::Sequential,
            0xc2 => Process::Progressive,
            0xc3 => Process::Lossless,
            _ => {
                let kind = if code >= 0xc9 {
                    "arithmetic"
                } else {
                    "hierarchical"
                };
                return Err(unsupported(format!("{kind} JPEG (SOF{})", code - 0xc0)));
            }
        };
        let short = || malformed("frame header cut short");
        let (head, list) = segment.split_first_chunk::<6>().ok_or_else(short)?;
        let precision = head[0];
        let mut height = u32::from(u16::from_be_bytes([head[1], head[2]]));
        let width = u32::from(u16::from_be_bytes([head[3], head[4]]));
        let count = usize::from(head[5]);
        if height == 0 {
            height = number_of_lines(rest).ok_or_else(|| malformed("no height"))?;
        }
        if width == 0 || count == 0 || count > MAX_COMPONENTS {
            return Err(malformed("no size or no components"));
        }
        let supported = match process {
            Process::Lossless => (2..=16).contains(&precision),
            _ => precision == 8 || (precision == 12 && code != 0xc0),
        };
        if !supported {
            return Err(unsupported(format!(
                "JPEG of {precision} bits (SOF{})",
                code - 0xc0
            )));
        }
        let mut components = Vec::with_capacity(count);
        for entry in list.as_chunks::<3>().0.iter().take(count) {
            let factors = (u32::from(entry[1] >> 4), u32::from(entry[1] & 15));
            if !(1..=4).contains(&factors.0) || !(1..=4).contains(&factors.1) || entry[2] > 3 {
                return Err(malformed("sampling factors or table number out of range"));
            }
            components.push(Component {
                id: entry[0],
                factors,
                table: usize::from(entry[2]),
                size: (0, 0),
            });
        }
        if components.len() < count {
            return Err(short());
        }
        Self::of(process, precision, (width, height), components)
    }

    /// A frame of these components; their sizes follow from their factors.
    ///
    /// # Errors
    /// `limit-exceeded` for `decoded_frame_bytes`.
    pub fn of(
        process: Process,
        precision: u8,
        (width, height): (u32, u32),
        mut components: Vec<Component>,
    ) -> Result<Self, EngineError> {
        let most = components.iter().fold((1, 1), |most, component| {
            (
                most.0.max(component.factors.0),
                most.1.max(component.factors.1),
            )
        });
        let count = components.len() as u64;
        let mut bytes = 0;
        for component in &mut components {
            let (h, v) = component.factors;
            component.size = ((width * h).div_ceil(most.0), (height * v).div_ceil(most.1));
            bytes += u64::from(component.size.0) * u64::from(component.size.1);
        }
        bytes = bytes.max(u64::from(width) * u64::from(height) * count);
        bytes *= if precision > 8 { 2 } else { 1 };
        if bytes > MAX_DECODED_FRAME_BYTES {
            let limit = MAX_DECODED_FRAME_BYTES;
            return Err(EngineError::limit("decoded_frame_bytes", limit, bytes));
        }
        Ok(Self {
            process,
            precision,
            width,
            height,
            components,
            most,
        })
    }
}

/// The height that DNL gives after the first scan (B.2.5).
fn number_of_lines(rest: &[u8]) -> Option<u32> {
    let at = rest
        .windows(4)
        .position(|four| four == [0xff, 0xdc, 0, 4])?;
    let lines = u32::from(u16::from_be_bytes([*rest.get(at + 4)?, *rest.get(at + 5)?]));
    (lines > 0).then_some(lines)
}

/// A component of a scan and its tables.
#[derive(Debug, Clone, Copy)]
pub struct ScanComponent {
    /// Position in the frame header.
    pub index: usize,
    /// Number of its DC table.
    pub dc: usize,
    /// Number of its AC table.
    pub ac: usize,
}

/// The scan header.
#[derive(Debug, Clone)]
pub struct Scan {
    /// Its components.
    pub components: Vec<ScanComponent>,
    /// First and last coefficient; the predictor of a lossless scan is the first.
    pub band: (usize, usize),
    /// High and low bit position of successive approximation; the low one is the point transform.
    pub bits: (u32, u32),
}

/// Everything the markers before a scan have set.
pub struct Tables {
    /// Quantisation steps in the order coefficients are coded.
    pub steps: [Option<[u16; 64]>; 4],
    /// DC tables.
    pub dc: [Option<Rc<Huffman>>; 4],
    /// AC tables.
    pub ac: [Option<Rc<Huffman>>; 4],
    /// MCUs between restarts; 0 for none.
    pub restart_interval: usize,
}

impl Tables {
    /// No table but the standard ones, taken when a scan names a table that never came.
    pub fn new() -> Self {
        Self {
            steps: [None; 4],
            dc: Default::default(),
            ac: Default::default(),
            restart_interval: 0,
        }
    }

    /// Reads DQT.
    pub fn read_steps(&mut self, mut segment: &[u8]) -> Result<(), EngineError> {
        while let Some((&head, rest)) = segment.split_first() {
            let bytes = if head >> 4 == 0 { 1 } else { 2 };
            let values = rest.get(..64 * bytes);
            let (Some(values), Some(slot)) = (values, self.steps.get_mut(usize::from(head & 15)))
            else {
                return Err(malformed("quantisation table cut short"));
            };
            let mut steps = [0; 64];
            for (step, value) in steps.iter_mut().zip(values.chunks_exact(bytes)) {
                *step = value
                    .iter()
                    .fold(0, |sum, &byte| sum << 8 | u16::from(byte));
            }
            *slot = Some(steps);
            segment = &rest[64 * bytes..];
        }
        Ok(())
    }

    /// Reads DRI. One that is cut short turns restarts off.
    pub fn read_restart_interval(&mut self, segment: &[u8]) {
        let interval = segment
            .first_chunk::<2>()
            .map(|bytes| u16::from_be_bytes(*bytes));
        self.restart_interval = usize::from(interval.unwrap_or(0));
    }

    /// Reads DHT.
    pub fn read_codes(
        &mut self,
        mut segment: &[u8],
        known: &mut KnownTables,
    ) -> Result<(), EngineError> {
        while let Some((&head, rest)) = segment.split_first() {
            let short = || malformed("Huffman table cut short");
            let (counts, symbols) = rest.split_first_chunk::<16>().ok_or_else(short)?;
            let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
            let definition = rest.get(..counts.len() + total).ok_or_else(short)?;
            let class = if head >> 4 == 0 {
                &mut self.dc
            } else {
                &mut self.ac
            };
            let slot = class.get_mut(usize::from(head & 15)).ok_or_else(short)?;
            *slot = Some(known.table(definition)?);
            segment = &symbols[total..];
        }
        Ok(())
    }

    /// The DC and AC table of a scan's component; what never came is the standard's.
    pub fn codes(
        &mut self,
        component: &ScanComponent,
    ) -> Result<(Rc<Huffman>, Rc<Huffman>), EngineError> {
        if self.dc[component.dc].is_none() || self.ac[component.ac].is_none() {
            let (dc, ac) = standard_tables::tables()?;
            for (slot, table) in self.dc.iter_mut().zip(dc) {
                slot.get_or_insert_with(|| Rc::new(table));
            }
            for (slot, table) in self.ac.iter_mut().zip(ac) {
                slot.get_or_insert_with(|| Rc::new(table));
            }
        }
        match (&self.dc[component.dc], &self.ac[component.ac]) {
            (Some(dc), Some(ac)) => Ok((Rc::clone(dc), Rc::clone(ac))),
            _ => Err(malformed("a Huffman table is missing")),
        }
    }

    /// The quantisation steps of a component.
    pub fn steps(&self, component: &Component) -> Result<[u16; 64], EngineError> {
        self.steps[component.table].ok_or_else(|| malformed("a quantisation table is missing"))
    }
}

impl Scan {
    /// Reads SOS.
    pub(super) fn read(segment: &[u8], frame: &Frame) -> Result<Self, EngineError> {
        let short = || malformed("scan header cut short");
        let (&count, rest) = segment.split_first().ok_or_else(short)?;
        let count = usize::from(count);
        let list = rest.get(..count * 2).ok_or_else(short)?;
        let tail = rest.get(count * 2..count * 2 + 3).ok_or_else(short)?;
        let mut components: Vec<ScanComponent> = Vec::with_capacity(count.min(MAX_COMPONENTS));
        for entry in list.as_chunks::<2>().0 {
            let index = frame
                .components
                .iter()
                .position(|component| component.id == entry[0])
                .ok_or_else(|| malformed("a scan names an unknown component"))?;
            let (dc, ac) = (usize::from(entry[1] >> 4), usize::from(entry[1] & 15));
            if dc > 3 || ac > 3 || components.iter().any(|other| other.index == index) {
                return Err(malformed(
                    "a scan names a table or a component twice or out of range",
                ));
            }
            components.push(ScanComponent { index, dc, ac });
        }
        if components.is_empty() {
            return Err(short());
        }
        Ok(Self {
            components,
            band: (usize::from(tail[0]), usize::from(tail[1])),
            bits: (u32::from(tail[2] >> 4), u32::from(tail[2] & 15)),
        })
    }
}

pub(super) fn malformed(detail: &str) -> EngineError {
    EngineError::MalformedFrame {
        detail: detail.to_owned(),
    }
}

pub(super) fn unsupported(detail: String) -> EngineError {
    EngineError::UnsupportedPixelFormat { detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_coded_along_the_diagonals() {
        // Figure A.6 of T.81.
        assert_eq!(NATURAL[..10], [0, 1, 8, 16, 9, 2, 3, 10, 17, 24]);
        assert_eq!(NATURAL[54..64], [39, 46, 53, 60, 61, 54, 47, 55, 62, 63]);
        assert!(NATURAL[64..].iter().all(|&last| last == 63));
    }
}
