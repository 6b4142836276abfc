//! Video transfer syntaxes: order, keys and times of the fixtures' clips, as ffprobe prints them.

use crate::support;

use echometry_engine::commands::{parse_arguments, run};
use echometry_engine::deid::findings::Findings;
use echometry_engine::dicom::parse::Parser;
use echometry_engine::error::EngineError;
use echometry_engine::pixels::frame::decode_frame;
use echometry_engine::video::{VideoStream, stream_of};
use serde::Deserialize;
use support::Builder;

const MPEG_2: &str = "1.2.840.10008.1.2.4.100";
const AVC: &str = "1.2.840.10008.1.2.4.102";
const HEVC: &str = "1.2.840.10008.1.2.4.107";
const HEVC_MAIN_10: &str = "1.2.840.10008.1.2.4.108";

#[derive(Deserialize)]
struct Manifest {
    frames: usize,
    clips: Vec<Clip>,
}

#[derive(Deserialize)]
struct Clip {
    file: String,
    profile: String,
    level: u32,
    width: u32,
    height: u32,
    presentation: Vec<u32>,
    keys: Vec<usize>,
    times_ms: Vec<f64>,
}

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/video")
}

fn manifest() -> Manifest {
    let text = std::fs::read_to_string(folder().join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn clip_bytes(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap()
}

fn syntax_of(name: &str) -> &'static str {
    match name.split(['.', '-']).next().unwrap() {
        "avc" => AVC,
        "hevc" => HEVC,
        _ => MPEG_2,
    }
}

/// A file whose video is cut into fragments of these lengths.
fn file_of(syntax: &str, frames: &str, video: &[u8], fragment: usize, timed: bool) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    if timed {
        file.text(0x0018_1063, "DS", "20");
    }
    file.image(frames, 96, 128, 3, 8, "YBR_PARTIAL_420");
    file.header(0x7fe0_0010, "OB", u32::MAX);
    file.item(0xfffe_e000, 4);
    file.bytes.extend([0; 4]);
    for piece in video.chunks(fragment) {
        file.item(0xfffe_e000, piece.len().next_multiple_of(2) as u32);
        file.bytes.extend(piece);
        file.bytes.resize(file.bytes.len().next_multiple_of(2), 0);
    }
    file.item(0xfffe_e0dd, 0);
    file.bytes
}

#[test]
fn every_clip_has_the_order_keys_and_times_that_ffprobe_tells() {
    let manifest = manifest();
    assert_eq!(manifest.clips.len(), 11);
    for clip in manifest.clips {
        let name = &clip.file;
        let stream = VideoStream::read(syntax_of(name), &clip_bytes(name)).unwrap();
        let found: Vec<u32> = (0..stream.samples().len())
            .map(|sample| stream.frame_of(sample).unwrap())
            .collect();
        assert_eq!(found, clip.presentation, "{name}");
        assert_eq!(found.len(), manifest.frames, "{name}");
        let keys: Vec<usize> = (0..found.len())
            .filter(|&at| stream.samples()[at].key)
            .collect();
        assert_eq!(keys, clip.keys, "{name}");
        let decoder = stream.decoder().unwrap();
        let size = (decoder.width, decoder.height);
        assert_eq!(size, (clip.width, clip.height), "{name}");
        let level = match (clip.profile.as_str(), name.starts_with("mpeg2")) {
            (_, true) => "mp4v.61".to_owned(),
            // level_idc in hexadecimal; High is 0x64.
            ("High", _) => format!("avc1.6400{:02x}", clip.level),
            // Main, compatible with itself and Main 10, level_idc in decimal.
            _ => format!("hvc1.1.6.L{}.90", clip.level),
        };
        assert_eq!(decoder.codec, level, "{name}");
        // The order of an HEVC byte stream is known, its times come from the header.
        match stream.times_ms() {
            None => assert_eq!(name, "hevc.265"),
            Some(times) => {
                assert_eq!(times.len(), clip.times_ms.len(), "{name}");
                for (found, expected) in times.iter().zip(&clip.times_ms) {
                    assert!(
                        (found - expected).abs() < 0.02,
                        "{name}: {found} for {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn frames_are_known_as_soon_as_their_own_bytes_are_there() {
    for clip in manifest().clips {
        let name = &clip.file;
        let video = clip_bytes(name);
        let whole = VideoStream::read(syntax_of(name), &video).unwrap();
        let mut stream = VideoStream::new(syntax_of(name)).unwrap();
        // The fragment begins after a header of 1000 bytes.
        stream.add_fragment(1000, video.len() as u64).unwrap();
        let mut first = None;
        let mut ready = 0;
        for (at, byte) in video.iter().enumerate() {
            stream.push(std::slice::from_ref(byte)).unwrap();
            let now = stream.ready(1000 + at as u64 + 1);
            assert!(now >= ready, "{name}");
            ready = now;
            if ready > 0 && first.is_none() {
                first = Some(at + 1);
            }
        }
        stream.finish().unwrap();
        assert_eq!(stream.ready(1000 + video.len() as u64), 48, "{name}");
        assert_eq!(stream.frames(), whole.frames(), "{name}");
        let sample = whole.frames()[0] as usize;
        let end = whole
            .sample_places(sample)
            .last()
            .map(|&(at, length)| at + length);
        let behind = first.unwrap() as u64 - end.unwrap();
        // In a stream without an index, the start of the next picture shows the end of one, in a
        // separate packet or not; the order of HEVC and MPEG-2 by the next picture.
        let allowed = match name.as_str() {
            // Their movie box is the last one.
            "avc.mp4" | "hevc.mp4" => continue,
            "avc-front.mp4" | "avc-fragments.mp4" => 0,
            "avc.264" | "avc-interlaced.264" => 80,
            "avc.mpegts" => 188 * 2,
            _ => video.len() as u64 / 8,
        };
        assert!(behind <= allowed, "{name}: {behind} bytes");
    }
}

#[test]
fn the_movie_box_behind_the_pictures_is_asked_for() {
    let video = clip_bytes("avc.mp4");
    let at = video.windows(4).position(|four| four == b"moov").unwrap() - 4;
    let mut stream = VideoStream::new(AVC).unwrap();
    stream.add_fragment(1000, video.len() as u64).unwrap();
    stream.push(&video[..at / 2]).unwrap();
    let end = 1000 + video.len() as u64;
    assert_eq!(stream.wanted(), Some((1000 + at as u64, Some(end))));
    stream.push_wanted(&video[at..]).unwrap();
    assert_eq!(stream.wanted(), None);
    assert!(stream.is_complete());
    assert_eq!(stream.frames().len(), 48);
    let arrived = stream.ready(1000 + at as u64 / 2);
    assert!((1..48).contains(&arrived), "{arrived}");
    assert_eq!(stream.ready(1000 + at as u64), 48);
}

/// Bits of a stream written by hand.
#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn number(mut self, value: u32, width: u32) -> Self {
        self.0
            .extend((0..width).rev().map(|bit| value >> bit & 1 == 1));
        self
    }

    fn unsigned(self, value: u32) -> Self {
        let width = (value + 1).ilog2();
        self.number(0, width).number(value + 1, width + 1)
    }

    fn signed(self, value: i32) -> Self {
        let code = value.unsigned_abs() * 2 - u32::from(value > 0);
        self.unsigned(code)
    }

    /// A NAL unit after its start code, closed by the stop bit.
    fn unit(self, header: u8) -> Vec<u8> {
        let mut bits = self.number(1, 1).0;
        bits.resize(bits.len().next_multiple_of(8), false);
        let bytes = bits
            .chunks(8)
            .map(|byte| byte.iter().fold(0, |sum, &bit| sum << 1 | u8::from(bit)));
        [0, 0, 1, header].into_iter().chain(bytes).collect()
    }
}

#[test]
fn order_counts_of_type_1_number_the_frames() {
    // Baseline, frame_num of 4 bits, references 4 apart, others 2 before what is expected.
    let sequence = Bits::default()
        .number(0x42_00_1e, 24)
        .unsigned(0)
        .unsigned(0)
        .unsigned(1)
        .number(1, 1)
        .signed(-2)
        .signed(0)
        .unsigned(1)
        .signed(4)
        .unsigned(1)
        .number(0, 1)
        .unsigned(7)
        .unsigned(5)
        .number(0b1100, 4);
    let pictures = Bits::default().unsigned(0).unsigned(0).number(0, 2);
    let slice = |frame_num: u32, header: u8| {
        let slice = Bits::default().unsigned(0).unsigned(0).unsigned(0);
        let slice = slice.number(frame_num, 4);
        let slice = if header & 0x1f == 5 {
            slice.unsigned(0)
        } else {
            slice
        };
        slice.number(0x5555_5555, 32).unit(header)
    };
    // I0 P2 b1 P4 b3 P6: references 0x41, others 0x01.
    let coded = [
        (0, 0x65),
        (1, 0x41),
        (2, 0x01),
        (2, 0x41),
        (3, 0x01),
        (3, 0x41),
    ];
    let mut video = [sequence.unit(0x67), pictures.unit(0x68)].concat();
    video.extend(
        coded
            .iter()
            .flat_map(|&(frame_num, header)| slice(frame_num, header)),
    );
    let stream = VideoStream::read(AVC, &video).unwrap();
    let shown: Vec<_> = (0..6).map(|sample| stream.frame_of(sample)).collect();
    assert_eq!(shown, [0, 2, 1, 4, 3, 5].map(Some));
    let decoder = stream.decoder().unwrap();
    assert_eq!(decoder.codec, "avc1.42001e");
    assert_eq!((decoder.width, decoder.height), (128, 96));
}

#[test]
fn decoding_begins_at_a_key_that_reaches_the_picture() {
    // HEVC of ffprobe: keys at 0, 9, 21, 33; pictures 10 to 12 are shown before the key at 9.
    let stream = VideoStream::read(HEVC, &clip_bytes("hevc.265")).unwrap();
    assert_eq!(
        [8, 9, 10, 12, 13, 20].map(|at| stream.decode_from(at)),
        [0, 9, 0, 0, 9, 9]
    );
    let closed = VideoStream::read(AVC, &clip_bytes("avc.264")).unwrap();
    assert_eq!(
        [11, 12, 13, 47].map(|at| closed.decode_from(at)),
        [0, 12, 12, 36]
    );
}

#[test]
fn a_key_brings_its_parameter_sets() {
    let video = clip_bytes("avc.264");
    let stream = VideoStream::read(AVC, &video).unwrap();
    for at in [0, 12, 24, 36] {
        let bytes = stream.sample_bytes(at, &video).unwrap();
        let kinds: Vec<u8> = bytes
            .windows(4)
            .filter(|four| four[..3] == [0, 0, 1])
            .map(|four| four[3] & 0x1f)
            .collect();
        assert!(
            kinds.contains(&7) && kinds.contains(&8) && kinds.contains(&5),
            "{at}: {kinds:?}"
        );
    }
    assert_eq!(stream.sample_bytes(48, &video), None);
}

#[test]
fn fragments_make_one_stream_whatever_their_cut() {
    let video = clip_bytes("avc.264");
    let whole = VideoStream::read(AVC, &video).unwrap();
    for fragment in [video.len(), 1000, 2] {
        let file = file_of(AVC, "48", &video, fragment, true);
        let parser = Parser::parse(&file).unwrap();
        assert!(parser.warnings().is_empty(), "{:?}", parser.warnings());
        assert_eq!(parser.frames_total(), 48);
        let stream = stream_of(&parser, &file).unwrap().unwrap();
        for sample in 0..47 {
            let found = stream.sample_bytes(sample, &file);
            assert_eq!(found, whole.sample_bytes(sample, &video));
        }
    }
}

#[test]
fn info_tells_header_times_first_and_those_of_the_video_else() {
    let line = |frames: &str, timed: bool| -> serde_json::Value {
        let file = file_of(AVC, frames, &clip_bytes("avc.mp4"), 1 << 20, timed);
        let words: Vec<String> = ["info", "clip"].map(String::from).to_vec();
        let mut lines = Vec::new();
        let command = parse_arguments(&words).unwrap().command;
        run(&command, "clip", &file, &mut |output| {
            lines.push(output.line)
        });
        serde_json::from_str(&lines[0]).unwrap()
    };
    let timed = line("48", true);
    assert_eq!(timed["frame_time_source"], "frame_time");
    assert_eq!(timed["frame_rate"], 50.0);
    assert_eq!(timed["warnings"], serde_json::json!([]));
    let untimed = line("48", false);
    assert_eq!(untimed["frame_time_source"], "video_stream");
    assert_eq!(untimed["frame_rate"], 25.0);
    assert_eq!(untimed["frame_times_ms"][47], 1880.0);
    let short = line("50", false);
    assert_eq!(
        short["warnings"],
        serde_json::json!(["fewer_frames_than_declared"])
    );
    assert_eq!(short["frame_times_ms"].as_array().unwrap().len(), 50);
    let long = line("7", true);
    assert_eq!(
        long["warnings"],
        serde_json::json!(["more_frames_than_declared"])
    );
    // The manifest of the clips lists 48 pictures.
    for described in [timed, short, long] {
        assert_eq!(described["frames_present"], 48);
    }
}

#[test]
fn frames_are_left_to_the_browser_by_name() {
    for (syntax, name) in [
        (MPEG_2, "MPEG2 Main Profile / Main Level"),
        (HEVC_MAIN_10, "HEVC/H.265 Main 10 Profile / Level 5.1"),
        (
            "1.2.840.10008.1.2.4.106",
            "MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2",
        ),
    ] {
        let file = file_of(syntax, "2", &[0, 0, 1, 9], 4, true);
        let parser = Parser::parse(&file).unwrap();
        let error = decode_frame(&parser, &file, 2, &mut Vec::new()).unwrap_err();
        let expected = EngineError::FramesInBrowser {
            uid: syntax.to_owned(),
            name: name.to_owned(),
        };
        assert_eq!(error, expected);
    }
}

#[test]
fn an_import_finds_frames_of_a_video_that_are_missing_or_beyond_the_declared_number() {
    let found = |frames: &str, video: &[u8]| {
        let findings = Findings::of(&file_of(AVC, frames, video, 1 << 20, true));
        (findings.frames_present, findings.number_of_frames)
    };
    // The manifest of the clips lists 48 pictures.
    let video = clip_bytes("avc.mp4");
    for frames in [7, 48, 50] {
        assert_eq!(found(&frames.to_string(), &video), (Some(48), frames));
    }
    assert!(Findings::of(&file_of(AVC, "48", &video, 1 << 20, true)).is_video);
    // A video that cannot be read is refused later, by name.
    assert_eq!(found("48", b"no video at all, and no frame"), (None, 48));
}

#[test]
fn what_is_no_video_is_refused_with_its_place() {
    let code =
        |syntax: &str, bytes: &[u8]| VideoStream::read(syntax, bytes).map(|_| ()).unwrap_err();
    assert_eq!(
        code(AVC, b"neither this nor that").code(),
        "malformed-video"
    );
    assert_eq!(
        code("1.2.840.10008.1.2.4.50", &[]).code(),
        "unsupported-transfer-syntax"
    );
    let mut transport = clip_bytes("avc.mpegts");
    transport[188 * 7] = 0;
    let EngineError::MalformedVideo { offset, .. } = code(AVC, &transport) else {
        panic!("a packet out of step is told");
    };
    assert_eq!(offset, 188.0 * 7.0);
    // A movie that is cut off before its movie box.
    let mut movie = clip_bytes("avc.mp4");
    movie.truncate(movie.len() / 2);
    assert_eq!(code(AVC, &movie).code(), "malformed-video");
}
