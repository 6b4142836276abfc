//! Lossless JPEG: seven predictors and Huffman-coded differences (T.81 annex H).

use std::rc::Rc;

use super::header::{Frame, Scan, Tables, malformed, unsupported};
use super::huffman::Huffman;
use super::segments::Segments;
use crate::codecs::bits::BitReader;
use crate::error::EngineError;

/// The category without further bits: a difference of 32768.
const LARGEST_CATEGORY: u32 = 16;

/// One component of the scan.
struct Track {
    /// Position among the components of the frame.
    index: usize,
    codes: Rc<Huffman>,
    /// The row being decoded and the one above.
    row: Vec<u16>,
    above: Vec<u16>,
}

/// Decodes one scan into interleaved samples; returns whether all of it was there.
///
/// # Errors
/// `unsupported-pixel-format` for subsampled components, `malformed-frame` for a predictor or
/// tables that cannot be.
pub fn decode_scan(
    frame: &Frame,
    scan: &Scan,
    tables: &mut Tables,
    segments: &Segments,
    memory: &mut [u8],
) -> Result<bool, EngineError> {
    let (predictor, point) = (scan.band.0, scan.bits.1);
    let interval = interval_of(frame, scan, tables.restart_interval)?;
    let (width, height) = (frame.width as usize, frame.height as usize);
    let mut tracks = Vec::with_capacity(scan.components.len());
    for of in &scan.components {
        let (codes, _) = tables.codes(of)?;
        tracks.push(Track {
            index: of.index,
            codes,
            row: vec![0; width],
            above: vec![0; width],
        });
    }
    let rows_at_once = interval / width;
    let start = 1u16 << (u32::from(frame.precision) - 1 - point);
    let mut whole = true;
    let order = segments.intervals(height.div_ceil(rows_at_once));
    for (index, segment) in order.into_iter().enumerate() {
        let mut reader = segment.map(|segment| segments.reader(segment));
        let begin = index * rows_at_once;
        for row in begin..(begin + rows_at_once).min(height) {
            if let Some(reader) = &mut reader
                && !reader.exhausted()
            {
                let first = if row == begin { Some(start) } else { None };
                whole &= decode_row(&mut tracks, reader, predictor, first);
            } else {
                whole = false;
                tracks.iter_mut().for_each(|track| track.row.fill(start));
            }
            write_row(frame, &tracks, row, point, memory);
            for track in &mut tracks {
                std::mem::swap(&mut track.row, &mut track.above);
            }
        }
    }
    Ok(whole)
}

/// Samples of one component between restarts: whole rows.
///
/// # Errors
/// As [`decode_scan`], but for tables.
pub fn interval_of(frame: &Frame, scan: &Scan, restarts: usize) -> Result<usize, EngineError> {
    if scan.components.len() > 1
        && frame
            .components
            .iter()
            .any(|component| component.factors != frame.most)
    {
        return Err(unsupported(
            "lossless JPEG with subsampled components".to_owned(),
        ));
    }
    let (predictor, point) = (scan.band.0, scan.bits.1);
    if !(1..=7).contains(&predictor) || point >= u32::from(frame.precision) {
        return Err(malformed("a lossless scan without a predictor"));
    }
    let (width, height) = (frame.width as usize, frame.height as usize);
    match restarts {
        0 => Ok(width * height),
        interval if interval % width == 0 => Ok(interval),
        _ => Err(unsupported(
            "lossless JPEG with restarts within a row".to_owned(),
        )),
    }
}

/// Decodes one row of every component. `first` is the prediction at the start of an interval, whose
/// first row is predicted only from the left (H.1.2.1).
fn decode_row(
    tracks: &mut [Track],
    reader: &mut BitReader<'_>,
    predictor: usize,
    first: Option<u16>,
) -> bool {
    let sound = match tracks {
        [only] => {
            let Track {
                codes, row, above, ..
            } = only;
            match (first, predictor) {
                (Some(start), _) => row_of(codes, reader, row, above, start, |left, _, _| left),
                (None, 1) => row_of(codes, reader, row, above, above[0], |left, _, _| left),
                (None, _) => {
                    let start = above[0];
                    row_of(codes, reader, row, above, start, |left, up, corner| {
                        predict(predictor, left, up, corner)
                    })
                }
            }
        }
        _ => interleaved_row(
            tracks,
            reader,
            if first.is_some() { 1 } else { predictor },
            first,
        ),
    };
    sound.is_some() && !reader.overrun()
}

#[inline(always)]
fn row_of(
    codes: &Huffman,
    reader: &mut BitReader<'_>,
    row: &mut [u16],
    above: &[u16],
    start: u16,
    predict: impl Fn(i32, i32, i32) -> i32,
) -> Option<()> {
    let mut left = i32::from(start);
    let mut corner = 0;
    for (index, (sample, &up)) in row.iter_mut().zip(above).enumerate() {
        let up = i32::from(up);
        let prediction = if index == 0 {
            left
        } else {
            predict(left, up, corner)
        };
        *sample = (prediction + difference(codes, reader)?) as u16;
        left = i32::from(*sample);
        corner = up;
    }
    Some(())
}

fn interleaved_row(
    tracks: &mut [Track],
    reader: &mut BitReader<'_>,
    predictor: usize,
    first: Option<u16>,
) -> Option<()> {
    let width = tracks.first().map_or(0, |track| track.row.len());
    for track in tracks.iter_mut() {
        let start = first.unwrap_or(track.above[0]);
        track.row[0] = (i32::from(start) + difference(&track.codes, reader)?) as u16;
    }
    for index in 1..width {
        for track in tracks.iter_mut() {
            let left = i32::from(track.row[index - 1]);
            let up = i32::from(track.above[index]);
            let corner = i32::from(track.above[index - 1]);
            let prediction = predict(predictor, left, up, corner);
            track.row[index] = (prediction + difference(&track.codes, reader)?) as u16;
        }
    }
    Some(())
}

/// Table H.1, from the samples at the left, above, and above at the left.
#[inline(always)]
fn predict(predictor: usize, left: i32, up: i32, corner: i32) -> i32 {
    match predictor {
        1 => left,
        2 => up,
        3 => corner,
        4 => left + up - corner,
        5 => left + ((up - corner) >> 1),
        6 => up + ((left - corner) >> 1),
        _ => (left + up) >> 1,
    }
}

#[inline(always)]
pub fn difference(codes: &Huffman, reader: &mut BitReader<'_>) -> Option<i32> {
    reader.refill();
    let look = codes.look(reader);
    if look.is_whole() && look.symbol() < LARGEST_CATEGORY {
        reader.consume(look.length());
        return Some(look.value());
    }
    match codes.take(reader)? {
        LARGEST_CATEGORY => Some(1 << 15),
        category if category < LARGEST_CATEGORY => Some(reader.take_value(category)),
        _ => None,
    }
}

/// Writes a row among the interleaved samples.
fn write_row(frame: &Frame, tracks: &[Track], row: usize, point: u32, memory: &mut [u8]) {
    let samples = frame.components.len();
    let width = frame.width as usize;
    for track in tracks {
        let first = row * width * samples + track.index;
        if frame.precision > 8 {
            let (words, _) = memory.as_chunks_mut::<2>();
            let targets = words[first..].iter_mut().step_by(samples);
            for (bytes, &sample) in targets.zip(&track.row) {
                *bytes = (sample << point).to_le_bytes();
            }
        } else {
            let targets = memory[first..].iter_mut().step_by(samples);
            for (byte, &sample) in targets.zip(&track.row) {
                *byte = (sample << point) as u8;
            }
        }
    }
}
