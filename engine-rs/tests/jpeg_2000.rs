//! JPEG 2000 and its high-throughput blocks by streams of other encoders (fuzz/seeds): what went in is known,
//! or what another decoder makes of them.

mod support;

use std::path::Path;

use echometry_engine::codecs::{Decoded, FrameInput, codec_for};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::error::EngineError;
use sha2::{Digest, Sha256};
use support::Builder;

const JPEG_2000: &str = "1.2.840.10008.1.2.4.90";
const HIGH_THROUGHPUT: &str = "1.2.840.10008.1.2.4.201";
const WIDTH: usize = 24;
const HEIGHT: usize = 20;
/// Where SIZ keeps depth and sign of the first component.
const DEPTH: usize = 42;

fn seed(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds");
    std::fs::read(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn decode(syntax: &str, stream: &[u8], allocated: u16) -> Result<(Decoded, Vec<u8>), EngineError> {
    let mut file = Builder::with_meta(syntax);
    let size = (HEIGHT as u16, WIDTH as u16);
    file.image("1", size.0, size.1, 1, allocated, "MONOCHROME2");
    file.fragments(&[], &[stream]);
    let parser = Parser::parse(&file.bytes).unwrap();
    let format = parser.format().unwrap();
    let mut codec = codec_for(&format.transfer_syntax_uid).unwrap();
    let mut samples = Vec::new();
    let input = FrameInput {
        bytes: stream,
        skip_bits: 0,
    };
    let decoded = codec.decode(format, input, &mut samples)?;
    Ok((decoded, samples))
}

fn words(bytes: &[u8]) -> Vec<i32> {
    let (words, _) = bytes.as_chunks::<2>();
    words
        .iter()
        .map(|word| i32::from(i16::from_le_bytes(*word)))
        .collect()
}

/// The grey picture that fuzz/make-seeds.mjs gave the encoders: a ramp with speckle.
fn picture(bits: u32) -> Vec<i32> {
    let mut state = 1u32;
    let sample = |at: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let ramp = (at % WIDTH) as f64 / WIDTH as f64;
        let level = 0.2 + 0.6 * ramp + 0.2 * (f64::from(state) / 4_294_967_296.0);
        (level * f64::from((1u32 << bits) - 1)).floor() as i32
    };
    (0..WIDTH * HEIGHT).map(sample).collect()
}

#[test]
fn signed_high_throughput_streams_give_what_went_in() {
    for bits in [12, 16] {
        let stream = seed(&format!("high_throughput/grey-{bits}-signed.jph"));
        assert_eq!(stream[DEPTH], 0x80 | (bits - 1) as u8);
        let (_, samples) = decode(HIGH_THROUGHPUT, &stream, 16).unwrap();
        let half = 1 << (bits - 1);
        let expected: Vec<i32> = picture(bits).iter().map(|value| value - half).collect();
        assert_eq!(words(&samples), expected, "{bits} bits");
    }
}

/// Only samples without a sign are lifted by half their range (15444-1 G.1): with the sign's bit in SIZ, the
/// same stream holds samples that are lower by as much.
#[test]
fn a_sign_lowers_samples_by_half_their_range() {
    for (syntax, folder, end) in [
        (HIGH_THROUGHPUT, "high_throughput", ".jph"),
        (JPEG_2000, "jpeg_2000", "-lossless.j2k"),
    ] {
        for bits in [8, 12, 16] {
            let mut stream = seed(&format!("{folder}/grey-{bits}{end}"));
            stream[DEPTH] |= 0x80;
            let (decoded, samples) = decode(syntax, &stream, 16).unwrap();
            assert_eq!(decoded.sample_bytes, 2);
            let half = 1 << (bits - 1);
            let expected: Vec<i32> = picture(bits).iter().map(|value| value - half).collect();
            assert_eq!(words(&samples), expected, "{folder} {bits} bits");
        }
    }
    let mut stream = seed("high_throughput/grey-8.jph");
    stream[DEPTH] |= 0x80;
    let (_, samples) = decode(HIGH_THROUGHPUT, &stream, 8).unwrap();
    let expected: Vec<u8> = picture(8).iter().map(|value| (value - 128) as u8).collect();
    assert_eq!(samples, expected);
}

/// Passes after the cleanup, which the encoder at hand never writes: a packet of its stream announces them, and
/// their bytes are random. The hashes are of what opj_decompress 2.5.0 makes of the files.
#[test]
fn refinement_passes_give_what_openjpeg_gives() {
    for (name, expected) in REFINED {
        let stream = seed(&format!("high_throughput/refined-{name}.jph"));
        let (_, samples) = decode(HIGH_THROUGHPUT, &stream, 8).unwrap();
        let hash: &[u8] = &Sha256::digest(&samples);
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, expected, "{name}");
    }
}

/// Significance alone, with the refinement of what was significant, and in stripes that do not see the next.
const REFINED: [(&str, &str); 3] = [
    (
        "two",
        "1e52fc3991d0cd5d971accfb496fdeab188b49ee15e9dd12bad1276263aabf6f",
    ),
    (
        "three",
        "b1d52c3ac241387def57369c2f008dfa3c21706bb4ca2dfe06adb787b8c8618c",
    ),
    (
        "causal",
        "16ae326b11c2cb4936cbddad291e6c20c4dea2508682bdcdb3332271643ba4e6",
    ),
];

/// An encoder counts a byte too many into COD.
#[test]
fn a_coding_style_may_be_announced_a_byte_too_long() {
    let mut stream = seed("high_throughput/grey-12.jph");
    let style = stream.windows(2).position(|pair| pair == [0xff, 0x52]);
    stream[style.unwrap() + 3] += 1;
    let (_, samples) = decode(HIGH_THROUGHPUT, &stream, 16).unwrap();
    assert_eq!(words(&samples), picture(12));
}

/// A stream of empty packets: a grey picture whose samples are all half of their range.
fn dark(side: u32, components: u16, levels: u8, style: u8) -> Vec<u8> {
    let mut stream = vec![0xff, 0x4f, 0xff, 0x51];
    stream.extend((38 + 3 * components).to_be_bytes());
    stream.extend([0, 0]);
    for number in [side, side, 0, 0, side, side, 0, 0] {
        stream.extend(number.to_be_bytes());
    }
    stream.extend(components.to_be_bytes());
    (0..components).for_each(|_| stream.extend([7, 1, 1]));
    stream.extend([0xff, 0x52, 0, 12, 0, 0, 0, 1, 0, levels, 4, 4, style, 1]);
    let bands = 3 * levels + 1;
    stream.extend([0xff, 0x5c, 0, 3 + bands, 0x40]);
    (0..bands).for_each(|_| stream.push(8 << 3));
    stream.extend([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x93]);
    stream.extend(vec![0; usize::from(levels + 1) * usize::from(components)]);
    stream.extend([0xff, 0xd9]);
    stream
}

/// The largest frame there may be, out of a few bytes. Nothing of it is transformed, and no test is timed.
#[test]
fn a_dark_frame_near_the_limit_is_even() {
    for (syntax, style) in [(JPEG_2000, 0), (HIGH_THROUGHPUT, 0x40)] {
        for (side, components) in [(16_384, 1), (9_459, 3)] {
            let stream = dark(side, components, 5, style);
            assert!(stream.len() < 200);
            let (decoded, samples) = decode(syntax, &stream, 8).unwrap();
            assert_eq!((decoded.width, decoded.height), (side, side));
            assert_eq!(
                samples.len(),
                (side * side) as usize * usize::from(components)
            );
            assert!(samples.iter().all(|sample| *sample == 128));
        }
    }
}

/// Of all blocks the first of the finest HH holds something: 64 coefficients each way. A 5-3 wavelet carries the
/// one with number n to the samples up to 2 n + 3.
#[test]
fn what_lies_far_from_a_block_stays_even() {
    const SIDE: usize = 2_048;
    let mut stream = dark(SIDE as u32, 1, 5, 0);
    let last = stream.len() - 3;
    // Nothing of HL and LH; of the tag trees over 16 x 16 blocks of HH five nodes lead to the first, whose
    // planes are all coded; one pass, a byte; no other block. The byte follows.
    let packet = [0b1001_1111, 0b1111_1000, 0b0100_0000, 0, 0x55];
    stream.splice(last..=last, packet);
    let (_, samples) = decode(JPEG_2000, &stream, 8).unwrap();
    let is_even = |at: &usize| samples[*at] == 128;
    let is_near = |at: &usize| at % SIDE <= 129 && at / SIDE <= 129;
    assert!(
        (0..samples.len())
            .filter(|at| !is_near(at))
            .all(|at| is_even(&at))
    );
    assert!(!(0..samples.len()).filter(is_near).all(|at| is_even(&at)));
}

#[test]
fn damaged_blocks_are_an_error_or_a_picture() {
    let stream = seed("high_throughput/refined-three.jph");
    let data = stream
        .windows(2)
        .position(|pair| pair == [0xff, 0x93])
        .unwrap();
    for at in data + 2..stream.len() - 2 {
        for bit in 0..8 {
            let mut damaged = stream.clone();
            damaged[at] ^= 1 << bit;
            if let Err(error) = decode(HIGH_THROUGHPUT, &damaged, 8) {
                assert_eq!(error.code(), "malformed-frame", "byte {at}, bit {bit}");
            }
        }
    }
}
