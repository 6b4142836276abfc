//! From the tiles of a codestream to the samples of the picture.

use super::band_rows::{BandRows, Blocks, Scale};
use super::blocks::{self, MAX_PLANES, Resolution, power_of_two};
use super::budget::Budget;
use super::codestream::{Codestream, Tile};
use super::grid::Area;
use super::packets::{self, Extent};
use super::styles::{Component, Styles};
use super::unsupported;
use super::wavelet::{Line, Lines, SCALE_97, Sample};
use crate::error::EngineError;

/// How samples are to be written.
pub struct Target<'o> {
    /// Bits of a sample.
    pub precision: u8,
    /// Samples have a sign.
    pub signed: bool,
    /// Two bytes a sample.
    pub wide: bool,
    /// Components, interleaved.
    pub components: usize,
    /// The whole picture; where a tile is lacking it stays as it is.
    pub output: &'o mut [u8],
}

/// Decodes every tile that is there. Returns whether the picture is whole: no tile and no packet is lacking.
///
/// # Errors
/// `malformed-frame` and `unsupported-pixel-format`; `limit-exceeded` for what a [`Budget`] counts.
pub fn decode(codestream: &Codestream<'_>, target: &mut Target<'_>) -> Result<bool, EngineError> {
    let mut blocks = Blocks::default();
    let bytes = codestream.tiles.values().flat_map(|tile| &tile.bodies);
    let bytes: usize = bytes.map(|body| body.len()).sum();
    let mut budget = Budget::new(bytes);
    let (across, down) = codestream.grid.tiles();
    let mut whole = u64::from(across) * u64::from(down) == codestream.tiles.len() as u64;
    for (number, tile) in &codestream.tiles {
        let Some(area) = codestream.grid.tile(*number) else {
            continue;
        };
        let styles = codestream.styles(tile);
        let mut reversible = Vec::new();
        for component in &styles.components {
            let coding = component.coding()?;
            if coding.reversible && !component.quantisation()?.is_none() {
                return Err(unsupported("reversible wavelets of quantised samples"));
            }
            reversible.push(coding.reversible);
        }
        let place = Place {
            picture: codestream.grid.picture,
            tile: area,
        };
        let extent = match (reversible.contains(&true), reversible.contains(&false)) {
            (true, false) => {
                decode_tile::<i32>(tile, styles, &place, target, &mut blocks, &mut budget)?
            }
            (false, _) => {
                decode_tile::<f32>(tile, styles, &place, target, &mut blocks, &mut budget)?
            }
            (true, true) => return Err(unsupported("components of different wavelets")),
        };
        // Without EOC, bytes that no packet took may be what filled up a stream that was cut off.
        whole &=
            extent.is_some_and(|extent| !extent.cut && (codestream.closed || extent.rest == 0));
    }
    Ok(whole)
}

/// Place of a tile in the picture.
struct Place {
    picture: Area,
    tile: Area,
}

/// A number that becomes a sample.
trait Level: Sample {
    /// Product of the scales of all bands of a wavelet's transformation, 1 for whole numbers.
    const SCALE: f32;
    /// The sample, rounded to the nearest, lifted and within its range.
    fn sample(self, range: &Range) -> i32;
    /// Undoes the mixture of three components (Annex G).
    fn unmix(mixed: [Self; 3]) -> [Self; 3];
}

impl Level for i32 {
    const SCALE: f32 = 1.0;

    #[inline(always)]
    fn sample(self, range: &Range) -> i32 {
        self.clamp(range.least, range.most) + range.lift
    }

    /// RCT (G.2.2).
    #[inline(always)]
    fn unmix([y, u, v]: [i32; 3]) -> [i32; 3] {
        let green = y.wrapping_sub(u.wrapping_add(v) >> 2);
        [v.wrapping_add(green), green, u.wrapping_add(green)]
    }
}

impl Level for f32 {
    const SCALE: f32 = SCALE_97;

    #[inline(always)]
    fn sample(self, range: &Range) -> i32 {
        /// 2^23: larger numbers have no fraction, and their lowest bits equal the whole number's.
        const WHOLE: f32 = 8_388_608.0;
        let (least, most) = (range.least as f32, range.most as f32);
        // Not-a-number becomes the least, and the sum rounds: a few plain instructions on any processor.
        let within = if self > least { self } else { least };
        let within = if within < most { within } else { most };
        let above = within - least + WHOLE;
        (above.to_bits() & 0x007f_ffff) as i32 + range.least + range.lift
    }

    /// ICT (G.3.2).
    #[inline(always)]
    fn unmix([y, blue, red]: [f32; 3]) -> [f32; 3] {
        [
            y + 1.402 * red,
            y - 0.344_13 * blue - 0.714_14 * red,
            y + 1.772 * blue,
        ]
    }
}

/// Decodes a tile; returns what is left of its bytes, or none where it has none.
fn decode_tile<T: Level>(
    tile: &Tile<'_>,
    styles: &Styles,
    place: &Place,
    target: &mut Target<'_>,
    blocks: &mut Blocks,
    budget: &mut Budget,
) -> Result<Option<Extent>, EngineError> {
    let joined: Vec<u8>;
    let body = match &tile.bodies[..] {
        [] => return Ok(None),
        [only] => only,
        several => {
            joined = several.concat();
            &joined[..]
        }
    };
    let mut components = Vec::new();
    for component in &styles.components {
        components.push(blocks::cut(
            &place.tile,
            component,
            target.precision,
            budget,
        )?);
    }
    let packed = &tile.headers;
    let extent = packets::read(&mut components, &place.tile, styles, (body, packed), budget)?;
    budget.coded_samples(coded_samples(&components))?;
    let mut lines = Vec::new();
    for (resolutions, component) in components.iter().zip(&styles.components) {
        lines.push(lines_of::<T>(resolutions, component)?);
    }
    let width = place.tile.width();
    let mut rows = vec![Line::new(width); lines.len()];
    let sample = if target.wide { 2 } else { 1 };
    let pixel = target.components * sample;
    let stride = place.picture.width() * pixel;
    let column = (place.tile.start.0 - place.picture.start.0) as usize;
    let top = (place.tile.start.1 - place.picture.start.1) as usize;
    for row in top..top + place.tile.height() {
        for (lines, row) in lines.iter_mut().zip(&mut rows) {
            lines.next(row, blocks)?;
        }
        if styles.mixed {
            unmix(&mut rows);
        }
        let from = row * stride + column * pixel;
        let range = Range::of(target);
        write(
            &rows,
            &mut target.output[from..from + width * pixel],
            &range,
        );
    }
    Ok(Some(extent))
}

/// Samples of code blocks, times their passes.
fn coded_samples(components: &[Vec<Resolution<'_>>]) -> u64 {
    let resolutions = components.iter().flatten();
    let bands = resolutions.flat_map(|resolution| &resolution.bands);
    let cells = bands.flat_map(|band| band.precincts.iter().flatten());
    let samples = cells
        .flat_map(|cells| &cells.blocks)
        .map(|block| u64::from(block.size.0) * u64::from(block.size.1) * u64::from(block.passes));
    samples.sum()
}

fn lines_of<'t, 'a, T: Level>(
    resolutions: &'t [Resolution<'a>],
    component: &Component,
) -> Result<Lines<'t, 'a, T>, EngineError> {
    let coding = component.coding()?;
    let rows = |resolution: &'t Resolution<'a>, above: &[Resolution<'a>], index: usize| {
        let band = &resolution.bands[index];
        let halved = resolution.area.width() == 1 && band.high.0 == 1;
        // The scales of this transformation and of later ones, along each side of more than a sample.
        let mut step = band.step * power_of_two(-i32::from(MAX_PLANES - band.planes));
        let mut scale = |area: &Area, high: (u8, u8)| {
            for (side, high) in [(area.width(), high.0), (area.height(), high.1)] {
                step *= match (side, high) {
                    (..=1, 0) => 1.0,
                    (..=1, _) => 0.5,
                    (_, 0) => T::SCALE,
                    (_, _) => 1.0 / T::SCALE,
                };
            }
        };
        if resolution.bands.len() > 1 {
            scale(&resolution.area, band.high);
        }
        above.iter().for_each(|above| scale(&above.area, (0, 0)));
        BandRows::new(
            band,
            Scale {
                style: coding.style,
                lifted: component.lifted,
                step,
                halved,
            },
        )
    };
    let lowest = rows(&resolutions[0], &resolutions[1..], 0);
    let levels = (1..resolutions.len()).map(|number| {
        let (resolution, above) = (&resolutions[number], &resolutions[number + 1..]);
        let bands = [0, 1, 2].map(|index| rows(resolution, above, index));
        (resolution.area, bands)
    });
    Ok(Lines::new(lowest, levels.collect()))
}

fn unmix<T: Level>(rows: &mut [Line<T>]) {
    let Some([first, second, third]) = rows.first_chunk_mut::<3>() else {
        return;
    };
    if first.zero && second.zero && third.zero {
        return;
    }
    for row in [&mut *first, second, third] {
        row.settle();
        row.zero = false;
    }
    let others = second.samples.iter_mut().zip(&mut third.samples);
    for (first, (second, third)) in first.samples.iter_mut().zip(others) {
        [*first, *second, *third] = T::unmix([*first, *second, *third]);
    }
}

/// Offset of the samples (G.1), and their range before it.
#[derive(Clone, Copy)]
struct Range {
    lift: i32,
    least: i32,
    most: i32,
    wide: bool,
}

impl Range {
    fn of(target: &Target<'_>) -> Self {
        let half = 1 << (target.precision - 1);
        Self {
            lift: if target.signed { 0 } else { half },
            least: -half,
            most: half - 1,
            wide: target.wide,
        }
    }
}

/// Writes a line of all components.
fn write<T: Level>(rows: &[Line<T>], out: &mut [u8], range: &Range) {
    let count = rows.len();
    if !range.wide && rows.iter().all(|row| row.zero) {
        out.fill(T::default().sample(range) as u8);
        return;
    }
    for (index, row) in rows.iter().enumerate() {
        if range.wide {
            let (words, _) = out.as_chunks_mut::<2>();
            let words = words[index..].iter_mut().step_by(count);
            put(row, words, |value| {
                (value.sample(range) as i16).to_le_bytes()
            });
        } else if count == 1 {
            // Separate cases, because steps of one are written many at a time.
            put(row, out.iter_mut(), |value| value.sample(range) as u8);
        } else {
            let bytes = out[index..].iter_mut().step_by(count);
            put(row, bytes, |value| value.sample(range) as u8);
        }
    }
}

#[inline(always)]
fn put<'o, T: Level, S: Copy + 'o>(
    row: &Line<T>,
    out: impl Iterator<Item = &'o mut S>,
    of: impl Fn(T) -> S,
) {
    if row.zero {
        let dark = of(T::default());
        out.for_each(|target| *target = dark);
        return;
    }
    for (target, &value) in out.zip(&row.samples) {
        *target = of(value);
    }
}
