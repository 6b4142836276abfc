//! A JPEG 2000 codestream taken apart (ISO 15444-1 Annex A): its grid, the styles of all tiles, and the
//! bytes of each. Packets are read elsewhere.

use std::collections::BTreeMap;

use super::grid::{Area, Grid};
use super::malformed;
use super::markers::{Fields, Markers};
use super::styles::Styles;
use crate::error::EngineError;

/// EOC.
const END_OF_CODESTREAM: [u8; 2] = [0xff, 0xd9];

/// The bytes of a tile and its own headers.
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
    /// EOC follows the last tile part.
    pub closed: bool,
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
        let mut codestream = Self {
            grid: Grid {
                picture: Area { start, end },
                tile_start,
                tile_size,
            },
            tiles: BTreeMap::new(),
            closed: false,
            styles: Styles::new(usize::from(size.word()?)),
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

    /// Styles of this tile.
    pub fn styles<'s>(&'s self, tile: &'s Tile<'a>) -> &'s Styles {
        tile.styles.as_deref().unwrap_or(&self.styles)
    }

    /// Every tile part; `at` is after the first SOT. Bytes after garbage are not read.
    fn tile_parts(
        &mut self,
        stream: &'a [u8],
        mut at: usize,
        mut packed: &[u8],
    ) -> Result<(), EngineError> {
        /// Bytes of SOT with its marker.
        const START: usize = 12;
        let mut numbered: BTreeMap<u16, BTreeMap<u8, &[u8]>> = BTreeMap::new();
        let mut last = stream.len();
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
                let styles = tile
                    .styles
                    .get_or_insert_with(|| Box::new(self.styles.of_tile()));
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
            last = body;
            at = end;
        }
        if self.tiles.values().all(|tile| tile.bodies.is_empty()) {
            return Err(malformed("no tile"));
        }
        // Neither packets nor their headers hold a marker (B.10.1, C.3), so this can only be EOC, whatever pads it.
        self.closed = memchr::memmem::rfind(&stream[last..], &END_OF_CODESTREAM).is_some();
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
