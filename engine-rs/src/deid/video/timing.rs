//! Fields that H.264 and HEVC share (H.264 E.1.1, H.265 E.2.1).

use super::bits::Copier;

/// A format that nobody states (table E-2).
const UNSPECIFIED_FORMAT: u32 = 5;
/// Ticks and their rate are below this: four characters of text are not.
const MOST_TICKS: u32 = 1 << 28;

/// A rate of pictures.
pub fn is_rate(units: u32, scale: u32) -> bool {
    (1..MOST_TICKS).contains(&units) && (1..MOST_TICKS).contains(&scale)
}

/// Range and colours; the format of the tape it was on goes.
pub fn video_signal(bits: &mut Copier) -> Option<()> {
    bits.skip(3)?;
    bits.write(UNSPECIFIED_FORMAT, 3);
    bits.flag()?;
    if bits.flag()? {
        bits.copy(24)?;
    }
    Some(())
}
