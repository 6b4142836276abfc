//! Units of HEVC: slices of the base layer stay as they are, parameter sets are written again from their fields
//! (7.3.2), everything else goes.

use super::bits::{Copier, with_escapes};
use super::hevc_fields::{profile_tier_level, reference_sets, scaling_lists, usability};
use super::sets::{ParameterSet, Reference, Units};

const VIDEO_SET: u8 = 32;
const SEQUENCE_SET: u8 = 33;
const PICTURE_SET: u8 = 34;
const DELIMITER: u8 = 35;
const END_OF_SEQUENCE: u8 = 36;
const END_OF_STREAM: u8 = 37;
const IRAP: std::ops::RangeInclusive<u8> = 16..=23;
/// A delimiter before slices of any kind (table 7-2), with its stop bit.
const ANY_PICTURE: u8 = 0x50;
/// Header of the base layer, temporal layer 0.
const BASE: u8 = 1;
const MOST: u32 = 1 << 16;
const MAX_VIDEO_ID: u32 = 15;
const MAX_SEQUENCE_ID: u32 = 15;
const MAX_PICTURE_ID: u32 = 63;
/// Most columns and rows of tiles (A.4.2).
const MAX_TILES: u32 = 21;

/// HEVC.
pub struct Hevc;

fn kind(unit: &[u8]) -> u8 {
    unit[0] >> 1 & 0x3f
}

impl Units for Hevc {
    const HEADER_BYTES: usize = 2;

    fn reference(unit: &[u8]) -> Reference {
        let [first, second, payload @ ..] = unit else {
            return Reference::Foreign;
        };
        if first & 1 != 0 || second >> 3 != 0 {
            return Reference::Foreign;
        }
        match kind(unit) {
            slice @ (0..=9 | 16..=21) => {
                let mut bits = Copier::of_unit(&payload[..payload.len().min(32)]);
                let mut id = || {
                    bits.skip(if IRAP.contains(&slice) { 2 } else { 1 })?;
                    bits.read_unsigned()
                };
                id().map_or(Reference::Foreign, Reference::Slice)
            }
            VIDEO_SET => Reference::Video,
            SEQUENCE_SET => Reference::Sequence,
            PICTURE_SET => Reference::Picture,
            DELIMITER | END_OF_SEQUENCE | END_OF_STREAM => Reference::Delimiter,
            _ => Reference::Foreign,
        }
    }

    fn header(unit: &[u8]) -> Vec<u8> {
        vec![unit[0] & 0x7e, unit[1] & 7]
    }

    fn delimiter(unit: &[u8]) -> Vec<u8> {
        let mut written = vec![unit[0] & 0x7e, BASE];
        if kind(unit) == DELIMITER {
            written.push(ANY_PICTURE);
        }
        written
    }

    fn video(unit: &[u8]) -> Option<ParameterSet> {
        let mut bits = Copier::of_unit(&unit[2..]);
        Some(finished(VIDEO_SET, video(&mut bits)?, bits))
    }

    fn sequence(unit: &[u8]) -> Option<ParameterSet> {
        let mut bits = Copier::of_unit(&unit[2..]);
        Some(finished(SEQUENCE_SET, sequence(&mut bits)?, bits))
    }

    fn picture(unit: &[u8], _: &[ParameterSet]) -> Option<ParameterSet> {
        let mut bits = Copier::of_unit(&unit[2..]);
        Some(finished(PICTURE_SET, picture(&mut bits)?, bits))
    }
}

fn finished(kind: u8, mut set: ParameterSet, bits: Copier) -> ParameterSet {
    set.rbsp = bits.finish_unit();
    set.unit = [vec![kind << 1, BASE], with_escapes(&set.rbsp)].concat();
    set
}

/// One layer, without timing and extensions.
fn video(bits: &mut Copier) -> Option<ParameterSet> {
    let id = bits.copy(4)?;
    bits.skip(8)?;
    // Base layer within the stream and available, no further layers.
    bits.write(0b11, 2);
    bits.write(0, 6);
    let sub_layers = bits.copy(3)?;
    bits.flag()?;
    bits.skip(16)?;
    bits.write(0xffff, 16);
    profile_tier_level(bits, sub_layers)?;
    ordering(bits, sub_layers)?;
    bits.write(0, 6);
    bits.write_unsigned(0);
    bits.write(0, 2);
    Some(ParameterSet {
        id,
        ..ParameterSet::default()
    })
}

/// Sizes of buffers, of all sub-layers or of the last.
fn ordering(bits: &mut Copier, sub_layers: u32) -> Option<()> {
    let count = if bits.flag()? { sub_layers + 1 } else { 1 };
    for _ in 0..count * 3 {
        bits.unsigned(MOST)?;
    }
    Some(())
}

fn sequence(bits: &mut Copier) -> Option<ParameterSet> {
    let refers_to = bits.copy(4).filter(|&id| id <= MAX_VIDEO_ID)?;
    let sub_layers = bits.copy(3)?;
    bits.flag()?;
    profile_tier_level(bits, sub_layers)?;
    let id = bits.unsigned(MAX_SEQUENCE_ID)?;
    let chroma = bits.unsigned(3)?;
    if chroma == 3 {
        bits.flag()?;
    }
    bits.unsigned(MOST)?;
    bits.unsigned(MOST)?;
    if bits.flag()? {
        (0..4).try_for_each(|_| bits.unsigned(MOST).map(|_| ()))?;
    }
    let depths = (bits.unsigned(8)?, bits.unsigned(8)?);
    let order_bits = bits.unsigned(12)? + 4;
    ordering(bits, sub_layers)?;
    // Sizes of blocks and depths of their trees.
    (0..6).try_for_each(|_| bits.unsigned(16).map(|_| ()))?;
    if bits.flag()? && bits.flag()? {
        scaling_lists(bits)?;
    }
    bits.flags(2)?;
    if bits.flag()? {
        bits.copy(8)?;
        bits.unsigned(16)?;
        bits.unsigned(16)?;
        bits.flag()?;
    }
    reference_sets(bits)?;
    if bits.flag()? {
        for _ in 0..bits.unsigned(32)? {
            bits.copy(order_bits)?;
            bits.flag()?;
        }
    }
    bits.flags(2)?;
    if bits.flag()? {
        usability(bits, sub_layers)?;
    }
    if extensions(bits)? {
        bits.flags(9)?;
    }
    Some(ParameterSet {
        id,
        refers_to,
        chroma,
        depths,
        sub_layers,
        ..ParameterSet::default()
    })
}

/// Whether the fields of the range extension follow. Fields of other extensions belong to layers and depths that
/// no picture of the base layer needs: sets with them are refused, unknown ones are dropped.
fn extensions(bits: &mut Copier) -> Option<bool> {
    if bits.read(1)? == 0 {
        bits.write(0, 1);
        return Some(false);
    }
    let range = bits.read(1)?;
    if bits.read(3)? != 0 {
        return None;
    }
    bits.skip(4)?;
    bits.write(range, 1);
    if range == 1 {
        bits.write(0b1000_0000, 8);
    }
    Some(range == 1)
}

fn picture(bits: &mut Copier) -> Option<ParameterSet> {
    let id = bits.unsigned(MAX_PICTURE_ID)?;
    let refers_to = bits.unsigned(MAX_SEQUENCE_ID)?;
    bits.flags(2)?;
    bits.copy(3)?;
    bits.flags(2)?;
    bits.unsigned(15)?;
    bits.unsigned(15)?;
    bits.signed(100)?;
    bits.flag()?;
    let skips_transform = bits.flag()?;
    if bits.flag()? {
        bits.unsigned(16)?;
    }
    bits.signed(12)?;
    bits.signed(12)?;
    bits.flags(4)?;
    let (tiles, _) = (bits.flag()?, bits.flag()?);
    if tiles {
        let (columns, rows) = (bits.unsigned(MAX_TILES)?, bits.unsigned(MAX_TILES)?);
        if !bits.flag()? {
            (0..columns + rows).try_for_each(|_| bits.unsigned(MOST).map(|_| ()))?;
        }
        bits.flag()?;
    }
    bits.flag()?;
    if bits.flag()? {
        bits.flag()?;
        if !bits.flag()? {
            bits.signed(6)?;
            bits.signed(6)?;
        }
    }
    if bits.flag()? {
        scaling_lists(bits)?;
    }
    bits.flag()?;
    bits.unsigned(16)?;
    // Extensions of slice headers can hold anything, and no encoder of this standard writes them.
    if bits.flag()? {
        return None;
    }
    if extensions(bits)? {
        if skips_transform {
            bits.unsigned(16)?;
        }
        bits.flag()?;
        if bits.flag()? {
            bits.unsigned(16)?;
            let count = bits.unsigned(5)?;
            (0..=count * 2 + 1).try_for_each(|_| bits.signed(12).map(|_| ()))?;
        }
        bits.unsigned(16)?;
        bits.unsigned(16)?;
    }
    Some(ParameterSet {
        id,
        refers_to,
        ..ParameterSet::default()
    })
}
