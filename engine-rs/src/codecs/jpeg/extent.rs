//! How far the entropy-coded data of a scan are read. The bytes after it do not belong to the
//! picture.

use super::header::{Component, Frame, Process, Scan, ScanComponent, Tables};
use super::huffman::Huffman;
use super::lossless;
use super::segments::Segments;
use super::sequential::{decode_difference, mcu_grid};
use crate::codecs::bits::BitReader;
use crate::error::EngineError;

/// Bits a decoder looks at to see that they are not a code (T.81 F.2.2.3: codes have 16 at most).
const LOOKED_AT_BITS: usize = 16;
/// Each MCU takes a bit at least, so no more of them begin in one byte.
const STARTS: usize = 8;

/// Where the last MCUs of a segment begin.
#[derive(Debug, Clone, Copy, Default)]
pub struct Trail {
    starts: [usize; STARTS],
    count: usize,
}

impl Trail {
    /// An MCU begins here.
    #[inline(always)]
    pub fn begin(&mut self, reader: &BitReader<'_>) {
        self.starts[self.count % STARTS] = reader.taken();
        self.count += 1;
    }

    /// The bits from the start of an MCU to the end of `bytes` are all ones. A decoder takes them for padding.
    fn is_taken_for_padding(&self, bytes: &[u8]) -> bool {
        let ones = bytes.last().map_or(0, |last| last.trailing_ones() as usize);
        let end = bytes.len() * 8;
        self.starts[..self.count.min(STARTS)]
            .iter()
            .any(|&start| start < end && start + ones.min(STARTS - 1) >= end)
    }
}

/// How far a decoder reads one segment.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Number of its restart interval, and its place among the segments.
    pub interval: usize,
    segment: usize,
    bits: usize,
    sound: bool,
    trail: Trail,
}

impl Extent {
    /// Of a segment of `place` (interval and segment) that `reader` has read, whole where it is `sound`.
    pub fn of(
        (interval, segment): (usize, usize),
        reader: &BitReader<'_>,
        sound: bool,
        trail: Trail,
    ) -> Self {
        Self {
            interval,
            segment,
            bits: reader.taken(),
            sound,
            trail,
        }
    }

    /// Appends what is read of the segment: with stuffing, and padded with ones. Where it is damaged, the damaged
    /// bits stay, so that the damage is found in the same place again.
    pub fn put(&self, segments: &Segments, output: &mut Vec<u8>) {
        let bytes = segments.bytes(self.segment);
        let bits = if self.sound {
            self.bits
        } else {
            self.bits + LOOKED_AT_BITS
        };
        let mut kept = bytes[..bits.div_ceil(8).min(bytes.len())].to_vec();
        if self.sound {
            let padding = kept.len() * 8 - self.bits.min(kept.len() * 8);
            if let Some(last) = kept.last_mut() {
                *last |= ((1u16 << padding) - 1) as u8;
            }
            if self.trail.is_taken_for_padding(&kept) {
                kept.push(0);
            }
        }
        put_stuffed(&kept, output);
    }
}

fn put_stuffed(bytes: &[u8], output: &mut Vec<u8>) {
    output.reserve(bytes.len() + 8);
    let mut rest = bytes;
    while let Some(found) = memchr::memchr(0xff, rest) {
        output.extend_from_slice(&rest[..=found]);
        output.push(0);
        rest = &rest[found + 1..];
    }
    output.extend_from_slice(rest);
}

/// A component of a scan: its tables, and its blocks in an MCU.
type Track = (std::rc::Rc<Huffman>, std::rc::Rc<Huffman>, usize);

/// Reads the codes of a sequential or lossless scan without making a picture of them.
///
/// # Errors
/// As decoding the scan.
pub fn measure(
    frame: &Frame,
    scan: &Scan,
    tables: &mut Tables,
    segments: &Segments,
) -> Result<(Vec<Extent>, bool), EngineError> {
    let alone = scan.components.len() == 1;
    let is_lossless = frame.process == Process::Lossless;
    let track = |of: &ScanComponent| -> Result<Track, EngineError> {
        let component: &Component = &frame.components[of.index];
        if !is_lossless {
            tables.steps(component)?;
        }
        let (dc, ac) = tables.codes(of)?;
        let blocks = component.factors.0 * component.factors.1;
        Ok((dc, ac, if alone { 1 } else { blocks as usize }))
    };
    let tracks: Vec<Track> = scan
        .components
        .iter()
        .map(track)
        .collect::<Result<_, _>>()?;
    let (total, interval) = if is_lossless {
        let interval = lossless::interval_of(frame, scan, tables.restart_interval)?;
        let width = frame.width as usize;
        (frame.height as usize, interval / width)
    } else {
        let (columns, rows) = mcu_grid(frame, scan);
        (columns * rows, tables.restart_interval)
    };
    let interval = if interval == 0 { total } else { interval };
    let order = segments.intervals(total.div_ceil(interval));
    let mut whole = order.iter().all(Option::is_some);
    let mut extents = Vec::new();
    for (index, segment) in order.into_iter().enumerate() {
        let Some(segment) = segment else { continue };
        let mut reader = segments.reader(segment);
        let mut trail = Trail::default();
        let units = interval.min(total - index * interval);
        let mut sound = true;
        for _ in 0..units {
            let read = if reader.exhausted() {
                None
            } else {
                trail.begin(&reader);
                if is_lossless {
                    pass_over_row(&tracks, &mut reader, frame.width)
                } else {
                    pass_over_mcu(&tracks, &mut reader)
                }
            };
            sound &= read.is_some() && !reader.overrun();
            // After a damaged row the decoder tries the next one, after a damaged MCU it waits for a restart.
            if !sound && !is_lossless {
                break;
            }
        }
        whole &= sound;
        extents.push(Extent::of((index, segment), &reader, sound, trail));
    }
    Ok((extents, whole))
}

fn pass_over_row(tracks: &[Track], reader: &mut BitReader<'_>, width: u32) -> Option<()> {
    for _ in 0..width {
        for (codes, _, _) in tracks {
            lossless::difference(codes, reader)?;
        }
    }
    Some(())
}

#[inline(always)]
fn pass_over_mcu(tracks: &[Track], reader: &mut BitReader<'_>) -> Option<()> {
    for (dc, ac, blocks) in tracks {
        for _ in 0..*blocks {
            pass_over_block(dc, ac, reader)?;
        }
    }
    Some(())
}

/// As `sequential::decode_block`, which also keeps the coefficients.
#[inline(always)]
fn pass_over_block(dc: &Huffman, ac: &Huffman, reader: &mut BitReader<'_>) -> Option<()> {
    reader.refill();
    decode_difference(dc, reader)?;
    let mut index = 0usize;
    while index < 63 {
        reader.refill();
        let step = ac.step(reader);
        index += if step.is_whole() {
            reader.consume(step.length());
            step.advance()
        } else {
            ac.take_step(reader)?.0
        };
    }
    Some(())
}
