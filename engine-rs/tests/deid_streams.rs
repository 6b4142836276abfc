//! Random bytes at every place of a codestream where a standard or a lenient decoder allows more than the picture:
//! none of them is stored, and every frame decodes to the same samples.

use crate::support;

use echometry_engine::deid::{DeidentifyOptions, deidentify};
use echometry_engine::dicom::parse::Parser;
use jpeg_encoder::{ColorType, Encoder};
use support::Builder;
use support::command_line::frame_hashes;
use support::plants::{Carrier, PLANT_BYTES, at_end, at_start, contains, plant, spliced};
use support::shared_files::{collection, read};

const JPEG_BASELINE: &str = "1.2.840.10008.1.2.4.50";
const JPEG_XL: &str = "1.2.840.10008.1.2.4.111";
const DEFLATED_FRAMES: &str = "1.2.840.10008.1.2.8.1";
const ENCAPSULATED_PLAIN: &str = "1.2.840.10008.1.2.1.98";

fn stored(bytes: &[u8]) -> Vec<u8> {
    let options = DeidentifyOptions {
        key: &[42; 32],
        date_shift_days: 100,
        patient_show: "HEART-7",
    };
    deidentify(bytes, &options).unwrap()
}

/// One frame of a real or made file.
struct Source {
    name: String,
    frame: Vec<u8>,
    /// Everything of the file but its pixel data.
    head: Builder,
}

impl Source {
    fn file(&self, frame: &[u8]) -> Vec<u8> {
        let mut file = self.head.clone();
        file.fragments(&[], &[frame]);
        file.bytes
    }

    /// Plants a text at each place and checks that it goes and the picture stays; returns at how many.
    fn check(&self, carriers: Vec<Carrier>) -> usize {
        let expected = frame_hashes(&self.file(&self.frame));
        let clean = stored(&self.file(&self.frame));
        assert_eq!(frame_hashes(&clean), expected, "{}", self.name);
        let mut checked = 0;
        for (place, text, frame) in carriers {
            let carrier = self.file(&frame);
            assert!(contains(&carrier, &text), "{} {place}", self.name);
            let before = frame_hashes(&carrier);
            // A place where our decoder reads the text as picture does not count.
            if before != expected {
                continue;
            }
            let output = stored(&carrier);
            assert!(!contains(&output, &text), "{} {place}", self.name);
            assert_eq!(frame_hashes(&output), expected, "{} {place}", self.name);
            checked += 1;
        }
        checked
    }
}

fn segment(code: u8, content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u16 + 2).to_be_bytes();
    [&[0xff, code], &length[..], content].concat()
}

/// A marker of a stream: where it begins, its second byte, and where its segment ends.
fn markers(stream: &[u8], is_bare: impl Fn(u8) -> bool) -> Vec<(usize, u8, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(place) = memchr::memchr(0xff, &stream[at..]).map(|place| place + at) {
        let Some(&code) = stream.get(place + 1) else {
            break;
        };
        if code == 0 || code == 0xff || (!is_bare(code) && place + 4 > stream.len()) {
            at = place + 1;
            continue;
        }
        let end = if is_bare(code) {
            place + 2
        } else {
            place + 2 + usize::from(u16::from_be_bytes([stream[place + 2], stream[place + 3]]))
        };
        found.push((place, code, end));
        at = end.min(stream.len());
    }
    found
}

/// Places of JPEG and JPEG-LS.
fn jpeg_carriers(stream: &[u8], is_ls: bool) -> Vec<Carrier> {
    // Within the data of JPEG-LS a byte below 0x80 follows 0xff.
    let bare = |code: u8| matches!(code, 0x01..=0x7f | 0xd0..=0xd9);
    let list: Vec<_> = markers(stream, bare)
        .into_iter()
        .filter(|&(_, code, _)| !(is_ls && code < 0x80))
        .collect();
    let mut carriers = Vec::new();
    let mut add = |place: String, at: usize, make: &dyn Fn(&[u8]) -> Vec<u8>| {
        let text = plant(carriers.len());
        let frame = spliced(stream, at, &make(&text));
        carriers.push((place, text, frame));
    };
    let foreign: Vec<u8> = (0x02..=0xbf)
        .step_by(9)
        .chain(0xe0..=0xff - 1)
        .chain([0xc8, 0xdc, 0xde, 0xdf])
        .collect();
    for &(at, code, _) in list.iter().filter(|marker| marker.1 != 0xd8) {
        add(format!("bytes before {code:02x}"), at, &|text| {
            text.to_vec()
        });
        // Between the data of a scan and what follows, segments end the data.
        if matches!(code, 0xd0..=0xd7) {
            continue;
        }
        for &kind in foreign.iter().filter(|&&kind| kind != 0xf7 && kind != 0xf8) {
            add(format!("{kind:02x} before {code:02x}"), at, &|text| {
                segment(kind, text)
            });
        }
        for (kind, start) in [
            (0xe0, &b"JFXX\0"[..]),
            (0xe1, b"Exif\0\0"),
            (0xe2, b"ICC_PROFILE\0\x01\x01"),
        ] {
            add(
                format!("{kind:02x} of a name before {code:02x}"),
                at,
                &|text| segment(kind, &[start, text].concat()),
            );
        }
        if !is_ls {
            add(format!("unused DQT before {code:02x}"), at, &|text| {
                segment(0xdb, &[&[3][..], text, &[7; 64 - PLANT_BYTES]].concat())
            });
            for class in [0x03, 0x13] {
                let mut counts = [0; 16];
                counts[15] = PLANT_BYTES as u8;
                add(
                    format!("unused DHT {class:02x} before {code:02x}"),
                    at,
                    &|text| segment(0xc4, &[&[class][..], &counts, text].concat()),
                );
            }
        }
        if code == 0xd9 {
            add("after an extra restart".to_owned(), at, &|text| {
                [&[0xff, 0xd0], text].concat()
            });
            add("after two extra restarts".to_owned(), at, &|text| {
                [&[0xff, 0xd3, 0xff, 0xd4], text].concat()
            });
        }
    }
    for &(at, code, end) in &list {
        if !matches!(code, 0xc0..=0xc3 | 0xf7 | 0xda | 0xdd | 0xe0) {
            continue;
        }
        let text = plant(carriers.len());
        let mut frame = spliced(stream, end, &text);
        let length = (end - at - 2 + PLANT_BYTES) as u16;
        frame[at + 2..at + 4].copy_from_slice(&length.to_be_bytes());
        carriers.push((format!("tail of {code:02x}"), text, frame));
    }
    carriers.push(at_end(carriers.len(), stream));
    carriers.push(at_start(carriers.len(), stream));
    carriers
}

/// Places of JPEG 2000: marker segments of both kinds of headers, tails of segments, and the ends of tiles.
fn jpeg_2000_carriers(stream: &[u8]) -> Vec<Carrier> {
    let mut carriers = Vec::new();
    let mut at = 2;
    let mut main = true;
    while let Some(&[0xff, code, high, low]) = stream.get(at..at + 4) {
        let end = at + 2 + usize::from(u16::from_be_bytes([high, low]));
        // A tile part with a length: what is put into it makes it longer.
        let lengthen = |frame: &mut Vec<u8>, start: usize, by: usize| {
            let length = u32::from_be_bytes(frame[start + 6..start + 10].try_into().unwrap());
            if length > 0 {
                let length = (length + by as u32).to_be_bytes();
                frame[start + 6..start + 10].copy_from_slice(&length);
            }
        };
        if code == 0x90 {
            main = false;
            for kind in [0x57, 0x58, 0x63, 0x64, 0x6f, 0x30, 0x74] {
                let text = plant(carriers.len());
                let planted = segment(kind, &text);
                let mut frame = spliced(stream, end, &planted);
                lengthen(&mut frame, at, planted.len());
                carriers.push((format!("{kind:02x} in a tile"), text, frame));
            }
            let length = u32::from_be_bytes(stream[at + 6..at + 10].try_into().unwrap()) as usize;
            let behind = if length == 0 {
                memchr::memmem::rfind(stream, &[0xff, 0xd9]).unwrap_or(stream.len())
            } else {
                at + length
            };
            if stream.get(behind..behind + 2) == Some(&[0xff, 0xd9]) {
                let text = plant(carriers.len());
                let mut frame = spliced(stream, behind, &text);
                lengthen(&mut frame, at, text.len());
                carriers.push(("end of the last tile part".to_owned(), text, frame));
            }
            at = behind;
            continue;
        }
        if main && code != 0x51 {
            for kind in [0x50, 0x55, 0x56, 0x57, 0x59, 0x63, 0x64, 0x6f, 0x30] {
                let text = plant(carriers.len());
                let frame = spliced(stream, at, &segment(kind, &text));
                carriers.push((format!("{kind:02x} before {code:02x}"), text, frame));
            }
            let text = plant(carriers.len());
            let packed = [&[0, 0, 0, 0, 0][..], &text].concat();
            let frame = spliced(stream, at, &segment(0x60, &packed));
            carriers.push((format!("PPM before {code:02x}"), text, frame));
        }
        if matches!(code, 0x51 | 0x52 | 0x53 | 0x5c | 0x5d | 0x5e) {
            let text = plant(carriers.len());
            let mut frame = spliced(stream, end, &text);
            let length = (end - at - 2 + PLANT_BYTES) as u16;
            frame[at + 2..at + 4].copy_from_slice(&length.to_be_bytes());
            carriers.push((format!("tail of {code:02x}"), text, frame));
        }
        at = end;
    }
    carriers.push(at_end(carriers.len(), stream));
    carriers.push(at_start(carriers.len(), stream));
    carriers
}

/// Places of RLE: the rest of its header, between and within segments, and the end.
fn rle_carriers(stream: &[u8]) -> Vec<Carrier> {
    let count = stream[0] as usize;
    let word = |at: usize| u32::from_le_bytes(stream[at..at + 4].try_into().unwrap()) as usize;
    let mut carriers = Vec::new();
    let text = plant(0);
    let mut frame = stream.to_vec();
    frame[64 - PLANT_BYTES..64].copy_from_slice(&text);
    carriers.push(("unused offsets".to_owned(), text, frame));
    for index in 0..count {
        let next = if index + 1 < count {
            word(8 + index * 4)
        } else {
            stream.len()
        };
        for (kind, start) in [("bytes", &[][..]), ("a run", &[PLANT_BYTES as u8 - 1])] {
            let text = plant(carriers.len());
            let planted = [start, &text].concat();
            let mut frame = spliced(stream, next, &planted);
            for later in index + 1..count {
                let moved = (word(4 + later * 4) + planted.len()) as u32;
                frame[4 + later * 4..8 + later * 4].copy_from_slice(&moved.to_le_bytes());
            }
            carriers.push((format!("{kind} after segment {index}"), text, frame));
        }
    }
    carriers
}

/// Places of JPEG XL: boxes of every kind between and after its own, and its end.
fn jpeg_xl_carriers(stream: &[u8]) -> Vec<Carrier> {
    let mut carriers = Vec::new();
    let mut at = 0;
    while at < stream.len() {
        let length = u32::from_be_bytes(stream[at..at + 4].try_into().unwrap()) as usize;
        // The last box may reach to the end without a length, and the first two are a signature.
        let end = if length == 0 {
            stream.len()
        } else {
            at + length
        };
        if at > 12 && length > 0 {
            for kind in [
                b"Exif", b"xml ", b"jbrd", b"jumb", b"brob", b"free", b"abcd",
            ] {
                let text = plant(carriers.len());
                let planted = [&32u32.to_be_bytes(), &kind[..], &text].concat();
                let place = format!("{} after a box at {at}", String::from_utf8_lossy(kind));
                carriers.push((place, text, spliced(stream, end, &planted)));
            }
        }
        at = end;
    }
    carriers.push(at_end(carriers.len(), stream));
    carriers
}

fn carriers_of(frame: &[u8], uid: &str) -> Vec<Carrier> {
    match (uid, frame) {
        (JPEG_XL, _) => jpeg_xl_carriers(frame),
        ("1.2.840.10008.1.2.5", _) => rle_carriers(frame),
        ("1.2.840.10008.1.2.4.80" | "1.2.840.10008.1.2.4.81", _) => jpeg_carriers(frame, true),
        (_, [0xff, 0xd8, ..]) => jpeg_carriers(frame, false),
        (_, [0xff, 0x4f, 0xff, 0x51, ..]) => jpeg_2000_carriers(frame),
        (_, _) => vec![at_end(0, frame)],
    }
}

#[test]
fn texts_at_every_place_of_made_jpeg_streams_go() {
    let pixels: Vec<u8> = (0..48 * 40 * 3u32).map(|n| (n * 7 % 251) as u8).collect();
    let mut checked = 0;
    for (name, progressive, restarts) in [
        ("baseline", false, 0),
        ("restarts", false, 2),
        ("progressive", true, 0),
        ("progressive with restarts", true, 3),
    ] {
        let mut frame = Vec::new();
        let mut encoder = Encoder::new(&mut frame, 80);
        encoder.set_progressive(progressive);
        if restarts > 0 {
            encoder.set_restart_interval(restarts);
        }
        encoder.encode(&pixels, 48, 40, ColorType::Rgb).unwrap();
        let mut head = Builder::with_meta(JPEG_BASELINE);
        head.image("1", 40, 48, 3, 8, "YBR_FULL_422");
        let carriers = jpeg_carriers(&frame, false);
        let source = Source {
            name: name.to_owned(),
            frame,
            head,
        };
        checked += source.check(carriers);
    }
    assert!(checked > 1000, "{checked} places");
}

/// Samples of 20 x 24 pixels of 16 bits, of which 12 are used.
fn deep_samples() -> Vec<u8> {
    let samples = (0..20 * 24u16).map(|n| n * 37 % 4096);
    samples.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn texts_in_deflated_frames_go() {
    let samples = deep_samples();
    let mut head = Builder::with_meta(DEFLATED_FRAMES);
    head.image("1", 20, 24, 1, 16, "MONOCHROME2");
    let source = Source {
        name: "deflated frames".to_owned(),
        frame: miniz_oxide::deflate::compress_to_vec(&samples, 6),
        head,
    };
    // Stored blocks of no effect (RFC 1951 3.2.4): one that is empty at the beginning.
    let empty_block = [&[0, 0, 0, 0xff, 0xff], &source.frame[..]].concat();
    assert_eq!(
        frame_hashes(&source.file(&empty_block)),
        frame_hashes(&source.file(&source.frame))
    );
    assert!(!contains(
        &stored(&source.file(&empty_block)),
        &[0, 0, 0, 0xff, 0xff]
    ));
    assert_eq!(source.check(vec![at_end(1, &source.frame)]), 1);
}

#[test]
fn texts_after_encapsulated_plain_frames_go() {
    let mut head = Builder::with_meta(ENCAPSULATED_PLAIN);
    head.image("1", 20, 24, 1, 16, "MONOCHROME2");
    let source = Source {
        name: "encapsulated plain frames".to_owned(),
        frame: deep_samples(),
        head,
    };
    assert_eq!(source.check(vec![at_end(1, &source.frame)]), 1);
}

/// Small streams of other encoders with their transfer syntaxes, sizes, and places that must have been checked.
const SEEDS: [(&str, &str, [u16; 2], usize); 14] = [
    ("jpeg/grey-8-extended.jpg", "51", [20, 24], 300),
    ("jpeg/rgb-8-progressive.jpg", "50", [20, 24], 300),
    ("jpeg/grey-12-lossless-p6.jpg", "57", [20, 24], 100),
    ("jpeg/rgb-8-lossless-sv1.jpg", "70", [20, 24], 100),
    ("jpeg_ls/grey-12-lossless.jls", "80", [20, 24], 50),
    ("jpeg_ls/rgb-8-plane.jls", "80", [20, 24], 50),
    ("jpeg_ls/grey-8-near-3.jls", "81", [20, 24], 50),
    ("jpeg_2000/grey-16-lossless.j2k", "90", [20, 24], 30),
    ("jpeg_2000/rgb-8-tiles.j2k", "90", [20, 24], 30),
    ("jpeg_2000/rgb-8-lossy-layers.j2k", "91", [20, 24], 30),
    ("high_throughput/rgb-8-tiles.jph", "201", [20, 24], 30),
    ("high_throughput/grey-12-lossy.jph", "203", [20, 24], 30),
    ("jpeg_xl/grey-64x64-basis.jxl", "111", [64, 64], 5),
    (
        "jpeg_xl/444-64x48-boxes-jfif-and-adobe-0.jxl",
        "111",
        [48, 64],
        5,
    ),
];

#[test]
fn texts_at_every_place_of_streams_of_other_encoders_go() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds");
    for (name, syntax, [rows, columns], least) in SEEDS {
        let frame = std::fs::read(folder.join(name)).unwrap();
        let uid = format!("1.2.840.10008.1.2.4.{syntax}");
        let mut head = Builder::with_meta(&uid);
        let is_grey = name.contains("grey");
        let (samples, photometric) = if is_grey {
            (1, "MONOCHROME2")
        } else {
            (3, "RGB")
        };
        let is_deep = name.contains("-12") || name.contains("-16");
        let bits = if is_deep { 16 } else { 8 };
        head.image("1", rows, columns, samples, bits, photometric);
        let carriers = carriers_of(&frame, &uid);
        let source = Source {
            name: name.to_owned(),
            frame,
            head,
        };
        let planted = carriers.len();
        let checked = source.check(carriers);
        println!("{name}: {checked} of {planted}");
        assert!(checked >= least, "{name}: {checked} of {planted} places");
    }
}

#[test]
fn texts_at_every_place_of_real_streams_go() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut checked = std::collections::BTreeMap::<String, usize>::new();
    for entry in entries.iter().filter(|entry| entry["set"] != "malformed") {
        let bytes = read(&folder, entry);
        let Ok(parser) = Parser::parse(&bytes) else {
            continue;
        };
        let (Some(format), Ok(frame)) = (parser.format(), parser.frame_bytes(1)) else {
            continue;
        };
        let uid = format.transfer_syntax_uid.clone();
        let is_stream = uid.starts_with("1.2.840.10008.1.2.4.") || uid == "1.2.840.10008.1.2.5";
        if !is_stream || checked.get(&uid).is_some_and(|&count| count > 150) {
            continue;
        }
        let pieces = frame.ranges.iter();
        let pieces = pieces.map(|&(at, length)| &bytes[at as usize..(at + length) as usize]);
        let frame = pieces.collect::<Vec<_>>().concat();
        if frame.len() > 60_000 {
            continue;
        }
        let mut head = Builder::with_meta(&uid);
        head.image(
            "1",
            format.height as u16,
            format.width as u16,
            format.samples_per_pixel,
            format.bits_allocated,
            &format.photometric_interpretation,
        );
        let carriers = carriers_of(&frame, &uid);
        let name = entry["file"].as_str().unwrap().to_owned();
        *checked.entry(uid).or_default() += Source { name, frame, head }.check(carriers);
    }
    println!("{checked:?}");
    assert!(checked.len() >= 8, "{checked:?}");
    assert!(checked.values().all(|&count| count > 0), "{checked:?}");
}

/// Streams of every sampling, process and way of writing markers, from other encoders.
#[test]
fn streams_of_other_encoders_keep_their_samples() {
    let Some((folder, _)) = collection() else {
        return;
    };
    let mut compared = 0;
    for entry in std::fs::read_dir(folder.join("../jpeg-planes")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jpg") {
            continue;
        }
        let frame = std::fs::read(&path).unwrap();
        let list = markers(&frame, |code| matches!(code, 0x01 | 0xd0..=0xd9));
        let header = list.iter().find(|marker| matches!(marker.1, 0xc0..=0xc3));
        let at = header.unwrap().0;
        let number = |at: usize| u16::from_be_bytes([frame[at], frame[at + 1]]);
        let samples = u16::from(frame[at + 9]);
        let photometric = if samples == 1 {
            "MONOCHROME2"
        } else {
            "YBR_FULL_422"
        };
        let mut file = Builder::with_meta(JPEG_BASELINE);
        // A height of 0 means that it follows the scan.
        let size = (number(at + 5).max(1), number(at + 7));
        file.image("1", size.0, size.1, samples, 8, photometric);
        file.fragments(&[], &[&frame]);
        let before = frame_hashes(&file.bytes);
        assert_eq!(frame_hashes(&stored(&file.bytes)), before, "{path:?}");
        compared += usize::from(before[0].len() == 64);
    }
    assert!(compared > 20, "{compared} streams");
}
