//! Ten thousand damaged files: a result or an error each time, never a panic, never much memory.

use crate::support;

use echometry_engine::codecs::{FrameInput, codec_for};
use echometry_engine::commands::{Output, parse_arguments, run};
use echometry_engine::deid::{DeidentifyOptions, deidentify};
use support::shared_files::{collection, read};
use support::{BIG, Builder, EXPLICIT, IMPLICIT, JPEG, RLE, Random};

const ROUNDS: usize = 10_000;
/// Damaged real files in one run; ECHOMETRY_FUZZ_ROUNDS asks for more.
const REAL_ROUNDS: usize = 1_000;
/// Larger real files are left out: the damage would mostly hit pixels.
const MAX_REAL_SEED_BYTES: usize = 200_000;

/// Baseline JPEG of 8 x 8 grey pixels: one table each, one block of DC 0, built by hand from
/// ISO 10918-1 annex B.
fn jpeg() -> Vec<u8> {
    let mut stream = vec![0xff, 0xd8, 0xff, 0xdb, 0, 67, 0];
    stream.extend_from_slice(&[1; 64]);
    stream.extend_from_slice(&[0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]);
    for class in [0x00, 0x10] {
        stream.extend_from_slice(&[0xff, 0xc4, 0, 20, class, 1]);
        stream.extend_from_slice(&[0; 15]);
        stream.push(0);
    }
    stream.extend_from_slice(&[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9, 0]);
    stream
}

fn rle_frame() -> Vec<u8> {
    let mut frame = vec![3, 0, 0, 0];
    for offset in [64u32, 66, 68] {
        frame.extend_from_slice(&offset.to_le_bytes());
    }
    frame.resize(64, 0);
    frame.extend_from_slice(&[0xf1, 9, 0xf1, 8, 0xf1, 7]);
    frame
}

/// One small file of each kind.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for syntax in [EXPLICIT, IMPLICIT, BIG] {
        let mut file = Builder::with_meta(syntax);
        file.text(0x0008_0018, "UI", "1.2.3.4");
        file.text(0x0010_0020, "LO", "patient");
        file.text(0x0018_1065, "DS", "0\\20");
        file.header(0x0018_6011, "SQ", u32::MAX);
        file.item(0xfffe_e000, u32::MAX);
        file.us(0x0018_6012, 3);
        let flags = file.u32_bytes(2);
        file.element(0x0018_6018, "UL", &flags);
        file.item(0xfffe_e00d, 0);
        file.item(0xfffe_e0dd, 0);
        file.image("2", 4, 4, 3, 8, "YBR_FULL_422");
        file.element(0x7fe0_0010, "OW", &[7; 64]);
        seeds.push(file.bytes);
    }
    let mut palette = Builder::with_meta(EXPLICIT);
    palette.image("1", 4, 4, 1, 8, "PALETTE COLOR");
    for tag in [0x0028_1101, 0x0028_1102, 0x0028_1103] {
        palette.element(tag, "US", &[4, 0, 0, 0, 16, 0]);
    }
    for tag in [0x0028_1201, 0x0028_1202, 0x0028_1223] {
        palette.element(tag, "OW", &[0, 0, 4, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
    palette.element(0x7fe0_0010, "OB", &[1; 16]);
    seeds.push(palette.bytes);
    let (jpeg, rle) = (jpeg(), rle_frame());
    let mut compressed = Builder::with_meta(JPEG);
    compressed.image("2", 8, 8, 1, 8, "MONOCHROME2");
    compressed.fragments(&[0, jpeg.len() as u32 + 8], &[&jpeg, &jpeg]);
    seeds.push(compressed.bytes);
    let mut packed = Builder::with_meta(RLE);
    packed.image("2", 4, 4, 3, 8, "RGB");
    packed.fragments(&[], &[&rle, &rle]);
    seeds.push(packed.bytes);
    seeds
}

fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.next() as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(at.max(1)),
            3 => {
                let end = (at + random.below(16)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let copied = bytes[at..(at + 12).min(bytes.len())].to_vec();
                bytes.splice(at..at, copied);
            }
            _ => {
                let extreme = [0x00, 0xff, 0x7f, 0x80][random.below(4)];
                let end = (at + 4).min(bytes.len());
                bytes[at..end].fill(extreme);
            }
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}

#[test]
fn the_seeds_themselves_are_read() {
    for (index, seed) in seeds().iter().enumerate() {
        let lines = frames(seed);
        assert!(
            lines.iter().all(|output| !output.failed),
            "{index}: {:?}",
            lines[0].line
        );
    }
}

fn frames(bytes: &[u8]) -> Vec<Output> {
    let arguments = ["frame", "--frame", "all", "--as", "rgb", "a"].map(str::to_owned);
    let invocation = parse_arguments(&arguments).unwrap();
    let mut lines = Vec::new();
    run(&invocation.command, "a", bytes, &mut |output| {
        if lines.len() < 4 {
            lines.push(output);
        }
    });
    lines
}

#[test]
fn no_damage_makes_the_engine_panic() {
    let seeds = seeds();
    let mut random = Random(20_261_121);
    for round in 0..ROUNDS {
        let bytes = mutate(&seeds[round % seeds.len()], &mut random);
        let lines = frames(&bytes);
        assert!(!lines.is_empty());
        let options = DeidentifyOptions {
            key: &[3; 32],
            date_shift_days: -40,
            patient_show: "P1",
        };
        if let Ok(stored) = deidentify(&bytes, &options) {
            let again = frames(&stored);
            // Padding an odd fragment may complete a frame that was refused before.
            for (before, after) in hashes(&lines).iter().zip(hashes(&again)) {
                assert!(before.is_none() || *before == after, "round {round}");
            }
        }
    }
}

/// Decoded samples; none for an error.
fn hashes(lines: &[Output]) -> Vec<Option<String>> {
    lines
        .iter()
        .map(|output| {
            let value: serde_json::Value = serde_json::from_str(&output.line).unwrap();
            value["sha256"].as_str().map(str::to_owned)
        })
        .collect()
}

#[test]
fn damaged_real_files_are_answered_too() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let rounds = std::env::var("ECHOMETRY_FUZZ_ROUNDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(REAL_ROUNDS);
    let mut seeds: Vec<Vec<u8>> = entries.iter().map(|entry| read(&folder, entry)).collect();
    seeds.retain(|seed| seed.len() <= MAX_REAL_SEED_BYTES);
    let mut random = Random(154);
    for round in 0..rounds {
        let bytes = mutate(&seeds[round % seeds.len()], &mut random);
        assert!(!frames(&bytes).is_empty());
    }
}

#[test]
fn damaged_streams_are_refused_or_shown_by_each_codec() {
    let mut file = Builder::with_meta(JPEG);
    file.image("1", 8, 8, 1, 8, "MONOCHROME2");
    let stream = jpeg();
    file.fragments(&[], &[&stream]);
    let parser = echometry_engine::dicom::parse::Parser::parse(&file.bytes).unwrap();
    let format = parser.format().unwrap();
    let mut codec = codec_for(JPEG).unwrap();
    let mut random = Random(5);
    let mut output = Vec::new();
    for _ in 0..ROUNDS {
        let bytes = mutate(&stream, &mut random);
        let input = FrameInput {
            bytes: &bytes,
            skip_bits: 0,
        };
        if let Ok(decoded) = codec.decode(format, input, &mut output) {
            let expected = decoded.width as usize * decoded.height as usize;
            assert_eq!(
                output.len(),
                expected * usize::from(decoded.samples_per_pixel)
            );
        }
    }
}
