//! The quantised coefficients of a JPEG out of the groups of a JPEG XL frame.

use jxl_frame::data::{
    HfGlobal, LfGlobal, LfGroup, PassGroupParams, PassGroupParamsVardct, decode_pass_group,
};
use jxl_frame::header::Encoding;
use jxl_frame::{Frame, FrameHeader};
use jxl_grid::AlignedGrid;
use jxl_modular::ChannelShift;
use jxl_threadpool::JxlThreadPool;
use jxl_vardct::{BlockInfo, TransformType};

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

/// Channels of the codestream: chroma or red, luma or green, chroma or blue.
type Channels<T> = [T; 3];

/// A frame whose coefficients are those of a JPEG.
pub struct Recompressed {
    /// The picture, ready to be transformed.
    pub blocks: Transcoded,
    /// Components are luma and chroma; otherwise red, green and blue.
    pub ycbcr: bool,
}

/// What was parsed before the coefficients.
struct Parsed<'a> {
    frame: &'a Frame,
    lf_global: LfGlobal<i16>,
    hf_global: HfGlobal,
    lf_groups: Vec<LfGroup<i16>>,
    shifts: Channels<ChannelShift>,
}

/// The stream is JPEG XL but holds no JPEG.
pub fn incompatible(why: &str) -> EngineError {
    malformed(format!("holds no recompressed JPEG ({why})"))
}

impl Recompressed {
    /// Reads all groups of a frame.
    ///
    /// # Errors
    /// `malformed-frame` for what is cut short or damaged and for frames that are no recompressed
    /// JPEG; `limit-exceeded` for `decoded_frame_bytes`.
    pub fn read(frame: &Frame) -> Result<Self, EngineError> {
        let header = frame.header();
        require_recompression(frame)?;
        let parsed = Parsed::read(frame)?;
        let mut groups = parsed.groups()?;
        let grey = frame.image_header().metadata.grayscale();
        if !grey && parsed.is_full() {
            parsed.add_prediction(&mut groups)?;
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
            let steps = parsed.steps(channel)?;
            blocks.set_steps(component, &steps);
            parsed.fill(&mut blocks, &groups, component, channel, steps[0])?;
        }
        Ok(Self { blocks, ycbcr })
    }
}

/// Refuses what recompression never writes.
fn require_recompression(frame: &Frame) -> Result<(), EngineError> {
    let header = frame.header();
    let (size, flags) = (&frame.image_header().size, &header.flags);
    if frame.image_header().metadata.xyb_encoded || header.encoding != Encoding::VarDct {
        return Err(incompatible("pixels were coded"));
    }
    if !header.frame_type.is_normal_frame() || header.upsampling != 1 {
        return Err(incompatible("frame of another kind"));
    }
    if (header.width, header.height) != (size.width, size.height) {
        return Err(incompatible("frame of another size"));
    }
    if flags.use_lf_frame() || !flags.skip_adaptive_lf_smoothing() {
        return Err(incompatible("smoothed means"));
    }
    if flags.noise() || flags.patches() || flags.splines() {
        return Err(incompatible("noise, patches or splines"));
    }
    if !frame.is_loading_done() {
        return Err(malformed("bytes are missing"));
    }
    Ok(())
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

impl<'a> Parsed<'a> {
    fn read(frame: &'a Frame) -> Result<Self, EngineError> {
        let missing = || malformed("a group is missing");
        let lf_global = frame.try_parse_lf_global::<i16>();
        let lf_global = lf_global.ok_or_else(missing)?.map_err(malformed)?;
        let vardct = lf_global.vardct.as_ref().ok_or_else(missing)?;
        let trees = lf_global.gmodular.ma_config();
        let lf_groups = (0..frame.header().num_lf_groups())
            .map(|index| {
                let group = frame.try_parse_lf_group(Some(vardct), trees, None, index);
                let group = group.ok_or_else(missing)?.map_err(malformed)?;
                require_small_blocks(&group)?;
                Ok(group)
            })
            .collect::<Result<Vec<_>, EngineError>>()?;
        let hf_global = frame.try_parse_hf_global(Some(&lf_global));
        let hf_global = hf_global.ok_or_else(missing)?.map_err(malformed)?;
        let upsampling = frame.header().jpeg_upsampling;
        Ok(Self {
            shifts: std::array::from_fn(|channel| {
                ChannelShift::from_jpeg_upsampling(upsampling, channel)
            }),
            frame,
            lf_global,
            hf_global,
            lf_groups,
        })
    }

    fn header(&self) -> &FrameHeader {
        self.frame.header()
    }

    /// The coefficients of every group, all passes added.
    fn groups(&self) -> Result<Vec<Channels<AlignedGrid<i32>>>, EngineError> {
        let header = self.header();
        let pool = JxlThreadPool::none();
        let vardct = self.lf_global.vardct.as_ref();
        let lf_vardct = vardct.ok_or_else(|| malformed("a group is missing"))?;
        let mut groups = Vec::new();
        for index in 0..header.num_groups() {
            let (width, height) = header.group_size_for(index);
            let mut grids = Vec::with_capacity(3);
            for shift in &self.shifts {
                let (columns, rows) = shift.shift_size((width.div_ceil(8), height.div_ceil(8)));
                let (columns, rows) = (columns as usize * 8, rows as usize * 8);
                let tracker = self.frame.alloc_tracker();
                let grid = AlignedGrid::<i32>::with_alloc_tracker(columns, rows, tracker);
                grids.push(grid.map_err(malformed)?);
            }
            let mut grids: Channels<_> = grids.try_into().map_err(|_| malformed("channels"))?;
            let mut output = grids.each_mut().map(AlignedGrid::as_subgrid_mut);
            for pass in 0..header.passes.num_passes {
                let bits = self.frame.pass_group_bitstream(pass, index);
                let bits = bits.ok_or_else(|| malformed("a group is missing"))?;
                let mut bits = bits.map_err(malformed)?;
                let lf_group = header.lf_group_idx_from_group_idx(index) as usize;
                let params = PassGroupParams {
                    frame_header: header,
                    lf_group: self.lf_group(lf_group)?,
                    pass_idx: pass,
                    group_idx: index,
                    global_ma_config: self.lf_global.gmodular.ma_config(),
                    modular: None,
                    vardct: Some(PassGroupParamsVardct {
                        lf_vardct,
                        hf_global: &self.hf_global,
                        hf_coeff_output: &mut output,
                    }),
                    allow_partial: false,
                    tracker: self.frame.alloc_tracker(),
                    pool: &pool,
                };
                decode_pass_group(&mut bits.bitstream, params).map_err(malformed)?;
            }
            groups.push(grids);
        }
        Ok(groups)
    }

    fn lf_group(&self, index: usize) -> Result<&LfGroup<i16>, EngineError> {
        let group = self.lf_groups.get(index);
        group.ok_or_else(|| malformed("a group is missing"))
    }

    /// Quantisation steps of a channel, in natural order.
    fn steps(&self, channel: usize) -> Result<[u16; 64], EngineError> {
        let values = self.hf_global.dequant_matrices.jpeg_quant_values(channel);
        let values = values.ok_or_else(|| incompatible("no quantisation table"))?;
        let mut natural = [0; 64];
        // They are stored with rows and columns exchanged.
        for (at, step) in natural.iter_mut().enumerate() {
            let value = values.get(at % 8 * 8 + at / 8).copied().unwrap_or(0);
            let value = u16::try_from(value).ok().filter(|&value| value > 0);
            *step = value.ok_or_else(|| incompatible("a quantisation step out of range"))?;
        }
        Ok(natural)
    }

    /// No channel has fewer samples than another.
    fn is_full(&self) -> bool {
        let whole = |shift: &ChannelShift| shift.hshift() == 0 && shift.vshift() == 0;
        self.shifts.iter().all(whole)
    }

    /// Adds to chroma what was predicted from luma, in integers as the encoder took it off.
    fn add_prediction(&self, groups: &mut [Channels<AlignedGrid<i32>>]) -> Result<(), EngineError> {
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
            for (index, group) in groups.iter_mut().enumerate() {
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
        groups: &[Channels<AlignedGrid<i32>>],
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
        // Means lie in the order luma, chroma, chroma.
        let means = [1, 0, 2][channel];
        let (columns, rows) = picture.blocks(component);
        for row in 0..rows {
            for column in 0..columns {
                let index = row / group.1 * header.groups_per_row() as usize + column / group.0;
                let lf_index = row / lf.1 * header.lf_groups_per_row() as usize + column / lf.0;
                // A block that only fills an MCU may lie in no group.
                let (Some(grids), Some(lf_group)) =
                    (groups.get(index), self.lf_groups.get(lf_index))
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

/// Recompression codes every block of 8 x 8 by itself.
fn require_small_blocks(group: &LfGroup<i16>) -> Result<(), EngineError> {
    let meta = group.hf_meta.as_ref();
    let meta = meta.ok_or_else(|| malformed("a group is missing"))?;
    let (width, height) = (meta.block_info.width(), meta.block_info.height());
    for row in 0..height {
        for column in 0..width {
            let small = matches!(
                meta.block_info.try_get_ref(column, row),
                Some(BlockInfo::Data {
                    dct_select: TransformType::Dct8,
                    ..
                })
            );
            if !small {
                return Err(incompatible("larger blocks"));
            }
        }
    }
    Ok(())
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
