//! YBR_FULL to RGB: full range BT.601 (PS3.3 C.7.6.3.1.2) in 16-bit fixed point, rounded to
//! nearest, the bits of libjpeg (jdcolor.c).

use crate::codecs::simd::{Register, interleave_3};

/// Half of what is shifted out.
const HALF: i32 = 1 << 15;

/// One pixel.
pub fn convert(luma: u8, blue: u8, red: u8) -> [u8; 3] {
    let luma = (i32::from(luma) << 16) + HALF;
    let blue = i32::from(blue) - 128;
    let red = i32::from(red) - 128;
    let clamp = |value: i32| (value >> 16).clamp(0, 255) as u8;
    [
        // 1.402, 0.34414, 0.71414 and 1.772, times 65536
        clamp(luma + 91_881 * red),
        clamp(luma - 22_554 * blue - 46_802 * red),
        clamp(luma + 116_130 * blue),
    ]
}

/// One row of luma, blue and red difference, as pixels in `target`.
pub fn convert_row([luma, blue, red]: &[Vec<u8>; 3], target: &mut [u8]) {
    let (pixels, rest) = target.as_chunks_mut::<48>();
    let whole = pixels.len() * 16;
    let (luma_16, luma_rest) = luma.as_chunks::<16>();
    let (blue_16, blue_rest) = blue.as_chunks::<16>();
    let (red_16, red_rest) = red.as_chunks::<16>();
    debug_assert_eq!(luma_16.len() * 16, whole);
    for (((pixels, luma), blue), red) in pixels.iter_mut().zip(luma_16).zip(blue_16).zip(red_16) {
        *pixels = convert_16(*luma, *blue, *red);
    }
    let samples = luma_rest.iter().zip(blue_rest).zip(red_rest);
    for (pixel, ((&luma, &blue), &red)) in rest.as_chunks_mut::<3>().0.iter_mut().zip(samples) {
        *pixel = convert(luma, blue, red);
    }
}

#[inline(always)]
fn convert_16(luma: [u8; 16], blue: [u8; 16], red: [u8; 16]) -> [u8; 48] {
    let zero = Register::words([0; 8]);
    let middle = Register::words([128; 8]);
    let [luma, blue, red] = [luma, blue, red].map(Register::bytes);
    let low = channels(
        luma.low_8(zero),
        blue.low_8(zero).sub_16(middle),
        red.low_8(zero).sub_16(middle),
    );
    let high = channels(
        luma.high_8(zero),
        blue.high_8(zero).sub_16(middle),
        red.high_8(zero).sub_16(middle),
    );
    interleave_3(
        low[0].narrow_to_u8(high[0]),
        low[1].narrow_to_u8(high[1]),
        low[2].narrow_to_u8(high[2]),
    )
}

/// Words of red, green and blue, not clamped. Factors beyond 16 bits are split into a whole
/// multiple of 65536, which is the sample itself, and the rest.
#[inline(always)]
fn channels(luma: Register, blue: Register, red: Register) -> [Register; 3] {
    let (low, high) = (blue.low_16(red), blue.high_16(red));
    let half = Register::numbers([HALF; 4]);
    let part = |of_blue: i16, of_red: i16| {
        let factors = Register::words([
            of_blue, of_red, of_blue, of_red, of_blue, of_red, of_blue, of_red,
        ]);
        let shifted = |pairs: Register| pairs.dot(factors).add_32(half).shift_right_32::<16>();
        shifted(low).narrow_to_16(shifted(high))
    };
    [
        // 91881 = 65536 + 26345
        luma.add_16(red).add_16(part(0, 26_345)),
        // -46802 = -65536 + 18734
        luma.sub_16(red).add_16(part(-22_554, 18_734)),
        // 116130 = 2 * 65536 - 14942
        luma.add_16(blue).add_16(blue).add_16(part(-14_942, 0)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversion_is_within_half_a_level_of_the_equations() {
        for (luma, blue, red) in [
            (0, 128, 128),
            (255, 0, 255),
            (76, 85, 255),
            (29, 255, 107),
            (120, 33, 201),
        ] {
            let (y, cb, cr) = (
                f64::from(luma),
                f64::from(blue) - 128.0,
                f64::from(red) - 128.0,
            );
            let exact = [
                y + 1.402 * cr,
                y - 0.344_136 * cb - 0.714_136 * cr,
                y + 1.772 * cb,
            ];
            for (found, exact) in convert(luma, blue, red).into_iter().zip(exact) {
                assert!((f64::from(found) - exact.clamp(0.0, 255.0)).abs() <= 0.51);
            }
        }
    }

    #[test]
    fn sixteen_at_once_are_as_one_by_one_for_all_colours() {
        for blue in 0..=255 {
            for red in 0..=255 {
                let luma: [u8; 16] = core::array::from_fn(|index| (index * 17) as u8);
                let pixels = convert_16(luma, [blue; 16], [red; 16]);
                for (pixel, &luma) in pixels.chunks_exact(3).zip(&luma) {
                    assert_eq!(pixel, convert(luma, blue, red));
                }
            }
        }
    }
}
