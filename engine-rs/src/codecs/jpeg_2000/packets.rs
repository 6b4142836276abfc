//! Packets (ISO 15444-1 B.9 and B.10, 15444-15 B.1): which code blocks they have bytes for, how many, and
//! for how many passes. Reading ends without an error where the stream is cut off.

use super::blocks::{Block, Cells, Chunk, Resolution};
use super::budget::Budget;
use super::grid::Area;
use super::header_bits::HeaderBits;
use super::malformed;
use super::progression::{Place, stop_count, walk};
use super::styles::{Coding, Styles};
use crate::error::EngineError;

/// Pass after pass is terminated (table A.19).
const TERMINATED: u8 = 0x04;
/// Passes may bypass the MQ decoder.
const BYPASS: u8 = 0x01;
/// With a bypass, passes of the first segment; then two raw ones and a coded one take turns.
const BEFORE_BYPASS: u8 = 10;
/// Most passes of a block: three for each of 31 planes, besides the first.
const MAX_PASSES: u8 = 91;
/// Most bit planes above the first that is coded.
const MAX_ZERO_PLANES: u16 = 74;
/// Longest length in bits.
const MAX_LENGTH_BITS: u32 = 31;
/// Start and end markers of packets, where a coding style asks for them.
const START_OF_PACKET: [u8; 2] = [0xff, 0x91];
/// Bytes of the segment that a start marker begins.
pub const START_BYTES: usize = 6;
const END_OF_HEADER: [u8; 2] = [0xff, 0x92];

/// Announcement of a block in a header.
struct Announced {
    band: usize,
    block: usize,
    segment: u8,
    passes: u8,
    length: usize,
}

/// The packets of a tile.
struct Packets<'a, 'h> {
    body: &'a [u8],
    /// Headers, where they were taken out of the body.
    headers: Option<&'h [u8]>,
    announced: Vec<Announced>,
    /// Bytes of the whole body.
    length: usize,
    starts: Vec<usize>,
    /// The stream ended before the last packet did.
    cut: bool,
}

/// How far a tile was read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Bytes of its body.
    pub body: usize,
    /// Bytes of the body that no packet took.
    pub rest: usize,
    /// Bytes of the headers that were taken out of it.
    pub headers: usize,
    /// Places of the start markers in its body.
    pub starts: Vec<usize>,
    /// The stream ended before the last packet did.
    pub cut: bool,
}

/// Reads the packets of a tile into its blocks, from its body and the headers that were taken out of it.
///
/// # Errors
/// `malformed-frame` where a header contradicts itself, `limit-exceeded` for `packets`.
pub fn read<'a>(
    components: &mut [Vec<Resolution<'a>>],
    tile: &Area,
    styles: &Styles,
    (body, headers): (&'a [u8], &[u8]),
    budget: &mut Budget,
) -> Result<Extent, EngineError> {
    let mut packets = Packets {
        body,
        headers: (!headers.is_empty()).then_some(headers),
        announced: Vec::new(),
        length: body.len(),
        starts: Vec::new(),
        cut: false,
    };
    for progression in styles.progressions() {
        budget.packets(stop_count(components, &progression))?;
        walk(components, tile, &progression, &mut |resolution, place| {
            budget.packets(1)?;
            let read = &mut resolution.layers_read[place.precinct as usize];
            // Orders may overlap; a packet comes once.
            if place.layer < *read {
                return Ok(true);
            }
            *read = place.layer + 1;
            let component = &styles.components[usize::from(place.component)];
            let whole = packets.packet(resolution, place, component.coding()?)?;
            packets.cut |= !whole;
            Ok(whole)
        })?;
    }
    Ok(Extent {
        body: body.len() - packets.body.len(),
        headers: headers.len() - packets.headers.map_or(0, <[u8]>::len),
        starts: packets.starts,
        rest: packets.body.len(),
        cut: packets.cut,
    })
}

impl<'a> Packets<'a, '_> {
    /// Reads a packet. False where the stream ends.
    fn packet(
        &mut self,
        resolution: &mut Resolution<'a>,
        place: Place,
        coding: &Coding,
    ) -> Result<bool, EngineError> {
        if self.body.starts_with(&START_OF_PACKET) {
            self.starts.push(self.length - self.body.len());
            self.body = self.body.get(START_BYTES..).unwrap_or_default();
        }
        let mut bits = HeaderBits::new(self.headers.unwrap_or(self.body));
        self.announced.clear();
        let column = place.precinct % resolution.precincts.0;
        let row = place.precinct / resolution.precincts.0;
        let whole = match bits.bit() {
            None => return Ok(false),
            Some(0) => Some(()),
            Some(_) => {
                let mut whole = Some(());
                for (number, band) in resolution.bands.iter_mut().enumerate() {
                    if band.has_blocks(column, row) {
                        let cells = band.cells(place.precinct as usize, column, row);
                        whole = self.band(number, cells, place.layer, coding, &mut bits)?;
                    }
                    if whole.is_none() {
                        break;
                    }
                }
                whole
            }
        };
        let mut end = bits.aligned();
        let from = self.headers.unwrap_or(self.body).get(end..);
        if from.is_some_and(|rest| rest.starts_with(&END_OF_HEADER)) {
            end += 2;
        }
        match &mut self.headers {
            Some(headers) => *headers = headers.get(end..).unwrap_or_default(),
            None => self.body = self.body.get(end..).unwrap_or_default(),
        }
        if whole.is_none() {
            return Ok(false);
        }
        Ok(self.bodies(resolution, place.precinct as usize))
    }

    /// Gives the blocks their bytes. False where the stream ends.
    fn bodies(&mut self, resolution: &mut Resolution<'a>, precinct: usize) -> bool {
        for announced in &self.announced {
            let length = announced.length.min(self.body.len());
            let (bytes, rest) = self.body.split_at(length);
            self.body = rest;
            let band = &mut resolution.bands[announced.band];
            let Some(cells) = &mut band.precincts[precinct] else {
                continue;
            };
            let whole = length == announced.length;
            cells.blocks[announced.block].chunks.push(Chunk {
                segment: announced.segment,
                passes: announced.passes,
                bytes,
                whole,
            });
            if !whole {
                return false;
            }
        }
        true
    }

    /// The header's part for a sub-band. None where the stream ends.
    fn band(
        &mut self,
        band: usize,
        cells: &mut Cells<'_>,
        layer: u16,
        coding: &Coding,
        bits: &mut HeaderBits<'_>,
    ) -> Result<Option<()>, EngineError> {
        for index in 0..cells.blocks.len() {
            let at = (index % cells.across, index / cells.across);
            let included = if cells.blocks[index].included {
                bits.bit().map(|bit| bit == 1)
            } else {
                cells.inclusion.is_below(at, layer.saturating_add(1), bits)
            };
            match included {
                None => return Ok(None),
                Some(false) => continue,
                Some(true) => {}
            }
            if !cells.blocks[index].included {
                let mut planes = 1;
                loop {
                    match cells.zero_planes.is_below(at, planes, bits) {
                        None => return Ok(None),
                        Some(true) => break,
                        Some(false) => planes += 1,
                    }
                    if planes > MAX_ZERO_PLANES {
                        return Err(malformed("a code block of zero planes only"));
                    }
                }
                cells.blocks[index].zero_planes = (planes - 1) as u8;
            }
            let place = (band, index);
            let block = &mut cells.blocks[index];
            let done = match coding.high_throughput() {
                true => self.high_throughput_lengths(place, block, bits)?,
                false => self.lengths(place, block, coding, bits)?,
            };
            if done.is_none() {
                return Ok(None);
            }
            block.included = true;
        }
        Ok(Some(()))
    }

    /// New passes of a block and their bytes, segment by segment.
    fn lengths(
        &mut self,
        (band, index): (usize, usize),
        block: &mut Block<'_>,
        coding: &Coding,
        bits: &mut HeaderBits<'_>,
    ) -> Result<Option<()>, EngineError> {
        let Some(mut passes) = read_passes(block, bits)? else {
            return Ok(None);
        };
        if block.passes + passes > MAX_PASSES {
            return Err(malformed("more coding passes than bit planes"));
        }
        while passes > 0 {
            let (segment, until) = segment_of(coding.style, block.passes);
            let count = passes.min(until - block.passes);
            let Some(length) = read_length(block, count, bits)? else {
                return Ok(None);
            };
            self.announced.push(Announced {
                band,
                block: index,
                segment,
                passes: count,
                length,
            });
            block.passes += count;
            passes -= count;
        }
        Ok(Some(()))
    }

    /// The same where a cleanup pass is one segment and the refinement of its samples another. The passes
    /// before, in threes, only remove planes.
    fn high_throughput_lengths(
        &mut self,
        (band, index): (usize, usize),
        block: &mut Block<'_>,
        bits: &mut HeaderBits<'_>,
    ) -> Result<Option<()>, EngineError> {
        let Some(mut passes) = read_passes(block, bits)? else {
            return Ok(None);
        };
        if !block.included {
            let skipped = (passes - 1) / 3;
            block.zero_planes = block.zero_planes.saturating_add(skipped);
            passes -= skipped * 3;
            // Lengths are coded as if the skipped passes were part of the segment.
            let Some(length) = read_length(block, skipped * 3 + 1, bits)? else {
                return Ok(None);
            };
            self.announced.push(Announced {
                band,
                block: index,
                segment: 0,
                passes: 1,
                length,
            });
            block.passes = 1;
            passes -= 1;
        }
        if passes > 0 {
            if block.passes + passes > 3 {
                return Err(malformed("a code block that is cleaned up twice"));
            }
            let Some(length) = read_length(block, passes, bits)? else {
                return Ok(None);
            };
            self.announced.push(Announced {
                band,
                block: index,
                segment: 1,
                passes,
                length,
            });
            block.passes += passes;
        }
        Ok(Some(()))
    }
}

/// Number of new passes, after which lengths have as many more bits as there are ones.
fn read_passes(
    block: &mut Block<'_>,
    bits: &mut HeaderBits<'_>,
) -> Result<Option<u8>, EngineError> {
    let Some(passes) = bits.passes() else {
        return Ok(None);
    };
    loop {
        match bits.bit() {
            None => return Ok(None),
            Some(0) => return Ok(Some(passes as u8)),
            Some(_) => block.length_bits += 1,
        }
        if u32::from(block.length_bits) > MAX_LENGTH_BITS {
            return Err(malformed("a code block longer than any stream"));
        }
    }
}

/// Bytes of a segment of so many passes.
fn read_length(
    block: &Block<'_>,
    passes: u8,
    bits: &mut HeaderBits<'_>,
) -> Result<Option<usize>, EngineError> {
    let count = u32::from(block.length_bits) + u32::from(passes).ilog2();
    if count > MAX_LENGTH_BITS {
        return Err(malformed("a code block longer than any stream"));
    }
    Ok(bits.bits(count).map(|length| length as usize))
}

/// The segment that a pass belongs to, and the pass after its last.
fn segment_of(style: u8, pass: u8) -> (u8, u8) {
    if style & TERMINATED != 0 {
        return (pass, pass + 1);
    }
    if style & BYPASS == 0 {
        return (0, u8::MAX);
    }
    match pass.checked_sub(BEFORE_BYPASS) {
        None => (0, BEFORE_BYPASS),
        Some(after) if after % 3 == 2 => (after / 3 * 2 + 2, pass + 1),
        Some(after) => (after / 3 * 2 + 1, BEFORE_BYPASS + after / 3 * 3 + 2),
    }
}
