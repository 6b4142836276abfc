//! Units of H.264: slices stay as they are, parameter sets are written again from their fields (7.3.2), everything
//! else goes.

use super::bits::{Copier, with_escapes};
use super::sets::{ParameterSet, Reference, Units};
use super::vui;
use crate::video::avc::parameters::HIGH_PROFILES;

const SLICE: u8 = 1;
const IDR_SLICE: u8 = 5;
const SEQUENCE_SET: u8 = 7;
const PICTURE_SET: u8 = 8;
const DELIMITER: u8 = 9;
const END_OF_SEQUENCE: u8 = 10;
const END_OF_STREAM: u8 = 11;
/// A delimiter that promises nothing of the slices that follow (table 7-5), with its stop bit.
const ANY_PICTURE: u8 = 0xf0;
/// Constraint flags with a meaning; the others are zero (7.4.2.1.1).
const CONSTRAINTS: u32 = 0xfc;
/// Largest values of fields (7.4.2.1.1, 7.4.2.2, E.2.1). Fields that are coded without a bound are far below
/// this value.
const MOST: u32 = 1 << 20;
const MAX_SEQUENCE_ID: u32 = 31;
const MAX_PICTURE_ID: u32 = 255;
const MAX_CYCLE: u32 = 255;
const MAX_DELAYS: u32 = 31;

/// H.264.
pub struct Avc;

impl Units for Avc {
    const HEADER_BYTES: usize = 1;

    fn reference(unit: &[u8]) -> Reference {
        match unit.first().map_or(0, |&header| header & 0x1f) {
            SLICE | IDR_SLICE => {
                let mut bits = Copier::of_unit(&unit[1..unit.len().min(32)]);
                let mut id = || {
                    bits.read_unsigned()?;
                    bits.read_unsigned()?;
                    bits.read_unsigned()
                };
                id().map_or(Reference::Foreign, Reference::Slice)
            }
            SEQUENCE_SET => Reference::Sequence,
            PICTURE_SET => Reference::Picture,
            DELIMITER | END_OF_SEQUENCE | END_OF_STREAM => Reference::Delimiter,
            _ => Reference::Foreign,
        }
    }

    fn header(unit: &[u8]) -> Vec<u8> {
        // The bit that is forbidden stays zero.
        vec![unit[0] & 0x7f]
    }

    fn delimiter(unit: &[u8]) -> Vec<u8> {
        match unit[0] & 0x1f {
            DELIMITER => vec![DELIMITER, ANY_PICTURE],
            kind => vec![kind],
        }
    }

    fn sequence(unit: &[u8]) -> Option<ParameterSet> {
        let mut bits = Copier::of_unit(&unit[1..]);
        let mut set = sequence(&mut bits)?;
        set.rbsp = bits.finish_unit();
        set.unit = [vec![0x60 | SEQUENCE_SET], with_escapes(&set.rbsp)].concat();
        Some(set)
    }

    fn picture(unit: &[u8], sequences: &[ParameterSet]) -> Option<ParameterSet> {
        let mut bits = Copier::of_unit(&unit[1..]);
        let mut set = picture(&mut bits, sequences)?;
        set.rbsp = bits.finish_unit();
        set.unit = [vec![0x60 | PICTURE_SET], with_escapes(&set.rbsp)].concat();
        Some(set)
    }
}

fn sequence(bits: &mut Copier) -> Option<ParameterSet> {
    let profile = bits.copy(8)?;
    let constraints = bits.read(8)? & CONSTRAINTS;
    bits.write(constraints, 8);
    bits.copy(8)?;
    let id = bits.unsigned(MAX_SEQUENCE_ID)?;
    let (mut chroma, mut depths) = (1, (0, 0));
    if HIGH_PROFILES.contains(&(profile as u8)) {
        chroma = bits.unsigned(3)?;
        if chroma == 3 {
            bits.flag()?;
        }
        depths = (bits.unsigned(6)?, bits.unsigned(6)?);
        bits.flag()?;
        if bits.flag()? {
            scaling_lists(bits, if chroma == 3 { 12 } else { 8 })?;
        }
    }
    bits.unsigned(12)?;
    match bits.unsigned(2)? {
        0 => {
            bits.unsigned(12)?;
        }
        1 => {
            bits.flag()?;
            bits.signed(MOST as i32)?;
            bits.signed(MOST as i32)?;
            let count = bits.unsigned(MAX_CYCLE)?;
            (0..count).try_for_each(|_| bits.signed(MOST as i32).map(|_| ()))?;
        }
        _ => {}
    }
    bits.unsigned(16)?;
    bits.flag()?;
    bits.unsigned(MOST)?;
    bits.unsigned(MOST)?;
    if !bits.flag()? {
        bits.flag()?;
    }
    bits.flag()?;
    if bits.flag()? {
        (0..4).try_for_each(|_| bits.unsigned(MOST).map(|_| ()))?;
    }
    // Usability information that cannot be read is left out.
    let before = bits.clone();
    if usability(bits).is_none() {
        *bits = before;
        bits.write(0, 1);
    }
    Some(ParameterSet {
        id,
        chroma,
        depths,
        ..ParameterSet::default()
    })
}

/// VUI without buffer models, which only a sender needs (E.1.1).
fn usability(bits: &mut Copier) -> Option<()> {
    if !bits.flag()? {
        return Some(());
    }
    vui::display(bits)?;
    let has_timing = bits.read(1)? == 1;
    let times = if has_timing {
        Some((bits.read(32)?, bits.read(32)?, bits.read(1)?))
    } else {
        None
    };
    match times.filter(|&(units, scale, _)| vui::is_rate(units, scale)) {
        Some((units, scale, fixed)) => {
            bits.write(1, 1);
            bits.write(units, 32);
            bits.write(scale, 32);
            bits.write(fixed, 1);
        }
        None => bits.write(0, 1),
    }
    let mut has_model = false;
    for _ in 0..2 {
        if bits.read(1)? == 1 {
            has_model = true;
            skip_model(bits)?;
        }
        bits.write(0, 1);
    }
    if has_model {
        bits.skip(1)?;
    }
    // The structure of pictures is in messages, which are gone.
    bits.skip(1)?;
    bits.write(0, 1);
    if bits.flag()? {
        bits.flag()?;
        (0..4).try_for_each(|_| bits.unsigned(16).map(|_| ()))?;
        bits.unsigned(16)?;
        bits.unsigned(16)?;
    }
    Some(())
}

/// hrd_parameters (E.1.2).
fn skip_model(bits: &mut Copier) -> Option<()> {
    let count = bits.read_unsigned().filter(|&count| count <= MAX_DELAYS)?;
    bits.skip(8)?;
    for _ in 0..=count {
        bits.read_unsigned()?;
        bits.read_unsigned()?;
        bits.skip(1)?;
    }
    bits.skip(20)
}

fn scaling_lists(bits: &mut Copier, count: u32) -> Option<()> {
    for list in 0..count {
        if !bits.flag()? {
            continue;
        }
        let (mut last, mut next) = (8i32, 8i32);
        for _ in 0..if list < 6 { 16 } else { 64 } {
            if next != 0 {
                next = (last + bits.signed(128)?).rem_euclid(256);
            }
            last = if next == 0 { last } else { next };
        }
    }
    Some(())
}

fn picture(bits: &mut Copier, sequences: &[ParameterSet]) -> Option<ParameterSet> {
    let id = bits.unsigned(MAX_PICTURE_ID)?;
    let refers_to = bits.unsigned(MAX_SEQUENCE_ID)?;
    let sequence = sequences.iter().rfind(|set| set.id == refers_to)?;
    bits.flags(2)?;
    // Slice groups, which no browser decodes, are refused.
    bits.unsigned(0)?;
    bits.unsigned(31)?;
    bits.unsigned(31)?;
    bits.flag()?;
    bits.copy(2)?;
    bits.signed(64)?;
    bits.signed(64)?;
    bits.signed(12)?;
    bits.flags(3)?;
    if bits.has_more() {
        let lists = match (bits.flag()?, sequence.chroma) {
            (false, _) => 6,
            (true, 3) => 12,
            (true, _) => 8,
        };
        if bits.flag()? {
            scaling_lists(bits, lists)?;
        }
        bits.signed(12)?;
    }
    Some(ParameterSet {
        id,
        refers_to,
        ..ParameterSet::default()
    })
}
