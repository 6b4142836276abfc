//! The groups of a frame that recompression wrote: headers, tables, means and coefficients.

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
use crate::error::EngineError;

/// Channels of the codestream: chroma or red, luma or green, chroma or blue.
pub type Channels<T> = [T; 3];

/// The stream is JPEG XL but holds no JPEG.
pub fn incompatible(why: &str) -> EngineError {
    malformed(format!("holds no recompressed JPEG ({why})"))
}

/// Parts that were parsed before the coefficients.
pub struct Groups<'a> {
    frame: &'a Frame,
    /// Tables of means and of prediction.
    pub lf_global: LfGlobal<i16>,
    hf_global: HfGlobal,
    /// Means and factors of prediction of 256 x 256 blocks each.
    pub lf_groups: Vec<LfGroup<i16>>,
    /// How much smaller each channel is than the picture.
    pub shifts: Channels<ChannelShift>,
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

impl<'a> Groups<'a> {
    /// Reads everything but the coefficients.
    ///
    /// # Errors
    /// `malformed-frame` for truncated or damaged data, and for frames that are not recompressed
    /// JPEG.
    pub fn read(frame: &'a Frame) -> Result<Self, EngineError> {
        require_recompression(frame)?;
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

    /// The header of the frame.
    pub fn header(&self) -> &FrameHeader {
        self.frame.header()
    }

    /// The coefficients of every group, all passes added.
    ///
    /// # Errors
    /// `malformed-frame` for what is cut short or damaged.
    pub fn coefficients(&self) -> Result<Vec<Channels<AlignedGrid<i32>>>, EngineError> {
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

    /// Means and factors of prediction of a group.
    ///
    /// # Errors
    /// `malformed-frame` where it is missing.
    pub fn lf_group(&self, index: usize) -> Result<&LfGroup<i16>, EngineError> {
        let group = self.lf_groups.get(index);
        group.ok_or_else(|| malformed("a group is missing"))
    }

    /// Quantisation steps of a channel, in natural order.
    ///
    /// # Errors
    /// `malformed-frame` where there are none of a JPEG.
    pub fn steps(&self, channel: usize) -> Result<[u16; 64], EngineError> {
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
}

/// Recompression codes every block of 8 x 8 separately.
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
