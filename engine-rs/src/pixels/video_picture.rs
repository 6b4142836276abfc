//! A picture of the browser's video decoder as the texture that shows it: planes of full range,
//! BT.601, as of every other frame (ITU-R BT.601, BT.709; WebCodecs VideoPixelFormat).

use serde::Deserialize;

use super::view::{FrameLayout, FrameView};
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;

/// Facts that a decoder reports of its picture. Chroma has half the columns and rows, rounded up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VideoPicture {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Cb and Cr alternate in one plane (NV12) instead of following each other (I420).
    pub interleaved: bool,
    /// Colours are weighed as in BT.709 instead of BT.601.
    pub bt709: bool,
    /// Luma and chroma use the whole byte instead of 16 to 235 and 16 to 240.
    pub full_range: bool,
}

/// Bits after the point of the factors below.
const SHIFT: i32 = 16;
/// BT.709 to BT.601, both of full range: what Cb and Cr add to Y, and how they mix. From the weights
/// of red and blue, 0.2126 and 0.0722 against 0.299 and 0.114.
const LUMA_OF_CB: i32 = 6657;
const LUMA_OF_CR: i32 = 12_850;
const CB_OF_CB: i32 = 64_871;
const CB_OF_CR: i32 = -7252;
const CR_OF_CR: i32 = 64_447;
const CR_OF_CB: i32 = -4748;

/// Lays out a picture whose planes follow each other without gaps; `texture` is cleared and reused.
///
/// # Errors
/// `malformed-frame` when bytes are missing, `limit-exceeded` for `decoded_frame_bytes`.
pub fn lay_out(
    picture: &VideoPicture,
    bytes: &[u8],
    texture: &mut Vec<u8>,
) -> Result<FrameView, EngineError> {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let (columns, rows) = (width.div_ceil(2), height.div_ceil(2));
    let stride = 2 * columns;
    let needed = width as u64 * height as u64 * 3;
    if needed > MAX_DECODED_FRAME_BYTES {
        return Err(EngineError::limit(
            "decoded_frame_bytes",
            MAX_DECODED_FRAME_BYTES,
            needed,
        ));
    }
    if width == 0 || height == 0 || bytes.len() < width * height + 2 * columns * rows {
        return Err(EngineError::MalformedFrame {
            detail: format!("{} bytes of a picture of {width} x {height}", bytes.len()),
        });
    }
    texture.clear();
    texture.resize(stride * (height + rows), 0);
    let (luma, chroma) = texture.split_at_mut(stride * height);
    let (luma_in, chroma_in) = bytes.split_at(width * height);
    for (target, source) in luma
        .chunks_exact_mut(stride)
        .zip(luma_in.chunks_exact(width))
    {
        target[..width].copy_from_slice(source);
    }
    for (row, target) in chroma.chunks_exact_mut(stride).enumerate() {
        let (cb, cr) = target.split_at_mut(columns);
        if picture.interleaved {
            let source = &chroma_in[row * stride..][..stride];
            for (column, pair) in source.chunks_exact(2).enumerate() {
                (cb[column], cr[column]) = (pair[0], pair[1]);
            }
        } else {
            cb.copy_from_slice(&chroma_in[row * columns..][..columns]);
            cr.copy_from_slice(&chroma_in[(rows + row) * columns..][..columns]);
        }
    }
    if !picture.full_range {
        widen(luma, 16, 219);
        widen(chroma, 128, 224);
    }
    if picture.bt709 {
        weigh_as_601(luma, chroma, stride);
    }
    Ok(FrameView {
        width: picture.width,
        height: picture.height,
        layout: FrameLayout::Planes,
        bits: 8,
        signed: false,
        sampling: [2, 2],
        stride: stride as u32,
        rows: (height + rows) as u32,
        partial: false,
    })
}

/// Stretches `range` steps about `origin` to 255: luma from 16, chroma about 128.
fn widen(samples: &mut [u8], origin: i32, range: i32) {
    let shown = if origin == 128 { 128 } else { 0 };
    let mut table = [0u8; 256];
    for (sample, wide) in table.iter_mut().enumerate() {
        let scaled = (sample as i32 - origin) * 510 + range;
        *wide = (shown + scaled.div_euclid(2 * range)).clamp(0, 255) as u8;
    }
    samples
        .iter_mut()
        .for_each(|sample| *sample = table[usize::from(*sample)]);
}

fn weigh_as_601(luma: &mut [u8], chroma: &mut [u8], stride: usize) {
    let round = |sum: i32| (sum + (1 << (SHIFT - 1))) >> SHIFT;
    let byte = |value: i32| value.clamp(0, 255) as u8;
    for (rows, pairs) in luma
        .chunks_mut(2 * stride)
        .zip(chroma.chunks_exact_mut(stride))
    {
        let (blues, reds) = pairs.split_at_mut(stride / 2);
        for (column, (blue, red)) in blues.iter_mut().zip(reds).enumerate() {
            let (cb, cr) = (i32::from(*blue) - 128, i32::from(*red) - 128);
            let added = round(LUMA_OF_CB * cb + LUMA_OF_CR * cr);
            for row in rows.chunks_exact_mut(stride) {
                for sample in &mut row[2 * column..2 * column + 2] {
                    *sample = byte(i32::from(*sample) + added);
                }
            }
            *blue = byte(128 + round(CB_OF_CB * cb + CB_OF_CR * cr));
            *red = byte(128 + round(CR_OF_CR * cr + CR_OF_CB * cb));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> VideoPicture {
        VideoPicture {
            width,
            height,
            interleaved: false,
            bt709: false,
            full_range: true,
        }
    }

    #[test]
    fn planes_and_pairs_become_the_same_texture() {
        let mut planes = Vec::new();
        let mut pairs = Vec::new();
        // 3 x 3 pixels, chroma of 2 x 2.
        let luma = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let planar = [&luma[..], &[10, 11, 12, 13, 20, 21, 22, 23]].concat();
        let paired = [&luma[..], &[10, 20, 11, 21, 12, 22, 13, 23]].concat();
        let view = lay_out(&picture(3, 3), &planar, &mut planes).unwrap();
        let interleaved = VideoPicture {
            interleaved: true,
            ..picture(3, 3)
        };
        lay_out(&interleaved, &paired, &mut pairs).unwrap();
        assert_eq!(planes, pairs);
        assert_eq!((view.stride, view.rows, view.sampling), (4, 5, [2, 2]));
        assert_eq!(planes[..4], [1, 2, 3, 0]);
        assert_eq!(planes[12..], [10, 11, 20, 21, 12, 13, 22, 23]);
        assert!(lay_out(&picture(3, 3), &planar[1..], &mut planes).is_err());
    }

    #[test]
    fn the_ends_of_the_narrow_range_become_those_of_a_byte() {
        let mut texture = Vec::new();
        let narrow = VideoPicture {
            full_range: false,
            ..picture(2, 2)
        };
        lay_out(&narrow, &[16, 235, 126, 0, 16, 240], &mut texture).unwrap();
        assert_eq!(texture[..4], [0, 255, 128, 0]);
        assert_eq!(texture[4..], [1, 255]);
        lay_out(&narrow, &[235, 235, 235, 235, 128, 128], &mut texture).unwrap();
        assert_eq!(texture, [255, 255, 255, 255, 128, 128]);
    }

    /// Luma and chroma of a colour by the weights of red and blue.
    fn coded([red, green, blue]: [f64; 3], weight: [f64; 2]) -> [u8; 3] {
        let luma = weight[0] * red + (1.0 - weight[0] - weight[1]) * green + weight[1] * blue;
        let cb = 128.0 + (blue - luma) / (2.0 * (1.0 - weight[1]));
        let cr = 128.0 + (red - luma) / (2.0 * (1.0 - weight[0]));
        [luma, cb, cr].map(|value| value.round() as u8)
    }

    #[test]
    fn colours_of_bt709_are_those_of_bt601() {
        let mut texture = Vec::new();
        let picture = VideoPicture {
            bt709: true,
            ..picture(2, 2)
        };
        for colour in [
            [200.0, 30.0, 90.0],
            [10.0, 220.0, 40.0],
            [60.0, 70.0, 230.0],
            [128.0; 3],
        ] {
            let [y, cb, cr] = coded(colour, [0.2126, 0.0722]);
            lay_out(&picture, &[y, y, y, y, cb, cr], &mut texture).unwrap();
            let expected = coded(colour, [0.299, 0.114]);
            for (found, wanted) in [texture[0], texture[4], texture[5]]
                .into_iter()
                .zip(expected)
            {
                // Two roundings.
                assert!(
                    found.abs_diff(wanted) <= 1,
                    "{colour:?}: {found} for {wanted}"
                );
            }
        }
    }
}
