//! Text burned into the picture is blacked out: hidden pixels are black, shown ones are what they were.

use crate::support;

use std::path::Path;

use echometry_engine::codecs::jpeg::{Jpeg, Plane};
use echometry_engine::deid::mask::{Mask, Rectangle, black_out, verify};
use echometry_engine::deid::{DeidentifyOptions, deidentify, deidentify_masked};
use echometry_engine::dicom::element::Tag;
use echometry_engine::dicom::parse::Parser;
use echometry_engine::error::EngineError;
use echometry_engine::pixels::frame::decode_frame;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use serde_json::Value;
use support::shared_files::{collection, read};
use support::{BIG, Builder, EXPLICIT, IMPLICIT, JPEG, RLE, Random};

const OPTIONS: DeidentifyOptions<'static> = DeidentifyOptions {
    key: &[42; 32],
    date_shift_days: 100,
    patient_show: "HEART-7",
};
const EXTENDED: &str = "1.2.840.10008.1.2.4.51";
const PROGRESSIVE: &str = "1.2.840.10008.1.2.4.55";

fn rectangle(x: u32, y: u32, width: u32, height: u32) -> Rectangle {
    Rectangle {
        x,
        y,
        width,
        height,
    }
}

fn shows(rectangles: &[Rectangle]) -> Mask {
    Mask {
        shown: rectangles.to_vec(),
        hidden: Vec::new(),
    }
}

/// The rule in words, pixel by pixel, for files without regions.
fn is_hidden(mask: &Mask, x: usize, y: usize) -> bool {
    let holds = |one: &Rectangle| {
        let (x, y) = (x as u64, y as u64);
        (u64::from(one.x)..u64::from(one.x) + u64::from(one.width)).contains(&x)
            && (u64::from(one.y)..u64::from(one.y) + u64::from(one.height)).contains(&y)
    };
    mask.hidden.iter().any(holds) || !mask.shown.iter().any(holds)
}

fn random_mask(random: &mut Random, (width, height): (usize, usize)) -> Mask {
    let mut some = |count: usize| -> Vec<Rectangle> {
        (0..count)
            .map(|_| {
                let (x, y) = (random.below(width), random.below(height));
                rectangle(
                    x as u32,
                    y as u32,
                    1 + random.below(width) as u32,
                    1 + random.below(height) as u32,
                )
            })
            .collect()
    };
    Mask {
        shown: some(2),
        hidden: some(1),
    }
}

fn masked(file: &[u8], mask: &Mask) -> Result<Vec<u8>, EngineError> {
    deidentify_masked(file, &OPTIONS, mask)
}

/// Bytes of a frame of encapsulated pixel data.
fn stream_of(file: &[u8], number: u32) -> Vec<u8> {
    let parser = Parser::parse(file).unwrap();
    let ranges = parser.frame_bytes(number).unwrap().ranges;
    let pieces = ranges
        .iter()
        .map(|&(start, length)| &file[start as usize..(start + length) as usize]);
    pieces.collect::<Vec<_>>().concat()
}

struct Decoded {
    planes: Vec<Plane>,
    memory: Vec<u8>,
    bytes: usize,
    precision: u8,
}

impl Decoded {
    fn of(stream: &[u8]) -> Self {
        let mut memory = Vec::new();
        let picture = Jpeg::default().decode_stream(stream, &mut memory).unwrap();
        Self {
            planes: picture.planes.unwrap().list,
            memory,
            bytes: if picture.precision > 8 { 2 } else { 1 },
            precision: picture.precision,
        }
    }

    fn sample(&self, component: usize, x: usize, y: usize) -> u16 {
        let plane = &self.planes[component];
        let at = (plane.offset + y * plane.stride + x) * self.bytes;
        let high = if self.bytes == 2 {
            self.memory[at + 1]
        } else {
            0
        };
        u16::from_le_bytes([self.memory[at], high])
    }
}

/// How many samples of a stream were seen to be as they must.
#[derive(Default)]
struct Seen {
    kept: usize,
    black: usize,
    border: usize,
}

/// Checks one stream against its source: `size` of the picture, `middle` for the components whose black
/// is the middle of their range.
fn check_stream(
    before: &Decoded,
    after: &Decoded,
    mask: &Mask,
    (width, height): (usize, usize),
    is_middle: &dyn Fn(usize) -> bool,
    seen: &mut Seen,
) {
    for (component, plane) in before.planes.iter().enumerate() {
        // Pixels of the picture that a square of samples stands for, whole or in part.
        let hidden_of = |x0: usize, y0: usize, side: usize| -> (usize, usize) {
            let along = |start: usize, own: usize, whole: usize| {
                // Planes of subsampled components are rounded up.
                let factor = whole as f64 / own as f64;
                let factor = if (factor - factor.round()).abs() < 0.4 && own * 4 > 8 {
                    factor.round()
                } else {
                    factor.ceil()
                };
                let factor = factor.max(1.0);
                let start_px = start as f64 * factor;
                let end_px = (start + side) as f64 * factor;
                (start_px as usize, (end_px as usize).min(whole))
            };
            let (x0, x1) = along(x0, plane.width, width);
            let (y0, y1) = along(y0, plane.height, height);
            let mut hidden = 0;
            for y in y0..y1 {
                hidden += (x0..x1).filter(|&x| is_hidden(mask, x, y)).count();
            }
            (x1.saturating_sub(x0) * y1.saturating_sub(y0), hidden)
        };
        let middle = 1u16 << (before.precision - 1);
        let black = if is_middle(component) { middle } else { 0 };
        for y in 0..plane.height {
            for x in 0..plane.width {
                let (pixels, hidden) = hidden_of(x / 8 * 8, y / 8 * 8, 8);
                let (old, new) = (
                    before.sample(component, x, y),
                    after.sample(component, x, y),
                );
                if hidden == 0 {
                    assert_eq!(old, new, "kept {component} {x} {y}");
                    seen.kept += 1;
                } else if hidden == pixels {
                    assert_eq!(new, black, "black {component} {x} {y}");
                    seen.black += 1;
                } else if hidden_of(x, y, 1).1 > 0 && !is_middle(component) {
                    assert_eq!(new, black, "border {component} {x} {y}");
                    seen.border += 1;
                }
            }
        }
    }
}

/// A smooth picture with edges, in so many channels.
fn picture(width: usize, height: usize, channels: usize, seed: usize) -> Vec<u8> {
    (0..width * height)
        .flat_map(|n| {
            let (x, y) = (n % width, n / width);
            (0..channels).map(move |c| {
                let edge = if (x / 11 + y / 7 + c + seed).is_multiple_of(3) {
                    130
                } else {
                    20
                };
                (edge + (x * 3 + y * 5 + c * 40) % 90) as u8
            })
        })
        .collect()
}

fn jpeg_stream(
    pixels: &[u8],
    (width, height): (usize, usize),
    channels: usize,
    factor: SamplingFactor,
    restarts: u16,
) -> Vec<u8> {
    let mut stream = Vec::new();
    let mut encoder = Encoder::new(&mut stream, 85);
    encoder.set_sampling_factor(factor);
    if restarts > 0 {
        encoder.set_restart_interval(restarts);
    }
    let colour = if channels == 1 {
        ColorType::Luma
    } else {
        ColorType::Rgb
    };
    encoder
        .encode(pixels, width as u16, height as u16, colour)
        .unwrap();
    stream
}

fn jpeg_file(
    syntax: &str,
    (width, height): (usize, usize),
    components: usize,
    streams: &[&[u8]],
) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    let photometric = if components == 1 {
        "MONOCHROME2"
    } else {
        "YBR_FULL_422"
    };
    let frames = streams.len().to_string();
    let (rows, columns) = (height as u16, width as u16);
    file.image(&frames, rows, columns, components as u16, 8, photometric);
    file.text(0x0028_0301, "CS", "YES");
    let padded: Vec<Vec<u8>> = streams
        .iter()
        .map(|stream| [stream, &[0][..stream.len() % 2]].concat())
        .collect();
    let fragments: Vec<&[u8]> = padded.iter().map(Vec::as_slice).collect();
    file.fragments(&[], &fragments);
    file.bytes
}

#[test]
fn jpeg_keeps_the_blocks_that_are_shown_and_blackens_the_others() {
    let mut random = Random(7);
    let mut seen = Seen::default();
    for (turn, (channels, factor)) in [
        (1, SamplingFactor::F_1_1),
        (3, SamplingFactor::F_1_1),
        (3, SamplingFactor::F_2_1),
        (3, SamplingFactor::F_2_2),
    ]
    .into_iter()
    .cycle()
    .take(40)
    .enumerate()
    {
        let size = (64 + random.below(40), 48 + random.below(40));
        let pixels = [
            picture(size.0, size.1, channels, turn),
            picture(size.0, size.1, channels, turn + 1),
        ];
        let streams: Vec<Vec<u8>> = pixels
            .iter()
            .map(|pixels| jpeg_stream(pixels, size, channels, factor, (turn % 3 * 2) as u16))
            .collect();
        let file = jpeg_file(JPEG, size, channels, &[&streams[0], &streams[1]]);
        let mask = random_mask(&mut random, size);
        let output = masked(&file, &mask).unwrap();
        for (number, stream) in (1..).zip(&streams) {
            let before = Decoded::of(stream);
            let after = Decoded::of(&stream_of(&output, number));
            let is_middle = |component: usize| channels == 3 && component > 0;
            check_stream(&before, &after, &mask, size, &is_middle, &mut seen);
        }
    }
    let Seen {
        kept,
        black,
        border,
    } = seen;
    assert!(
        kept > 50_000 && black > 100_000 && border > 5_000,
        "{kept} {black} {border}"
    );
}

#[test]
fn no_trace_of_hidden_blocks_is_left_in_the_stream() {
    // Two pictures that differ in blocks that are hidden, and in nothing else.
    let size = (64, 48);
    let mask = shows(&[rectangle(16, 16, 24, 16)]);
    let outputs: Vec<Vec<u8>> = [40, 200]
        .iter()
        .map(|&shade| {
            let mut pixels = picture(size.0, size.1, 1, 3);
            for y in 0..8 {
                for x in 0..40 {
                    pixels[y * size.0 + x] = if (x / 3 + y) % 2 == 0 { shade } else { 90 };
                }
            }
            let stream = jpeg_stream(&pixels, size, 1, SamplingFactor::F_1_1, 0);
            let file = jpeg_file(JPEG, size, 1, &[&stream]);
            stream_of(&masked(&file, &mask).unwrap(), 1)
        })
        .collect();
    assert_eq!(outputs[0], outputs[1]);
}

#[test]
fn another_decoder_reads_the_same_shown_blocks() {
    // zune-jpeg shares no code with this engine.
    use zune_jpeg::JpegDecoder;
    use zune_jpeg::zune_core::bytestream::ZCursor;
    let size = (72, 56);
    let pixels = picture(size.0, size.1, 1, 5);
    let stream = jpeg_stream(&pixels, size, 1, SamplingFactor::F_1_1, 3);
    let mask = shows(&[rectangle(11, 9, 45, 30)]);
    let output = masked(&jpeg_file(JPEG, size, 1, &[&stream]), &mask).unwrap();
    let decode = |stream: &[u8]| JpegDecoder::new(ZCursor::new(stream)).decode().unwrap();
    let (before, after) = (decode(&stream), decode(&stream_of(&output, 1)));
    for (index, (old, new)) in before.iter().zip(&after).enumerate() {
        // It returns grey as red, green and blue.
        let pixel = index / (before.len() / (size.0 * size.1));
        let (x, y) = (pixel % size.0, pixel / size.0);
        if is_hidden(&mask, x, y) {
            // Its inverse transform rounds otherwise than libjpeg's.
            assert!(*new <= 2, "{x} {y}: {new}");
        } else if (16..56).contains(&x) && (16..32).contains(&y) {
            assert_eq!(old, new, "{x} {y}");
        }
    }
}

/// Transfer syntax of a stream of the collection, by its name.
fn syntax_of(name: &str) -> &'static str {
    match name.split('-').next() {
        Some("progressive") => PROGRESSIVE,
        Some("extended" | "extended12") => EXTENDED,
        _ => JPEG,
    }
}

#[test]
fn every_stream_of_the_collection_is_masked_or_refused_by_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden/jpeg-planes");
    let text = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&text).unwrap();
    let mut random = Random(11);
    let (mut seen, mut refused) = (Seen::default(), Vec::new());
    for entry in manifest["files"].as_array().unwrap() {
        let name = entry["file"].as_str().unwrap();
        let stream = std::fs::read(folder.join(name)).unwrap();
        let mut memory = Vec::new();
        let picture = Jpeg::default().decode_stream(&stream, &mut memory).unwrap();
        let size = (picture.width as usize, picture.height as usize);
        let file = jpeg_file(
            syntax_of(name),
            size,
            picture.component_ids.len(),
            &[&stream],
        );
        let mask = random_mask(&mut random, size);
        let output = match masked(&file, &mask) {
            Ok(output) => output,
            Err(error) => {
                assert_eq!(error.code(), "cannot-deidentify", "{name}: {error}");
                refused.push(name.to_owned());
                continue;
            }
        };
        let (before, after) = (Decoded::of(&stream), Decoded::of(&stream_of(&output, 1)));
        // Sampling with other than whole factors is checked by the engine's own verification.
        if before
            .planes
            .iter()
            .any(|plane| plane.divisors.contains(&0))
        {
            continue;
        }
        let is_rgb = ["rgb", "adobe-0"].iter().any(|word| name.contains(word));
        let is_middle = |component: usize| component > 0 && (!is_rgb || name.contains("ids-123"));
        check_stream(&before, &after, &mask, size, &is_middle, &mut seen);
    }
    refused.sort();
    // Those that are cut short.
    assert_eq!(
        refused,
        ["420-97x61-cut-inside.jpg", "422-160x120-cut-at-restart.jpg"]
    );
    let Seen { kept, black, .. } = seen;
    assert!(kept > 50_000 && black > 50_000, "{kept} {black}");
}

#[test]
fn every_stream_of_the_collection_decodes_alike_without_a_mask() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden/jpeg-planes");
    let text = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&text).unwrap();
    let files = manifest["files"].as_array().unwrap();
    assert!(files.len() > 50);
    for entry in files {
        let name = entry["file"].as_str().unwrap();
        let stream = std::fs::read(folder.join(name)).unwrap();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let picture = Jpeg::default().decode_stream(&stream, &mut before).unwrap();
        let size = (picture.width as usize, picture.height as usize);
        let file = jpeg_file(
            syntax_of(name),
            size,
            picture.component_ids.len(),
            &[&stream],
        );
        let stored = deidentify(&file, &OPTIONS).unwrap();
        let again = Jpeg::default().decode_stream(&stream_of(&stored, 1), &mut after);
        let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (picture.width, picture.height),
            (again.width, again.height),
            "{name}"
        );
        assert!(before == after, "{name}");
    }
}

/// Decoded samples of a frame and their number of bytes.
fn samples_of(file: &[u8], number: u32) -> (Vec<u8>, usize) {
    let parser = Parser::parse(file).unwrap();
    let mut samples = Vec::new();
    let decoded = decode_frame(&parser, file, number, &mut samples).unwrap();
    (samples, decoded.sample_bytes)
}

/// Interleaved samples must be the source's where they are shown, and `black` elsewhere.
fn check_samples(file: &[u8], mask: &Mask, width: usize, black: &[u16]) {
    let output = masked(file, mask).unwrap();
    for number in 1..=Parser::parse(file).unwrap().frames_total() {
        let (before, bytes) = samples_of(file, number);
        let (after, _) = samples_of(&output, number);
        assert_eq!(before.len(), after.len());
        for (index, (old, new)) in before
            .chunks_exact(bytes)
            .zip(after.chunks_exact(bytes))
            .enumerate()
        {
            let (pixel, sample) = (index / black.len(), index % black.len());
            if is_hidden(mask, pixel % width, pixel / width) {
                assert_eq!(new, &black[sample].to_le_bytes()[..bytes], "{index}");
            } else {
                assert_eq!(new, old, "{index}");
            }
        }
    }
}

#[test]
fn plain_samples_are_black_by_what_they_mean() {
    let (width, height) = (14usize, 9usize);
    let mut random = Random(3);
    for syntax in [EXPLICIT, IMPLICIT, BIG] {
        for (photometric, samples, bits, signed, planar, black) in [
            ("MONOCHROME2", 1, 8, 0, 0, &[0u16][..]),
            ("MONOCHROME1", 1, 8, 0, 0, &[255]),
            ("MONOCHROME2", 1, 16, 0, 0, &[0]),
            ("MONOCHROME2", 1, 16, 1, 0, &[0x8000]),
            ("MONOCHROME1", 1, 16, 1, 0, &[0x7fff]),
            ("RGB", 3, 8, 0, 0, &[0, 0, 0]),
            ("RGB", 3, 8, 0, 1, &[0, 0, 0]),
            ("YBR_FULL", 3, 8, 0, 0, &[0, 128, 128]),
        ] {
            let mut file = Builder::with_meta(syntax);
            file.image("2", height as u16, width as u16, samples, bits, photometric);
            file.us(0x0028_0006, planar);
            file.us(0x0028_0102, bits - 1);
            file.us(0x0028_0103, signed);
            let count = 2 * width * height * usize::from(samples * bits / 8);
            let pixels: Vec<u8> = (0..count).map(|_| random.next() as u8).collect();
            file.element(0x7fe0_0010, if bits > 8 { "OW" } else { "OB" }, &pixels);
            let mask = random_mask(&mut random, (width, height));
            check_samples(&file.bytes, &mask, width, black);
        }
    }
}

#[test]
fn packed_chroma_and_palettes_are_black() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 1, 4, 3, 8, "YBR_FULL_422");
    file.element(0x7fe0_0010, "OB", &[50, 60, 70, 80, 90, 100, 110, 120]);
    let output = masked(&file.bytes, &shows(&[rectangle(0, 0, 3, 1)])).unwrap();
    // The third pixel is shown and loses the colour that it shares with a hidden one.
    assert_eq!(samples_of(&output, 1).0, [50, 60, 70, 80, 90, 0, 128, 128]);

    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 1, 4, 1, 8, "PALETTE COLOR");
    for tag in [0x0028_1101, 0x0028_1102, 0x0028_1103] {
        let words: Vec<u8> = [4u16, 0, 16].iter().flat_map(|w| w.to_le_bytes()).collect();
        file.element(tag, "US", &words);
    }
    for tag in [0x0028_1201, 0x0028_1202, 0x0028_1203] {
        let words = [0x4000u16, 0xffff, 0x0000, 0x8000];
        let table: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        file.element(tag, "OW", &table);
    }
    file.element(0x7fe0_0010, "OB", &[0, 1, 3, 1]);
    let output = masked(&file.bytes, &shows(&[rectangle(1, 0, 2, 1)])).unwrap();
    // Entry 2 is black.
    assert_eq!(samples_of(&output, 1).0, [2, 1, 3, 2]);
}

#[test]
fn rle_frames_are_masked_without_loss() {
    // 12 x 6 pixels of 16 bits: literals of the two byte planes.
    let (width, height) = (12usize, 6usize);
    let plane = |seed: usize| -> Vec<u8> {
        let bytes: Vec<u8> = (0..72).map(|n| (n * 31 + seed * 7) as u8).collect();
        [&[71], &bytes[..], &[0x80]].concat()
    };
    let (high, low) = (plane(1), plane(2));
    let mut frame = vec![0; 64];
    frame[0] = 2;
    frame[4] = 64;
    frame[8] = 64 + high.len() as u8;
    frame.extend(high);
    frame.extend(low);
    let mut file = Builder::with_meta(RLE);
    file.image("1", height as u16, width as u16, 1, 16, "MONOCHROME2");
    file.fragments(&[], &[&frame]);
    let mask = Mask {
        shown: vec![rectangle(2, 1, 8, 4)],
        hidden: vec![rectangle(4, 2, 1, 9)],
    };
    check_samples(&file.bytes, &mask, width, &[0]);
    let output = masked(&file.bytes, &mask).unwrap();
    assert_eq!(Parser::parse(&output).unwrap().transfer_syntax_uid(), RLE);
}

#[test]
fn burned_in_annotation_is_no_only_after_black_out() {
    let size = (32, 24);
    let stream = jpeg_stream(&picture(32, 24, 1, 1), size, 1, SamplingFactor::F_1_1, 0);
    let file = jpeg_file(JPEG, size, 1, &[&stream]);
    let said = |output: &[u8]| {
        let parser = Parser::parse(output).unwrap();
        let codes: Vec<String> = parser
            .data_set()
            .items(Tag(0x0012_0064))
            .iter()
            .filter_map(|item| item.text(Tag(0x0008_0100)))
            .collect();
        (parser.data_set().text(Tag(0x0028_0301)), codes)
    };
    let plain = said(&deidentify(&file, &OPTIONS).unwrap());
    assert_eq!(plain.0.as_deref(), Some("YES"));
    assert_eq!(plain.1, ["113100", "113107"]);
    let clean = said(&masked(&file, &shows(&[rectangle(8, 8, 8, 8)])).unwrap());
    assert_eq!(clean.0.as_deref(), Some("NO"));
    assert_eq!(clean.1, ["113100", "113101", "113107"]);
}

#[test]
fn a_file_that_shows_more_than_its_mask_is_found() {
    let size = (32, 24);
    let narrow = shows(&[rectangle(8, 8, 8, 8)]);
    let wide = shows(&[rectangle(8, 8, 16, 8)]);
    let stream = jpeg_stream(&picture(32, 24, 1, 1), size, 1, SamplingFactor::F_1_1, 0);
    let mut plain = Builder::with_meta(EXPLICIT);
    plain.image("1", 24, 32, 1, 8, "MONOCHROME2");
    plain.element(0x7fe0_0010, "OB", &picture(32, 24, 1, 1));
    for file in [jpeg_file(JPEG, size, 1, &[&stream]), plain.bytes] {
        let parser = Parser::parse(&file).unwrap();
        let coverage = |mask: &Mask| black_out(&parser, &file, mask).unwrap();
        let (narrow_one, wide_one) = (coverage(&narrow), coverage(&wide));
        let check = |output: &[u8], mask: &Mask| {
            let expected = if mask == &narrow {
                &narrow_one
            } else {
                &wide_one
            };
            verify((&parser, &file), output, expected.coverage())
        };
        let output = masked(&file, &wide).unwrap();
        assert!(check(&output, &wide).is_ok());
        // Shows too much for the narrow mask; and the narrow one lost what the wide one shows.
        assert!(check(&output, &narrow).is_err());
        assert!(check(&masked(&file, &narrow).unwrap(), &wide).is_err());
        assert!(check(&file, &narrow).is_err());
    }
}

#[test]
fn videos_and_damaged_frames_are_refused_by_name() {
    let mut file = Builder::with_meta("1.2.840.10008.1.2.4.102");
    file.image("1", 24, 32, 3, 8, "YBR_PARTIAL_420");
    file.fragments(&[], &[&[0, 0, 1, 9]]);
    let error = masked(&file.bytes, &Mask::default()).unwrap_err();
    assert_eq!(error.code(), "cannot-deidentify");
    assert!(error.to_string().contains("MPEG-4"), "{error}");

    let mut file = Builder::with_meta(EXPLICIT);
    file.image("2", 4, 4, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[9; 20]);
    let error = masked(&file.bytes, &Mask::default()).unwrap_err();
    assert_eq!(error.code(), "cannot-deidentify", "{error}");
}

#[test]
fn regions_of_real_files_are_shown_and_what_surrounds_them_is_black() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let (mut clean, mut refused) = (0, Vec::new());
    for entry in &entries {
        let bytes = read(&folder, entry);
        let name = entry["file"].as_str().unwrap();
        // The larger ones take longer than they show.
        if bytes.len() > 8 << 20 || Parser::parse(&bytes).is_err() {
            continue;
        }
        let Ok(plain) = deidentify(&bytes, &OPTIONS) else {
            continue;
        };
        match masked(&bytes, &Mask::default()) {
            Ok(output) => {
                let (before, after) = (Parser::parse(&plain).unwrap(), Parser::parse(&output));
                let after = after.unwrap();
                assert_eq!(before.frames_total(), after.frames_total(), "{name}");
                clean += 1;
            }
            Err(error) => refused.push(format!("{name}: {error}")),
        }
    }
    println!("{clean} clean; refused:\n{}", refused.join("\n"));
    assert!(clean > 70, "{clean} clean, {} refused", refused.len());
}

#[test]
fn the_command_line_writes_the_same_file() {
    use echometry_engine::commands::{Output, parse_arguments, run};
    let stream = jpeg_stream(
        &picture(32, 24, 1, 1),
        (32, 24),
        1,
        SamplingFactor::F_1_1,
        0,
    );
    let file = jpeg_file(JPEG, (32, 24), 1, &[&stream]);
    let key = "k".repeat(32);
    let request = format!(r#"{{"key":"{key}","date_shift_days":3,"patient_show":"P-1"}}"#);
    let mask = r#"{"shown":[{"x":8,"y":8,"width":16,"height":8}],"hidden":[]}"#;
    let command = |mask: &str| {
        let words = [
            "deid",
            "a/b.dcm",
            "--request",
            &request,
            "--mask",
            mask,
            "--out",
            "there",
        ];
        parse_arguments(&words.map(str::to_owned))
    };
    let mut outputs: Vec<Output> = Vec::new();
    run(
        &command(mask).unwrap().command,
        "a/b.dcm",
        &file,
        &mut |output| outputs.push(output),
    );
    let options = DeidentifyOptions {
        key: key.as_bytes(),
        date_shift_days: 3,
        patient_show: "P-1",
    };
    let expected = deidentify_masked(&file, &options, &shows(&[rectangle(8, 8, 16, 8)])).unwrap();
    assert_eq!(
        outputs[0].file,
        Some(("b.dcm.deid.dcm".to_owned(), expected))
    );
    assert!(outputs[0].line.contains(r#""burned_in_text_removed":true"#));
    assert!(command("everything").is_err());
}
