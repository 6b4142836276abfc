//! The tables of T.81 annex K.3, meant by streams that bring none (Motion-JPEG frames).

use super::huffman::Huffman;
use crate::error::EngineError;

const DC_LUMA: [u8; 16] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const DC_CHROMA: [u8; 16] = [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0];
const DC_SYMBOLS: [u8; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const AC_LUMA: [u8; 16] = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d];
const AC_CHROMA: [u8; 16] = [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77];

/// Symbols of table K.5 up to the codes of 16 bits.
const AC_LUMA_SHORT: [u8; 37] = [
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07,
    0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0,
    0x24, 0x33, 0x62, 0x72, 0x82,
];
/// Symbols of table K.6 up to the codes of 16 bits.
const AC_CHROMA_SHORT: [u8; 43] = [
    0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71,
    0x13, 0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0,
    0x15, 0x62, 0x72, 0xd1, 0x0a, 0x16, 0x24, 0x34, 0xe1, 0x25, 0xf1,
];

/// Counts of codes by length, and symbols in the order of their codes.
pub type Definition = ([u8; 16], Vec<u8>);

/// Definitions of the DC tables for luma and chroma, then the AC tables.
pub fn definitions() -> ([Definition; 2], [Definition; 2]) {
    let dc = [DC_LUMA, DC_CHROMA].map(|counts| (counts, DC_SYMBOLS.to_vec()));
    let ac = [
        (AC_LUMA, with_rest(&AC_LUMA_SHORT)),
        (AC_CHROMA, with_rest(&AC_CHROMA_SHORT)),
    ];
    (dc, ac)
}

/// DC and AC tables for luma and chroma.
///
/// # Errors
/// None in practice: the tables are whole.
pub fn tables() -> Result<([Huffman; 2], [Huffman; 2]), EngineError> {
    let (dc, ac) = definitions();
    let both = |[luma, chroma]: [Definition; 2]| -> Result<[Huffman; 2], EngineError> {
        Ok([
            Huffman::new(&luma.0, &luma.1)?,
            Huffman::new(&chroma.0, &chroma.1)?,
        ])
    };
    Ok((both(dc)?, both(ac)?))
}

/// Both AC tables end with all symbols that have no shorter code, in rising order.
fn with_rest(short: &[u8]) -> Vec<u8> {
    let mut symbols = short.to_vec();
    let all = (0..=0xfau8).filter(|symbol| (1..=10).contains(&(symbol & 15)));
    symbols.extend(all.filter(|symbol| !short.contains(symbol)));
    symbols
}
