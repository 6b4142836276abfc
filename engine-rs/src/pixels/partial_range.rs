//! YBR_PARTIAL brought to full range (PS3.3 2004, C.7.6.3.1.2; ITU-R BT.601).

use crate::codecs::{Colour, Decoded, Layout};

/// Luma from 16 to 235 and chroma from 16 to 240 become 0 to 255; other colours stay as they are.
pub fn widen(decoded: &mut Decoded, samples: &mut [u8]) {
    if decoded.colour != Colour::YbrPartial || decoded.sample_bytes != 1 {
        return;
    }
    decoded.colour = Colour::YbrFull;
    if decoded.layout == Layout::Packed422 {
        for quad in samples.as_chunks_mut::<4>().0 {
            *quad = [
                luma(quad[0]),
                luma(quad[1]),
                chroma(quad[2]),
                chroma(quad[3]),
            ];
        }
    } else {
        for pixel in samples.as_chunks_mut::<3>().0 {
            *pixel = [luma(pixel[0]), chroma(pixel[1]), chroma(pixel[2])];
        }
    }
}

fn luma(sample: u8) -> u8 {
    ((i32::from(sample) - 16) * 255 + 109)
        .div_euclid(219)
        .clamp(0, 255) as u8
}

fn chroma(sample: u8) -> u8 {
    let value = (i32::from(sample) - 128) * 255 + 112;
    (128 + value.div_euclid(224)).clamp(0, 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_range_become_the_ends_of_a_byte() {
        assert_eq!([16, 235, 0, 255].map(luma), [0, 255, 0, 255]);
        // 16 stands for 0.5.
        assert_eq!([16, 128, 240].map(chroma), [1, 128, 255]);
        for sample in 16..=240u8 {
            let exact = 128.0 + (f64::from(sample) - 128.0) * 255.0 / 224.0;
            assert!((f64::from(chroma(sample)) - exact.clamp(0.0, 255.0)).abs() <= 0.51);
        }
    }
}
