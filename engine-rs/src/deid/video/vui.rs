//! Fields that H.264 and HEVC share (H.264 E.1.1, H.265 E.2.1).

use super::bits::Copier;

/// Pixels whose width and height follow (table E-1).
const EXTENDED_ASPECT: u32 = 255;
/// A video format that is not specified (table E-2).
const UNSPECIFIED_FORMAT: u32 = 5;
/// Ticks and their rate are below this: four characters of text are not.
const MOST_TICKS: u32 = 1 << 28;

/// A rate of pictures.
pub fn is_rate(units: u32, scale: u32) -> bool {
    (1..MOST_TICKS).contains(&units) && (1..MOST_TICKS).contains(&scale)
}

/// The first fields of the VUI: aspect of the pixels, range and colours of the samples, and the position of chroma.
/// Overscan and the format of a tape are left out: no decoder needs them.
pub fn display(bits: &mut Copier) -> Option<()> {
    if bits.flag()? && bits.copy(8)? == EXTENDED_ASPECT {
        bits.copy(32)?;
    }
    if bits.read(1)? == 1 {
        bits.skip(1)?;
    }
    bits.write(0, 1);
    if bits.flag()? {
        bits.skip(3)?;
        bits.write(UNSPECIFIED_FORMAT, 3);
        bits.flag()?;
        if bits.flag()? {
            bits.copy(24)?;
        }
    }
    if bits.flag()? {
        bits.unsigned(5)?;
        bits.unsigned(5)?;
    }
    Some(())
}
