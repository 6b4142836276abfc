//! Sequential scans: each block is decoded, transformed and stored at once (T.81 F.2).

use std::rc::Rc;

use super::header::{Frame, NATURAL, Scan, Tables};
use super::huffman::Huffman;
use super::planes::{Plane, Planes};
use super::segments::Segments;
use super::store::{self, Block};
use crate::codecs::bits::BitReader;
use crate::error::EngineError;

/// Most bits of a DC difference.
const MAX_CATEGORY: u32 = 15;

/// Quantisation step in the low half and natural position in the high half, of each coefficient in
/// coded order. Runs past the last coefficient end at the last position; the end of a block is at
/// the first one, which is written afterwards.
type Places = [u32; 256];
/// Coefficients of a block that a run may reach beyond the last one.
const BEYOND: usize = 80;

/// A component of the scan with all that its blocks need.
struct Track {
    plane: Plane,
    dc: Rc<Huffman>,
    ac: Rc<Huffman>,
    /// With steps of 1 for 12 bits, which are dequantised by their own transform.
    places: Places,
    steps: [u16; 64],
    /// Columns and rows of blocks in an MCU.
    blocks: (usize, usize),
    predictor: i32,
}

/// Where decoded blocks go.
struct Target<'a> {
    memory: &'a mut [u8],
    /// 12-bit samples.
    wide: bool,
}

/// Decodes one scan into `memory`; returns whether all of it was there. Missing parts are grey.
///
/// # Errors
/// `malformed-frame` for tables that are missing.
pub fn decode_scan(
    frame: &Frame,
    scan: &Scan,
    tables: &mut Tables,
    segments: &Segments,
    planes: &Planes,
    memory: &mut [u8],
) -> Result<bool, EngineError> {
    let mut tracks = lay_tracks(frame, scan, tables, planes)?;
    let (columns, rows) = mcu_grid(frame, scan);
    let total = columns * rows;
    let interval = match tables.restart_interval {
        0 => total,
        interval => interval,
    };
    let mut target = Target {
        memory,
        wide: frame.precision > 8,
    };
    let mut whole = true;
    let (mut column, mut row) = (0, 0);
    for (index, segment) in segments
        .intervals(total.div_ceil(interval))
        .into_iter()
        .enumerate()
    {
        let mut reader = segment.map(|segment| segments.reader(segment));
        for track in &mut tracks {
            track.predictor = 0;
        }
        for _ in 0..interval.min(total - index * interval) {
            reader = reader.filter(|reader| !reader.exhausted());
            let at = (column, row);
            let decoded = match &mut reader {
                Some(reader) => decode_mcu(&mut tracks, reader, at, &mut target),
                None => {
                    fill_mcu(&tracks, at, &mut target);
                    false
                }
            };
            if !decoded {
                reader = None;
                whole = false;
            }
            column += 1;
            if column == columns {
                column = 0;
                row += 1;
            }
        }
    }
    Ok(whole)
}

/// Columns and rows of MCUs. The MCU of a single component is one block (A.2.2).
pub fn mcu_grid(frame: &Frame, scan: &Scan) -> (usize, usize) {
    let (width, height, mcu) = match scan.components.as_slice() {
        [only] => {
            let size = frame.components[only.index].size;
            (size.0, size.1, (8, 8))
        }
        _ => (
            frame.width,
            frame.height,
            (8 * frame.most.0, 8 * frame.most.1),
        ),
    };
    (
        width.div_ceil(mcu.0) as usize,
        height.div_ceil(mcu.1) as usize,
    )
}

fn lay_tracks(
    frame: &Frame,
    scan: &Scan,
    tables: &mut Tables,
    planes: &Planes,
) -> Result<Vec<Track>, EngineError> {
    let alone = scan.components.len() == 1;
    let track = |of: &super::header::ScanComponent| {
        let component = &frame.components[of.index];
        let (dc, ac) = tables.codes(of)?;
        let steps = tables.steps(component)?;
        let mut places = [0; 256];
        for (index, place) in places.iter_mut().take(BEYOND).enumerate() {
            let step = if frame.precision > 8 {
                1
            } else {
                steps[index.min(63)]
            };
            *place = u32::from(NATURAL[index]) << 16 | u32::from(step);
        }
        let blocks = if alone {
            (1, 1)
        } else {
            (component.factors.0 as usize, component.factors.1 as usize)
        };
        Ok(Track {
            plane: planes.list[of.index],
            dc,
            ac,
            places,
            steps,
            blocks,
            predictor: 0,
        })
    };
    scan.components.iter().map(track).collect()
}

/// Decodes and stores one MCU; returns whether it was whole.
#[inline(always)]
fn decode_mcu(
    tracks: &mut [Track],
    reader: &mut BitReader<'_>,
    (column, row): (usize, usize),
    target: &mut Target<'_>,
) -> bool {
    let mut sound = true;
    let mut block = Block::new();
    for track in tracks {
        let (across, down) = track.blocks;
        for y in 0..down {
            for x in 0..across {
                if sound {
                    sound = decode_block(track, reader, &mut block).is_some();
                }
                put(
                    track,
                    &mut block,
                    (column * across + x, row * down + y),
                    target,
                );
            }
        }
    }
    sound && !reader.overrun()
}

#[cold]
fn fill_mcu(tracks: &[Track], (column, row): (usize, usize), target: &mut Target<'_>) {
    let mut block = Block::new();
    for track in tracks {
        let (across, down) = track.blocks;
        for y in 0..down {
            for x in 0..across {
                put(
                    track,
                    &mut block,
                    (column * across + x, row * down + y),
                    target,
                );
            }
        }
    }
}

#[inline(always)]
fn put(track: &Track, block: &mut Block, at: (usize, usize), target: &mut Target<'_>) {
    if target.wide {
        store::store_12(target.memory, &track.plane, at, &block.values, &track.steps);
        *block = Block::new();
    } else {
        let samples = block.transform();
        block.values[0] = 0;
        store::store(target.memory, &track.plane, at.0, at.1, &samples);
    }
}

/// Reads the coefficients of one block; none for invalid bits.
#[inline(always)]
fn decode_block(track: &mut Track, reader: &mut BitReader<'_>, block: &mut Block) -> Option<()> {
    reader.refill();
    let difference = decode_difference(&track.dc, reader)?;
    track.predictor = track.predictor.wrapping_add(difference);
    let mean = (track.predictor as u32).wrapping_mul(track.places[0]) as i16;
    block.values[0] = mean;
    let ac = &*track.ac;
    let places = &track.places;
    let mut seen = 0;
    let mut index = 0usize;
    let mut put = |index: usize, value: u32| {
        let place = places[index & 255];
        block.values[(place >> 16 & 63) as usize] = value.wrapping_mul(place) as i16;
        seen |= place >> 16;
    };
    'block: while index < 63 {
        reader.refill();
        // Three codes within the look-up are at most thirty bits.
        for _ in 0..3 {
            let step = ac.step(reader);
            if !step.is_whole() {
                let (advance, value) = ac.take_step(reader)?;
                index += advance;
                put(index, value);
                continue 'block;
            }
            reader.consume(step.length());
            index += step.advance();
            put(index, step.value());
            if index >= 63 {
                break 'block;
            }
        }
    }
    // The end of the block has a value of 0 at the first position.
    block.values[0] = mean;
    block.seen = seen as u8;
    Some(())
}

/// Reads a DC difference; 32 bits must be valid.
#[inline(always)]
pub fn decode_difference(dc: &Huffman, reader: &mut BitReader<'_>) -> Option<i32> {
    let look = dc.look(reader);
    if look.is_whole() && look.symbol() < 16 {
        reader.consume(look.length());
        return Some(look.value());
    }
    let category = dc.take(reader)?;
    (category <= MAX_CATEGORY).then(|| reader.take_value(category))
}
