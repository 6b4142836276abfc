//! The written file against its source, both decoded, in every frame.

use super::samples::{black_of, decode, places};
use super::{is_transformed, refuse, streams};
use crate::codecs::coverage::Coverage;
use crate::codecs::jpeg::blackout::{Black, Fate};
use crate::codecs::jpeg::coded::{Coded, Samples};
use crate::codecs::jpeg::{Jpeg, Planes};
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::pixels::frame::gather;

/// Checks that everything hidden is black and everything shown is what the source shows.
///
/// # Errors
/// `cannot-deidentify` with the number of the frame that is neither.
pub fn verify(
    source: (&Parser, &[u8]),
    output: &[u8],
    coverage: &Coverage,
) -> Result<(), EngineError> {
    let (parser, file) = source;
    let result = Parser::parse(output)?;
    let uid = &parser
        .format()
        .ok_or(EngineError::NoPixelData)?
        .transfer_syntax_uid;
    for number in 1..=parser.frames_total() {
        let holds = if is_transformed(uid) {
            stream_holds((parser, file), (&result, output), number, coverage)?
        } else {
            samples_hold((parser, file), (&result, output), number, coverage)?
        };
        if !holds {
            return Err(refuse(format!(
                "frame {number} is not black outside of its mask, or changed within it"
            )));
        }
    }
    Ok(())
}

fn samples_hold(
    source: (&Parser, &[u8]),
    result: (&Parser, &[u8]),
    number: u32,
    coverage: &Coverage,
) -> Result<bool, EngineError> {
    let (before, expected) = decode(source.0, source.1, number)?;
    let (after, found) = decode(result.0, result.1, number)?;
    let format = result.0.format().ok_or(EngineError::NoPixelData)?;
    let black = black_of(format, &after)?;
    let bytes = before.sample_bytes;
    if (expected.len(), before.colour, before.sample_bytes)
        != (found.len(), after.colour, after.sample_bytes)
    {
        return Ok(false);
    }
    Ok(places(&before, coverage).all(|place| {
        let range = place.at..place.at + bytes;
        if place.is_hidden {
            found[range] == black[place.sample].to_le_bytes()[..bytes]
        } else {
            found[range.clone()] == expected[range]
        }
    }))
}

/// A decoded stream, component by component.
struct Decoded {
    coded: Coded,
    planes: Planes,
    memory: Vec<u8>,
    sample_bytes: usize,
}

impl Decoded {
    fn of(parser: &Parser, file: &[u8], number: u32) -> Result<Self, EngineError> {
        let stream = gather(file, &parser.frame_bytes(number)?);
        let mut memory = Vec::new();
        let picture = Jpeg::default().decode_stream(&stream, &mut memory)?;
        let planes = picture
            .planes
            .ok_or_else(|| refuse("a lossless stream was not expected".to_owned()))?;
        Ok(Self {
            coded: Coded::read(&stream)?,
            planes,
            memory,
            sample_bytes: if picture.precision > 8 { 2 } else { 1 },
        })
    }

    /// The samples of a block within the plane; none beyond it.
    fn block(&self, component: usize, (column, row): (usize, usize)) -> [Option<u16>; 64] {
        let plane = &self.planes.list[component];
        std::array::from_fn(|index| {
            let (x, y) = (column * 8 + index % 8, row * 8 + index / 8);
            let at = (plane.offset + y * plane.stride + x) * self.sample_bytes;
            (x < plane.width && y < plane.height).then(|| match self.sample_bytes {
                1 => u16::from(self.memory[at]),
                _ => u16::from_le_bytes([self.memory[at], self.memory[at + 1]]),
            })
        })
    }
}

/// Visible blocks have the same coefficients and samples, hidden ones are black, and one at the
/// border follows only from its visible samples.
fn stream_holds(
    source: (&Parser, &[u8]),
    result: (&Parser, &[u8]),
    number: u32,
    coverage: &Coverage,
) -> Result<bool, EngineError> {
    let before = Decoded::of(source.0, source.1, number)?;
    let after = Decoded::of(result.0, result.1, number)?;
    let format = source.0.format().ok_or(EngineError::NoPixelData)?;
    let black = streams::black_of(&before.coded, format)?;
    if before.planes != after.planes || streams::black_of(&after.coded, format)? != black {
        return Ok(false);
    }
    Ok(black.iter().enumerate().all(|(component, &black)| {
        let plane = &before.planes.list[component];
        let (columns, rows) = (plane.width.div_ceil(8), plane.height.div_ceil(8));
        (0..columns * rows).all(|index| {
            let at = (index % columns, index / columns);
            block_holds(&before, &after, component, at, coverage, black)
        })
    }))
}

fn block_holds(
    before: &Decoded,
    after: &Decoded,
    component: usize,
    at: (usize, usize),
    coverage: &Coverage,
    black: Black,
) -> bool {
    let (old, new) = (before.block(component, at), after.block(component, at));
    let target = after.coded.black_sample(black);
    let is_black = |sample: &Option<u16>| sample.is_none_or(|sample| sample == target);
    let coefficients = after.coded.block(component, at);
    match before.coded.fate(coverage, component, at) {
        Fate::Kept => old == new && coefficients == before.coded.block(component, at),
        Fate::Black => new.iter().all(is_black),
        Fate::Border(hidden) => {
            let shown: Samples = std::array::from_fn(|index| match (hidden[index], old[index]) {
                (false, Some(sample)) => sample,
                _ => target,
            });
            let expected = after.coded.border_block(component, &shown, &hidden, black);
            let dark = new.iter().zip(hidden).filter(|(_, hidden)| *hidden);
            *coefficients == expected
                && (black == Black::Middle || dark.into_iter().all(|(sample, _)| is_black(sample)))
        }
    }
}
