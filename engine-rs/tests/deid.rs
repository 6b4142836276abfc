//! De-identification: what must not pass, what must stay.

use crate::support;

use echometry_engine::deid::identity::identify;
use echometry_engine::deid::{DeidentifyOptions, deidentify};
use echometry_engine::dicom::element::{DataSet, Tag, Value};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::records::metadata::FrameAxis;
use support::command_line::frame_hashes;
use support::shared_files::{collection, read};
use support::{BIG, Builder, EXPLICIT, IMPLICIT, JPEG};

const KEY: [u8; 32] = [42; 32];
/// Word that is in no file and in none of our rules.
const CANARY: &str = "CANARYBIRD";

fn stored(bytes: &[u8]) -> Vec<u8> {
    deidentify(
        bytes,
        &DeidentifyOptions {
            key: &KEY,
            date_shift_days: 100,
            patient_show: "HEART-7",
        },
    )
    .unwrap()
}

fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

/// Canaries in every text element a writer may fill, in private groups, in nested sequences, in
/// the file meta, in the preamble and after the pixels.
fn canary_file(syntax: &str) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    file.bytes[10..10 + CANARY.len()].copy_from_slice(CANARY.as_bytes());
    let mut meta = Builder::data_set(EXPLICIT);
    meta.text(0x0002_0002, "UI", CANARY);
    meta.text(0x0002_0003, "UI", CANARY);
    meta.text(0x0002_0012, "UI", CANARY);
    meta.text(0x0002_0013, "SH", CANARY);
    meta.text(0x0002_0016, "AE", CANARY);
    meta.element(0x0002_0102, "OB", CANARY.as_bytes());
    file.bytes.extend_from_slice(&meta.bytes);
    // Every even element of the groups an image module may touch, whatever its real VR.
    let vrs = [
        "LO", "PN", "SH", "LT", "UT", "CS", "UI", "DA", "TM", "DT", "AS", "IS", "DS", "UN", "OB",
    ];
    let mut turn = 0;
    for group in [
        0x0004u32, 0x0008, 0x0010, 0x0012, 0x0018, 0x0020, 0x0032, 0x0038, 0x0040, 0x0054,
    ] {
        for element in (0x0010..0x2200).step_by(if group == 0x0008 || group == 0x0018 {
            2
        } else {
            0x10
        }) {
            file.text(group << 16 | element, vrs[turn % vrs.len()], CANARY);
            turn += 1;
        }
    }
    file.header(0x0018_6011, "SQ", u32::MAX);
    file.item(0xfffe_e000, u32::MAX);
    file.us(0x0018_6012, 1);
    for element in (0x6013..0x6060).step_by(2) {
        file.text(0x0018_0000 | element, "LO", CANARY);
    }
    file.text(0x0019_1001, "LO", CANARY);
    file.item(0xfffe_e00d, 0);
    file.item(0xfffe_e0dd, 0);
    for depth in 0..5u32 {
        file.header(0x0040_0275 + depth, "SQ", u32::MAX);
        file.item(0xfffe_e000, u32::MAX);
        file.text(0x0010_0010, "PN", CANARY);
    }
    for _ in 0..5 {
        file.item(0xfffe_e00d, 0);
        file.item(0xfffe_e0dd, 0);
    }
    for group in [0x0009u32, 0x0011, 0x0019, 0x0021, 0x7fe1] {
        file.text(group << 16 | 0x0010, "LO", CANARY);
        file.text(group << 16 | 0x1001, "LO", CANARY);
    }
    file.image("1", 2, 3, 1, 8, "MONOCHROME2");
    for element in (0x1050..0x1060).step_by(2) {
        file.text(0x0028_0000 | element, "LO", CANARY);
    }
    file.text(0x0028_4000, "LT", CANARY);
    file.text(0x6000_4000, "LT", CANARY);
    // Pixel Data longer than its frame.
    let mut pixels = vec![1, 2, 3, 4, 5, 6];
    pixels.extend_from_slice(CANARY.as_bytes());
    file.element(0x7fe0_0010, "OB", &pixels);
    file.element(0xfffc_fffc, "OB", CANARY.as_bytes());
    file.bytes.extend_from_slice(CANARY.as_bytes());
    file.bytes
}

#[test]
fn no_canary_passes() {
    for syntax in [EXPLICIT, IMPLICIT] {
        let file = canary_file(syntax);
        assert!(
            file.windows(10)
                .filter(|window| *window == CANARY.as_bytes())
                .count()
                > 300
        );
        let output = stored(&file);
        assert!(!contains(&output, CANARY.as_bytes()), "{syntax}");
        let identity = serde_json::to_value(identify(&file, &KEY).unwrap()).unwrap();
        // Identifiers for the search in a mapping are returned unchanged, under one name and nowhere else.
        let (original, rest): (Vec<_>, Vec<_>) = identity
            .as_object()
            .unwrap()
            .iter()
            .partition(|(name, _)| *name == "original");
        assert_eq!(original.len(), 1);
        assert!(!serde_json::to_string(&rest).unwrap().contains(CANARY));
    }
}

/// A file with the values the product needs.
fn real_values(syntax: &str) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    file.text(0x0008_0016, "UI", "1.2.840.10008.5.1.4.1.1.3.1");
    file.text(0x0008_0018, "UI", "1.2.3.4.5");
    file.text(0x0008_0020, "DA", "20240229");
    file.text(0x0008_0030, "TM", "101112");
    file.text(0x0008_0060, "CS", "US");
    file.text(0x0008_0070, "LO", "PHILIPS Medical Systems");
    file.text(0x0010_0010, "PN", "Doe^Jane");
    file.text(0x0010_0020, "LO", "4711");
    file.text(0x0010_0030, "DA", "20230301");
    file.text(0x0010_0040, "CS", "F");
    file.text(0x0010_1020, "DS", "0.75");
    file.text(0x0010_1030, "DS", "9.5");
    file.text(0x0018_1063, "DS", "33.333");
    file.text(0x0020_000d, "UI", "1.2.3.4");
    file.image("2", 2, 3, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    file.bytes
}

/// Two frames of grey pixels of a class, with these Bits Allocated.
fn volume(class: &str, bits: u16) -> Vec<u8> {
    let mut file = Builder::with_meta(EXPLICIT);
    file.text(0x0008_0016, "UI", class);
    file.text(0x0008_0018, "UI", "1.2.3.4.5");
    file.image("2", 2, 3, 1, bits, "MONOCHROME2");
    file.element(0x7fe0_0010, "OW", &vec![7; usize::from(bits) / 8 * 12]);
    file.bytes
}

#[test]
fn volumes_are_stored_as_pages_of_secondary_captures() {
    for (class, bits, stored_class) in [
        (
            "1.2.840.10008.5.1.4.1.1.6.2",
            8,
            "1.2.840.10008.5.1.4.1.1.7.2",
        ),
        (
            "1.2.840.10008.5.1.4.1.1.2.1",
            16,
            "1.2.840.10008.5.1.4.1.1.7.3",
        ),
    ] {
        let output = stored(&volume(class, bits));
        let parser = Parser::parse(&output).unwrap();
        let data = parser.data_set();
        let text = |tag: u32| data.text(Tag(tag));
        assert_eq!(text(0x0008_0016).as_deref(), Some(stored_class));
        assert_eq!(data.tags(Tag(0x0028_0009)), [Tag(0x0018_2001)]);
        assert_eq!(text(0x0018_2001).as_deref(), Some("1\\2"));
        assert_eq!(text(0x0028_0301).as_deref(), Some("YES"));
        assert_eq!(text(0x2050_0020).as_deref(), Some("IDENTITY"));
        let axis = parser.metadata().unwrap().frame_axis;
        assert_eq!(axis, FrameAxis::Planes);
    }
}

#[test]
fn a_rate_with_a_fraction_stays_as_it_is() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.text(0x0008_0016, "UI", "1.2.840.10008.5.1.4.1.1.3.1");
    file.text(0x0018_0040, "IS", "29.97");
    file.image("2", 2, 3, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[7; 12]);
    let output = stored(&file.bytes);
    let parser = Parser::parse(&output).unwrap();
    let rate = parser.metadata().unwrap().frame_rate.unwrap();
    assert!((rate - 29.97).abs() < 1e-9, "{rate}");
}

#[test]
fn identifiers_are_replaced_and_the_method_is_named() {
    for syntax in [EXPLICIT, IMPLICIT, BIG] {
        let file = real_values(syntax);
        let identity = identify(&file, &KEY).unwrap();
        let output = stored(&file);
        let parser = Parser::parse(&output).unwrap();
        assert_eq!(parser.transfer_syntax_uid(), syntax);
        let text = |tag: u32| parser.data_set().text(Tag(tag));
        assert_eq!(text(0x0010_0010).as_deref(), Some("HEART-7"));
        assert_eq!(text(0x0010_0020).as_deref(), Some("HEART-7"));
        assert_eq!(text(0x0008_0018).as_ref(), Some(&identity.instance_id));
        assert_eq!(
            text(0x0020_000d).as_ref(),
            Some(&identity.study_instance_uid)
        );
        // 29 February 2024 and 100 days: 31 + 30 + 31 days of March to May make 92, 8 remain.
        assert_eq!(text(0x0008_0020).as_deref(), Some("20240608"));
        assert_eq!(text(0x0008_0030), None);
        assert_eq!(text(0x0008_0070).as_deref(), Some("Philips"));
        assert_eq!(text(0x0012_0062).as_deref(), Some("YES"));
        assert!(text(0x0012_0063).is_some());
        assert_eq!(parser.data_set().items(Tag(0x0012_0064)).len(), 2);
        assert_eq!(
            parser.file_meta().text(Tag(0x0002_0003)).as_ref(),
            Some(&identity.instance_id)
        );
        assert_eq!(output[..128], [0; 128]);
        for secret in ["Doe", "4711", "1.2.3.4", "20240229", "101112"] {
            assert!(!contains(&output, secret.as_bytes()), "{syntax} {secret}");
        }
    }
}

#[test]
fn the_importer_learns_what_it_must() {
    let identity = identify(&real_values(EXPLICIT), &KEY).unwrap();
    assert_eq!(identity.study_date.as_deref(), Some("20240229"));
    // 1 March 2023 to 29 February 2024.
    assert_eq!(identity.age_days, Some(365));
    assert_eq!(identity.sex, Some('F'));
    assert_eq!(identity.height_cm, Some(75.0));
    assert_eq!(identity.weight_kg, Some(9.5));
    assert!(identity.may_carry_burned_in_text);
    assert_eq!(identity.patient_key.len(), 64);
    let other_key = identify(&real_values(EXPLICIT), &[43; 32]).unwrap();
    assert_ne!(identity.patient_key, other_key.patient_key);
    assert_ne!(identity.instance_id, other_key.instance_id);
    assert!(identify(&real_values(EXPLICIT), &[1; 31]).is_err());
}

/// A file with these elements in addition to its picture.
fn file_of(elements: &[(u32, &str, &str)]) -> Vec<u8> {
    let mut file = Builder::with_meta(EXPLICIT);
    for &(tag, vr, text) in elements {
        file.text(tag, vr, text);
    }
    file.image("1", 1, 2, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[1, 2]);
    file.bytes
}

#[test]
fn one_patient_has_one_key_however_the_identifier_is_typed() {
    let key = |id: &str, issuer: &str| {
        let file = file_of(&[(0x0010_0020, "LO", id), (0x0010_0021, "LO", issuer)]);
        identify(&file, &KEY).unwrap().patient_key
    };
    assert_eq!(key("ab  12", "Ward 3"), key("AB 12", "WARD  3"));
    assert_ne!(key("AB 12", "WARD 3"), key("AB 12", "WARD 4"));
    assert_ne!(key("0042", ""), key("42", ""));
}

#[test]
fn identifiers_that_stand_for_nobody_are_named() {
    let named = |id: &str| {
        let file = file_of(&[(0x0010_0020, "LO", id)]);
        identify(&file, &KEY).unwrap().placeholder_patient_id
    };
    assert_eq!(named("Unknown").as_deref(), Some("UNKNOWN"));
    assert_eq!(named("0").as_deref(), Some("0"));
    assert_eq!(named("ANON-17"), None);
    assert_eq!(named("4711"), None);
}

#[test]
fn dates_that_cannot_be_are_named() {
    let named = |study: &str, birth: &str| {
        let file = file_of(&[(0x0008_0020, "DA", study), (0x0010_0030, "DA", birth)]);
        identify(&file, &KEY).unwrap().implausible_dates
    };
    assert!(named("20240229", "19600101").is_empty());
    assert!(named("", "").is_empty());
    assert_eq!(named("20230229", ""), ["StudyDate is not a date"]);
    assert_eq!(
        named("20240229", "20240301"),
        ["PatientBirthDate lies after the study"]
    );
    assert_eq!(
        named("20240229", "18600101"),
        ["PatientBirthDate makes the patient implausibly old"]
    );
}

#[test]
fn the_same_file_gives_the_same_bytes_and_may_be_taken_again() {
    let once = stored(&real_values(EXPLICIT));
    assert_eq!(once, stored(&real_values(EXPLICIT)));
    // A stored file imports again, under new identifiers.
    let twice = stored(&once);
    let times = |bytes: &[u8]| {
        Parser::parse(bytes)
            .unwrap()
            .metadata()
            .unwrap()
            .frame_times_ms
    };
    assert_eq!(times(&once), times(&twice));
}

#[test]
fn options_are_checked() {
    let file = real_values(EXPLICIT);
    let wrong = [
        (&KEY[..31], 0, "A"),
        (&KEY[..], 4_000_000, "A"),
        (&KEY[..], 0, ""),
        (&KEY[..], 0, "A\\B"),
        (&KEY[..], 0, "A\nB"),
    ];
    for (key, date_shift_days, patient_show) in wrong {
        let options = DeidentifyOptions {
            key,
            date_shift_days,
            patient_show,
        };
        assert_eq!(
            deidentify(&file, &options).unwrap_err().code(),
            "invalid-argument"
        );
    }
}

#[test]
fn a_clean_stream_and_its_offset_table_stay_byte_for_byte() {
    // One block of zeros: steps, frame header, tables of one code each (1 bit: no difference, end of block), scan.
    let steps = [1; 64];
    let code =
        |class: u8| -> Vec<u8> { [&[0xff, 0xc4, 0, 20, class, 1][..], &[0; 15], &[0]].concat() };
    let frame = [
        &[0xff, 0xd8][..],
        &[0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0],
        &[0xff, 0xdb, 0, 67, 0],
        &steps,
        &code(0x00),
        &code(0x10),
        &[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9, 0],
    ]
    .concat();
    let mut file = Builder::with_meta(JPEG);
    file.image("2", 8, 8, 1, 8, "MONOCHROME2");
    let start = file.bytes.len();
    let second = frame.len() as u32 + 8;
    file.fragments(&[0, second], &[&frame, &frame]);
    let output = stored(&file.bytes);
    assert_eq!(
        output[output.len() - (file.bytes.len() - start)..],
        file.bytes[start..]
    );
}

/// Texts of a data set that could name someone, with the dates and UIDs.
fn secrets(data: &DataSet, found: &mut Vec<String>) {
    for element in &data.elements {
        match &element.value {
            Value::Items(items) => items.iter().for_each(|item| secrets(item, found)),
            Value::Bytes(_) => {
                let kinds = [
                    "PN", "LO", "SH", "ST", "LT", "UT", "AE", "UI", "DA", "DT", "TM",
                ];
                let text = data.text(element.tag).unwrap_or_default();
                let standard = text.starts_with("1.2.840.10008.");
                if kinds.contains(&element.vr.as_text().as_str()) && text.len() >= 6 && !standard {
                    found.push(text);
                }
            }
            Value::Omitted { .. } => {}
        }
    }
}

#[test]
fn real_files_keep_their_pictures_and_lose_their_texts() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let (mut kept, mut searched) = (0, 0);
    for entry in &entries {
        let name = entry["file"].as_str().unwrap();
        let bytes = read(&folder, entry);
        let Ok(parser) = Parser::parse(&bytes) else {
            continue;
        };
        let options = DeidentifyOptions {
            key: &KEY,
            date_shift_days: -321,
            patient_show: "P-1",
        };
        let output = match deidentify(&bytes, &options) {
            Ok(output) => output,
            Err(error) => {
                // Unreadable frames are not stored.
                let frames = frame_hashes(&bytes);
                let is_hash = |frame: &String| frame.len() == 64;
                assert!(!frames.iter().any(is_hash), "{name}: {error}");
                continue;
            }
        };
        assert_eq!(frame_hashes(&bytes), frame_hashes(&output), "{name}");
        let mut texts = Vec::new();
        secrets(parser.data_set(), &mut texts);
        // The pixels are copied, and may hold any byte pattern; texts are sought before them.
        let result = Parser::parse(&output).unwrap();
        let pixel_start = result
            .frame_bytes(1)
            .map_or(output.len(), |frame| frame.ranges[0].0 as usize);
        for text in texts {
            // Makers of a closed list are kept.
            let maker = parser.data_set().text(Tag(0x0008_0070)).unwrap_or_default();
            let model = parser.data_set().text(Tag(0x0008_1090)).unwrap_or_default();
            if text != maker && text != model {
                assert!(
                    !contains(&output[..pixel_start], text.as_bytes()),
                    "{name}: {text}"
                );
                searched += 1;
            }
        }
        kept += 1;
    }
    assert!(
        kept > 115 && searched > 1_000,
        "{kept} files, {searched} texts"
    );
}

#[test]
fn r_waves_stay_as_rising_whole_milliseconds() {
    for syntax in [EXPLICIT, IMPLICIT, BIG] {
        let mut file = Builder::with_meta(syntax);
        let waves: Vec<u8> = [0.4_f32, 812.25, 811.0, f32::NAN, 1650.0, 9e9]
            .iter()
            .flat_map(|value| file.u32_bytes(value.to_bits()))
            .collect();
        file.element(0x0018_6060, "FL", &waves);
        file.image("2", 1, 1, 1, 8, "MONOCHROME2");
        file.element(0x7fe0_0010, "OB", &[1, 2]);
        let parser = Parser::parse(&stored(&file.bytes)).unwrap();
        let metadata = parser.metadata().unwrap();
        assert_eq!(metadata.r_wave_times_ms, [0.0, 812.0, 1650.0], "{syntax}");
    }
}
