//! Sample tables of an MP4 track: where each sample lies, when it is shown, which are keys
//! (ISO 14496-12 8.6, 8.7).

use std::ops::Range;

use super::boxes::{find, full, u32_list};
use crate::error::EngineError;
use crate::video::Sample;
use crate::video::picture::check_frames;

/// The tables, one entry per sample in decode order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tables {
    /// Where each sample lies and whether it is a key.
    pub samples: Vec<Sample>,
    /// Presentation time in ticks of the track.
    pub times: Vec<i64>,
    /// Ticks of all samples together.
    pub duration: i64,
    /// A sample is shown before the time at which it is decoded.
    pub has_negative_offsets: bool,
}

/// Reads the tables of a sample table box in a movie box that lies `base` so many bytes.
///
/// # Errors
/// `malformed-video` where a table is absent or does not reach all samples, `limit-exceeded` for
/// `frames`.
pub fn read_tables(bytes: &[u8], table: Range<usize>, base: usize) -> Result<Tables, EngineError> {
    let at = base + table.start;
    let malformed =
        |name: &str| EngineError::malformed_video(at, &format!("MP4 sample table {name}"));
    let content =
        |name: &[u8; 4]| find(bytes, table.clone(), name).and_then(|content| full(bytes, content));
    let numbers = |name: &[u8; 4]| {
        content(name)
            .map(|(version, inside)| (version, u32_list(&bytes[inside]).collect::<Vec<_>>()))
    };
    let sizes = sample_sizes(numbers(b"stsz").as_ref().map(|(_, list)| list.as_slice()))?
        .ok_or_else(|| malformed("stsz"))?;
    if sizes.is_empty() {
        return Ok(Tables::default());
    }
    let chunks = match numbers(b"stco") {
        // The count of entries comes before them, here and in the tables below.
        Some((_, list)) => list
            .iter()
            .skip(1)
            .map(|&offset| u64::from(offset))
            .collect(),
        None => {
            let (_, list) = numbers(b"co64").ok_or_else(|| malformed("stco"))?;
            let (pairs, _) = list.get(1..).unwrap_or(&[]).as_chunks::<2>();
            pairs
                .iter()
                .map(|&[high, low]| u64::from(high) << 32 | u64::from(low))
                .collect::<Vec<_>>()
        }
    };
    let (_, runs) = numbers(b"stsc").ok_or_else(|| malformed("stsc"))?;
    let places = places(&sizes, &chunks, &runs).ok_or_else(|| malformed("stsc"))?;
    let (_, steps) = numbers(b"stts").ok_or_else(|| malformed("stts"))?;
    let (decoded, duration) = decode_times(&steps, sizes.len()).ok_or_else(|| malformed("stts"))?;
    let mut times = decoded.clone();
    if let Some((version, offsets)) = numbers(b"ctts") {
        add_offsets(&mut times, &offsets, version).ok_or_else(|| malformed("ctts"))?;
    }
    let mut keys = vec![false; sizes.len()];
    match numbers(b"stss") {
        Some((_, list)) => {
            // Behind the count of entries, numbers from 1.
            for number in list.iter().skip(1) {
                if let Some(key) = keys.get_mut((*number as usize).wrapping_sub(1)) {
                    *key = true;
                }
            }
        }
        None => keys.fill(true),
    }
    let places = places.into_iter().zip(keys);
    Ok(Tables {
        samples: places
            .map(|((start, length), key)| Sample {
                start,
                length,
                key,
                has_parameters: true,
            })
            .collect(),
        has_negative_offsets: times
            .iter()
            .zip(&decoded)
            .any(|(shown, decoded)| shown < decoded),
        times,
        duration,
    })
}

/// One size for all, or a size each.
fn sample_sizes(list: Option<&[u32]>) -> Result<Option<Vec<usize>>, EngineError> {
    let Some((&[size, count], each)) = list.and_then(<[u32]>::split_first_chunk::<2>) else {
        return Ok(None);
    };
    check_frames(u64::from(count))?;
    let count = count as usize;
    Ok(if size > 0 {
        Some(vec![size as usize; count])
    } else {
        each.get(..count)
            .map(|each| each.iter().map(|&size| size as usize).collect())
    })
}

/// Runs of chunks with so many samples each; samples lie one after the other in their chunk.
fn places(sizes: &[usize], chunks: &[u64], runs: &[u32]) -> Option<Vec<(u64, u64)>> {
    let (runs, _) = runs.get(1..)?.as_chunks::<3>();
    let mut places = Vec::with_capacity(sizes.len());
    let mut run = 0;
    for (index, &chunk) in chunks.iter().enumerate() {
        while runs
            .get(run + 1)
            .is_some_and(|next| next[0] as usize <= index + 1)
        {
            run += 1;
        }
        let mut at = chunk;
        for _ in 0..runs.get(run)?[1] {
            let Some(&size) = sizes.get(places.len()) else {
                return Some(places);
            };
            places.push((at, size as u64));
            at = at.checked_add(size as u64)?;
        }
    }
    (places.len() == sizes.len()).then_some(places)
}

/// Times of decoding, and where they end.
fn decode_times(steps: &[u32], count: usize) -> Option<(Vec<i64>, i64)> {
    let (runs, _) = steps.get(1..)?.as_chunks::<2>();
    let mut times = Vec::with_capacity(count);
    let mut time = 0i64;
    for &[repeat, step] in runs {
        for _ in 0..repeat {
            if times.len() == count {
                return Some((times, time));
            }
            times.push(time);
            time += i64::from(step);
        }
    }
    (times.len() == count).then_some((times, time))
}

/// Composition offsets; those of version 1 are signed, and many writers of version 0 mean that too.
fn add_offsets(times: &mut [i64], offsets: &[u32], version: u8) -> Option<()> {
    let (runs, _) = offsets.get(1..)?.as_chunks::<2>();
    let mut at = 0;
    for &[repeat, offset] in runs {
        let offset = if version == 0 && offset < 1 << 31 {
            i64::from(offset)
        } else {
            i64::from(offset as i32)
        };
        for _ in 0..repeat {
            let Some(time) = times.get_mut(at) else {
                return Some(());
            };
            *time += offset;
            at += 1;
        }
    }
    (at == times.len()).then_some(())
}
