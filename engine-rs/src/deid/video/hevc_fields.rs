//! Parts of the parameter sets of HEVC (H.265 7.3.3, 7.3.4, 7.3.7, annex E).

use super::bits::Copier;
use super::vui;

/// Profiles whose compatibility flags have a meaning: 0 to 11.
const COMPATIBILITY: u32 = 0xfff0_0000;
/// The first profile with constraint flags besides the four of all profiles, and how many of them there are.
const FIRST_RANGE_PROFILE: u32 = 4;
const RANGE_CONSTRAINTS: u32 = 10;
const MAX_REFERENCE_SETS: u32 = 64;
const MAX_REFERENCES: u32 = 16;
const MAX_DELAYS: u32 = 31;
const MOST: u32 = 1 << 16;

/// The level and profile of the whole; those of single sub-layers go.
pub fn profile_tier_level(bits: &mut Copier, sub_layers: u32) -> Option<()> {
    let profile = bits.copy(8)? & 31;
    let compatibility = bits.read(32)? & COMPATIBILITY;
    bits.write(compatibility, 32);
    bits.copy(4)?;
    let mut left = 44;
    if profile >= FIRST_RANGE_PROFILE {
        bits.copy(RANGE_CONSTRAINTS)?;
        left -= RANGE_CONSTRAINTS;
    }
    bits.skip(left)?;
    bits.write(0, left.saturating_sub(32));
    bits.write(0, left.min(32));
    bits.copy(8)?;
    let mut present = Vec::new();
    for _ in 0..sub_layers {
        present.push((bits.read(1)?, bits.read(1)?));
        bits.write(0, 2);
    }
    if sub_layers > 0 {
        bits.skip(2 * (8 - sub_layers))?;
        bits.write(0, 2 * (8 - sub_layers));
    }
    for (has_profile, has_level) in present {
        bits.skip(88 * has_profile + 8 * has_level)?;
    }
    Some(())
}

/// scaling_list_data.
pub fn scaling_lists(bits: &mut Copier) -> Option<()> {
    for size in 0..4u32 {
        for _ in (0..6).step_by(if size == 3 { 3 } else { 1 }) {
            if !bits.flag()? {
                bits.unsigned(5)?;
                continue;
            }
            if size > 1 {
                bits.signed(256)?;
            }
            for _ in 0..64.min(1 << (4 + 2 * size)) {
                bits.signed(128)?;
            }
        }
    }
    Some(())
}

/// The number of short-term reference picture sets, and each of them.
pub fn reference_sets(bits: &mut Copier) -> Option<()> {
    let count = bits.unsigned(MAX_REFERENCE_SETS)?;
    let mut before = 0;
    for index in 0..count {
        before = if index > 0 && bits.flag()? {
            bits.flag()?;
            bits.unsigned(MOST)?;
            let mut kept = 0;
            for _ in 0..=before {
                kept += u32::from(bits.flag()? || bits.flag()?);
            }
            kept
        } else {
            let negative = bits.unsigned(MAX_REFERENCES)?;
            let positive = bits.unsigned(MAX_REFERENCES)?;
            for _ in 0..negative + positive {
                bits.unsigned(MOST)?;
                bits.flag()?;
            }
            negative + positive
        };
    }
    Some(())
}

/// VUI without display window, buffer model and restrictions, which no decoder needs (E.2.1).
pub fn usability(bits: &mut Copier, sub_layers: u32) -> Option<()> {
    vui::display(bits)?;
    // Neutral chroma and pictures that are fields stay; the structure of pictures is in messages, which are gone.
    bits.flags(2)?;
    bits.skip(1)?;
    bits.write(0, 1);
    if bits.read(1)? == 1 {
        (0..4).try_for_each(|_| bits.read_unsigned().map(|_| ()))?;
    }
    bits.write(0, 1);
    rate(bits, sub_layers)?;
    if bits.read(1)? == 1 {
        bits.skip(3)?;
        (0..5).try_for_each(|_| bits.read_unsigned().map(|_| ()))?;
    }
    bits.write(0, 1);
    Some(())
}

fn rate(bits: &mut Copier, sub_layers: u32) -> Option<()> {
    if bits.read(1)? == 0 {
        bits.write(0, 1);
        return Some(());
    }
    let (units, scale) = (bits.read(32)?, bits.read(32)?);
    if bits.read(1)? == 1 {
        bits.read_unsigned()?;
    }
    if bits.read(1)? == 1 {
        skip_model(bits, sub_layers)?;
    }
    if vui::is_rate(units, scale) {
        bits.write(1, 1);
        bits.write(units, 32);
        bits.write(scale, 32);
        bits.write(0, 2);
    } else {
        bits.write(0, 1);
    }
    Some(())
}

/// hrd_parameters with the information common to all sub-layers (E.2.2).
fn skip_model(bits: &mut Copier, sub_layers: u32) -> Option<()> {
    let models = bits.read(1)? + bits.read(1)?;
    let mut has_sub_pictures = false;
    if models > 0 {
        has_sub_pictures = bits.read(1)? == 1;
        bits.skip(if has_sub_pictures { 19 + 8 + 4 } else { 8 })?;
        bits.skip(15)?;
    }
    for _ in 0..=sub_layers {
        let is_fixed = bits.read(1)? == 1 || bits.read(1)? == 1;
        let mut is_low_delay = false;
        if is_fixed {
            bits.read_unsigned()?;
        } else {
            is_low_delay = bits.read(1)? == 1;
        }
        let delays = if is_low_delay {
            0
        } else {
            bits.read_unsigned().filter(|&count| count <= MAX_DELAYS)?
        };
        for _ in 0..models * (delays + 1) {
            let numbers = if has_sub_pictures { 4 } else { 2 };
            (0..numbers).try_for_each(|_| bits.read_unsigned().map(|_| ()))?;
            bits.skip(1)?;
        }
    }
    Some(())
}
