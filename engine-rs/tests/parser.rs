//! The push parser on files built here: every way a file may begin, lie and end.

use crate::support;

use echometry_engine::calibration::physical::physical_at;
use echometry_engine::dicom::parse::Parser;
use echometry_engine::error::EngineError;
use echometry_engine::limits;
use echometry_engine::pixels::frame::{decode_frame, gather};
use echometry_engine::records::metadata::WarningCode;
use support::{BIG, Builder, EXPLICIT, IMPLICIT, JPEG, RLE};

/// First bytes of a JPEG frame and of what may follow in a fragment.
const SOI: &[u8] = &[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, 1, 2, 3];
const MIDDLE: &[u8] = &[0x5a, 0x3c, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66];
const END: &[u8] = &[0x77, 0x88, 0xff, 0xd9];

/// A grey picture of 2 x 3 pixels, 8 bits, values 1 to 6.
fn small_picture(mut file: Builder) -> Vec<u8> {
    file.text(0x0008_0060, "CS", "US");
    file.image("1", 2, 3, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[1, 2, 3, 4, 5, 6]);
    file.bytes
}

fn pixels(bytes: &[u8]) -> Vec<u8> {
    let parser = Parser::parse(bytes).unwrap();
    let mut samples = Vec::new();
    decode_frame(&parser, bytes, 1, &mut samples).unwrap();
    samples
}

fn frame_of(parser: &Parser, bytes: &[u8], number: u32) -> Vec<u8> {
    gather(bytes, &parser.frame_bytes(number).unwrap()).into_owned()
}

fn code(result: Result<Parser, EngineError>) -> &'static str {
    result.map_or_else(|error| error.code(), |_| "no error")
}

#[test]
fn a_file_may_begin_in_five_ways() {
    let expected = [1, 2, 3, 4, 5, 6];
    for syntax in [EXPLICIT, IMPLICIT, BIG] {
        let whole = small_picture(Builder::with_meta(syntax));
        assert_eq!(pixels(&whole), expected, "{syntax}");
        // File meta without preamble and prefix.
        assert_eq!(pixels(&whole[132..]), expected, "{syntax}");
        // Neither preamble nor file meta: the encoding is guessed.
        let bare = small_picture(Builder::data_set(syntax));
        assert_eq!(pixels(&bare), expected, "{syntax}");
        let warnings = Parser::parse(&bare).unwrap().warnings();
        assert!(warnings.contains(&WarningCode::MissingFileMeta));
    }
}

#[test]
fn the_letters_of_the_prefix_may_stand_in_the_data() {
    let mut file = Builder::data_set(EXPLICIT);
    file.text(0x0008_0005, "CS", "ISO_IR 100");
    let padding = 128 - file.bytes.len() - 8;
    file.text(0x0008_0080, "LO", &"x".repeat(padding));
    file.bytes.extend_from_slice(&[]);
    assert_eq!(file.bytes.len(), 128);
    // The header of the next element takes 8 bytes, so the text is moved up to byte 128 exactly.
    file.bytes.truncate(128 - 8);
    let at = file.bytes.len() - (padding - 8);
    file.bytes[at - 2..at].copy_from_slice(&((padding - 8) as u16).to_le_bytes());
    file.text(0x0008_0090, "PN", "DICM");
    assert_eq!(&file.bytes[128..132], b"DICM");
    assert_eq!(pixels(&small_picture(file)), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn the_data_may_be_encoded_otherwise_than_the_file_meta_says() {
    for (named, real) in [(EXPLICIT, IMPLICIT), (IMPLICIT, EXPLICIT), (EXPLICIT, BIG)] {
        let meta = Builder::with_meta(named).bytes;
        let data = small_picture(Builder::data_set(real));
        let file = [meta, data].concat();
        assert_eq!(pixels(&file), [1, 2, 3, 4, 5, 6], "{named} {real}");
        let parser = Parser::parse(&file).unwrap();
        assert!(
            parser
                .warnings()
                .contains(&WarningCode::TransferSyntaxMismatch)
        );
        assert_eq!(parser.transfer_syntax_uid(), real);
    }
}

#[test]
fn group_lengths_may_be_wrong_in_meta_and_data() {
    let mut file = small_picture(Builder::with_meta(EXPLICIT));
    file[140..144].copy_from_slice(&9_999u32.to_le_bytes());
    assert_eq!(pixels(&file), [1, 2, 3, 4, 5, 6]);
    let mut lying = Builder::with_meta(EXPLICIT);
    lying.element(0x0008_0000, "UL", &77_777u32.to_le_bytes());
    assert_eq!(pixels(&small_picture(lying)), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn what_is_no_image_says_why() {
    assert_eq!(code(Parser::parse(b"")), "empty-file");
    assert_eq!(
        code(Parser::parse(b"\x89PNG\r\n\x1a\n and so on")),
        "not-dicom"
    );
    assert_eq!(code(Parser::parse(&[0; 4096])), "not-dicom");
    let mut report = Builder::with_meta(EXPLICIT);
    report.text(0x0008_0060, "CS", "SR");
    assert_eq!(code(Parser::parse(&report.bytes)), "no-pixel-data");
    let mut sizeless = Builder::with_meta(EXPLICIT);
    sizeless.element(0x7fe0_0010, "OB", &[1, 2]);
    assert_eq!(code(Parser::parse(&sizeless.bytes)), "missing-attribute");
    let not_deflated = small_picture(Builder::with_meta(DEFLATED));
    assert_eq!(code(Parser::parse(&not_deflated)), "malformed-data-set");
}

const DEFLATED: &str = "1.2.840.10008.1.2.1.99";

/// File meta of a deflated file and this data set, deflated.
fn deflated(data_set: &[u8]) -> Vec<u8> {
    let mut file = Builder::with_meta(DEFLATED).bytes;
    file.extend(miniz_oxide::deflate::compress_to_vec(data_set, 6));
    file
}

#[test]
fn a_deflated_data_set_is_read_in_chunks_of_any_size() {
    let plain = small_picture(Builder::data_set(EXPLICIT));
    let file = deflated(&plain);
    assert_eq!(pixels(&file), [1, 2, 3, 4, 5, 6]);
    for size in [1, 2, 7, 50] {
        let mut parser = Parser::new();
        for chunk in file.chunks(size) {
            parser.push(chunk).unwrap();
        }
        parser.finish().unwrap();
        assert_eq!(parser.frames_available(), 1);
        let (_, inflated) = parser.inflated().unwrap();
        assert_eq!(inflated, plain);
    }
}

#[test]
fn a_deflate_bomb_is_refused_while_it_inflates() {
    let mut huge = small_picture(Builder::data_set(EXPLICIT));
    huge.resize(80 << 20, 0);
    let file = deflated(&huge);
    match Parser::parse(&file) {
        Err(EngineError::LimitExceeded { limit, .. }) => assert_eq!(limit, "inflated_bytes"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn limits_are_refused_by_name() {
    let limit = |result: Result<Parser, EngineError>| match result {
        Err(EngineError::LimitExceeded { limit, .. }) => limit,
        other => panic!("{:?}", other.map(|_| ())),
    };
    let mut frames = Builder::with_meta(EXPLICIT);
    frames.image("20001", 1, 1, 1, 8, "MONOCHROME2");
    frames.element(0x7fe0_0010, "OB", &[1, 2]);
    assert_eq!(limit(Parser::parse(&frames.bytes)), "frames");

    let mut large = Builder::with_meta(EXPLICIT);
    large.image("1", 65_535, 65_535, 1, 8, "MONOCHROME2");
    large.element(0x7fe0_0010, "OB", &[1, 2]);
    assert_eq!(limit(Parser::parse(&large.bytes)), "decoded_frame_bytes");

    let mut regions = Builder::with_meta(EXPLICIT);
    regions.header(0x0018_6011, "SQ", u32::MAX);
    for _ in 0..=limits::MAX_REGIONS {
        regions.item(0xfffe_e000, 0);
    }
    regions.item(0xfffe_e0dd, 0);
    assert_eq!(limit(Parser::parse(&small_picture(regions))), "regions");

    let nested = |depth: usize| {
        let mut file = Builder::with_meta(EXPLICIT);
        for _ in 0..depth {
            file.header(0x0040_a730, "SQ", u32::MAX);
            file.item(0xfffe_e000, u32::MAX);
        }
        for _ in 0..depth {
            file.item(0xfffe_e00d, 0);
            file.item(0xfffe_e0dd, 0);
        }
        small_picture(file)
    };
    assert_eq!(
        pixels(&nested(limits::MAX_SEQUENCE_NESTING)),
        [1, 2, 3, 4, 5, 6]
    );
    let deeper = nested(limits::MAX_SEQUENCE_NESTING + 1);
    assert_eq!(limit(Parser::parse(&deeper)), "sequence_nesting");
}

#[test]
fn sequences_may_lack_delimiters_and_have_wrong_lengths() {
    let mut no_item_end = Builder::with_meta(EXPLICIT);
    no_item_end.header(0x0018_6011, "SQ", u32::MAX);
    for column in [5u32, 6] {
        no_item_end.item(0xfffe_e000, u32::MAX);
        no_item_end.element(0x0018_6018, "UL", &column.to_le_bytes());
    }
    no_item_end.item(0xfffe_e0dd, 0);
    let file = small_picture(no_item_end);
    assert_eq!(pixels(&file), [1, 2, 3, 4, 5, 6]);
    let parser = Parser::parse(&file).unwrap();
    let regions = parser.metadata().unwrap().doppler_regions;
    let columns: Vec<_> = regions
        .iter()
        .map(|region| region.region_location_min_x0)
        .collect();
    assert_eq!(columns, [Some(5), Some(6)]);
    assert!(parser.warnings().contains(&WarningCode::SequenceRepaired));

    // An element longer than the item around it does not swallow what follows.
    let mut overlong = Builder::with_meta(EXPLICIT);
    overlong.header(0x0018_6011, "SQ", 8 + 8 + 4);
    overlong.item(0xfffe_e000, 8 + 4);
    overlong.header(0x0018_6018, "UL", 4_000);
    overlong.bytes.extend_from_slice(&[1, 0, 0, 0]);
    assert_eq!(pixels(&small_picture(overlong)), [1, 2, 3, 4, 5, 6]);

    // No sequence delimiter: the next element of the data set ends it.
    let mut open = Builder::with_meta(EXPLICIT);
    open.header(0x0008_1140, "SQ", u32::MAX);
    open.item(0xfffe_e000, 0);
    assert_eq!(pixels(&small_picture(open)), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn pixel_data_of_an_icon_is_not_the_picture() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.header(0x0088_0200, "SQ", u32::MAX);
    file.item(0xfffe_e000, u32::MAX);
    file.image("1", 1, 2, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[9, 9]);
    file.item(0xfffe_e00d, 0);
    file.item(0xfffe_e000, u32::MAX);
    file.fragments(&[], &[SOI]);
    file.item(0xfffe_e00d, 0);
    file.item(0xfffe_e0dd, 0);
    assert_eq!(pixels(&small_picture(file)), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn unknown_and_missing_value_representations_are_read_past() {
    let mut file = Builder::with_meta(EXPLICIT);
    // Two letters the standard does not know, with a short and with a long header.
    file.element(0x0009_1001, "QQ", b"abcd");
    file.header(0x0009_1002, "", 0);
    file.bytes.truncate(file.bytes.len() - 4);
    file.bytes.extend_from_slice(b"ZZ\0\0\x04\0\0\0abcd");
    // No representation at all: an implicit element in an explicit data set.
    file.header(0x0009_1003, "", 4);
    file.bytes.extend_from_slice(b"abcd");
    // A sequence written as UN holds implicit elements.
    file.header(0x0018_6011, "UN", u32::MAX);
    let mut item = Builder::data_set(IMPLICIT);
    item.item(0xfffe_e000, u32::MAX);
    item.element(0x0018_6018, "UL", &[7, 0, 0, 0]);
    item.item(0xfffe_e00d, 0);
    item.item(0xfffe_e0dd, 0);
    file.bytes.extend_from_slice(&item.bytes);
    let bytes = small_picture(file);
    let parser = Parser::parse(&bytes).unwrap();
    let regions = parser.metadata().unwrap().doppler_regions;
    assert_eq!(regions[0].region_location_min_x0, Some(7));
    assert_eq!(pixels(&bytes), [1, 2, 3, 4, 5, 6]);
}

fn jpeg_file(frames: &str, table: &[u32], fragments: &[&[u8]]) -> Vec<u8> {
    let mut file = Builder::with_meta(JPEG);
    file.image(frames, 8, 8, 1, 8, "MONOCHROME2");
    file.fragments(table, fragments);
    file.bytes
}

#[test]
fn frames_are_found_with_true_lying_and_empty_tables() {
    let fragments = [SOI, MIDDLE, END, SOI, END];
    let first: Vec<u8> = [SOI, MIDDLE, END].concat();
    let second: Vec<u8> = [SOI, END].concat();
    let edge = (3 * 8 + first.len()) as u32;
    let tables: [&[u32]; 6] = [
        &[],
        &[0, edge],
        &[0, 8],
        &[0, edge + 2],
        &[0, 18],
        &[0, 1 << 30],
    ];
    for table in tables {
        let bytes = jpeg_file("2", table, &fragments);
        let parser = Parser::parse(&bytes).unwrap();
        assert_eq!(frame_of(&parser, &bytes, 1), first, "{table:?}");
        assert_eq!(frame_of(&parser, &bytes, 2), second, "{table:?}");
        let lying = !table.is_empty() && table != [0, edge];
        let ignored = parser.warnings().contains(&WarningCode::OffsetTableIgnored);
        assert_eq!(ignored, lying, "{table:?}");
    }
}

#[test]
fn the_extended_offset_table_is_used_and_found_out() {
    for (second, lying) in [(8 + SOI.len() as u64, false), (3, true)] {
        let mut file = Builder::with_meta(JPEG);
        file.image("2", 8, 8, 1, 8, "MONOCHROME2");
        file.element(
            0x7fe0_0001,
            "OV",
            &[0u64.to_le_bytes(), second.to_le_bytes()].concat(),
        );
        file.element(
            0x7fe0_0002,
            "OV",
            &[10u64.to_le_bytes(), 10u64.to_le_bytes()].concat(),
        );
        file.fragments(&[], &[SOI, SOI]);
        let parser = Parser::parse(&file.bytes).unwrap();
        assert_eq!(frame_of(&parser, &file.bytes, 2), SOI);
        let ignored = parser.warnings().contains(&WarningCode::OffsetTableIgnored);
        assert_eq!(ignored, lying);
    }
}

#[test]
fn frames_appear_as_their_bytes_arrive() {
    let bytes = jpeg_file("2", &[], &[SOI, END, SOI, END]);
    let mut parser = Parser::new();
    let mut first_seen = None;
    for (position, byte) in bytes.iter().enumerate() {
        parser.push(std::slice::from_ref(byte)).unwrap();
        if parser.frames_available() == 1 && first_seen.is_none() {
            first_seen = Some(position);
        }
        if parser.frames_available() < 1 {
            let error = parser.frame_bytes(1).unwrap_err();
            assert_eq!(error.code(), "frame-not-available");
        }
    }
    assert_eq!(parser.frames_available(), 2);
    // Known as soon as the header and the first bytes of the next frame's item are there.
    let second_starts = bytes.len() - 8 - (8 + END.len()) - (8 + SOI.len());
    assert_eq!(first_seen, Some(second_starts + 8 + 8 - 1));
}

#[test]
fn a_cut_file_shows_what_is_there_and_says_so() {
    let bytes = jpeg_file("3", &[], &[SOI, SOI, SOI]);
    // The last fragment and the delimiter are gone, and half of the second one.
    let cut = &bytes[..bytes.len() - 8 - 18 - 4];
    let parser = Parser::parse(cut).unwrap();
    assert_eq!(parser.frames_total(), 2);
    assert!(!parser.frame_bytes(1).unwrap().partial);
    assert!(parser.frame_bytes(2).unwrap().partial);
    assert_eq!(parser.frame_bytes(3).unwrap_err().code(), "frame-missing");
    assert_eq!(
        parser.frame_bytes(4).unwrap_err().code(),
        "frame-out-of-range"
    );
    assert_eq!(
        parser.frame_bytes(0).unwrap_err().code(),
        "frame-out-of-range"
    );
    let warnings = parser.warnings();
    assert!(warnings.contains(&WarningCode::FewerFramesThanDeclared));
    assert!(warnings.contains(&WarningCode::MissingSequenceDelimiter));

    let whole = small_picture(Builder::with_meta(EXPLICIT));
    let cut = &whole[..whole.len() - 2];
    let parser = Parser::parse(cut).unwrap();
    let mut samples = Vec::new();
    let decoded = decode_frame(&parser, cut, 1, &mut samples).unwrap();
    assert!(decoded.partial);
    assert_eq!(samples, [1, 2, 3, 4, 0, 0]);
}

#[test]
fn regions_of_another_size_of_frame_are_not_measured_in() {
    let stream = |side: u8| {
        [
            &[
                0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, side, 0, side, 1, 1, 0x11, 0, 0xff, 0xda,
            ][..],
            &[9; 40],
        ]
        .concat()
    };
    for (side, differs) in [(8, false), (16, true)] {
        let mut file = Builder::with_meta(JPEG);
        file.image("1", 8, 8, 1, 8, "MONOCHROME2");
        file.text(0x0028_0030, "DS", "0.2\\0.2");
        file.fragments(&[], &[&stream(side)]);
        let metadata = Parser::parse(&file.bytes).unwrap().metadata().unwrap();
        assert_eq!(
            metadata.warnings.contains(&WarningCode::FrameSizeMismatch),
            differs
        );
        assert_eq!(metadata.flow_region.is_none(), differs);
        assert_eq!(physical_at(&metadata, None, 1.0, 1.0).x.is_none(), differs);
    }
}

#[test]
fn bytes_behind_the_pixels_are_passed_over() {
    let mut file = small_picture(Builder::with_meta(EXPLICIT));
    file.extend_from_slice(&[0; 1000]);
    assert_eq!(pixels(&file), [1, 2, 3, 4, 5, 6]);
    assert!(Parser::parse(&file).unwrap().warnings().is_empty());
}

#[test]
fn words_of_big_endian_data_turn_8_bit_samples_around() {
    let mut file = Builder::with_meta(BIG);
    file.image("2", 1, 3, 1, 8, "MONOCHROME2");
    // Samples 1 2 3 | 4 5 6 in 16-bit words, most significant byte first.
    file.element(0x7fe0_0010, "OW", &[2, 1, 4, 3, 6, 5]);
    let parser = Parser::parse(&file.bytes).unwrap();
    let mut samples = Vec::new();
    decode_frame(&parser, &file.bytes, 1, &mut samples).unwrap();
    assert_eq!(samples, [1, 2, 3]);
    decode_frame(&parser, &file.bytes, 2, &mut samples).unwrap();
    assert_eq!(samples, [4, 5, 6]);
}

#[test]
fn samples_of_16_bits_are_given_least_significant_byte_first() {
    for (syntax, stored) in [
        (EXPLICIT, [0x34, 0x12, 0xcd, 0xab]),
        (BIG, [0x12, 0x34, 0xab, 0xcd]),
    ] {
        let mut file = Builder::with_meta(syntax);
        file.image("1", 1, 2, 1, 16, "MONOCHROME2");
        file.element(0x7fe0_0010, "OW", &stored);
        assert_eq!(pixels(&file.bytes), [0x34, 0x12, 0xcd, 0xab], "{syntax}");
    }
}

#[test]
fn chroma_for_two_pixels_may_be_written_for_each() {
    let mut packed = Builder::with_meta(EXPLICIT);
    packed.image("1", 1, 2, 3, 8, "YBR_FULL_422");
    packed.element(0x7fe0_0010, "OB", &[10, 20, 128, 129]);
    assert_eq!(pixels(&packed.bytes), [10, 20, 128, 129]);

    let mut full = Builder::with_meta(EXPLICIT);
    full.image("1", 1, 2, 3, 8, "YBR_FULL_422");
    full.element(0x7fe0_0010, "OB", &[10, 128, 129, 20, 128, 129]);
    assert_eq!(pixels(&full.bytes), [10, 128, 129, 20, 128, 129]);
    let warnings = Parser::parse(&full.bytes).unwrap().warnings();
    assert_eq!(warnings, [WarningCode::FullLength422]);
}

#[test]
fn a_compressed_syntax_over_plain_samples_is_read_as_plain() {
    let mut file = Builder::with_meta(RLE);
    file.image("1", 1, 2, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[7, 8]);
    assert_eq!(pixels(&file.bytes), [7, 8]);
}

#[test]
fn fragments_of_one_rle_frame_are_joined() {
    // One segment: a literal run of 6 bytes.
    let mut frame = vec![1, 0, 0, 0, 64, 0, 0, 0];
    frame.resize(64, 0);
    frame.extend_from_slice(&[5, 1, 2, 3, 4, 5, 6, 0]);
    let mut file = Builder::with_meta(RLE);
    file.image("2", 2, 3, 1, 8, "MONOCHROME2");
    file.fragments(&[], &[&frame[..66], &frame[66..], &frame]);
    let parser = Parser::parse(&file.bytes).unwrap();
    let mut samples = Vec::new();
    for number in [1, 2] {
        let decoded = decode_frame(&parser, &file.bytes, number, &mut samples).unwrap();
        assert_eq!(
            (samples.as_slice(), decoded.partial),
            (&[1, 2, 3, 4, 5, 6][..], false)
        );
    }
}

#[test]
fn long_and_numerous_elements_are_hidden_from_the_listing() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.text(0x0008_0080, "LO", &"x".repeat(128));
    file.text(0x0008_0081, "ST", &"y".repeat(130));
    for (tag, items) in [(0x0008_1140u32, 19), (0x0008_1145, 20)] {
        file.header(tag, "SQ", u32::MAX);
        for _ in 0..items {
            file.item(0xfffe_e000, 0);
        }
        file.item(0xfffe_e0dd, 0);
    }
    let metadata = Parser::parse(&small_picture(file))
        .unwrap()
        .metadata()
        .unwrap();
    let value = |tag: &str| {
        let mut lines = metadata.full_metadata.iter();
        lines
            .find(|line| line.tag == tag)
            .map(|line| line.value.clone())
    };
    assert_eq!(value("(0008,0080)"), Some("x".repeat(128)));
    assert_eq!(value("(0008,0081)"), None);
    assert_eq!(value("(0008,1140)").as_deref(), Some("19 items"));
    assert_eq!(
        value("(0008,1145)").as_deref(),
        Some("data too long to show")
    );
    assert_eq!(value("(0008,0060)").as_deref(), Some("US"));
    assert_eq!(value("(0028,0010)").as_deref(), Some("2"));
}
