//! Progressive scans: coefficients are gathered over many scans, then transformed (T.81 annex G).

use std::rc::Rc;

use super::extent::{Extent, Trail};
use super::header::{Frame, NATURAL, Scan, Tables, malformed};
use super::huffman::Huffman;
use super::planes::Planes;
use super::segments::Segments;
use super::sequential::{decode_difference, mcu_grid};
use super::store::{self, Block};
use crate::codecs::bits::BitReader;
use crate::error::EngineError;

/// Most blocks visited over all scans of a frame: thirty scans of the largest grey picture.
const MAX_BLOCK_VISITS: usize = 120_000_000;

/// Coefficients of one component.
struct Store {
    /// Blocks in a row, the unused ones at the end of an MCU counted, and rows.
    columns: usize,
    rows: usize,
    /// In natural order.
    blocks: Vec<[i16; 64]>,
    /// Steps as they were when the first scan of the component began.
    steps: Option<[u16; 64]>,
}

/// The coefficients of a frame while its scans arrive.
pub struct Coefficients {
    stores: Vec<Store>,
    visits: usize,
    /// How far each segment of the last scan was read.
    pub(super) extents: Vec<Extent>,
}

/// Input of one scan.
struct Pass<'a> {
    reader: BitReader<'a>,
    /// Blocks left in a run of ended bands.
    run: u32,
}

/// Why a block could not be read: its bits are not a code.
struct Damage;

impl Coefficients {
    /// All zero.
    pub fn new(frame: &Frame) -> Self {
        let columns = frame.width.div_ceil(8 * frame.most.0) as usize;
        let rows = frame.height.div_ceil(8 * frame.most.1) as usize;
        let store = |component: &super::header::Component| {
            let columns = columns * component.factors.0 as usize;
            let rows = rows * component.factors.1 as usize;
            Store {
                columns,
                rows,
                blocks: vec![[0; 64]; columns * rows],
                steps: None,
            }
        };
        Self {
            stores: frame.components.iter().map(store).collect(),
            visits: 0,
            extents: Vec::new(),
        }
    }

    /// Sets the steps of a component, in zigzag order.
    pub fn set_steps(&mut self, component: usize, steps: [u16; 64]) {
        self.stores[component].steps = Some(steps);
    }

    /// The steps of a component, in zigzag order; none before its first scan.
    pub fn steps(&self, component: usize) -> Option<&[u16; 64]> {
        self.stores[component].steps.as_ref()
    }

    /// The quantised coefficients of one block, in natural order.
    pub fn block(&self, component: usize, (column, row): (usize, usize)) -> &[i16; 64] {
        let store = &self.stores[component];
        &store.blocks[row * store.columns + column]
    }

    /// Columns and rows of blocks of a component.
    pub fn blocks(&self, component: usize) -> (usize, usize) {
        let store = &self.stores[component];
        (store.columns, store.rows)
    }

    /// The quantised coefficients of one block, in natural order.
    pub fn block_mut(&mut self, component: usize, (column, row): (usize, usize)) -> &mut [i16; 64] {
        let store = &mut self.stores[component];
        &mut store.blocks[row * store.columns + column]
    }

    /// Reads one scan; returns whether all of it was there.
    ///
    /// # Errors
    /// `malformed-frame` for bands that cannot be and tables that are missing, `limit-exceeded`
    /// for `scan_blocks`.
    pub fn decode_scan(
        &mut self,
        frame: &Frame,
        scan: &Scan,
        tables: &mut Tables,
        segments: &Segments,
    ) -> Result<bool, EngineError> {
        let (first, last) = scan.band;
        let (high, low) = scan.bits;
        let dc = first == 0;
        let alone = scan.components.len() == 1;
        let sound = if dc {
            last == 0
        } else {
            alone && first <= last && last <= 63
        };
        if !sound || low > 13 || (high != 0 && high != low + 1) {
            return Err(malformed("a progressive scan of a band that cannot be"));
        }
        for of in &scan.components {
            let component = &frame.components[of.index];
            if self.stores[of.index].steps.is_none() {
                self.stores[of.index].steps = Some(tables.steps(component)?);
            }
        }
        let (columns, rows) = mcu_grid(frame, scan);
        let total = columns * rows;
        self.visits += total;
        if self.visits > MAX_BLOCK_VISITS {
            let limit = MAX_BLOCK_VISITS as u64;
            return Err(EngineError::limit("scan_blocks", limit, self.visits as u64));
        }
        let interval = match tables.restart_interval {
            0 => total,
            interval => interval,
        };
        let codes = scan.components.iter().map(|of| tables.codes(of));
        let codes: Vec<(Rc<Huffman>, Rc<Huffman>)> = codes.collect::<Result<_, _>>()?;
        let mut whole = true;
        self.extents.clear();
        for (index, segment) in segments
            .intervals(total.div_ceil(interval))
            .into_iter()
            .enumerate()
        {
            let Some(segment) = segment else {
                whole = false;
                continue;
            };
            let mut trail = Trail::default();
            let mut sound = true;
            let mut pass = Pass {
                reader: segments.reader(segment),
                run: 0,
            };
            let mut predictors = [0i32; 4];
            let begin = index * interval;
            for mcu in begin..(begin + interval).min(total) {
                let at = (mcu % columns, mcu / columns);
                // Bits that refine a mean may all be ones, as padding is.
                let coded = !(dc && high > 0);
                if coded && pass.run == 0 {
                    trail.begin(&pass.reader);
                }
                let done = if coded && pass.run == 0 && pass.reader.exhausted() {
                    Err(Damage)
                } else if dc {
                    self.dc_mcu(frame, scan, &codes, &mut pass, &mut predictors, at)
                } else {
                    let index = scan.components[0].index;
                    let store = &mut self.stores[index];
                    let block = &mut store.blocks[at.1 * store.columns + at.0];
                    pass.band(block, &codes[0].1, (first, last), (high, low))
                };
                if done.is_err() || pass.reader.overrun() {
                    sound = false;
                    break;
                }
            }
            whole &= sound;
            self.extents
                .push(Extent::of((index, segment), &pass.reader, sound, trail));
        }
        Ok(whole)
    }

    fn dc_mcu(
        &mut self,
        frame: &Frame,
        scan: &Scan,
        codes: &[(Rc<Huffman>, Rc<Huffman>)],
        pass: &mut Pass<'_>,
        predictors: &mut [i32; 4],
        (column, row): (usize, usize),
    ) -> Result<(), Damage> {
        let (high, low) = scan.bits;
        let alone = scan.components.len() == 1;
        for (of, codes) in scan.components.iter().zip(codes) {
            let (across, down) = match frame.components[of.index].factors {
                _ if alone => (1, 1),
                (h, v) => (h as usize, v as usize),
            };
            let store = &mut self.stores[of.index];
            for y in 0..down {
                for x in 0..across {
                    let at = (row * down + y) * store.columns + column * across + x;
                    let value = &mut store.blocks[at][0];
                    pass.reader.refill();
                    if high == 0 {
                        let difference = decode_difference(&codes.0, &mut pass.reader);
                        let predictor = &mut predictors[of.index];
                        *predictor = predictor.wrapping_add(difference.ok_or(Damage)?);
                        *value = (*predictor << low) as i16;
                    } else {
                        *value |= (pass.reader.take(1) << low) as i16;
                    }
                }
            }
        }
        Ok(())
    }

    /// Transforms all blocks into `memory`; returns whether every component had a scan.
    pub fn store(&self, frame: &Frame, planes: &Planes, memory: &mut [u8]) -> bool {
        let mut whole = true;
        for ((store, component), plane) in
            self.stores.iter().zip(&frame.components).zip(&planes.list)
        {
            let Some(steps) = &store.steps else {
                store::fill_grey(memory, plane, frame.precision);
                whole = false;
                continue;
            };
            let columns = (component.size.0.div_ceil(8) as usize).min(store.columns);
            let rows = (component.size.1.div_ceil(8) as usize).min(store.rows);
            for row in 0..rows {
                for column in 0..columns {
                    let values = &store.blocks[row * store.columns + column];
                    if frame.precision > 8 {
                        store::store_12(memory, plane, (column, row), values, steps);
                    } else {
                        let samples = dequantised(values, steps).transform();
                        store::store(memory, plane, column, row, &samples);
                    }
                }
            }
        }
        whole
    }
}

/// A block as the transform takes it; steps in coded order.
pub(super) fn dequantised(values: &[i16; 64], steps: &[u16; 64]) -> Block {
    let mut block = Block::new();
    for (&position, &step) in NATURAL.iter().zip(steps) {
        let value = values[usize::from(position)];
        if value != 0 {
            block.values[usize::from(position)] = value.wrapping_mul(step as i16);
            block.seen |= position;
        }
    }
    block
}

impl Pass<'_> {
    /// One block of a band of AC coefficients.
    fn band(
        &mut self,
        block: &mut [i16; 64],
        codes: &Huffman,
        band: (usize, usize),
        (high, low): (u32, u32),
    ) -> Result<(), Damage> {
        if high == 0 {
            self.first(block, codes, band, low)
        } else {
            self.refine(block, codes, band, low)
        }
    }

    /// G.1.2.2.
    fn first(
        &mut self,
        block: &mut [i16; 64],
        codes: &Huffman,
        (first, last): (usize, usize),
        low: u32,
    ) -> Result<(), Damage> {
        if self.run > 0 {
            self.run -= 1;
            return Ok(());
        }
        let mut index = first;
        while index <= last {
            self.reader.refill();
            let symbol = codes.take(&mut self.reader).ok_or(Damage)?;
            let (run, category) = (symbol >> 4, symbol & 15);
            if category == 0 && run < 15 {
                self.run = (1 << run) - 1 + self.reader.take(run);
                break;
            }
            index += run as usize;
            if category > 0 {
                if index > 63 {
                    return Err(Damage);
                }
                let value = self.reader.take_value(category);
                block[usize::from(NATURAL[index])] = (value << low) as i16;
            }
            index += 1;
        }
        Ok(())
    }

    /// G.1.2.3: bits for what is known already, and coefficients that begin to be.
    fn refine(
        &mut self,
        block: &mut [i16; 64],
        codes: &Huffman,
        (first, last): (usize, usize),
        low: u32,
    ) -> Result<(), Damage> {
        let bit = 1i16 << low;
        let mut index = first;
        while self.run == 0 && index <= last {
            self.reader.refill();
            let symbol = codes.take(&mut self.reader).ok_or(Damage)?;
            let (mut zeros, category) = (symbol >> 4, symbol & 15);
            let mut fresh = 0;
            match category {
                0 if zeros < 15 => {
                    self.run = (1 << zeros) + self.reader.take(zeros);
                    break;
                }
                0 => {}
                1 => fresh = if self.reader.take(1) == 1 { bit } else { -bit },
                _ => return Err(Damage),
            }
            while index <= last {
                let value = &mut block[usize::from(NATURAL[index])];
                index += 1;
                if *value != 0 {
                    self.correct(value, bit);
                } else if zeros == 0 {
                    *value = fresh;
                    break;
                } else {
                    zeros -= 1;
                }
            }
        }
        if self.run > 0 {
            for &position in &NATURAL[index..=last.max(index.saturating_sub(1)).min(63)] {
                let value = &mut block[usize::from(position)];
                if *value != 0 {
                    self.correct(value, bit);
                }
            }
            self.run -= 1;
        }
        Ok(())
    }

    fn correct(&mut self, value: &mut i16, bit: i16) {
        self.reader.refill();
        if self.reader.take(1) == 1 && *value & bit == 0 {
            *value = value.wrapping_add(if *value > 0 { bit } else { -bit });
        }
    }
}
