//! Small pictures as baseline JPEG: colour at half size, the tables of T.81 annex K, one scan.
//!
//! The bytes equal the output of the crate `jpeg-encoder` 0.7, which the tests compare with: stored icons are
//! named by their hash. Eight blocks are transformed at a time, and the colour of a grey picture is not
//! computed at all.

mod bits;
mod blocks;

use std::sync::LazyLock;

use super::header::NATURAL;
use super::standard_tables::definitions;
use bits::{Bits, Codes};
use blocks::{Coefficients, Quantizer};

/// Quality of what is written: speckle shows no blocks, a 320-pixel icon takes about 15 kB.
const QUALITY: u32 = 82;
/// Sides of an MCU: two blocks of luma.
const MCU_PX: usize = 16;

/// Steps of T.81 tables K.1 and K.2; the latter has one value outside of its first four rows and columns.
const LUMA_STEPS: [u8; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
    92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const CHROMA_STEPS: [[u8; 4]; 4] = [
    [17, 18, 24, 47],
    [18, 21, 26, 66],
    [24, 26, 56, 99],
    [47, 66, 99, 99],
];
const CHROMA_STEP: u8 = 99;

/// Pixels, row by row.
#[derive(Debug, Clone, Copy)]
pub enum Pixels<'a> {
    /// One byte each, for red, green and blue alike.
    Grey(&'a [u8]),
    /// Red, green and blue of each.
    Rgb(&'a [u8]),
}

/// Tables for luma and for chroma.
struct Tables {
    quantizers: [Quantizer; 2],
    dc: [Codes; 2],
    ac: [Codes; 2],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let (dc, ac) = definitions();
    let chroma_step = |place: usize| {
        let row = CHROMA_STEPS.get(place / 8);
        let step = row.and_then(|row| row.get(place % 8));
        u32::from(*step.unwrap_or(&CHROMA_STEP))
    };
    Tables {
        quantizers: [
            Quantizer::new(|place| u32::from(LUMA_STEPS[place]), QUALITY),
            Quantizer::new(chroma_step, QUALITY),
        ],
        dc: dc.map(Codes::new),
        ac: ac.map(Codes::new),
    }
});

impl Tables {
    fn codes(&self, component: usize) -> [&Codes; 2] {
        let table = component.min(1);
        [&self.dc[table], &self.ac[table]]
    }

    /// JFIF, frame, tables and scan header.
    fn head(&self, width: u16, height: u16) -> Vec<u8> {
        let mut head = vec![0xff, 0xd8, 0xff, 0xe0, 0, 16];
        head.extend(b"JFIF\0\x01\x02\0\0\x01\0\x01\0\0");
        head.extend([0xff, 0xc0, 0, 17, 8]);
        head.extend(height.to_be_bytes());
        head.extend(width.to_be_bytes());
        head.extend([3, 0, 0x22, 0, 1, 0x11, 1, 2, 0x11, 1]);
        for (number, quantizer) in (0..).zip(&self.quantizers) {
            head.extend([0xff, 0xdb, 0, 67, number]);
            head.extend(
                NATURAL
                    .iter()
                    .take(64)
                    .map(|&place| quantizer.steps[usize::from(place)]),
            );
        }
        for (number, tables) in (0..).zip(self.dc.iter().zip(&self.ac)) {
            for (class, codes) in [(0, tables.0), (0x10, tables.1)] {
                let (counts, symbols) = &codes.definition;
                head.extend([0xff, 0xc4, 0, 19 + symbols.len() as u8, class | number]);
                head.extend(counts);
                head.extend(symbols);
            }
        }
        head.extend([0xff, 0xda, 0, 12, 3, 0, 0, 1, 0x11, 2, 0x11, 0, 63, 0]);
        head
    }
}

/// Sixteen lines of luma and eight of each chroma, as wide as whole MCUs.
struct Strip {
    wide: usize,
    luma: Vec<u8>,
    chroma: [Vec<u8>; 2],
}

impl Strip {
    fn new(width: usize) -> Self {
        let wide = width.next_multiple_of(MCU_PX);
        let chroma = || vec![0; wide / 2 * 8];
        Self {
            wide,
            luma: vec![0; wide * MCU_PX],
            chroma: [chroma(), chroma()],
        }
    }

    /// Fills the lines from row `top` on; the last row and the last column continue to the end.
    fn fill(&mut self, pixels: Pixels<'_>, (width, height): (usize, usize), top: usize) {
        for (number, line) in self.luma.chunks_exact_mut(self.wide).enumerate() {
            let row = (top + number).min(height - 1);
            match pixels {
                Pixels::Grey(bytes) => {
                    line[..width].copy_from_slice(&bytes[row * width..][..width]);
                }
                Pixels::Rgb(bytes) => {
                    let (rgb, _) = bytes[row * width * 3..][..width * 3].as_chunks::<3>();
                    for (luma, &pixel) in line.iter_mut().zip(rgb) {
                        *luma = ycc(pixel)[0];
                    }
                    if number % 2 == 0 {
                        let half = self.wide / 2;
                        let at = number / 2 * half;
                        let lines = self
                            .chroma
                            .each_mut()
                            .map(|plane| &mut plane[at..at + half]);
                        fill_chroma(lines, rgb);
                    }
                }
            }
            let last = line[width - 1];
            line[width..].fill(last);
        }
    }
}

/// A line of each chroma, from every second pixel.
fn fill_chroma([blue, red]: [&mut [u8]; 2], rgb: &[[u8; 3]]) {
    for (x, (blue, red)) in blue.iter_mut().zip(red).enumerate() {
        [_, *blue, *red] = ycc(rgb[(x * 2).min(rgb.len() - 1)]);
    }
}

/// Luma, and the differences of blue and red from it, in 16 bits after the point (JFIF 1.02).
fn ycc(pixel: [u8; 3]) -> [u8; 3] {
    let [r, g, b] = pixel.map(i32::from);
    let rounded = |sum: i32| ((sum + 0x7fff) >> 16) as u8;
    [
        rounded(19595 * r + 38470 * g + 7471 * b),
        rounded(-11059 * r - 21709 * g + 32768 * b + (128 << 16)),
        rounded(32768 * r - 27439 * g - 5329 * b + (128 << 16)),
    ]
}

/// The stream of a picture of at least one pixel.
pub fn write(pixels: Pixels<'_>, width: u16, height: u16) -> Vec<u8> {
    let tables = &*TABLES;
    let mut bits = Bits::after(tables.head(width, height));
    let size = (usize::from(width), usize::from(height));
    let mut strip = Strip::new(size.0);
    let mut luma: Vec<Coefficients> = Vec::new();
    let mut chroma: [Vec<Coefficients>; 2] = Default::default();
    let mut before = [0; 3];
    for top in (0..size.1).step_by(MCU_PX) {
        strip.fill(pixels, size, top);
        luma.clear();
        for lines in strip.luma.chunks_exact(strip.wide * 8) {
            tables.quantizers[0].code(lines, strip.wide, &mut luma);
        }
        if matches!(pixels, Pixels::Rgb(_)) {
            for (coded, lines) in chroma.iter_mut().zip(&strip.chroma) {
                coded.clear();
                tables.quantizers[1].code(lines, strip.wide / 2, coded);
            }
        }
        let (upper, lower) = luma.split_at(strip.wide / 8);
        let mcus = upper
            .as_chunks::<2>()
            .0
            .iter()
            .zip(lower.as_chunks::<2>().0);
        for (number, (up, low)) in mcus.enumerate() {
            for block in up.iter().chain(low) {
                bits.put_block(block, before[0], tables.codes(0));
                before[0] = block.values[0];
            }
            for component in 1..3 {
                match chroma[component - 1].get(number) {
                    Some(block) => {
                        bits.put_block(block, before[component], tables.codes(1));
                        before[component] = block.values[0];
                    }
                    None => bits.put_empty(tables.codes(1)),
                }
            }
        }
    }
    let mut stream = bits.finish();
    stream.extend([0xff, 0xd9]);
    stream
}

#[cfg(test)]
mod tests {
    use super::*;
    use jpeg_encoder::{ColorType, Encoder};

    fn foreign(rgb: &[u8], width: u16, height: u16) -> Vec<u8> {
        let mut stream = Vec::new();
        Encoder::new(&mut stream, QUALITY as u8)
            .encode(rgb, width, height, ColorType::Rgb)
            .unwrap();
        stream
    }

    /// Numbers of a linear congruence, the same in every run.
    fn noise(seed: u32) -> impl FnMut() -> u8 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        }
    }

    #[test]
    fn streams_are_those_of_another_encoder() {
        let sizes = [
            (1, 1),
            (7, 9),
            (16, 16),
            (17, 33),
            (160, 100),
            (100, 3),
            (243, 180),
        ];
        for (seed, (width, height)) in (1..).zip(sizes) {
            let mut next = noise(seed);
            let count = usize::from(width) * usize::from(height);
            let smooth =
                |place: usize| (place % usize::from(width) + place / usize::from(width)) as u8;
            for depth in [255, 31, 0] {
                let grey: Vec<u8> = (0..count)
                    .map(|place| smooth(place).wrapping_add(next() & depth))
                    .collect();
                let spread: Vec<u8> = grey.iter().flat_map(|&shade| [shade; 3]).collect();
                let expected = foreign(&spread, width, height);
                assert!(write(Pixels::Grey(&grey), width, height) == expected);
                assert!(write(Pixels::Rgb(&spread), width, height) == expected);
                let rgb: Vec<u8> = (0..count * 3)
                    .map(|place| smooth(place / 3).wrapping_add(next() & depth))
                    .collect();
                assert!(write(Pixels::Rgb(&rgb), width, height) == foreign(&rgb, width, height));
            }
        }
    }

    #[test]
    fn blocks_of_the_largest_coefficients_are_those_of_another_encoder() {
        // Black and white as each cosine has its signs, and the other way round: no samples give a larger coefficient.
        let cosine = |place: usize, wave: usize| {
            libm::cos((2 * place + 1) as f64 * wave as f64 * std::f64::consts::PI / 16.0)
        };
        for inverted in [false, true] {
            let grey: Vec<u8> = (0..64 * 64)
                .map(|at| {
                    let (x, y) = (at % 64, at / 64);
                    let wave = cosine(x % 8, x / 8) * cosine(y % 8, y / 8);
                    if (wave > 0.0) == inverted { 0 } else { 255 }
                })
                .collect();
            let spread: Vec<u8> = grey.iter().flat_map(|&shade| [shade; 3]).collect();
            assert!(write(Pixels::Grey(&grey), 64, 64) == foreign(&spread, 64, 64));
        }
    }

    #[test]
    fn bytes_of_ones_are_told_from_markers() {
        // Checks of black and white give large coefficients, whose bits are full of ones.
        let checks: Vec<u8> = (0..64 * 64)
            .map(|at| if (at + at / 64) % 2 == 0 { 255 } else { 0 })
            .collect();
        let spread: Vec<u8> = checks.iter().flat_map(|&shade| [shade; 3]).collect();
        let expected = foreign(&spread, 64, 64);
        assert!(
            expected
                .windows(2)
                .filter(|pair| *pair == [0xff, 0])
                .count()
                > 0
        );
        assert!(write(Pixels::Grey(&checks), 64, 64) == expected);
    }
}
