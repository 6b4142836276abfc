//! De-identification inside pixel data: what a stream carries in addition to its pictures is removed, and every frame
//! decodes to the same bytes.

use crate::support;

use echometry_engine::deid::{DeidentifyOptions, deidentify};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::video::{VideoStream, stream_of};
use jpeg_encoder::{ColorType, Encoder};
use support::command_line::frame_hashes;
use support::shared_files::{collection, read};
use support::{Builder, EXPLICIT, JPEG, RLE};

/// Word that is in none of our streams.
const CANARY: &[u8] = b"CANARYBIRD";

fn stored(bytes: &[u8]) -> Vec<u8> {
    deidentify(
        bytes,
        &DeidentifyOptions {
            key: &[42; 32],
            date_shift_days: 100,
            patient_show: "HEART-7",
        },
    )
    .unwrap()
}

fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

/// SHA-256 of every frame, all of which can be decoded.
fn hashes(bytes: &[u8]) -> Vec<String> {
    let found = frame_hashes(bytes);
    assert!(found.iter().all(|hash| hash.len() == 64), "{found:?}");
    found
}

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

/// A marker segment that holds the canary.
fn segment(code: u8, start: &[u8]) -> Vec<u8> {
    let length = (start.len() + CANARY.len() + 2) as u16;
    joined(&[&[0xff, code], &length.to_be_bytes(), start, CANARY])
}

fn jpeg(seed: u8) -> Vec<u8> {
    let pixels: Vec<u8> = (0..32 * 24u32)
        .map(|n| (n * 7 + u32::from(seed) * 31) as u8)
        .collect();
    let mut stream = Vec::new();
    Encoder::new(&mut stream, 90)
        .encode(&pixels, 32, 24, ColorType::Luma)
        .unwrap();
    stream
}

/// The stream with the canary in every place outside of the picture.
fn with_canaries(stream: &[u8]) -> Vec<u8> {
    let mut carriers = Vec::new();
    for code in 0xe0..=0xef {
        carriers.extend(segment(code, b""));
    }
    for (code, start) in [
        (0xe0, &b"JFIF\0\x01\x02\0\0\x01\0\x01\x02\x02"[..]),
        (0xe0, b"JFXX\0\x10"),
        (0xe1, b"Exif\0\0"),
        (0xfe, b""),
    ] {
        carriers.extend(segment(code, start));
    }
    let spare = [CANARY, b"\xff\xff\xff"].concat();
    joined(&[&stream[..2], &spare, &carriers, &stream[2..], CANARY, &[0]])
}

fn jpeg_file(frames: &str, table: &[u32], fragments: &[&[u8]]) -> Vec<u8> {
    let mut file = Builder::with_meta(JPEG);
    file.image(frames, 24, 32, 1, 8, "MONOCHROME2");
    file.fragments(table, fragments);
    file.bytes
}

#[test]
fn comments_application_segments_and_bytes_after_the_image_go() {
    let (first, second) = (jpeg(1), jpeg(2));
    let plain = jpeg_file("2", &[], &[&first, &second]);
    let carrier = jpeg_file("2", &[], &[&with_canaries(&first), &with_canaries(&second)]);
    assert!(contains(&carrier, CANARY));
    assert_eq!(hashes(&carrier), hashes(&plain));
    let output = stored(&carrier);
    assert!(!contains(&output, CANARY));
    assert_eq!(hashes(&output), hashes(&plain));
    assert_eq!(hashes(&output).len(), 2);
}

#[test]
fn extra_fragments_go_and_a_frame_in_two_fragments_becomes_one() {
    let (first, second) = (jpeg(1), jpeg(2));
    let (head, tail) = first.split_at(first.len() / 2 / 2 * 2);
    let extra = [&[0xff, 0xd8][..], CANARY].concat();
    let table = [0, (head.len() + 8 + tail.len() + tail.len() % 2 + 8) as u32];
    let carrier = jpeg_file("2", &table, &[head, tail, &second, CANARY, &extra]);
    let output = stored(&carrier);
    assert!(!contains(&output, CANARY));
    assert_eq!(
        hashes(&output),
        hashes(&jpeg_file("2", &[], &[&first, &second]))
    );
    let parser = Parser::parse(&output).unwrap();
    for frame in 1..=2 {
        assert_eq!(parser.frame_bytes(frame).unwrap().ranges.len(), 1);
    }
}

/// A frame of unsigned 16-bit samples of which so many bits are stored.
fn deep_image(file: &mut Builder, (rows, columns): (u16, u16), stored: u16) {
    file.us(0x0028_0002, 1);
    file.text(0x0028_0004, "CS", "MONOCHROME2");
    file.us(0x0028_0010, rows);
    file.us(0x0028_0011, columns);
    file.us(0x0028_0100, 16);
    file.us(0x0028_0101, stored);
    file.us(0x0028_0102, stored - 1);
    file.us(0x0028_0103, 0);
}

#[test]
fn rle_keeps_what_is_unpacked() {
    // Two planes of 16-bit samples, 12 bits used, 2 x 2 pixels; every sample has bits above the 12.
    let segment_of = |bytes: [u8; 4]| joined(&[&[3], &bytes, CANARY, &[0]]);
    let planes = [
        segment_of([0xa1, 0xb2, 0xc3, 0x04]),
        segment_of([1, 2, 3, 4]),
    ];
    let mut frame = vec![0; 64];
    frame[0] = 2;
    frame[4] = 64;
    frame[8] = 64 + planes[0].len() as u8;
    frame[20..30].copy_from_slice(CANARY);
    frame.extend(planes.concat());
    frame.extend_from_slice(CANARY);
    let mut file = Builder::with_meta(RLE);
    deep_image(&mut file, (2, 2), 12);
    file.fragments(&[], &[&frame]);
    let output = stored(&file.bytes);
    assert!(!contains(&output, CANARY));
    let mut plain = Builder::with_meta(EXPLICIT);
    deep_image(&mut plain, (2, 2), 12);
    plain.element(0x7fe0_0010, "OW", &[1, 0x01, 2, 0x02, 3, 0x03, 4, 0x04]);
    assert_eq!(hashes(&output), hashes(&plain.bytes));
}

/// The canary as the high half of 16-bit samples whose pictures need the low byte only.
#[test]
fn unused_high_bits_go() {
    let samples: Vec<u8> = CANARY.iter().flat_map(|&byte| [7, byte]).collect();
    let file = |pixels: &[u8]| {
        let mut file = Builder::with_meta(EXPLICIT);
        deep_image(&mut file, (2, 5), 8);
        file.element(0x7fe0_0010, "OW", pixels);
        file.bytes
    };
    let output = stored(&file(&samples));
    let parser = Parser::parse(&output).unwrap();
    let (start, length) = parser.frame_bytes(1).unwrap().ranges[0];
    let kept = &output[start as usize..(start + length) as usize];
    assert_eq!(kept, [7, 0].repeat(10));
}

#[test]
fn palette_entries_beyond_the_descriptor_go() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 1, 2, 1, 8, "PALETTE COLOR");
    for descriptor in [0x0028_1101, 0x0028_1102, 0x0028_1103] {
        file.element(descriptor, "US", &[2, 0, 0, 0, 16, 0]);
    }
    for table in [0x0028_1201, 0x0028_1202, 0x0028_1203] {
        let entries = joined(&[&[0, 1, 0, 2], CANARY]);
        file.element(table, "OW", &entries);
    }
    file.element(0x7fe0_0010, "OB", &[0, 1]);
    let output = stored(&file.bytes);
    assert!(!contains(&output, CANARY));
    let palette = |bytes: &[u8]| {
        Parser::parse(bytes)
            .unwrap()
            .format()
            .unwrap()
            .palette
            .clone()
    };
    assert!(palette(&output).is_some());
    assert_eq!(palette(&output), palette(&file.bytes));
}

/// Codestreams of real files, each with comments and bytes after its end.
#[test]
fn real_streams_with_canaries_decode_alike() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut compared = 0;
    for entry in &entries {
        let bytes = read(&folder, entry);
        let Ok(parser) = Parser::parse(&bytes) else {
            continue;
        };
        let Some(format) = parser.format().cloned() else {
            continue;
        };
        let Ok(frame) = parser.frame_bytes(1) else {
            continue;
        };
        if entry["set"] == "malformed" || frame.partial {
            continue;
        }
        // The frames of a deflated file are in no file.
        let pieces = frame
            .ranges
            .iter()
            .map(|&(start, length)| bytes.get(start as usize..(start + length) as usize));
        let Some(pieces) = pieces.collect::<Option<Vec<&[u8]>>>() else {
            continue;
        };
        let stream = pieces.concat();
        let carrier = match stream.get(..4) {
            Some([0xff, 0xd8, 0xff, _]) => with_canaries(&stream),
            Some([0xff, 0x4f, 0xff, 0x51]) => {
                let size = 4 + usize::from(u16::from_be_bytes([stream[4], stream[5]]));
                let comment = segment(0x64, &[0, 1]);
                joined(&[&stream[..size], &comment, &stream[size..], CANARY])
            }
            _ => continue,
        };
        let mut file = Builder::with_meta(&format.transfer_syntax_uid);
        file.image(
            "1",
            format.height as u16,
            format.width as u16,
            format.samples_per_pixel,
            format.bits_allocated,
            &format.photometric_interpretation,
        );
        let mut alone = file.clone();
        alone.fragments(&[], &[&stream]);
        file.fragments(&[], &[&carrier]);
        let output = stored(&file.bytes);
        let name = entry["file"].as_str().unwrap();
        assert!(!contains(&output, CANARY), "{name}");
        assert_eq!(hashes(&output), hashes(&alone.bytes), "{name}");
        compared += 1;
    }
    assert!(compared >= 30, "{compared} streams");
}

const CLIPS: [(&str, &str); 12] = [
    ("avc.264", "1.2.840.10008.1.2.4.102"),
    ("avc-interlaced.264", "1.2.840.10008.1.2.4.102"),
    ("avc.mp4", "1.2.840.10008.1.2.4.102"),
    ("avc-front.mp4", "1.2.840.10008.1.2.4.102"),
    ("avc-fragments.mp4", "1.2.840.10008.1.2.4.102"),
    ("avc.mpegts", "1.2.840.10008.1.2.4.102"),
    ("hevc.265", "1.2.840.10008.1.2.4.107"),
    ("hevc.mp4", "1.2.840.10008.1.2.4.107"),
    ("mpeg2.m2v", "1.2.840.10008.1.2.4.100"),
    ("mpeg2.mpegts", "1.2.840.10008.1.2.4.100"),
    ("mpeg2.mpg", "1.2.840.10008.1.2.4.100"),
    ("avc.264", "1.2.840.10008.1.2.4.103"),
];

fn clip(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/video");
    std::fs::read(folder.join(name)).unwrap()
}

fn video_file(syntax: &str, video: &[u8], fragment: usize) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    file.image("1", 96, 128, 3, 8, "YBR_PARTIAL_420");
    let pieces: Vec<&[u8]> = video.chunks(fragment).collect();
    file.fragments(&[], &pieces);
    file.bytes
}

/// Slices of a sample.
fn pictures(name: &str, sample: &[u8]) -> Vec<Vec<u8>> {
    let is_picture = |unit: &[u8]| match name.split(['.', '-']).next().unwrap() {
        "avc" => matches!(unit[0] & 0x1f, 1 | 5),
        "hevc" => unit[0] >> 1 & 0x3f < 32,
        _ => matches!(unit[0], 0x01..=0xaf),
    };
    let mut units: Vec<&[u8]> = Vec::new();
    if name.ends_with(".mp4") {
        let mut rest = sample;
        while let Some((length, next)) = rest.split_first_chunk::<4>() {
            let (unit, next) = next.split_at(u32::from_be_bytes(*length) as usize);
            units.push(unit);
            rest = next;
        }
    } else {
        let code = |at: usize| sample[at..].starts_with(&[0, 0, 1]);
        let starts: Vec<usize> = (0..sample.len()).filter(|&at| code(at)).collect();
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(sample.len());
            units.push(&sample[start + 3..end]);
        }
    }
    units
        .into_iter()
        .filter(|unit| !unit.is_empty() && is_picture(unit))
        .map(|unit| {
            let zeros = unit.iter().rev().take_while(|&&byte| byte == 0).count();
            unit[..unit.len() - zeros].to_vec()
        })
        .collect()
}

#[test]
fn videos_keep_their_pictures_order_and_times_and_lose_what_encoders_wrote() {
    for (name, syntax) in CLIPS {
        for fragment in [1 << 30, 1000] {
            let file = video_file(syntax, &clip(name), fragment);
            let output = stored(&file);
            let stream = |bytes: &[u8]| {
                let parser = Parser::parse(bytes).unwrap();
                stream_of(&parser, bytes).unwrap().unwrap()
            };
            let (before, after) = (stream(&file), stream(&output));
            assert_eq!(before.frames(), after.frames(), "{name}");
            assert_eq!(before.times_ms(), after.times_ms(), "{name}");
            let setup = |video: &VideoStream| {
                let decoder = video.decoder().unwrap();
                (decoder.coding, decoder.codec, decoder.width, decoder.height)
            };
            assert_eq!(setup(&before), setup(&after), "{name}");
            assert_eq!(before.samples().len(), after.samples().len(), "{name}");
            for index in 0..before.samples().len() {
                let was = before.sample_bytes(index, &file).unwrap();
                let is = after.sample_bytes(index, &output).unwrap();
                let key = |samples: &[echometry_engine::video::Sample]| samples[index].key;
                assert_eq!(
                    key(before.samples()),
                    key(after.samples()),
                    "{name} {index}"
                );
                assert_eq!(pictures(name, &was), pictures(name, &is), "{name} {index}");
                assert!(!pictures(name, &is).is_empty(), "{name} {index}");
            }
            for word in ["x264", "x265", "Lavf", "Lavc", "Handler", "FFmpeg"] {
                assert!(!contains(&output, word.as_bytes()), "{name}: {word}");
            }
        }
    }
}

#[test]
fn canaries_in_units_boxes_and_packets_of_videos_go() {
    let message = |code: &[u8], header: &[u8]| {
        joined(&[code, header, &[5, CANARY.len() as u8], CANARY, &[0x80]])
    };
    let before = |video: &[u8], unit: Vec<u8>| joined(&[&unit, video, &unit]);
    let start: &[u8] = &[0, 0, 0, 1];
    let boxed = |name: &[u8; 4]| joined(&[&(CANARY.len() as u32 + 8).to_be_bytes(), name, CANARY]);
    // A packet that does not belong to the picture, and one that is cut short.
    let mut packet = vec![0x47, 0x40, 0x99, 0x10];
    packet.extend_from_slice(CANARY);
    packet.resize(188, 0xff);
    let private = joined(&[&[0, 0, 1, 0xbf, 0, CANARY.len() as u8], CANARY]);
    let cases = [
        ("avc.264", before(&clip("avc.264"), message(start, &[6]))),
        (
            "avc.264",
            before(&clip("avc.264"), joined(&[start, &[0x18], CANARY])),
        ),
        (
            "hevc.265",
            before(&clip("hevc.265"), message(start, &[39 << 1, 1])),
        ),
        (
            "mpeg2.m2v",
            joined(&[&clip("mpeg2.m2v"), &[0, 0, 1, 0xb2], CANARY]),
        ),
        (
            "avc.mpegts",
            joined(&[&clip("avc.mpegts"), &packet, &packet[..100]]),
        ),
        (
            "mpeg2.mpg",
            joined(&[
                &clip("mpeg2.mpg")[..clip("mpeg2.mpg").len() - 4],
                &private,
                &[0, 0, 1, 0xb9],
                CANARY,
            ]),
        ),
        (
            "avc.mp4",
            joined(&[
                &clip("avc.mp4"),
                &boxed(b"udta"),
                &boxed(b"free"),
                &boxed(b"skip"),
                &boxed(b"meta"),
                &boxed(b"abcd"),
                &boxed(b"mdat"),
                CANARY,
            ]),
        ),
    ];
    for (name, video) in cases {
        let (_, syntax) = CLIPS.iter().find(|(clip, _)| *clip == name).unwrap();
        let file = video_file(syntax, &video, 1 << 30);
        assert!(contains(&file, CANARY), "{name}");
        assert!(!contains(&stored(&file), CANARY), "{name}");
    }
}

#[test]
fn a_video_whose_pictures_cannot_be_found_is_refused() {
    let file = video_file("1.2.840.10008.1.2.4.102", &[7; 4000], 1 << 30);
    let options = DeidentifyOptions {
        key: &[42; 32],
        date_shift_days: 0,
        patient_show: "A",
    };
    let error = deidentify(&file, &options).unwrap_err();
    assert_eq!(error.code(), "cannot-deidentify");
}
