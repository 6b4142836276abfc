//! The marker segments of a JPEG 2000 codestream (ISO 15444-1 Annex A): sizes, coding styles, steps of
//! quantisation, and the bytes of every tile. Packets are read elsewhere.

use std::collections::BTreeMap;

use super::{malformed, unsupported};
use crate::error::EngineError;

/// Most halvings of a picture (A.6.1).
pub const MAX_LEVELS: u8 = 32;
/// Exponent of a precinct whose size is not given: as large as can be.
const WHOLE: u8 = 15;
/// Greatest exponent of a side of a code block, and of its area (A.6.1).
const MAX_BLOCK: (u8, u8) = (10, 12);
/// Bit of the style of code blocks that makes them those of part 15, and the bit that allows both kinds.
pub const HIGH_THROUGHPUT: u8 = 0x40;
const BOTH_KINDS: u8 = 0x80;

/// A rectangle of samples; the ends are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// First column and row.
    pub start: (u32, u32),
    /// Column and row after the last.
    pub end: (u32, u32),
}

impl Area {
    /// Columns.
    pub fn width(&self) -> usize {
        self.end.0.saturating_sub(self.start.0) as usize
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.end.1.saturating_sub(self.start.1) as usize
    }
}

/// What SIZ says of the reference grid; every component has a sample at each of its points.
pub struct Grid {
    /// The picture on the grid.
    pub picture: Area,
    tile_start: (u32, u32),
    tile_size: (u32, u32),
}

impl Grid {
    fn tiles(&self) -> (u32, u32) {
        let along = |end: u32, start: u32, size: u32| (end - start).div_ceil(size);
        (
            along(self.picture.end.0, self.tile_start.0, self.tile_size.0),
            along(self.picture.end.1, self.tile_start.1, self.tile_size.1),
        )
    }

    /// The part of the picture that a tile covers, or none for a number that no tile has.
    pub fn tile(&self, number: u16) -> Option<Area> {
        let (across, down) = self.tiles();
        let (column, row) = (u32::from(number) % across, u32::from(number) / across);
        let along = |start: u32, size: u32, at: u32, first: u32, last: u32| {
            let from = u64::from(start) + u64::from(size) * u64::from(at);
            let to = (from + u64::from(size)).min(u64::from(last));
            // Both lie within the picture, whose ends have 32 bits.
            (from.max(u64::from(first)) as u32, to as u32)
        };
        if row >= down {
            return None;
        }
        let (origin, size, picture) = (self.tile_start, self.tile_size, self.picture);
        let x = along(origin.0, size.0, column, picture.start.0, picture.end.0);
        let y = along(origin.1, size.1, row, picture.start.1, picture.end.1);
        Some(Area {
            start: (x.0, y.0),
            end: (x.1, y.1),
        })
    }
}

/// How a component is cut and transformed (COD and COC).
#[derive(Clone)]
pub struct Coding {
    /// Halvings of the picture; there is one resolution more.
    pub levels: u8,
    /// Exponents of width and height of a code block.
    pub block: (u8, u8),
    /// Style of the code blocks (table A.19).
    pub style: u8,
    /// The 5-3 wavelet of whole numbers; otherwise the 9-7.
    pub reversible: bool,
    /// Exponents of width and height of a precinct, by resolution.
    pub precincts: [(u8, u8); MAX_LEVELS as usize + 1],
}

impl Coding {
    /// The blocks are those of part 15.
    pub fn high_throughput(&self) -> bool {
        self.style & HIGH_THROUGHPUT != 0
    }
}

/// Steps of quantisation (QCD and QCC).
#[derive(Clone)]
pub struct Quantisation {
    /// 0: none, 1: derived from the first, 2: one for each sub-band.
    style: u8,
    /// Guard bits.
    pub guard: u8,
    steps: Vec<(u8, u16)>,
}

impl Quantisation {
    /// Coefficients are whole numbers.
    pub fn is_none(&self) -> bool {
        self.style == 0
    }

    /// Exponent and mantissa for a sub-band of a resolution: 0 for LL and HL, 1 for LH, 2 for HH.
    ///
    /// # Errors
    /// `malformed-frame` where the codestream has no step for it.
    pub fn step(&self, resolution: u8, band: u8) -> Result<(u8, u16), EngineError> {
        let lacking = || malformed("a sub-band without a step of quantisation");
        if self.style == 1 {
            let (exponent, mantissa) = *self.steps.first().ok_or_else(lacking)?;
            // Equation E-5.
            return Ok((
                exponent.saturating_sub(resolution.saturating_sub(1)),
                mantissa,
            ));
        }
        let index = match resolution {
            0 => 0,
            _ => usize::from(resolution - 1) * 3 + 1 + usize::from(band),
        };
        self.steps.get(index).copied().ok_or_else(lacking)
    }
}

/// All that is said of a component.
#[derive(Clone)]
pub struct Component {
    coding: Option<Coding>,
    quantisation: Option<Quantisation>,
    /// Bit planes by which a region of interest is lifted (RGN).
    pub lifted: u8,
    /// COC or QCC of this header spoke of it, which outranks COD and QCD.
    own: (bool, bool),
}

impl Component {
    /// # Errors
    /// `malformed-frame` where the codestream names no coding style.
    pub fn coding(&self) -> Result<&Coding, EngineError> {
        let coding = self.coding.as_ref();
        coding.ok_or_else(|| malformed("no coding style before the first tile"))
    }

    /// # Errors
    /// `malformed-frame` where the codestream names no quantisation.
    pub fn quantisation(&self) -> Result<&Quantisation, EngineError> {
        let quantisation = self.quantisation.as_ref();
        quantisation.ok_or_else(|| malformed("no quantisation before the first tile"))
    }
}

/// A part of the packets and the order of them (POC, A.6.6).
#[derive(Clone, Copy)]
pub struct Progression {
    /// First resolution and component.
    pub from: (u8, u16),
    /// Resolution and component after the last.
    pub to: (u8, u16),
    /// Layer after the last.
    pub layers: u16,
    /// Order (table A.16).
    pub order: u8,
}

/// What holds for a tile.
#[derive(Clone)]
pub struct Styles {
    /// Every component.
    pub components: Vec<Component>,
    /// Layers of quality.
    pub layers: u16,
    /// The first three components were mixed.
    pub mixed: bool,
    order: u8,
    changes: Vec<Progression>,
    /// The changes are those of the main header, which a tile's own replace.
    inherited: bool,
}

impl Styles {
    /// The orders in which packets follow each other.
    pub fn progressions(&self) -> Vec<Progression> {
        if !self.changes.is_empty() {
            return self.changes.clone();
        }
        vec![Progression {
            from: (0, 0),
            to: (MAX_LEVELS + 1, self.components.len() as u16),
            layers: self.layers,
            order: self.order,
        }]
    }
}

/// The bytes of a tile and what its own headers say.
#[derive(Default)]
pub struct Tile<'a> {
    styles: Option<Box<Styles>>,
    /// The bodies of its parts.
    pub bodies: Vec<&'a [u8]>,
    /// Headers of packets that were taken out of the bodies (PPM and PPT).
    pub headers: Vec<u8>,
}

/// A codestream taken apart.
pub struct Codestream<'a> {
    /// Where picture and tiles lie.
    pub grid: Grid,
    /// Tiles by their number; those that are cut off are absent.
    pub tiles: BTreeMap<u16, Tile<'a>>,
    styles: Styles,
}

impl<'a> Codestream<'a> {
    /// Reads from SOC to the last tile part that is there.
    ///
    /// # Errors
    /// `malformed-frame` and `unsupported-pixel-format`.
    pub fn read(stream: &'a [u8]) -> Result<Self, EngineError> {
        let mut markers = Markers { stream, at: 2 };
        let size = markers.next().filter(|(code, _)| *code == 0x51);
        let mut size = Fields(size.ok_or_else(|| malformed("no SIZ"))?.1);
        size.word()?;
        let mut pair = || Ok::<_, EngineError>((size.long()?, size.long()?));
        let (end, start, tile_size, tile_start) = (pair()?, pair()?, pair()?, pair()?);
        let reaches = |start: u32, size: u32, first: u32, end: u32| {
            start <= first && first < end && u64::from(start) + u64::from(size) > u64::from(first)
        };
        if !reaches(tile_start.0, tile_size.0, start.0, end.0)
            || !reaches(tile_start.1, tile_size.1, start.1, end.1)
        {
            return Err(malformed("tiles beside the picture"));
        }
        let component = Component {
            coding: None,
            quantisation: None,
            lifted: 0,
            own: (false, false),
        };
        let mut codestream = Self {
            grid: Grid {
                picture: Area { start, end },
                tile_start,
                tile_size,
            },
            tiles: BTreeMap::new(),
            styles: Styles {
                components: vec![component; usize::from(size.word()?)],
                layers: 1,
                mixed: false,
                order: 0,
                changes: Vec::new(),
                inherited: false,
            },
        };
        let mut packed = BTreeMap::new();
        loop {
            match markers.next() {
                Some((0x90, _)) => break,
                Some((0x60, content)) => keep_numbered(&mut packed, content)?,
                Some((code, content)) => codestream.styles.marker(code, content)?,
                None => return Err(malformed("no tile")),
            }
        }
        let packed: Vec<u8> = packed.into_values().flatten().copied().collect();
        codestream.tile_parts(stream, markers.at, &packed)?;
        Ok(codestream)
    }

    /// What holds for this tile.
    pub fn styles<'s>(&'s self, tile: &'s Tile<'a>) -> &'s Styles {
        tile.styles.as_deref().unwrap_or(&self.styles)
    }

    /// Every tile part; `at` is behind the first SOT. What follows garbage is not read.
    fn tile_parts(
        &mut self,
        stream: &'a [u8],
        mut at: usize,
        mut packed: &[u8],
    ) -> Result<(), EngineError> {
        /// Bytes of SOT with its marker.
        const START: usize = 12;
        let mut numbered: BTreeMap<u16, BTreeMap<u8, &[u8]>> = BTreeMap::new();
        at -= START.min(at);
        while let Some(&[0xff, 0x90, _, _, high, low, ref length @ ..]) = stream
            .get(at..)
            .and_then(|rest| rest.first_chunk::<START>())
        {
            let number = u16::from_be_bytes([high, low]);
            let length = u32::from_be_bytes([length[0], length[1], length[2], length[3]]) as usize;
            let end = match length {
                0 => stream.len(),
                _ => at.saturating_add(length).min(stream.len()),
            };
            if self.grid.tile(number).is_none() {
                return Err(malformed("a tile outside of the picture"));
            }
            let tile = self.tiles.entry(number).or_default();
            let mut markers = Markers {
                stream,
                at: at + START,
            };
            let mut first = true;
            for (code, content) in markers.by_ref() {
                if code == 0x61 {
                    keep_numbered(numbered.entry(number).or_default(), content)?;
                    continue;
                }
                let styles = tile.styles.get_or_insert_with(|| {
                    let mut styles = Box::new(self.styles.clone());
                    styles.inherited = true;
                    styles
                });
                if std::mem::take(&mut first) {
                    styles.forget_ranks();
                }
                styles.marker(code, content)?;
            }
            let body = markers.at.saturating_add(2);
            let is_data = stream.get(markers.at..body) == Some(&[0xff, 0x93]);
            if !is_data || body > end {
                break;
            }
            if let Some((count, rest)) = packed.split_first_chunk::<4>() {
                let count = (u32::from_be_bytes(*count) as usize).min(rest.len());
                tile.headers.extend(&rest[..count]);
                packed = &rest[count..];
            }
            tile.bodies.push(&stream[body..end]);
            at = end;
        }
        if self.tiles.values().all(|tile| tile.bodies.is_empty()) {
            return Err(malformed("no tile"));
        }
        for (number, parts) in numbered {
            let headers = parts.into_values().flatten();
            self.tiles
                .entry(number)
                .or_default()
                .headers
                .extend(headers);
        }
        Ok(())
    }
}

/// Keeps a segment of packed headers under its number (PPM and PPT).
fn keep_numbered<'a>(
    into: &mut BTreeMap<u8, &'a [u8]>,
    content: &'a [u8],
) -> Result<(), EngineError> {
    let cut = || malformed("packed headers cut short");
    let (number, bytes) = content.split_first().ok_or_else(cut)?;
    into.insert(*number, bytes);
    Ok(())
}

impl Styles {
    /// A header of its own begins: what it says of single components outranks what was said before.
    fn forget_ranks(&mut self) {
        for component in &mut self.components {
            component.own = (false, false);
        }
    }

    fn marker(&mut self, code: u8, content: &[u8]) -> Result<(), EngineError> {
        let mut fields = Fields(content);
        match code {
            0x52 => {
                let style = fields.byte()?;
                self.order = fields.byte()?;
                self.layers = fields.word()?;
                self.mixed = fields.byte()? == 1;
                let coding = fields.coding(style & 1 == 1)?;
                for component in &mut self.components {
                    if !component.own.0 {
                        component.coding = Some(coding.clone());
                    }
                }
            }
            0x53 => {
                let component = self.component(&mut fields)?;
                let style = fields.byte()?;
                component.coding = Some(fields.coding(style & 1 == 1)?);
                component.own.0 = true;
            }
            0x5c => {
                let quantisation = fields.quantisation()?;
                for component in &mut self.components {
                    if !component.own.1 {
                        component.quantisation = Some(quantisation.clone());
                    }
                }
            }
            0x5d => {
                let component = self.component(&mut fields)?;
                component.quantisation = Some(fields.quantisation()?);
                component.own.1 = true;
            }
            0x5e => {
                let component = self.component(&mut fields)?;
                fields.byte()?;
                component.lifted = fields.byte()?;
            }
            0x5f => self.changes(fields)?,
            _ => {}
        }
        Ok(())
    }

    /// The component a segment names; its number has one byte, for there are no 257 components.
    fn component(&mut self, fields: &mut Fields<'_>) -> Result<&mut Component, EngineError> {
        let component = self.components.get_mut(usize::from(fields.byte()?));
        component.ok_or_else(|| malformed("a coding style for no component"))
    }

    fn changes(&mut self, mut fields: Fields<'_>) -> Result<(), EngineError> {
        if std::mem::take(&mut self.inherited) {
            self.changes.clear();
        }
        while !fields.0.is_empty() {
            let from = (fields.byte()?, u16::from(fields.byte()?));
            let layers = fields.word()?;
            let to = (fields.byte()?, u16::from(fields.byte()?));
            self.changes.push(Progression {
                from,
                to: (to.0, if to.1 == 0 { 256 } else { to.1 }),
                layers: layers.min(self.layers),
                order: fields.byte()?,
            });
        }
        Ok(())
    }
}

/// Marker segments one after the other, up to SOD or what is none.
struct Markers<'a> {
    stream: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Markers<'a> {
    type Item = (u8, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (code, end) = segment_at(self.stream, self.at)?;
        if code == 0x93 {
            return None;
        }
        let content = self.stream.get(self.at + 4..end)?;
        self.at = end;
        Some((code, content))
    }
}

/// Marker and end of the segment that begins here. Some encoders count a byte too many, which is seen by
/// the marker that stands a byte before the end.
pub fn segment_at(stream: &[u8], at: usize) -> Option<(u8, usize)> {
    let &[0xff, code, high, low] = stream.get(at..)?.first_chunk::<4>()? else {
        return None;
    };
    let end = at + 2 + usize::from(u16::from_be_bytes([high, low]));
    let early = matches!(stream.get(end - 1..=end), Some([0xff, 0x50..=0x93]));
    Some((code, if early && end > at + 4 { end - 1 } else { end }))
}

/// Numbers of a segment, most significant byte first.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], EngineError> {
        let cut = || malformed("JPEG 2000 header cut short");
        let (bytes, rest) = self.0.split_first_chunk::<N>().ok_or_else(cut)?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn byte(&mut self) -> Result<u8, EngineError> {
        Ok(self.take::<1>()?[0])
    }

    fn word(&mut self) -> Result<u16, EngineError> {
        Ok(u16::from_be_bytes(self.take()?))
    }

    fn long(&mut self) -> Result<u32, EngineError> {
        Ok(u32::from_be_bytes(self.take()?))
    }

    fn coding(&mut self, has_precincts: bool) -> Result<Coding, EngineError> {
        let [levels, width, height, style, transformation] = self.take()?;
        let block = ((width & 15) + 2, (height & 15) + 2);
        let largest = block.0.max(block.1);
        if levels > MAX_LEVELS || largest > MAX_BLOCK.0 || block.0 + block.1 > MAX_BLOCK.1 {
            return Err(malformed(
                "code blocks or levels beyond what JPEG 2000 knows",
            ));
        }
        if style & BOTH_KINDS != 0 {
            return Err(unsupported("blocks of both kinds"));
        }
        let mut precincts = [(WHOLE, WHOLE); MAX_LEVELS as usize + 1];
        if has_precincts {
            for (resolution, precinct) in precincts[..=usize::from(levels)].iter_mut().enumerate() {
                let size = self.byte()?;
                *precinct = (size & 15, size >> 4);
                if resolution > 0 && (precinct.0 == 0 || precinct.1 == 0) {
                    return Err(malformed("precincts of half a sample"));
                }
            }
        }
        Ok(Coding {
            levels,
            block,
            style,
            reversible: transformation == 1,
            precincts,
        })
    }

    fn quantisation(&mut self) -> Result<Quantisation, EngineError> {
        let style = self.byte()?;
        let mut steps = Vec::new();
        while !self.0.is_empty() {
            steps.push(match style & 31 {
                0 => (self.byte()? >> 3, 0),
                _ => {
                    let step = self.word()?;
                    ((step >> 11) as u8, step & 0x7ff)
                }
            });
        }
        Ok(Quantisation {
            style: style & 31,
            guard: style >> 5,
            steps,
        })
    }
}
