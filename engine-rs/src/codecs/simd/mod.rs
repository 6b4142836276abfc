//! Registers of 128 bits with the few operations the decoders need: the same bits on every target.
//!
//! WebAssembly uses simd128, x86-64 its baseline SSE2, everything else plain arrays. All three
//! are safe Rust: intrinsics are safe where their feature is part of the target.

#[cfg(not(any(
    all(target_arch = "wasm32", target_feature = "simd128"),
    all(target_arch = "x86_64", target_feature = "sse2")
)))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(not(any(
    all(target_arch = "wasm32", target_feature = "simd128"),
    all(target_arch = "x86_64", target_feature = "sse2")
)))]
pub use portable::Register;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub use sse2::Register;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm::Register;

/// Sixteen values each of three channels, as sixteen pixels.
#[inline(always)]
pub fn interleave_3(red: Register, green: Register, blue: Register) -> [u8; 48] {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return red.pixels(green, blue);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    {
        let (red, green, blue) = (red.to_bytes(), green.to_bytes(), blue.to_bytes());
        let mut pixels = [0; 48];
        for (index, pixel) in pixels.as_chunks_mut::<3>().0.iter_mut().enumerate() {
            *pixel = [red[index], green[index], blue[index]];
        }
        pixels
    }
}

#[cfg(test)]
mod tests {
    use super::{Register, interleave_3};

    fn words(values: [i16; 8]) -> Register {
        Register::words(values)
    }

    #[test]
    fn products_of_pairs_are_added() {
        let a = words([1, 2, 3, 4, -5, 6, i16::MIN, 1]);
        let b = words([10, 100, 10, 100, 10, 100, 2, 3]);
        let sums = a.dot(b);
        let expected = [210, 430, 550, -65_533];
        assert_eq!(
            sums.narrow_to_16(sums).to_words(),
            [210, 430, 550, -32_768, 210, 430, 550, -32_768]
        );
        assert_eq!(sums.to_numbers(), expected);
    }

    #[test]
    fn lanes_interleave_from_the_low_and_the_high_half() {
        let a = words([0, 1, 2, 3, 4, 5, 6, 7]);
        let b = words([10, 11, 12, 13, 14, 15, 16, 17]);
        assert_eq!(a.low_16(b).to_words(), [0, 10, 1, 11, 2, 12, 3, 13]);
        assert_eq!(a.high_16(b).to_words(), [4, 14, 5, 15, 6, 16, 7, 17]);
        assert_eq!(a.low_32(b).to_words(), [0, 1, 10, 11, 2, 3, 12, 13]);
        assert_eq!(a.high_32(b).to_words(), [4, 5, 14, 15, 6, 7, 16, 17]);
        assert_eq!(a.low_64(b).to_words(), [0, 1, 2, 3, 10, 11, 12, 13]);
        assert_eq!(a.high_64(b).to_words(), [4, 5, 6, 7, 14, 15, 16, 17]);
    }

    #[test]
    fn narrow_values_saturate_and_bytes_interleave() {
        let a = words([300, -300, 127, -128, 1, 2, 3, 4]);
        let bytes = a.narrow_to_8(a).flip_sign_8().to_bytes();
        let half = [255, 0, 255, 0, 129, 130, 131, 132];
        assert_eq!(bytes[..8], half);
        assert_eq!(bytes[8..], half);
        let low = Register::words([0x0201, 0x0403, 0x0605, 0x0807, 0, 0, 0, 0]);
        let high = Register::words([0x1211, 0x1413, 0x1615, 0x1817, 0, 0, 0, 0]);
        assert_eq!(
            low.low_8(high).to_bytes(),
            [1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24]
        );
    }

    #[test]
    fn bytes_that_are_not_zero_have_a_bit_each() {
        let mut bytes = [0; 16];
        assert_eq!(Register::bytes(bytes).nonzero_8(), 0);
        (bytes[0], bytes[3], bytes[8], bytes[15]) = (1, 128, 255, 127);
        assert_eq!(Register::bytes(bytes).nonzero_8(), 0b1000_0001_0000_1001);
    }

    #[test]
    fn numbers_add_subtract_and_shift_with_their_sign() {
        let a = Register::numbers([1, -1, i32::MAX, -9]);
        let b = Register::numbers([2, 2, 1, 4]);
        assert_eq!(a.add_32(b).to_numbers(), [3, 1, i32::MIN, -5]);
        assert_eq!(a.sub_32(b).to_numbers(), [-1, -3, i32::MAX - 1, -13]);
        assert_eq!(
            a.shift_right_32::<1>().to_numbers(),
            [0, -1, i32::MAX / 2, -5]
        );
    }

    #[test]
    fn channels_become_pixels() {
        let channel = |first: u8| Register::bytes(core::array::from_fn(|i| first + i as u8));
        let pixels = interleave_3(channel(0), channel(100), channel(200));
        for (index, pixel) in pixels.chunks_exact(3).enumerate() {
            let index = index as u8;
            assert_eq!(pixel, [index, 100 + index, 200 + index]);
        }
    }
}
