//! JPEG 2000 and its high-throughput blocks by streams of other encoders (fuzz/seeds): what went in is known,
//! or what another decoder makes of them.

use crate::support;

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

/// Archives fill fragments up with FF, spaces or zeros. They follow the tile, or belong to it where its length is
/// not given (15444-1 A.4.2).
#[test]
fn whole_frames_that_are_padded_are_not_called_partial() {
    for (syntax, name) in [
        (JPEG_2000, "jpeg_2000/grey-8-lossless.j2k"),
        (HIGH_THROUGHPUT, "high_throughput/grey-8.jph"),
    ] {
        let measured = seed(name);
        let (_, expected) = decode(syntax, &measured, 8).unwrap();
        let tile = memchr::memmem::find(&measured, &[0xff, 0x90]).unwrap();
        let mut open = measured.clone();
        open[tile + 6..tile + 10].fill(0);
        for stream in [measured, open] {
            for filler in [0xff, b' ', 0] {
                let padded = |stream: &[u8]| [stream, &[filler; 40]].concat();
                let (decoded, samples) = decode(syntax, &padded(&stream), 8).unwrap();
                assert!(!decoded.partial, "{name} {filler:02x}");
                assert_eq!(samples, expected, "{name} {filler:02x}");
                let half = padded(&stream[..stream.len() / 2]);
                let is_whole = decode(syntax, &half, 8).is_ok_and(|(decoded, _)| !decoded.partial);
                assert!(!is_whole, "half of {name} {filler:02x}");
            }
        }
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

/// Passes after the cleanup, which the installed encoder never writes: a packet of its stream announces them,
/// and their bytes are random. The hashes are of what opj_decompress 2.5.0 makes of the files.
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

/// Only significance, with the refinement of earlier significant samples, and in stripes that do not see the
/// next.
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

/// Announcements of a stream, without bytes.
struct Announced {
    /// Columns and rows of the picture and of a tile.
    side: u32,
    tile: u32,
    components: u16,
    layers: u16,
    levels: u8,
    /// Exponent of both sides of a code block, less 2.
    block: u8,
    /// Exponent of both sides of all precincts; as large as can be where there is none.
    precinct: Option<u8>,
    style: u8,
    /// More marker segments, before the steps of quantisation.
    more: Vec<u8>,
}

const USUAL: Announced = Announced {
    side: 8_000,
    tile: 8_000,
    components: 3,
    layers: 1,
    levels: 5,
    block: 4,
    precinct: None,
    style: 0,
    more: Vec::new(),
};

impl Announced {
    /// Levels, code blocks and precincts, as COD and COC have them.
    fn shape(&self) -> Vec<u8> {
        let mut shape = vec![self.levels, self.block, self.block, self.style, 1];
        let sizes = self
            .precinct
            .map(|size| vec![size * 17; usize::from(self.levels) + 1]);
        shape.extend(sizes.unwrap_or_default());
        shape
    }

    /// COD.
    fn coding(&self) -> Vec<u8> {
        let mut content = vec![u8::from(self.precinct.is_some()), 0];
        content.extend(self.layers.to_be_bytes());
        content.push(0);
        content.extend(self.shape());
        segment(0x52, &content)
    }

    fn header(&self) -> Vec<u8> {
        let mut size = vec![0, 0];
        for number in [self.side, self.side, 0, 0, self.tile, self.tile, 0, 0] {
            size.extend(number.to_be_bytes());
        }
        size.extend(self.components.to_be_bytes());
        (0..self.components).for_each(|_| size.extend([7, 1, 1]));
        let mut steps = vec![0x40];
        (0..3 * self.levels + 1).for_each(|_| steps.push(8 << 3));
        let parts = [
            vec![0xff, 0x4f],
            segment(0x51, &size),
            self.coding(),
            self.more.clone(),
            segment(0x5c, &steps),
        ];
        parts.concat()
    }

    /// Every tile as one part; it begins with `style` and has these bytes.
    fn stream(&self, style: &[u8], body: &[u8]) -> Vec<u8> {
        let mut stream = self.header();
        let across = self.side.div_ceil(self.tile);
        for number in 0..(across * across).min(u32::from(u16::MAX)) {
            // None: up to the end of the stream.
            let length = match across {
                1 => 0,
                _ => 14 + style.len() + body.len(),
            };
            let mut start = (number as u16).to_be_bytes().to_vec();
            start.extend((length as u32).to_be_bytes());
            start.extend([0, 1]);
            stream.extend(segment(0x90, &start));
            stream.extend(style);
            stream.extend([0xff, 0x93]);
            stream.extend(body);
        }
        stream.extend([0xff, 0xd9]);
        stream
    }

    /// The limit that a stream is refused for, each of whose tiles has an empty packet.
    fn limit(&self) -> Option<String> {
        limit(&self.stream(&[], &[0]))
    }
}

fn segment(code: u8, content: &[u8]) -> Vec<u8> {
    let mut segment = vec![0xff, code];
    segment.extend((content.len() as u16 + 2).to_be_bytes());
    segment.extend(content);
    segment
}

fn limit(stream: &[u8]) -> Option<String> {
    match decode(JPEG_2000, stream, 8).err()? {
        EngineError::LimitExceeded { limit, .. } => Some(limit),
        other => panic!("{other:?}"),
    }
}

#[test]
fn pictures_may_be_cut_as_finely_as_encoders_do() {
    let tiles = Announced {
        side: 4_000,
        tile: 256,
        layers: 12,
        block: 3,
        precinct: Some(8),
        ..USUAL
    };
    let blocks = Announced {
        side: 1_024,
        tile: 1_024,
        block: 0,
        ..USUAL
    };
    for announced in [USUAL, tiles, blocks] {
        assert_eq!(announced.limit(), None);
    }
}

#[test]
fn parts_by_the_million_are_refused() {
    // 8000 x 8000 x 3 in blocks of 16 samples.
    let blocks = Announced { block: 0, ..USUAL };
    assert_eq!(blocks.limit().unwrap(), "code_blocks");
    let precincts = Announced {
        precinct: Some(1),
        ..USUAL
    };
    assert_eq!(precincts.limit().unwrap(), "precincts");
    // Few levels for one component, whose precincts are then cut from larger resolutions.
    let fine = Announced {
        precinct: Some(1),
        levels: 1,
        ..USUAL
    };
    let own = [vec![0, 1], fine.shape()].concat();
    let component = Announced {
        more: segment(0x53, &own),
        ..USUAL
    };
    assert_eq!(component.limit().unwrap(), "precincts");
    let tile = USUAL.stream(&precincts.coding(), &[0]);
    assert_eq!(limit(&tile).unwrap(), "precincts");
}

/// Orders of packets that name the same again and again (A.6.6).
#[test]
fn packets_by_the_million_are_refused() {
    let order = |layers: u16| {
        let [high, low] = layers.to_be_bytes();
        [0, 0, high, low, 33, 3, 0]
    };
    let fine = Announced {
        precinct: Some(5),
        layers: 1_000,
        ..USUAL
    };
    for layers in [0, 1] {
        let orders = segment(0x5f, &order(layers).repeat(9_000));
        let again = Announced {
            more: orders,
            ..fine
        };
        assert_eq!(again.limit().unwrap(), "packets");
    }
    // A packet is there once, however often it is named, and here the stream ends with the first.
    let twice = Announced {
        more: segment(0x5f, &order(1_000).repeat(2)),
        ..fine
    };
    assert_eq!(twice.limit(), None);
}

/// The order that a tile names applies to it instead of the main header's (A.6.6).
#[test]
fn the_order_of_a_tile_replaces_that_of_all() {
    let stream = seed("jpeg_2000/rgb-8-unmixed.j2k");
    let (_, expected) = decode(JPEG_2000, &stream, 8).unwrap();
    let at = |code: u8| {
        stream
            .windows(2)
            .position(|pair| pair == [0xff, code])
            .unwrap()
    };
    let order = |order: u8| segment(0x5f, &[0, 0, 0, 1, 33, 3, order]);
    let (tile, data) = (at(0x90), at(0x93));
    let with = |of_all: &[u8], of_tile: &[u8]| {
        let mut start = stream[tile..data].to_vec();
        // Up to the end of the stream, as it is longer now.
        start[6..10].fill(0);
        let parts = [&stream[..tile], of_all, &start, of_tile, &stream[data..]];
        let decoded = decode(JPEG_2000, &parts.concat(), 8);
        decoded.map(|(_, samples)| samples)
    };
    let (resolutions, components) = (order(0), order(4));
    assert_eq!(with(&components, &resolutions).unwrap(), expected);
    assert_ne!(with(&components, &[]).ok(), Some(expected));
}

/// A stream of empty packets: a grey picture whose samples are all half of their range.
fn dark(side: u32, components: u16, levels: u8, style: u8) -> Vec<u8> {
    let announced = Announced {
        side,
        tile: side,
        components,
        levels,
        style,
        ..USUAL
    };
    announced.stream(
        &[],
        &vec![0; usize::from(levels + 1) * usize::from(components)],
    )
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

/// A packet with one block: nothing of HL and LH; of the tag trees over 16 x 16 blocks of HH five nodes lead to
/// the first, whose planes are all coded; one pass, a byte; no other block.
const ONE_BLOCK: [u8; 4] = [0b1001_1111, 0b1111_1000, 0b0100_0000, 0];
/// Its byte.
const BLOCK: u8 = 0x55;
/// Side of a picture whose finest sub-bands have 16 x 16 blocks.
const SIDE: u32 = 2_048;

/// The last packet of a dark picture is that with one block.
fn nearly_dark() -> Vec<u8> {
    let mut stream = dark(SIDE, 1, 5, 0);
    let last = stream.len() - 3;
    stream.splice(last..=last, ONE_BLOCK.into_iter().chain([BLOCK]));
    stream
}

/// Headers of packets may be in the header of a tile or of all (PPT and PPM, A.7.4 and A.7.5), in several
/// segments that are numbered.
#[test]
fn headers_of_packets_may_stand_apart() {
    let headers = [&[0; 5][..], &ONE_BLOCK].concat();
    let (_, expected) = decode(JPEG_2000, &nearly_dark(), 8).unwrap();
    let usual = Announced {
        side: SIDE,
        tile: SIDE,
        components: 1,
        ..USUAL
    };
    let numbered = |code: u8, bytes: &[u8]| {
        let (first, second) = bytes.split_at(3);
        let second = segment(code, &[&[1], second].concat());
        // The order of the segments follows only from their numbers.
        [second, segment(code, &[&[0], first].concat())].concat()
    };
    let of_tile = usual.stream(&numbered(0x61, &headers), &[BLOCK]);
    let counted = [&(headers.len() as u32).to_be_bytes(), &headers[..]].concat();
    let of_all = Announced {
        more: numbered(0x60, &counted),
        ..usual
    };
    for stream in [of_tile, of_all.stream(&[], &[BLOCK])] {
        let (_, samples) = decode(JPEG_2000, &stream, 8).unwrap();
        assert!(samples == expected);
    }
}

/// Of all blocks the first of the finest HH holds something: 64 coefficients each way. A 5-3 wavelet carries the
/// one with number n to the samples up to 2 n + 3.
#[test]
fn what_lies_far_from_a_block_stays_even() {
    const SIDE: usize = self::SIDE as usize;
    let stream = nearly_dark();
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
