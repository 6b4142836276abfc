//! Hues of drawn lines.

/// A pixel has a hue if its channels differ by at least this much, of 255.
const MIN_CHROMA: u8 = 48;
/// Sextants of the circle of hues: a trace has one colour.
pub const HUES: usize = 6;

/// Sextant of a pixel's hue, 0 to 5 around red, yellow, green, cyan, blue and magenta; none for grey.
pub fn hue_of([red, green, blue]: [u8; 3]) -> Option<usize> {
    let most = red.max(green).max(blue);
    let least = red.min(green).min(blue);
    if most - least < MIN_CHROMA {
        return None;
    }
    let span = f64::from(most - least);
    let (red, green, blue) = (f64::from(red), f64::from(green), f64::from(blue));
    let turn = if red >= green && red >= blue {
        (green - blue) / span
    } else if green >= blue {
        2.0 + (blue - red) / span
    } else {
        4.0 + (red - green) / span
    };
    Some((turn + 6.5) as usize % HUES)
}
