//! Headers of elements and delimiters in the three encodings (PS3.5 7.1).

use super::element::{Tag, Vr};
use super::transfer_syntax::Encoding;
use crate::limits::MAX_KEPT_TABLE_BYTES;

/// Length of what a delimiter ends.
pub const UNDEFINED: u32 = 0xffff_ffff;
/// Begins an item.
pub const ITEM: Tag = Tag(0xfffe_e000);
/// Ends an item of undefined length.
pub const ITEM_END: Tag = Tag(0xfffe_e00d);
/// Ends a sequence of undefined length.
pub const SEQUENCE_END: Tag = Tag(0xfffe_e0dd);
/// Bytes of a short header, and of every delimiter.
pub const SHORT_BYTES: usize = 8;
/// Bytes of a header with a 32-bit length after a value representation.
pub const LONG_BYTES: usize = 12;

/// Header of an element or delimiter.
#[derive(Debug, Clone, Copy)]
pub struct Header {
    /// Its tag.
    pub tag: Tag,
    /// As written; UN where the encoding has none.
    pub vr: Vr,
    /// Length of the value, or [`UNDEFINED`].
    pub length: u32,
    /// Bytes of the header itself.
    pub size: usize,
}

/// Reads a 16-bit number from at least 2 bytes.
pub fn u16_at(bytes: &[u8], big_endian: bool) -> u16 {
    let raw = [bytes[0], bytes[1]];
    if big_endian {
        u16::from_be_bytes(raw)
    } else {
        u16::from_le_bytes(raw)
    }
}

/// Reads a 32-bit number from at least 4 bytes.
pub fn u32_at(bytes: &[u8], big_endian: bool) -> u32 {
    let raw = [bytes[0], bytes[1], bytes[2], bytes[3]];
    if big_endian {
        u32::from_be_bytes(raw)
    } else {
        u32::from_le_bytes(raw)
    }
}

/// Reads a header; none when more bytes are needed ([`SHORT_BYTES`], else [`LONG_BYTES`]).
pub fn read_header(input: &[u8], encoding: Encoding) -> Option<Header> {
    if input.len() < SHORT_BYTES {
        return None;
    }
    let big = encoding.big_endian;
    let group = u32::from(u16_at(input, big));
    let tag = Tag(group << 16 | u32::from(u16_at(&input[2..], big)));
    let implicit = Header {
        tag,
        vr: Vr::UN,
        length: u32_at(&input[4..], big),
        size: SHORT_BYTES,
    };
    // Delimiters have no value representation in any encoding.
    if encoding.implicit || group == 0xfffe {
        return Some(implicit);
    }
    let vr = Vr([input[4], input[5]]);
    let letters = vr.0.iter().all(u8::is_ascii_uppercase);
    // Two letters the standard does not know have a long header if the reserved bytes are 0.
    let long = vr.has_long_header() || (letters && !vr.is_known() && input[6..8] == [0, 0]);
    if long {
        let length = u32_at(input.get(SHORT_BYTES..LONG_BYTES)?, big);
        return Some(Header {
            tag,
            vr,
            length,
            size: LONG_BYTES,
        });
    }
    let short = Header {
        tag,
        vr,
        length: u32::from(u16_at(&input[6..], big)),
        size: SHORT_BYTES,
    };
    // No letters: an implicit element inside an explicit data set. Lengths beyond the longest
    // kept table are taken for a short header with an unknown representation.
    let plausible =
        u64::from(implicit.length) <= MAX_KEPT_TABLE_BYTES || implicit.length == UNDEFINED;
    Some(match (letters, plausible) {
        (true, _) => short,
        (false, true) => implicit,
        (false, false) => Header {
            vr: Vr::UN,
            ..short
        },
    })
}

/// Bytes to wait for when [`read_header`] returned none.
pub fn bytes_needed(input: &[u8]) -> usize {
    if input.len() < SHORT_BYTES {
        SHORT_BYTES
    } else {
        LONG_BYTES
    }
}
