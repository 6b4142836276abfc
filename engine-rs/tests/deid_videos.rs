//! Random texts at every place of a video where a standard allows more than pictures: none of them is stored, and
//! slices, order and times stay.

use crate::support;

use echometry_engine::deid::{DeidentifyOptions, deidentify};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::video::{VideoStream, stream_of};
use support::Builder;
use support::plants::{Carrier, at_end, contains, plant, spliced};

const MPEG_2: &str = "1.2.840.10008.1.2.4.100";
const AVC: &str = "1.2.840.10008.1.2.4.102";
const HEVC: &str = "1.2.840.10008.1.2.4.107";

fn syntax_of(name: &str) -> &'static str {
    match name.split(['.', '-']).next().unwrap() {
        "avc" => AVC,
        "hevc" => HEVC,
        _ => MPEG_2,
    }
}

fn clip(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/video");
    std::fs::read(folder.join(name)).unwrap()
}

fn file_of(syntax: &str, video: &[u8]) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    file.image("48", 96, 128, 3, 8, "YBR_PARTIAL_420");
    file.fragments(&[], &[video]);
    file.bytes
}

/// Slices of all samples, order and times.
#[derive(Debug, PartialEq)]
struct Shown {
    slices: Vec<Vec<u8>>,
    frames: Vec<u32>,
    times: Option<Vec<f64>>,
}

fn shown(name: &str, file: &[u8]) -> Option<Shown> {
    let parser = Parser::parse(file).ok()?;
    let stream: VideoStream = stream_of(&parser, file).ok()??;
    let decoder = stream.decoder()?;
    let length = decoder.configuration.is_some();
    let mut slices = Vec::new();
    for index in 0..stream.samples().len() {
        let sample = stream.sample_bytes(index, file)?;
        let units = if length {
            units_by_length(&sample)
        } else {
            units_by_code(&sample)
        };
        slices.extend(units.into_iter().filter(|unit| is_slice(name, unit)));
    }
    Some(Shown {
        slices,
        frames: stream.frames().to_vec(),
        times: stream.times_ms(),
    })
}

fn is_slice(name: &str, unit: &[u8]) -> bool {
    match (syntax_of(name), unit) {
        (_, []) => false,
        (AVC, _) => matches!(unit[0] & 0x1f, 1 | 5),
        (HEVC, _) => matches!(unit[0] >> 1 & 0x3f, 0..=9 | 16..=21),
        _ => matches!(unit[0], 0x01..=0xaf),
    }
}

fn units_by_length(sample: &[u8]) -> Vec<Vec<u8>> {
    let mut units = Vec::new();
    let mut rest = sample;
    while let Some((length, next)) = rest.split_first_chunk::<4>() {
        let length = (u32::from_be_bytes(*length) as usize).min(next.len());
        units.push(next[..length].to_vec());
        rest = &next[length..];
    }
    units
}

fn codes(stream: &[u8]) -> Vec<usize> {
    memchr::memmem::find_iter(stream, &[0, 0, 1]).collect()
}

fn units_by_code(sample: &[u8]) -> Vec<Vec<u8>> {
    let starts = codes(sample);
    let ends = starts.iter().skip(1).copied().chain([sample.len()]);
    let unit = |(start, end): (usize, usize)| {
        let unit = &sample[start + 3..end];
        let zeros = unit.iter().rev().take_while(|&&byte| byte == 0).count();
        unit[..unit.len() - zeros].to_vec()
    };
    starts.iter().copied().zip(ends).map(unit).collect()
}

/// Checks that the text at each place goes; returns at how many places it was.
fn check(name: &str, carriers: Vec<Carrier>) -> usize {
    let options = DeidentifyOptions {
        key: &[42; 32],
        date_shift_days: 100,
        patient_show: "HEART-7",
    };
    let expected = shown(name, &file_of(syntax_of(name), &clip(name))).unwrap();
    let mut checked = 0;
    for (place, text, video) in carriers {
        let file = file_of(syntax_of(name), &video);
        assert!(contains(&file, &text), "{name} {place}");
        // A place where a text changes the pictures is part of them.
        if shown(name, &file).as_ref() != Some(&expected) {
            continue;
        }
        match deidentify(&file, &options) {
            Ok(output) => {
                assert!(!contains(&output, &text), "{name} {place}");
                assert_eq!(shown(name, &output).unwrap(), expected, "{name} {place}");
            }
            Err(error) => assert_eq!(error.code(), "cannot-deidentify", "{name} {place}"),
        }
        checked += 1;
    }
    checked
}

/// Units of every type that is not a picture, and tails of headers, at the first units of a byte stream.
fn unit_carriers(name: &str, stream: &[u8]) -> Vec<Carrier> {
    let syntax = syntax_of(name);
    let mut carriers: Vec<Carrier> = Vec::new();
    let heads: Vec<Vec<u8>> = match syntax {
        AVC => (0..32u8)
            .filter(|kind| !matches!(kind, 1..=5 | 10 | 11))
            .map(|kind| vec![0x60 | kind])
            .collect(),
        HEVC => (10..64u8)
            .filter(|kind| !matches!(kind, 16..=21 | 36 | 37))
            .map(|kind| vec![kind << 1, 1])
            .collect(),
        _ => [0xb0, 0xb1, 0xb2, 0xb4, 0xb6]
            .into_iter()
            .chain(0xb9..=0xff)
            .map(|code| vec![code])
            .chain([4u8, 5, 6, 9, 10, 15].map(|id| vec![0xb5, id << 4]))
            .collect(),
    };
    let starts = codes(stream);
    for (index, &at) in starts
        .iter()
        .enumerate()
        .take(12)
        .chain(starts.iter().enumerate().skip(40).take(2))
    {
        for head in &heads {
            let text = plant(carriers.len());
            let unit = [&[0, 0, 1], head.as_slice(), &text, &[0x80]].concat();
            carriers.push((
                format!("{head:02x?} before unit {index}"),
                text,
                spliced(stream, at, &unit),
            ));
        }
        let end = starts.get(index + 1).copied().unwrap_or(stream.len());
        let end = end - usize::from(stream[end - 1] == 0);
        let is_header = match syntax {
            MPEG_2 => matches!(stream[at + 3], 0x00 | 0xb3 | 0xb5 | 0xb8),
            _ => !is_slice(name, &stream[at + 3..]),
        };
        if is_header {
            let text = plant(carriers.len());
            carriers.push((
                format!("tail of unit {index}"),
                text.clone(),
                spliced(stream, end, &text),
            ));
        }
        let text = plant(carriers.len());
        let padded = [&[0, 0, 0, 0], text.as_slice()].concat();
        carriers.push((
            format!("after zeros of unit {index}"),
            text,
            spliced(stream, end, &padded),
        ));
    }
    let text = plant(carriers.len());
    carriers.push((
        "after zeros at the end".to_owned(),
        text.clone(),
        [stream, &[0; 4], &text].concat(),
    ));
    let ends: &[&[u8]] = match syntax {
        AVC => &[&[10], &[11]],
        HEVC => &[&[36 << 1, 1], &[37 << 1, 1]],
        _ => &[&[0xb7]],
    };
    for head in ends {
        let text = plant(carriers.len());
        let unit = [stream, &[0, 0, 1], head, &text].concat();
        carriers.push((format!("{head:02x?} at the end"), text, unit));
    }
    carriers
}

#[test]
fn texts_in_units_of_byte_streams_go() {
    for name in ["avc.264", "avc-interlaced.264", "hevc.265", "mpeg2.m2v"] {
        let checked = check(name, unit_carriers(name, &clip(name)));
        println!("{name}: {checked}");
        assert!(checked > 100, "{name}: {checked}");
    }
}

/// A box: where it begins, where its content begins, its end and its name.
type Place = (usize, usize, usize, [u8; 4]);

/// All boxes of a movie, each after those around it.
fn boxes(
    bytes: &[u8],
    (from, to): (usize, usize),
    around: &[usize],
    found: &mut Vec<(Place, Vec<usize>)>,
) {
    let mut at = from;
    while at + 8 <= to {
        let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let name: [u8; 4] = bytes[at + 4..at + 8].try_into().unwrap();
        let inside = match &name {
            b"moov" | b"trak" | b"mdia" | b"minf" | b"stbl" | b"dinf" | b"edts" => Some(8),
            b"stsd" | b"dref" => Some(16),
            b"avc1" | b"hev1" | b"hvc1" => Some(8 + 78),
            _ => None,
        };
        found.push(((at, at + 8, at + length, name), around.to_vec()));
        if let Some(inside) = inside {
            let around = [around, &[at]].concat();
            boxes(bytes, (at + inside, at + length), &around, found);
        }
        at += length;
    }
}

/// Puts bytes at the end of a box, which and those around it become longer.
fn lengthened(bytes: &[u8], end: usize, around: &[usize], planted: &[u8]) -> Vec<u8> {
    let mut longer = spliced(bytes, end, planted);
    for &at in around {
        let length = u32::from_be_bytes(longer[at..at + 4].try_into().unwrap());
        let length = length + planted.len() as u32;
        longer[at..at + 4].copy_from_slice(&length.to_be_bytes());
    }
    longer
}

fn movie_carriers(stream: &[u8]) -> Vec<Carrier> {
    let mut found = Vec::new();
    boxes(stream, (0, stream.len()), &[], &mut found);
    let mut carriers: Vec<Carrier> = Vec::new();
    let movie = found
        .iter()
        .position(|(place, _)| &place.3 == b"moov")
        .unwrap();
    let after_data = found[..movie].iter().any(|(place, _)| &place.3 == b"mdat");
    assert!(after_data, "longer boxes would move the pictures");
    for ((at, content, end, name), around) in &found[movie..] {
        let label = String::from_utf8_lossy(name).into_owned();
        let all = [around.as_slice(), &[*at]].concat();
        let text = plant(carriers.len());
        carriers.push((
            format!("tail of {label}"),
            text.clone(),
            lengthened(stream, *end, &all, &text),
        ));
        for kind in [
            b"udta", b"free", b"abcd", b"uuid", b"colr", b"meta", b"btrt", b"fiel", b"url ",
        ] {
            let text = plant(carriers.len());
            let start: &[u8] = if kind == b"colr" { b"prof" } else { b"" };
            let length = (8 + start.len() + text.len()) as u32;
            let planted = [&length.to_be_bytes(), &kind[..], start, &text].concat();
            let label = format!("{} in {label}", String::from_utf8_lossy(kind));
            carriers.push((label, text, lengthened(stream, *end, &all, &planted)));
        }
        // Fields that are reserved or do not affect the picture: their place in the content, and their bytes.
        let fields: &[(usize, usize)] = match name {
            b"mvhd" => &[(4, 8), (26, 10), (72, 24)],
            b"tkhd" => &[(4, 8), (24, 8)],
            b"mdhd" => &[(4, 8)],
            b"vmhd" => &[(4, 8)],
            b"hdlr" => &[(4, 4), (12, 12)],
            b"avc1" | b"hev1" | b"hvc1" => &[(0, 6), (8, 16), (42, 32)],
            _ => &[],
        };
        for &(place, length) in fields {
            let text = plant(carriers.len())[..length.min(24)].to_vec();
            let mut video = stream.to_vec();
            video[content + place..content + place + text.len()].copy_from_slice(&text);
            carriers.push((format!("{label} at {place}"), text, video));
        }
    }
    for kind in [
        b"ftyp", b"styp", b"sidx", b"free", b"mdat", b"uuid", b"moof",
    ] {
        let text = plant(carriers.len());
        let planted = [&32u32.to_be_bytes(), &kind[..], &text].concat();
        let label = format!("{} at the end", String::from_utf8_lossy(kind));
        carriers.push((label, text, [stream, &planted].concat()));
    }
    // The brand, its version, and the compatible brands.
    let (_, _, brands_end, _) = found[0].0;
    for (from, to) in [(8, 12), (12, 16), (16, brands_end)] {
        let text = plant(carriers.len())[..to - from].to_vec();
        let mut video = stream.to_vec();
        video[from..to].copy_from_slice(&text);
        carriers.push((format!("brands at {from}"), text, video));
    }
    carriers.push(at_end(carriers.len(), stream));
    carriers
}

#[test]
fn texts_in_boxes_of_movies_go() {
    for name in ["avc.mp4", "hevc.mp4"] {
        let checked = check(name, movie_carriers(&clip(name)));
        println!("{name}: {checked}");
        assert!(checked > 100, "{name}: {checked}");
    }
}

/// CRC-32 of ISO 13818-1 annex A.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte) << 24, |sum, _| {
            let carried = if sum >> 31 == 1 { 0x04c1_1db7 } else { 0 };
            sum << 1 ^ carried
        })
    })
}

/// A packet that carries the map of the program (ISO 13818-1 2.4.4.8).
fn is_map(packet: &[u8]) -> bool {
    packet[1] & 0x40 != 0 && packet[3] & 0x20 == 0 && packet[4..6] == [0, 2]
}

/// The packet of a map with a descriptor that holds a text, of the program or of its first stream.
fn described(packet: &[u8], of_stream: bool, text: &[u8]) -> Vec<u8> {
    let number = |at: usize| usize::from(u16::from_be_bytes([packet[at], packet[at + 1]]));
    let section_end = 8 + (number(6) & 0xfff);
    let program_end = 17 + (number(15) & 0xfff);
    let (length_at, at) = if of_stream {
        (program_end + 3, program_end + 5)
    } else {
        (15, 17)
    };
    let descriptor = [&[0x80, text.len() as u8], text].concat();
    let mut longer = spliced(&packet[..section_end - 4], at, &descriptor);
    for place in [6, length_at] {
        let length = (number(place) + descriptor.len()) as u16;
        longer[place..place + 2].copy_from_slice(&length.to_be_bytes());
    }
    longer.extend(checksum(&longer[5..]).to_be_bytes());
    longer.resize(packet.len(), 0xff);
    longer
}

/// An elementary packet's header with more fields (ISO 13818-1 2.4.3.6): private data, or stuffing.
fn with_header_bytes(packet: &[u8], private: bool, text: &[u8]) -> Vec<u8> {
    let end = 9 + usize::from(packet[8]);
    let planted = if private {
        [&[0x80], &text[..16]].concat()
    } else {
        text.to_vec()
    };
    let mut longer = spliced(packet, end, &planted);
    longer[7] |= u8::from(private);
    longer[8] += planted.len() as u8;
    let length = u16::from_be_bytes([packet[4], packet[5]]);
    if length > 0 {
        longer[4..6].copy_from_slice(&(length + planted.len() as u16).to_be_bytes());
    }
    longer
}

/// The transport stream with another beginning of the elementary packet at this place, in one packet more.
fn repacked(stream: &[u8], at: usize, change: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let packet = &stream[at..at + 188];
    let begin = 4 + if packet[3] & 0x20 == 0 {
        0
    } else {
        1 + usize::from(packet[4])
    };
    let payload = change(&packet[begin..]);
    let (first, rest) = payload.split_at(188 - begin);
    let pid = u16::from_be_bytes([packet[1], packet[2]]) & 0x1fff;
    let stuffing = 188 - 4 - rest.len();
    let mut second = vec![0x47, (pid >> 8) as u8, pid as u8, 0x30 | packet[3] & 15];
    second.extend([stuffing as u8 - 1, 0]);
    second.resize(4 + stuffing, 0xff);
    second.extend_from_slice(rest);
    let mut longer = [&stream[..at], &packet[..begin], first, &second].concat();
    let behind = longer.len() - 188;
    longer.extend_from_slice(&stream[at + 188..]);
    // Packets after the inserted one have the next number each.
    for packet in longer[behind..].chunks_exact_mut(188) {
        if u16::from_be_bytes([packet[1], packet[2]]) & 0x1fff == pid {
            packet[3] = packet[3] & 0xf0 | (packet[3] + 1) & 15;
        }
    }
    longer
}

/// Descriptors of the map and fields in the headers of elementary packets.
fn field_carriers(stream: &[u8]) -> Vec<Carrier> {
    let mut carriers: Vec<Carrier> = Vec::new();
    for (index, packet) in stream.chunks_exact(188).enumerate().take(40) {
        let at = index * 188;
        if is_map(packet) {
            for (of_stream, place) in [(false, "program"), (true, "stream")] {
                let text = plant(carriers.len());
                let mut video = stream.to_vec();
                video[at..at + 188].copy_from_slice(&described(packet, of_stream, &text));
                carriers.push((format!("descriptor of the {place}"), text, video));
            }
        }
        let is_begin = packet[1] & 0x40 != 0 && contains(packet, &[0, 0, 1, 0xe0]);
        for private in [true, false].into_iter().filter(|_| is_begin) {
            let text = plant(carriers.len());
            let video = repacked(stream, at, |payload| {
                with_header_bytes(payload, private, &text)
            });
            let kept = if private { 16 } else { text.len() };
            carriers.push((
                format!("private {private} in the header of packet {index}"),
                text[..kept].to_vec(),
                video,
            ));
        }
    }
    carriers
}

/// Packets of other streams, bytes after sections and in adaptation fields.
fn transport_carriers(stream: &[u8]) -> Vec<Carrier> {
    let mut carriers: Vec<Carrier> = Vec::new();
    for (index, packet) in stream.chunks_exact(188).enumerate().take(40) {
        let at = index * 188;
        for pid in [0x11u16, 0x99, 0x1fff] {
            let text = plant(carriers.len());
            let mut planted = [&[0x47], &(0x4000 | pid).to_be_bytes()[..], &[0x10], &text].concat();
            planted.resize(188, 0xff);
            carriers.push((
                format!("packet {pid:x} before {index}"),
                text,
                spliced(stream, at, &planted),
            ));
        }
        // Stuffing at the end of tables.
        if packet.ends_with(&[0xff; 40]) {
            let text = plant(carriers.len());
            let mut video = stream.to_vec();
            video[at + 188 - 30..at + 188 - 6].copy_from_slice(&text);
            carriers.push((format!("stuffing of packet {index}"), text, video));
        }
        // Stuffing of adaptation fields.
        if packet[3] & 0x20 != 0 && packet[4] > 40 {
            let text = plant(carriers.len());
            let mut video = stream.to_vec();
            video[at + 20..at + 44].copy_from_slice(&text);
            carriers.push((
                format!("adaptation field of packet {index}"),
                text.clone(),
                video.clone(),
            ));
            // The same as private data.
            video[at + 5] = 0x02;
            video[at + 6] = 40;
            carriers.push((format!("private data of packet {index}"), text, video));
        }
    }
    carriers.push(at_end(carriers.len(), stream));
    carriers
}

/// Packets of other streams, maps and system headers with descriptors, before each pack and packet.
fn program_carriers(stream: &[u8]) -> Vec<Carrier> {
    let mut carriers: Vec<Carrier> = Vec::new();
    let packs = memchr::memmem::find_iter(stream, &[0, 0, 1, 0xba]);
    for at in packs.skip(1).take(3) {
        for code in [0xbb, 0xbc, 0xbd, 0xbe, 0xbf, 0xc0, 0xf0, 0xf2, 0xff] {
            let text = plant(carriers.len());
            let planted = [&[0, 0, 1, code, 0, text.len() as u8], text.as_slice()].concat();
            carriers.push((
                format!("{code:02x} at {at}"),
                text,
                spliced(stream, at, &planted),
            ));
        }
    }
    carriers.push(at_end(carriers.len(), stream));
    carriers
}

/// The system stream of MPEG-1 as a program stream: packs and elementary packets with headers of MPEG-2
/// (ISO 13818-1 2.5.3.3 and 2.4.3.6), with the same stamps.
fn as_program_stream(stream: &[u8]) -> Vec<u8> {
    let mut program = Vec::new();
    let mut at = 0;
    while at < stream.len() && stream[at + 3] != 0xb9 {
        if stream[at + 3] == 0xba {
            program.extend([0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 0x01, 0x89, 0xc3, 0xf8]);
            at += 12;
            continue;
        }
        let end = at + 6 + usize::from(u16::from_be_bytes([stream[at + 4], stream[at + 5]]));
        let packet = &stream[at..end];
        at = end;
        if packet[3] != 0xe0 {
            program.extend_from_slice(packet);
            continue;
        }
        let (flags, stamps) = match packet[6] >> 4 {
            2 => (0x80, 5),
            3 => (0xc0, 10),
            other => panic!("a header that begins with {other}"),
        };
        program.extend_from_slice(&packet[..4]);
        program.extend((packet.len() as u16 - 6 + 3).to_be_bytes());
        program.extend([0x80, flags, stamps]);
        program.extend_from_slice(&packet[6..]);
    }
    program.extend_from_slice(&stream[at..]);
    program
}

/// Stuffing of packs, and private data and stuffing in headers of elementary packets.
fn program_field_carriers(stream: &[u8]) -> Vec<Carrier> {
    let mut carriers: Vec<Carrier> = Vec::new();
    for at in memchr::memmem::find_iter(stream, &[0, 0, 1, 0xba]).take(3) {
        let text = plant(carriers.len())[..7].to_vec();
        let mut video = spliced(stream, at + 14, &text);
        video[at + 13] |= 7;
        carriers.push((format!("stuffing of the pack at {at}"), text, video));
    }
    for at in memchr::memmem::find_iter(stream, &[0, 0, 1, 0xe0]).take(3) {
        for private in [true, false] {
            let text = plant(carriers.len());
            let packet = with_header_bytes(&stream[at..], private, &text);
            let kept = if private { 16 } else { text.len() };
            carriers.push((
                format!("private {private} in the header of the packet at {at}"),
                text[..kept].to_vec(),
                [&stream[..at], &packet].concat(),
            ));
        }
    }
    carriers
}

#[test]
fn texts_in_packets_go() {
    for name in ["avc.mpegts", "mpeg2.mpegts"] {
        let checked = check(name, transport_carriers(&clip(name)));
        println!("{name}: {checked}");
        assert!(checked > 60, "{name}: {checked}");
        let fields = field_carriers(&clip(name));
        let (planted, checked) = (fields.len(), check(name, fields));
        assert!(planted >= 6, "{name}: {planted}");
        assert_eq!(checked, planted, "{name}");
    }
    let checked = check("mpeg2.mpg", program_carriers(&clip("mpeg2.mpg")));
    assert!(checked > 20, "{checked}");
    let fields = program_field_carriers(&as_program_stream(&clip("mpeg2.mpg")));
    let (planted, checked) = (fields.len(), check("mpeg2.mpg", fields));
    assert_eq!((planted, checked), (9, 9));
}
