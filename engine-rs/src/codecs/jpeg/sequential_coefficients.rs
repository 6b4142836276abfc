//! Sequential scans as quantised coefficients, for streams that are rewritten (T.81 F.2).

use std::rc::Rc;

use super::header::{Frame, NATURAL, Scan, Tables};
use super::huffman::Huffman;
use super::progressive::Coefficients;
use super::segments::Segments;
use super::sequential::{decode_difference, mcu_grid};
use crate::codecs::bits::BitReader;
use crate::error::EngineError;

/// A component of the scan.
struct Track {
    component: usize,
    dc: Rc<Huffman>,
    ac: Rc<Huffman>,
    /// Columns and rows of blocks in an MCU.
    blocks: (usize, usize),
    predictor: i32,
}

/// Reads one scan; returns whether all of it was there. Missing parts stay zero, which is grey.
///
/// # Errors
/// `malformed-frame` for tables that are missing.
pub fn read_scan(
    coefficients: &mut Coefficients,
    frame: &Frame,
    scan: &Scan,
    tables: &mut Tables,
    segments: &Segments,
) -> Result<bool, EngineError> {
    let mut tracks = lay_tracks(frame, scan, tables)?;
    for track in &tracks {
        let steps = tables.steps(&frame.components[track.component])?;
        coefficients.set_steps(track.component, steps);
    }
    let (columns, rows) = mcu_grid(frame, scan);
    let total = columns * rows;
    let interval = match tables.restart_interval {
        0 => total,
        interval => interval,
    };
    let mut whole = true;
    for (index, segment) in segments
        .intervals(total.div_ceil(interval))
        .into_iter()
        .enumerate()
    {
        let Some(segment) = segment else {
            whole = false;
            continue;
        };
        let mut reader = segments.reader(segment);
        tracks.iter_mut().for_each(|track| track.predictor = 0);
        let begin = index * interval;
        for mcu in begin..(begin + interval).min(total) {
            let at = (mcu % columns, mcu / columns);
            let read = !reader.exhausted()
                && read_mcu(coefficients, &mut tracks, &mut reader, at).is_some();
            if !read || reader.overrun() {
                whole = false;
                break;
            }
        }
    }
    Ok(whole)
}

fn lay_tracks(frame: &Frame, scan: &Scan, tables: &mut Tables) -> Result<Vec<Track>, EngineError> {
    let alone = scan.components.len() == 1;
    let track = |of: &super::header::ScanComponent| {
        let (dc, ac) = tables.codes(of)?;
        let blocks = match frame.components[of.index].factors {
            _ if alone => (1, 1),
            (h, v) => (h as usize, v as usize),
        };
        Ok(Track {
            component: of.index,
            dc,
            ac,
            blocks,
            predictor: 0,
        })
    };
    scan.components.iter().map(track).collect()
}

fn read_mcu(
    coefficients: &mut Coefficients,
    tracks: &mut [Track],
    reader: &mut BitReader<'_>,
    (column, row): (usize, usize),
) -> Option<()> {
    for track in tracks {
        let (across, down) = track.blocks;
        for y in 0..down {
            for x in 0..across {
                let at = (column * across + x, row * down + y);
                let block = coefficients.block_mut(track.component, at);
                *block = [0; 64];
                read_block(track, reader, block)?;
            }
        }
    }
    Some(())
}

fn read_block(track: &mut Track, reader: &mut BitReader<'_>, block: &mut [i16; 64]) -> Option<()> {
    reader.refill();
    let difference = decode_difference(&track.dc, reader)?;
    track.predictor = track.predictor.wrapping_add(difference);
    block[0] = track.predictor as i16;
    let mut index = 0usize;
    while index < 63 {
        reader.refill();
        let symbol = track.ac.take(reader)?;
        let (run, category) = ((symbol >> 4) as usize, symbol & 15);
        if category == 0 {
            // 15/0 is a run of 16 zeros, anything else ends the block.
            if run < 15 {
                break;
            }
            index += 16;
            continue;
        }
        index += run + 1;
        block[usize::from(NATURAL[index & 127])] = reader.take_value(category) as i16;
    }
    Some(())
}
