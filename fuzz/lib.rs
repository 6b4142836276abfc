//! Work of each target with its input. Shared with the engine's tests, which run the findings again.

#[path = "records.rs"]
pub mod records;

use echometry_engine::codecs::{FrameInput, codec_for};
use echometry_engine::dicom::jpeg_markers::read_markers;
use echometry_engine::dicom::parse::Parser;
use echometry_engine::dicom::pixel_format::PixelFormat;
use echometry_engine::pixels::{frame, rgb, view};
use echometry_engine::video::VideoStream;

/// Names of the targets.
pub const TARGETS: [&str; 11] = [
    "parser",
    "jpeg",
    "jpeg_ls",
    "jpeg_2000",
    "high_throughput",
    "jpeg_xl",
    "rle",
    "plain",
    "deflated",
    "video",
    "records",
];

/// Pictures above this size are left to other tests: filling them would be all the fuzzer does.
const MAX_PIXELS: u64 = 1 << 14;
/// Samples of a video that are taken out: a small file may point at the same bytes again and again.
const MAX_SAMPLES: usize = 64;
/// Frames of a file that are decoded.
const MAX_FRAMES: u32 = 4;

/// Runs a target; an unknown name does nothing.
pub fn run(target: &str, data: &[u8]) {
    match target {
        "parser" => parse(data),
        "jpeg" => stream(data, "1.2.840.10008.1.2.4.50"),
        "jpeg_ls" => stream(data, "1.2.840.10008.1.2.4.80"),
        "jpeg_2000" => stream(data, "1.2.840.10008.1.2.4.90"),
        "high_throughput" => stream(data, "1.2.840.10008.1.2.4.201"),
        "jpeg_xl" => stream(data, "1.2.840.10008.1.2.4.111"),
        "rle" => described(data, "1.2.840.10008.1.2.5"),
        "plain" => described(data, "1.2.840.10008.1.2.1"),
        "deflated" => described(data, "1.2.840.10008.1.2.8.1"),
        "video" => video(data),
        "records" => records::run(data),
        _ => {}
    }
}

/// The first byte chooses the transfer syntax, the others are the joined fragments.
fn video(data: &[u8]) {
    let Some((choice, bytes)) = data.split_first() else {
        return;
    };
    let syntaxes = ["100", "102", "107"].map(|end| format!("1.2.840.10008.1.2.4.{end}"));
    let syntax = &syntaxes[usize::from(*choice) % syntaxes.len()];
    let Ok(mut stream) = VideoStream::read(syntax, bytes) else {
        return;
    };
    let frames = stream.ready(bytes.len() as u64);
    assert!(frames <= stream.samples().len());
    let _ = stream.times_ms();
    for index in 0..stream.samples().len().min(MAX_SAMPLES) {
        let _ = stream.sample_bytes(index, bytes);
        let _ = stream.decode_from(index);
    }
    // The same in small pieces: what is found does not depend on how the bytes arrive.
    let Ok(mut pieces) = VideoStream::new(syntax) else {
        return;
    };
    let _ = pieces.add_fragment(0, bytes.len() as u64);
    for chunk in bytes.chunks(usize::from(*choice).max(1)) {
        let _ = pieces.push(chunk);
        let _ = (pieces.ready(0), pieces.wanted());
    }
    assert!(pieces.finish().is_ok());
    assert_eq!(pieces.samples(), stream.samples());
    assert_eq!(pieces.frames(), stream.frames());
}

/// A whole file: elements, frames, textures and colours.
fn parse(data: &[u8]) {
    let Ok(parser) = Parser::parse(data) else {
        return;
    };
    let _ = parser.metadata();
    let Some(format) = parser.format() else {
        return;
    };
    if u64::from(format.width) * u64::from(format.height) > MAX_PIXELS {
        return;
    }
    let mut samples = Vec::new();
    for number in 1..=parser.frames_total().min(MAX_FRAMES) {
        let Ok(bytes) = parser.frame_bytes(number) else {
            continue;
        };
        if is_large(&frame::gather(data, &bytes)) {
            continue;
        }
        if let Ok(mut decoded) = frame::decode_frame(&parser, data, number, &mut samples) {
            let _ = rgb::to_rgb(format, &decoded, &samples);
            let _ = view::lay_out(&mut decoded, &mut samples, format, &mut Vec::new());
        }
    }
}

/// A stream that describes its own content.
fn stream(data: &[u8], uid: &str) {
    if is_large(data) {
        return;
    }
    decode(&format(uid, 64, 64, 3, 8, "YBR_FULL_422"), data, 0);
}

/// The last eight bytes describe the frame before them.
fn described(data: &[u8], uid: &str) {
    let Some((bytes, &[width, height, samples, bits, kind, skip, planar, stored])) =
        data.split_last_chunk::<8>()
    else {
        return;
    };
    let bits = [1, 8, 16, 32, 64][usize::from(bits) % 5];
    let kinds = [
        "MONOCHROME2",
        "RGB",
        "YBR_FULL",
        "YBR_FULL_422",
        "PALETTE COLOR",
        "YBR_PARTIAL_422",
    ];
    let photometric = kinds[usize::from(kind) % kinds.len()];
    let mut format = format(
        uid,
        u32::from(width) + 1,
        u32::from(height) + 1,
        u16::from(samples % 4) + 1,
        bits,
        photometric,
    );
    format.planar = planar & 1 == 1;
    format.signed = planar & 2 == 2;
    format.packed_422 = format.samples_per_pixel == 3 && photometric.ends_with("422");
    format.bits_stored = u16::from(stored) % bits + 1;
    decode(&format, bytes, u32::from(skip % 16));
}

fn decode(format: &PixelFormat, bytes: &[u8], skip_bits: u32) {
    let Ok(mut codec) = codec_for(&format.transfer_syntax_uid) else {
        return;
    };
    let mut samples = Vec::new();
    let input = FrameInput { bytes, skip_bits };
    if let Ok(mut decoded) = codec.decode(format, input, &mut samples) {
        let _ = rgb::to_rgb(format, &decoded, &samples);
        let _ = view::lay_out(&mut decoded, &mut samples, format, &mut Vec::new());
    }
}

/// The stream announces a picture above [`MAX_PIXELS`].
fn is_large(bytes: &[u8]) -> bool {
    let start = bytes
        .windows(4)
        .position(|four| four == [0xff, 0x4f, 0xff, 0x51]);
    if let Some(sizes) = start.and_then(|start| bytes.get(start + 8..start + 16)) {
        let side = |at: usize| {
            u64::from(u32::from_be_bytes([
                sizes[at],
                sizes[at + 1],
                sizes[at + 2],
                sizes[at + 3],
            ]))
        };
        return side(0).saturating_mul(side(4)) > MAX_PIXELS;
    }
    read_markers(bytes).is_some_and(|markers| {
        let height = if markers.height == 0 {
            65_535
        } else {
            markers.height
        };
        u64::from(markers.width) * u64::from(height) > MAX_PIXELS
    })
}

fn format(
    uid: &str,
    width: u32,
    height: u32,
    samples: u16,
    bits: u16,
    photometric: &str,
) -> PixelFormat {
    PixelFormat {
        transfer_syntax_uid: uid.to_owned(),
        height,
        width,
        samples_per_pixel: samples,
        bits_allocated: bits,
        bits_stored: bits,
        signed: false,
        float: false,
        planar: false,
        photometric_interpretation: photometric.to_owned(),
        colour_override: None,
        packed_422: false,
        swapped_words: false,
        palette: None,
        window: None,
        rescale_slope: 1.0,
        rescale_intercept: 0.0,
        pixel_aspect_ratio: None,
    }
}
