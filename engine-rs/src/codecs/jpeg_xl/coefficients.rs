//! The quantised coefficients of a JPEG out of the groups of a JPEG XL frame.

use jxl_frame::{Frame, FrameHeader};
use jxl_grid::AlignedGrid;
use jxl_modular::ChannelShift;

use super::groups::{Channels, Groups, incompatible};
use super::malformed;
use crate::codecs::jpeg::Transcoded;
use crate::error::EngineError;

/// Binary places of the fixed-point numbers that predict chroma from luma (ISO 18181-1 annex I).
const PREDICTION_BITS: u32 = 11;
/// Denominator of the factors that predict chroma from luma, as recompression leaves it.
const PREDICTION_UNIT: i64 = 84;
/// Side of the squares that share such a factor, in samples.
const PREDICTION_TILE: usize = 64;
/// Largest mean of a block a JPEG of 8 bits can hold, quantised.
const MAX_MEAN: i16 = 2047;

/// A frame with the coefficients of a JPEG.
pub struct Recompressed {
    /// The picture, ready to be transformed.
    pub blocks: Transcoded,
    /// Components are luma and chroma; otherwise red, green and blue.
    pub ycbcr: bool,
}

impl Recompressed {
    /// Reads all groups of a frame.
    ///
    /// # Errors
    /// `malformed-frame` for truncated or damaged data and for frames that are not recompressed
    /// JPEG; `limit-exceeded` for `decoded_frame_bytes`.
    pub fn read(frame: &Frame) -> Result<Self, EngineError> {
        let header = frame.header();
        let groups = Groups::read(frame)?;
        let mut coefficients = groups.coefficients()?;
        let grey = frame.image_header().metadata.grayscale();
        if !grey && groups.is_full() {
            groups.add_prediction(&mut coefficients)?;
        }
        let ycbcr = header.do_ycbcr;
        // Components in the order of the JPEG, by their channel.
        let order: &[usize] = match (grey, ycbcr) {
            (true, true) => &[1],
            (true, false) => &[0],
            (false, true) => &[1, 0, 2],
            (false, false) => &[0, 1, 2],
        };
        let factors: Vec<_> = if grey {
            vec![(1, 1)]
        } else {
            let of = |&channel: &usize| sampling_factors(header.jpeg_upsampling[channel]);
            order.iter().map(of).collect()
        };
        let mut blocks = Transcoded::new((header.width, header.height), &factors)?;
        for (component, &channel) in order.iter().enumerate() {
            let steps = groups.steps(channel)?;
            blocks.set_steps(component, &steps);
            groups.fill(&mut blocks, &coefficients, component, channel, steps[0])?;
        }
        Ok(Self { blocks, ycbcr })
    }
}

/// Horizontal and vertical sampling factor for a value of `jpeg_upsampling`.
fn sampling_factors(value: u32) -> (u32, u32) {
    match value {
        1 => (2, 2),
        2 => (2, 1),
        3 => (1, 2),
        _ => (1, 1),
    }
}

impl Groups<'_> {
    /// No channel has fewer samples than another.
    fn is_full(&self) -> bool {
        let whole = |shift: &ChannelShift| shift.hshift() == 0 && shift.vshift() == 0;
        self.shifts.iter().all(whole)
    }

    /// Adds to chroma what was predicted from luma, in integers as the encoder took it off.
    fn add_prediction(
        &self,
        coefficients: &mut [Channels<AlignedGrid<i32>>],
    ) -> Result<(), EngineError> {
        let header = self.header();
        let vardct = self.lf_global.vardct.as_ref();
        let unit = vardct.map(|vardct| i64::from(vardct.lf_chan_corr.colour_factor));
        if unit != Some(PREDICTION_UNIT) {
            return Err(incompatible("another unit of prediction"));
        }
        let luma_steps = self.steps(1)?;
        for channel in [0, 2] {
            let steps = self.steps(channel)?;
            let ratios: [i64; 64] = std::array::from_fn(|at| {
                (i64::from(luma_steps[at]) << PREDICTION_BITS) / i64::from(steps[at])
            });
            for (index, group) in coefficients.iter_mut().enumerate() {
                let lf_group = header.lf_group_idx_from_group_idx(index as u32) as usize;
                let meta = self.lf_group(lf_group)?.hf_meta.as_ref();
                let meta = meta.ok_or_else(|| malformed("a group is missing"))?;
                let factors = if channel == 0 {
                    &meta.x_from_y
                } else {
                    &meta.b_from_y
                };
                let (across, down) = group_in_lf_group(header, index);
                let tiles = header.group_dim() as usize / PREDICTION_TILE;
                let [x, luma, b] = group;
                let chroma = if channel == 0 { x } else { b };
                for row in 0..luma.height().min(chroma.height()) {
                    for column in 0..luma.width().min(chroma.width()) {
                        let tile = (
                            across * tiles + column / PREDICTION_TILE,
                            down * tiles + row / PREDICTION_TILE,
                        );
                        let factor = i64::from(at(factors, tile));
                        let scale = (factor << PREDICTION_BITS) / PREDICTION_UNIT;
                        let ratio = ratios[row % 8 * 8 + column % 8];
                        let half = 1i64 << (PREDICTION_BITS - 1);
                        let scale = (ratio * scale + half) >> PREDICTION_BITS;
                        let luma = i64::from(at(luma, (column, row)));
                        let more = luma.wrapping_mul(scale).wrapping_add(half) >> PREDICTION_BITS;
                        if let Some(value) = chroma.try_get_mut(column, row) {
                            *value = value.wrapping_add(more as i32);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Copies the blocks of a channel into a component of the picture.
    fn fill(
        &self,
        picture: &mut Transcoded,
        coefficients: &[Channels<AlignedGrid<i32>>],
        component: usize,
        channel: usize,
        mean_step: u16,
    ) -> Result<(), EngineError> {
        let header = self.header();
        let shift = &self.shifts[channel];
        let side = |samples: u32| {
            let blocks = samples / 8;
            (
                (blocks >> shift.hshift()) as usize,
                (blocks >> shift.vshift()) as usize,
            )
        };
        let (group, lf) = (side(header.group_dim()), side(header.lf_group_dim()));
        // Means of red, green and blue are counted from 0, not from the middle.
        let offset = if header.do_ycbcr {
            0
        } else {
            (1024 / i32::from(mean_step)) as i16
        };
        // Means are in the order luma, chroma, chroma.
        let means = [1, 0, 2][channel];
        let (columns, rows) = picture.blocks(component);
        for row in 0..rows {
            for column in 0..columns {
                let index = row / group.1 * header.groups_per_row() as usize + column / group.0;
                let lf_index = row / lf.1 * header.lf_groups_per_row() as usize + column / lf.0;
                // A block that only fills an MCU may be in no group.
                let (Some(grids), Some(lf_group)) =
                    (coefficients.get(index), self.lf_groups.get(lf_index))
                else {
                    continue;
                };
                let image = lf_group
                    .lf_coeff
                    .as_ref()
                    .and_then(|lf| lf.lf_quant.image());
                let image = image.ok_or_else(|| malformed("a group is missing"))?;
                let mean = image
                    .image_channels()
                    .get(means)
                    .map_or(0, |grid| at(grid, (column % lf.0, row % lf.1)));
                let (left, top) = (column % group.0 * 8, row % group.1 * 8);
                let block = picture.block_mut(component, (column, row));
                for (position, value) in block.iter_mut().enumerate() {
                    let here = (left + position % 8, top + position / 8);
                    *value = at(&grids[channel], here) as i16;
                }
                block[0] = mean.saturating_sub(offset).clamp(-MAX_MEAN, MAX_MEAN);
            }
        }
        Ok(())
    }
}

/// Column and row of a group in its LF group.
fn group_in_lf_group(header: &FrameHeader, index: usize) -> (usize, usize) {
    let across = header.groups_per_row() as usize;
    let side = (header.lf_group_dim() / header.group_dim()) as usize;
    (index % across % side, index / across % side)
}

/// A value of a grid; zero outside of it.
fn at<T: Copy + Default>(grid: &AlignedGrid<T>, (column, row): (usize, usize)) -> T {
    grid.try_get_ref(column, row).copied().unwrap_or_default()
}
