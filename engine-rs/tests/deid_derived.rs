//! Files made within a workspace pass the gate of imports, with their source and no canary.

use crate::support;

use echometry_engine::deid::{DeidentifyOptions, admit_derived, deidentify};
use echometry_engine::dicom::element::Tag;
use echometry_engine::dicom::parse::Parser;
use support::{Builder, EXPLICIT};

const CANARY: &str = "CANARYBIRD";
const DESCRIPTION: &str = "Single frame of a clip, samples as decoded; frame 7";
const INSTANCE: &str = "2.25.11";
const STUDY: &str = "2.25.12";
const SERIES: &str = "2.25.13";
const SOURCE: &str = "2.25.14";

/// Fields of a derived file about itself and its source.
struct Said<'a> {
    instance: &'a str,
    description: &'a str,
    source: &'a str,
    items: usize,
}

const SAID: Said<'_> = Said {
    instance: INSTANCE,
    description: DESCRIPTION,
    source: SOURCE,
    items: 1,
};

fn derived_file(said: &Said<'_>) -> Vec<u8> {
    let mut file = Builder::with_meta(EXPLICIT);
    file.text(0x0008_0016, "UI", "1.2.840.10008.5.1.4.1.1.6.1");
    file.text(0x0008_0018, "UI", said.instance);
    file.text(0x0008_0020, "DA", "20240229");
    file.text(0x0008_1030, "LO", CANARY);
    file.text(0x0008_2111, "ST", said.description);
    file.header(0x0008_2112, "SQ", u32::MAX);
    for _ in 0..said.items {
        file.item(0xfffe_e000, u32::MAX);
        file.text(0x0008_1150, "UI", "1.2.840.10008.5.1.4.1.1.3.1");
        file.text(0x0008_1155, "UI", said.source);
        file.text(0x0008_1160, "IS", "7");
        file.text(0x0008_1198, "LO", CANARY);
        file.item(0xfffe_e00d, 0);
    }
    file.item(0xfffe_e0dd, 0);
    file.text(0x0020_000d, "UI", STUDY);
    file.text(0x0020_000e, "UI", SERIES);
    file.image("1", 2, 3, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[1, 2, 3, 4, 5, 6]);
    file.bytes
}

#[test]
fn identifiers_dates_and_source_stay_and_nothing_else_passes() {
    let output = admit_derived(&derived_file(&SAID), "HEART-7").unwrap();
    let parser = Parser::parse(&output).unwrap();
    let data = parser.data_set();
    let text = |tag| data.text(Tag(tag)).unwrap_or_default();
    assert_eq!(text(0x0008_0018), INSTANCE);
    assert_eq!(text(0x0008_0020), "20240229");
    assert_eq!(text(0x0008_2111), DESCRIPTION);
    assert_eq!(text(0x0010_0020), "HEART-7");
    assert_eq!(text(0x0020_000d), STUDY);
    assert_eq!(text(0x0020_000e), SERIES);
    let [item] = data.items(Tag(0x0008_2112)) else {
        panic!("one source")
    };
    assert_eq!(item.text(Tag(0x0008_1155)).unwrap(), SOURCE);
    assert_eq!(item.text(Tag(0x0008_1160)).unwrap().trim(), "7");
    assert!(!output.windows(10).any(|w| w == CANARY.as_bytes()));
}

#[test]
fn what_is_no_derived_file_is_refused() {
    let wrong = [
        Said {
            instance: "1.2.3",
            ..SAID
        },
        Said {
            instance: "2.25.1x",
            ..SAID
        },
        Said {
            source: "1.2.3",
            ..SAID
        },
        Said {
            description: "of Jane Doe",
            ..SAID
        },
        Said {
            description: "Single frame of a clip, samples as decoded; frame Doe",
            ..SAID
        },
        Said { items: 0, ..SAID },
        Said { items: 2, ..SAID },
    ];
    for said in wrong {
        let error = admit_derived(&derived_file(&said), "HEART-7").unwrap_err();
        assert_eq!(error.code(), "cannot-deidentify", "{}", said.description);
    }
    assert!(admit_derived(&derived_file(&SAID), "").is_err());
}

#[test]
fn an_import_keeps_neither_description_nor_source() {
    let options = DeidentifyOptions {
        key: &[42; 32],
        date_shift_days: 0,
        patient_show: "HEART-7",
    };
    let output = deidentify(&derived_file(&SAID), &options).unwrap();
    let parser = Parser::parse(&output).unwrap();
    let data = parser.data_set();
    assert_eq!(data.text(Tag(0x0008_2111)), None);
    assert!(data.items(Tag(0x0008_2112)).is_empty());
    assert_ne!(data.text(Tag(0x0008_0018)).unwrap(), INSTANCE);
}
