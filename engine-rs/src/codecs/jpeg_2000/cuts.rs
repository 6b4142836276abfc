//! How finely a JPEG 2000 codestream is cut: tiles, precincts, packets and code blocks are counted
//! before anything is decoded, because a header of some bytes may announce many millions of them.

use super::codestream::segment_at;
use crate::error::EngineError;

/// Most code blocks of a frame: those of 4 x 4 samples, the smallest, of a grey picture of 16 MP.
const MAX_CODE_BLOCKS: u64 = 1 << 20;
/// Most precincts of a frame, over all tiles, components and resolutions.
const MAX_PRECINCTS: u64 = 1 << 20;
/// Every packet takes a byte, so more of them than bytes are never there; what is cut off may be
/// announced up to this multiple, beyond [`MAX_PRECINCTS`].
const MAX_PACKETS_PER_BYTE: u64 = 8;
/// Exponent of a precinct whose size is not given: as large as can be.
const WHOLE: u8 = 15;

/// The grid of tiles and the components, from SIZ (15444-1 A.5.1).
pub struct Grid {
    /// Columns and rows of the picture.
    pub size: (u32, u32),
    /// Columns and rows of a tile.
    pub tile: (u32, u32),
    /// Components, all of full size.
    pub components: u16,
}

/// The finest of all coding styles of a codestream (COD and COC, A.6.1 and A.6.2), also those of
/// single tiles.
struct Finest {
    layers: u16,
    levels: u8,
    /// Exponents of width and height of a code block.
    block: (u8, u8),
    /// Exponents of width and height of a precinct, by resolution.
    precincts: [(u8, u8); 33],
}

/// Refuses a codestream that is cut into more parts than a picture can need.
///
/// # Errors
/// `limit-exceeded` for `code_blocks`, `precincts` and `packets`.
pub fn check(stream: &[u8], grid: &Grid) -> Result<(), EngineError> {
    let finest = Finest::read(stream);
    let (width, height) = (u64::from(grid.size.0), u64::from(grid.size.1));
    let tiles = (
        width.div_ceil(u64::from(grid.tile.0.max(1))),
        height.div_ceil(u64::from(grid.tile.1.max(1))),
    );
    let components = u64::from(grid.components);
    let mut precincts = 0u64;
    for resolution in 0..=finest.levels {
        let smaller = u32::from(finest.levels - resolution);
        let (across, down) = finest.precincts[usize::from(resolution)];
        let along = |side: u64, tiles: u64, exponent: u8| {
            let side = side.div_ceil(1u64 << smaller);
            side.div_ceil(1u64 << exponent) + tiles - 1
        };
        let found = along(width, tiles.0, across).saturating_mul(along(height, tiles.1, down));
        precincts = precincts.saturating_add(found);
    }
    let precincts = precincts.saturating_mul(components);
    let blocks = (width.div_ceil(1u64 << finest.block.0) + tiles.0 - 1)
        .saturating_mul(height.div_ceil(1u64 << finest.block.1) + tiles.1 - 1);
    let packets = precincts.saturating_mul(u64::from(finest.layers));
    let most_packets = MAX_PRECINCTS + MAX_PACKETS_PER_BYTE * stream.len() as u64;
    let limits = [
        (
            "code_blocks",
            MAX_CODE_BLOCKS,
            blocks.saturating_mul(components),
        ),
        ("precincts", MAX_PRECINCTS, precincts),
        ("packets", most_packets, packets),
    ];
    for (name, limit, found) in limits {
        if found > limit {
            return Err(EngineError::limit(name, limit, found));
        }
    }
    Ok(())
}

impl Finest {
    fn read(stream: &[u8]) -> Self {
        let mut finest = Self {
            layers: 1,
            levels: 0,
            block: (WHOLE, WHOLE),
            precincts: [(WHOLE, WHOLE); 33],
        };
        let mut at = 2;
        while let Some((code, end)) = segment_at(stream, at) {
            let content = stream.get(at + 4..end).unwrap_or_default();
            match code {
                0x52 => finest.style(content),
                // The component's number has one byte, for there are no 257 components.
                0x53 => finest.shape(
                    content.get(1).is_some_and(|style| style & 1 == 1),
                    content.get(2..),
                ),
                // SOT: headers of the tile part follow it.
                0x90 => {
                    finest.tile_part(stream.get(end..).unwrap_or_default());
                    let length = content.get(2..6).and_then(|bytes| bytes.first_chunk::<4>());
                    let length = length.map_or(0, |bytes| u32::from_be_bytes(*bytes) as usize);
                    if length < end - at {
                        break;
                    }
                    at += length;
                    continue;
                }
                _ => {}
            }
            at = end;
        }
        finest
    }

    /// The header of a tile part, up to SOD.
    fn tile_part(&mut self, stream: &[u8]) {
        let mut at = 0;
        while let Some((code, end)) = segment_at(stream, at) {
            let content = stream.get(at + 4..end).unwrap_or_default();
            match code {
                0x52 => self.style(content),
                0x53 => self.shape(
                    content.get(1).is_some_and(|style| style & 1 == 1),
                    content.get(2..),
                ),
                0x93 => break,
                _ => {}
            }
            at = end;
        }
    }

    /// The content of COD.
    fn style(&mut self, content: &[u8]) {
        let Some(&[style, _, high, low, _]) = content.first_chunk::<5>() else {
            return;
        };
        self.layers = self.layers.max(u16::from_be_bytes([high, low]));
        self.shape(style & 1 == 1, content.get(5..));
    }

    /// Levels, code blocks and precincts.
    fn shape(&mut self, has_precincts: bool, content: Option<&[u8]>) {
        let Some((&[levels, width, height, _, _], sizes)) =
            content.and_then(|content| content.split_first_chunk::<5>())
        else {
            return;
        };
        let levels = levels.min(32);
        self.levels = self.levels.max(levels);
        self.block.0 = self.block.0.min((width & 15) + 2);
        self.block.1 = self.block.1.min((height & 15) + 2);
        if has_precincts {
            for (finest, &size) in self.precincts.iter_mut().zip(sizes) {
                finest.0 = finest.0.min(size & 15);
                finest.1 = finest.1.min(size >> 4);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SOC and COD with `levels`, blocks of 2^(`block` + 2) and precincts of 2^`precinct`.
    fn codestream(layers: u16, levels: u8, block: u8, precinct: Option<u8>) -> Vec<u8> {
        let sizes = precinct.map_or(vec![], |size| vec![size * 17; usize::from(levels) + 1]);
        let length = 12 + sizes.len() as u16;
        let mut bytes = vec![0xff, 0x4f, 0xff, 0x52];
        bytes.extend(length.to_be_bytes());
        bytes.extend([u8::from(precinct.is_some()), 0]);
        bytes.extend(layers.to_be_bytes());
        bytes.extend([0, levels, block, block, 0, 1]);
        bytes.extend(sizes);
        bytes
    }

    fn refused(stream: &[u8], side: u32, tile: u32) -> Option<String> {
        let grid = Grid {
            size: (side, side),
            tile: (tile, tile),
            components: 3,
        };
        let error = check(stream, &grid).err()?;
        let EngineError::LimitExceeded { limit, .. } = error else {
            panic!("{error:?}");
        };
        Some(limit)
    }

    #[test]
    fn usual_cuts_pass() {
        assert_eq!(refused(&codestream(1, 5, 4, None), 8_000, 8_000), None);
        assert_eq!(refused(&codestream(12, 5, 3, Some(8)), 4_000, 256), None);
        assert_eq!(refused(&codestream(1, 5, 0, None), 1_024, 1_024), None);
    }

    #[test]
    fn parts_by_the_million_are_refused() {
        let of = |stream: &[u8], tile| refused(stream, 8_000, tile).unwrap();
        // 8000 x 8000 x 3 in blocks of 16 samples.
        assert_eq!(of(&codestream(1, 5, 0, None), 8_000), "code_blocks");
        assert_eq!(of(&codestream(1, 5, 4, Some(1)), 8_000), "precincts");
        assert_eq!(of(&codestream(u16::MAX, 5, 4, Some(8)), 8_000), "packets");
        // One tile a sample.
        assert_eq!(of(&codestream(1, 0, 4, None), 1), "code_blocks");
    }

    #[test]
    fn the_style_of_a_tile_counts_too() {
        let mut stream = codestream(1, 5, 4, None);
        let style = codestream(1, 5, 4, Some(1))[2..].to_vec();
        // SOT of the first tile, whose length is not known, then COD and SOD.
        stream.extend([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1]);
        stream.extend(style);
        stream.extend([0xff, 0x93]);
        assert_eq!(refused(&stream, 8_000, 8_000).unwrap(), "precincts");
    }
}
