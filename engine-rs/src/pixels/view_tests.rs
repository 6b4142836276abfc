//! Layouts of textures, worked by hand.

use super::*;
use crate::records::metadata::Palette;

fn format() -> PixelFormat {
    serde_json::from_value(serde_json::json!({
        "transfer_syntax_uid": "1.2.840.10008.1.2.1", "height": 1, "width": 1,
        "samples_per_pixel": 3, "bits_allocated": 8, "bits_stored": 8, "signed": false,
        "float": false, "planar": false, "photometric_interpretation": "YBR_FULL",
        "packed_422": false, "swapped_words": false, "palette": null, "window": null,
        "rescale_slope": 1.0, "rescale_intercept": 0.0, "pixel_aspect_ratio": null
    }))
    .unwrap()
}

fn decoded(width: u32, colour: Colour, packed: bool) -> Decoded {
    Decoded {
        width,
        height: 1,
        samples_per_pixel: 3,
        sample_bytes: 1,
        layout: if packed {
            Layout::Packed422
        } else {
            Layout::Interleaved
        },
        colour,
        partial: false,
    }
}

#[test]
fn packed_chroma_lies_below_the_luma_it_belongs_to() {
    let mut texture = Vec::new();
    let mut samples = vec![10, 11, 20, 30, 12, 13, 21, 31];
    let mut frame = decoded(4, Colour::YbrFull, true);
    let view = lay_out(&mut frame, &mut samples, &format(), &mut texture).unwrap();
    assert_eq!(texture, [10, 11, 12, 13, 20, 21, 30, 31]);
    assert_eq!((view.stride, view.rows, view.sampling), (4, 2, [2, 1]));
}

#[test]
fn an_odd_width_leaves_room_for_chroma() {
    let mut texture = Vec::new();
    let mut samples = vec![10, 11, 20, 30, 12, 99, 21, 31];
    let mut frame = decoded(3, Colour::YbrFull, true);
    let view = lay_out(&mut frame, &mut samples, &format(), &mut texture).unwrap();
    assert_eq!(view.stride, 4);
    assert_eq!(texture[..3], [10, 11, 12]);
    assert_eq!(texture[4..], [20, 21, 30, 31]);
}

#[test]
fn full_chroma_makes_three_planes() {
    let mut texture = Vec::new();
    let mut samples = vec![1, 2, 3, 4, 5, 6];
    let mut frame = decoded(2, Colour::YbrFull, false);
    let view = lay_out(&mut frame, &mut samples, &format(), &mut texture).unwrap();
    assert_eq!(texture, [1, 4, 2, 5, 3, 6]);
    assert_eq!((view.stride, view.rows), (2, 3));
}

#[test]
fn indices_of_16_bits_leave_as_colours() {
    let mut format = format();
    format.palette = Some(Palette {
        first_mapped: 5,
        rgb: vec![1, 2, 3, 4, 5, 6],
    });
    let mut frame = decoded(2, Colour::Palette, false);
    frame.samples_per_pixel = 1;
    frame.sample_bytes = 2;
    let mut texture = Vec::new();
    let view = lay_out(&mut frame, &mut vec![6, 0, 0, 0], &format, &mut texture).unwrap();
    assert_eq!(texture, [4, 5, 6, 1, 2, 3]);
    assert_eq!(
        (view.layout, view.bits, view.stride),
        (FrameLayout::Rgb, 8, 6)
    );
}

#[test]
fn chroma_of_16_bits_leaves_as_colours_of_8() {
    // Red in full range of 12 bits: Y 1225, Cb 1356, Cr 4095 are 76, 84, 255 of 255 (BT.601).
    let mut format = format();
    format.bits_allocated = 16;
    format.bits_stored = 12;
    let mut frame = decoded(1, Colour::YbrFull, false);
    frame.sample_bytes = 2;
    let mut samples: Vec<u8> = [1225u16, 1356, 4095]
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    let mut texture = Vec::new();
    let view = lay_out(&mut frame, &mut samples, &format, &mut texture).unwrap();
    assert_eq!((view.layout, view.bits), (FrameLayout::Rgb, 8));
    for (found, wanted) in texture.into_iter().zip([255u8, 0, 0]) {
        // 12 bits lose their last four.
        assert!(found.abs_diff(wanted) <= 2, "{found} for {wanted}");
    }
}
