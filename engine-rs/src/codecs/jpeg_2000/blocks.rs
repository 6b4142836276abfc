//! How a tile's component is cut: resolutions, sub-bands, precincts and code blocks (ISO 15444-1 B.5 to
//! B.9). Precincts come to be with the first packet that has something for them.

use super::budget::Budget;
use super::grid::Area;
use super::styles::Component;
use super::tag_tree::TagTree;
use super::unsupported;
use crate::error::EngineError;

/// Most bit planes of a coefficient besides its sign.
pub const MAX_PLANES: u8 = 31;

/// Bytes that a packet has for a code block.
pub struct Chunk<'a> {
    /// Number of the terminated segment that the bytes belong to.
    pub segment: u8,
    /// Coding passes.
    pub passes: u8,
    /// The bytes, fewer than announced where the stream is cut off.
    pub bytes: &'a [u8],
    /// All bytes are there.
    pub whole: bool,
}

/// A code block.
pub struct Block<'a> {
    /// Its samples, counted from the first of the sub-band.
    pub start: (u32, u32),
    /// Columns and rows, at most 1024 each.
    pub size: (u16, u16),
    /// A packet had something for it.
    pub included: bool,
    /// Bit planes above the first that is coded.
    pub zero_planes: u8,
    /// Bits of a length (B.10.7.1).
    pub length_bits: u8,
    /// Passes up to now.
    pub passes: u8,
    /// Its bytes in the packets.
    pub chunks: Vec<Chunk<'a>>,
}

/// The code blocks of a sub-band within a precinct.
pub struct Cells<'a> {
    /// Columns of blocks.
    pub across: usize,
    /// Row of blocks, counted as for the whole sub-band, with which it begins.
    pub first_row: u32,
    /// Row after row.
    pub blocks: Vec<Block<'a>>,
    /// Layer in which a block is first included.
    pub inclusion: TagTree,
    /// Bit planes above the first that is coded.
    pub zero_planes: TagTree,
}

/// A sub-band.
pub struct Band<'a> {
    /// Its samples on its own grid.
    pub area: Area,
    /// 1 where it holds the high frequencies across and down.
    pub high: (u8, u8),
    /// Exponents of width and height of its blocks.
    pub block: (u8, u8),
    /// Exponents of width and height of its precincts.
    pub precinct: (u8, u8),
    /// Column and row of the first precinct, counted from the origin of the grid, and columns of them. The
    /// resolution's are meant: the first may lie before all samples of the sub-band.
    first_precinct: (u32, u32),
    precincts_across: usize,
    /// Precincts row after row; none where no packet had anything.
    pub precincts: Vec<Option<Box<Cells<'a>>>>,
    /// Bit planes, including a lifted region's.
    pub planes: u8,
    /// Step of quantisation.
    pub step: f32,
}

impl<'a> Band<'a> {
    /// The samples of a precinct, on the grid of the sub-band.
    fn precinct_area(&self, column: u32, row: u32) -> Area {
        let along = |start: u32, end: u32, exponent: u8, at: u32| {
            let first = u64::from(at) << exponent;
            let within = |at: u64| at.clamp(u64::from(start), u64::from(end.max(start))) as u32;
            (within(first), within(first + (1 << exponent)))
        };
        let (column, row) = (self.first_precinct.0 + column, self.first_precinct.1 + row);
        let x = along(self.area.start.0, self.area.end.0, self.precinct.0, column);
        let y = along(self.area.start.1, self.area.end.1, self.precinct.1, row);
        Area {
            start: (x.0, y.0),
            end: (x.1, y.1),
        }
    }

    /// Precincts of the row of precincts that contains this row of samples.
    pub fn precincts_at(&self, row: u32) -> impl Iterator<Item = &Cells<'a>> {
        let row = (row >> self.precinct.1).saturating_sub(self.first_precinct.1) as usize;
        let from = row * self.precincts_across;
        let precincts = self.precincts.get(from..from + self.precincts_across);
        precincts
            .unwrap_or_default()
            .iter()
            .flatten()
            .map(|cells| &**cells)
    }

    /// The cells of a precinct.
    pub fn cells(&mut self, index: usize, column: u32, row: u32) -> &mut Cells<'a> {
        let area = self.precinct_area(column, row);
        let (block, start) = (self.block, self.area.start);
        let made = || Box::new(Cells::new(&area, block, start));
        self.precincts[index].get_or_insert_with(made)
    }

    /// A precinct has blocks here.
    pub fn has_blocks(&self, column: u32, row: u32) -> bool {
        let area = self.precinct_area(column, row);
        area.width() > 0 && area.height() > 0
    }
}

impl Cells<'_> {
    fn new(area: &Area, block: (u8, u8), band: (u32, u32)) -> Self {
        let along = |start: u32, end: u32, exponent: u8| {
            let first = start >> exponent;
            let last = u64::from(end).div_ceil(1 << exponent) as u32;
            (first, if start < end { last - first } else { 0 })
        };
        let (first_column, across) = along(area.start.0, area.end.0, block.0);
        let (first_row, down) = along(area.start.1, area.end.1, block.1);
        // Blocks end with the precinct; at most 2^10 samples each way.
        let cut = |at: u32, exponent: u8, start: u32, end: u32| {
            let first = (at << exponent).max(start);
            let last = (u64::from(at + 1) << exponent).min(u64::from(end)) as u32;
            (first, (last - first) as u16)
        };
        let mut blocks = Vec::with_capacity((across * down) as usize);
        for row in first_row..first_row + down {
            let (y, height) = cut(row, block.1, area.start.1, area.end.1);
            for column in first_column..first_column + across {
                let (x, width) = cut(column, block.0, area.start.0, area.end.0);
                blocks.push(Block {
                    start: (x - band.0, y - band.1),
                    size: (width, height),
                    included: false,
                    zero_planes: 0,
                    length_bits: 3,
                    passes: 0,
                    chunks: Vec::new(),
                });
            }
        }
        let (across, down) = (across as usize, down as usize);
        Self {
            across,
            first_row,
            blocks,
            inclusion: TagTree::new(across, down),
            zero_planes: TagTree::new(across, down),
        }
    }
}

/// A resolution: LL only, or the three sub-bands that lead to it from the one below.
pub struct Resolution<'a> {
    /// Its samples on its own grid.
    pub area: Area,
    /// Columns and rows of precincts.
    pub precincts: (u32, u32),
    /// Exponents of width and height of a precinct on the resolution's grid.
    pub precinct: (u8, u8),
    /// Layers read of every precinct.
    pub layers_read: Vec<u16>,
    /// LL, or HL, LH and HH.
    pub bands: Vec<Band<'a>>,
}

/// The part of a grid that is left after `halvings`; `high` samples are between the samples of the low
/// band.
fn shrunk(area: &Area, halvings: u8, high: (u8, u8)) -> Area {
    let along = |at: u32, high: u8| {
        let offset = if halvings == 0 {
            0
        } else {
            u64::from(high) << (halvings - 1)
        };
        u64::from(at).saturating_sub(offset).div_ceil(1 << halvings) as u32
    };
    Area {
        start: (along(area.start.0, high.0), along(area.start.1, high.1)),
        end: (along(area.end.0, high.0), along(area.end.1, high.1)),
    }
}

/// Cuts a component of a tile.
///
/// # Errors
/// `malformed-frame` where steps of quantisation are lacking, `unsupported-pixel-format` for more bit
/// planes than [`MAX_PLANES`], `limit-exceeded` for `precincts` and `code_blocks`.
pub fn cut<'a>(
    tile: &Area,
    component: &Component,
    precision: u8,
    budget: &mut Budget,
) -> Result<Vec<Resolution<'a>>, EngineError> {
    let resolutions = 0..=component.coding()?.levels;
    resolutions
        .map(|resolution| resolution_of(tile, component, precision, resolution, budget))
        .collect()
}

fn resolution_of<'a>(
    tile: &Area,
    component: &Component,
    precision: u8,
    resolution: u8,
    budget: &mut Budget,
) -> Result<Resolution<'a>, EngineError> {
    let coding = component.coding()?;
    let area = shrunk(tile, coding.levels - resolution, (0, 0));
    let precinct = coding.precincts[usize::from(resolution)];
    let along = |start: u32, end: u32, exponent: u8| {
        let last = u64::from(end).div_ceil(1 << exponent) as u32;
        if start < end {
            last - (start >> exponent)
        } else {
            0
        }
    };
    let first = (area.start.0 >> precinct.0, area.start.1 >> precinct.1);
    let precincts = (
        along(area.start.0, area.end.0, precinct.0),
        along(area.start.1, area.end.1, precinct.1),
    );
    budget.precincts(u64::from(precincts.0) * u64::from(precincts.1))?;
    let count = (precincts.0 as usize) * (precincts.1 as usize);
    // Precincts are given on the grid of the resolution, which is twice as fine as its high bands.
    let halved = u8::from(resolution > 0);
    let kinds: &[(u8, u8)] = if resolution == 0 {
        &[(0, 0)]
    } else {
        &[(1, 0), (0, 1), (1, 1)]
    };
    let quantisation = component.quantisation()?;
    let mut bands = Vec::new();
    for (index, high) in kinds.iter().enumerate() {
        let (exponent, mantissa) = quantisation.step(resolution, index as u8)?;
        let planes = i32::from(quantisation.guard) + i32::from(exponent) - 1;
        let planes = planes.max(0) + i32::from(component.lifted);
        if planes > i32::from(MAX_PLANES) {
            return Err(unsupported("more than 31 bit planes"));
        }
        let within = (precinct.0 - halved, precinct.1 - halved);
        // Equation E-3.
        let range = i32::from(precision) + i32::from(high.0 + high.1) - i32::from(exponent);
        let step = if quantisation.is_none() {
            1.0
        } else {
            (1.0 + f32::from(mantissa) / 2048.0) * power_of_two(range)
        };
        let area = shrunk(tile, coding.levels - resolution + halved, *high);
        let block = (coding.block.0.min(within.0), coding.block.1.min(within.1));
        let across = u64::from(along(area.start.0, area.end.0, block.0));
        let down = u64::from(along(area.start.1, area.end.1, block.1));
        budget.code_blocks(across * down)?;
        bands.push(Band {
            area,
            high: *high,
            block,
            precinct: within,
            first_precinct: first,
            precincts_across: precincts.0 as usize,
            precincts: std::iter::repeat_with(|| None).take(count).collect(),
            planes: planes as u8,
            step,
        });
    }
    Ok(Resolution {
        area,
        precincts,
        precinct,
        layers_read: vec![0; count],
        bands,
    })
}

/// 2 to a small power, exactly.
pub fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((exponent.clamp(-126, 127) + 127) as u32) << 23)
}
