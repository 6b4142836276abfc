//! How a file begins: preamble and file meta, only file meta, or a bare data set.

use super::element::{Tag, Vr};
use super::transfer_syntax::{self, Encoding};

/// Bytes that suffice to decide: preamble, prefix, first element header.
pub const PROBE_BYTES: usize = 140;
const PREAMBLE_BYTES: usize = 128;
/// Groups a data set without file meta begins with: directory and identifying group.
const FIRST_GROUPS: [u16; 2] = [0x0004, 0x0008];
/// Longest first value of a bare implicit data set; real ones hold a group length or a name.
const MAX_FIRST_LENGTH: u32 = 1 << 16;

/// Where the first element lies.
#[derive(Debug, PartialEq, Eq)]
pub enum Start {
    /// File meta information begins at this offset.
    Meta {
        /// Bytes before it.
        offset: usize,
    },
    /// The data set begins at once.
    DataSet,
    /// Nothing known.
    Unknown,
}

/// Looks at the first bytes; fewer than [`PROBE_BYTES`] only at the end of a short file.
pub fn find(input: &[u8]) -> Start {
    let prefixed = input.get(PREAMBLE_BYTES..PREAMBLE_BYTES + 4) == Some(b"DICM".as_slice());
    // The letters may also be in the data of a file without preamble.
    let meta_follows = input
        .get(PREAMBLE_BYTES + 4..PREAMBLE_BYTES + 6)
        .is_none_or(|group| group == [2, 0]);
    if prefixed && (meta_follows || !begins_data_set(input)) {
        return Start::Meta {
            offset: PREAMBLE_BYTES + 4,
        };
    }
    if input.starts_with(b"DICM") {
        return Start::Meta { offset: 4 };
    }
    if input.len() >= 8 && input[..2] == [2, 0] && Vr([input[4], input[5]]).is_known() {
        return Start::Meta { offset: 0 };
    }
    if begins_data_set(input) {
        return Start::DataSet;
    }
    Start::Unknown
}

fn begins_data_set(input: &[u8]) -> bool {
    let Some(encoding) = guess_encoding(input) else {
        return false;
    };
    let group = if encoding.big_endian {
        u16::from_be_bytes([input[0], input[1]])
    } else {
        u16::from_le_bytes([input[0], input[1]])
    };
    let length = u32::from_le_bytes([input[4], input[5], input[6], input[7]]);
    FIRST_GROUPS.contains(&group) && (!encoding.implicit || length <= MAX_FIRST_LENGTH)
}

/// Encoding of a data set by its first element header; none when that decides nothing.
pub fn guess_encoding(input: &[u8]) -> Option<Encoding> {
    let header: [u8; 8] = input.get(..8)?.try_into().ok()?;
    let explicit = Vr([header[4], header[5]]).is_known();
    // Groups at the start are small: the byte that is zero is the more significant one.
    let big_endian = match (header[0], header[1]) {
        (0, 0) => false,
        (0, low) => low < 0x80 && explicit,
        _ => false,
    };
    if explicit {
        return Some(Encoding {
            implicit: false,
            big_endian,
        });
    }
    let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let group = u16::from_le_bytes([header[0], header[1]]);
    let tag = Tag(u32::from(group) << 16 | u32::from(u16::from_le_bytes([header[2], header[3]])));
    let plausible = tag.group() < 0x0100 && (length <= MAX_FIRST_LENGTH || length == u32::MAX);
    plausible.then_some(Encoding {
        implicit: true,
        big_endian: false,
    })
}

/// Transfer syntax of plain samples in an encoding.
pub fn uid_of(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding { implicit: true, .. } => transfer_syntax::IMPLICIT_LITTLE,
        Encoding {
            big_endian: true, ..
        } => transfer_syntax::EXPLICIT_BIG,
        Encoding { .. } => transfer_syntax::EXPLICIT_LITTLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_beginnings_are_told_apart() {
        let mut file = vec![0; 128];
        file.extend_from_slice(b"DICM\x02\0\x10\0UI\x02\0");
        assert_eq!(find(&file), Start::Meta { offset: 132 });
        assert_eq!(
            find(b"\x02\0\x10\0UI\x02\x001\0"),
            Start::Meta { offset: 0 }
        );
        assert_eq!(find(b"\x08\0\x05\0CS\x02\0IR"), Start::DataSet);
        assert_eq!(find(b"\x08\0\0\0\x04\0\0\0\xbe\0\0\0"), Start::DataSet);
        assert_eq!(find(b"\x89PNG\r\n\x1a\n0000"), Start::Unknown);
        assert_eq!(find(b"\xff\xd8\xff\xe0\0\x10JFIF"), Start::Unknown);
        assert_eq!(find(b"{\"json\": true}"), Start::Unknown);
    }

    #[test]
    fn the_encoding_shows_in_the_first_header() {
        let explicit_big = guess_encoding(b"\0\x08\0\x05CS\0\x0a").unwrap();
        assert!(explicit_big.big_endian && !explicit_big.implicit);
        let implicit = guess_encoding(b"\x08\0\x05\0\x0a\0\0\0").unwrap();
        assert!(implicit.implicit && !implicit.big_endian);
    }
}
