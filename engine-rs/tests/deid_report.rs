//! Structured reports, written byte by byte from the templates of PS3.16: 5200, 5300 and 1500, and damaged ones.

use crate::support;

use echometry_engine::deid::identity::identify;
use echometry_engine::deid::intake::Intake;
use echometry_engine::deid::report::{LeftOut, MachineReport, ReportedNumber};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::error::EngineError;
use echometry_engine::limits::{
    MAX_CODE_MEANING_CHARS, MAX_KEPT_ELEMENTS, MAX_REPORTED_ITEMS, MAX_REPORTED_MODIFIERS,
    MAX_SEQUENCE_NESTING,
};
use support::{BIG, Builder, EXPLICIT, IMPLICIT};

const KEY: [u8; 32] = [7; 32];
/// Comprehensive SR Storage.
const COMPREHENSIVE: &str = "1.2.840.10008.5.1.4.1.1.88.33";
/// Ultrasound Multi-frame Image Storage.
const PICTURES: &str = "1.2.840.10008.5.1.4.1.1.3.1";
/// In every text, name and date that a report may carry.
const SECRET: &str = "SECRETNAME";

/// Value, scheme and meaning.
type Code = (&'static str, &'static str, &'static str);

const FINDINGS: Code = ("121070", "DCM", "Findings");
const GROUP: Code = ("125007", "DCM", "Measurement Group");
const SITE: Code = ("363698007", "SCT", "Finding Site");
const LEFT_VENTRICLE: Code = ("87878005", "SCT", "Left ventricle");
const MITRAL_VALVE: Code = ("91134007", "SCT", "Mitral valve");
const MODE: Code = ("399067008", "SCT", "Image Mode");
const TWO_D: Code = ("399064001", "SCT", "2D mode ultrasound");
const DERIVATION: Code = ("121401", "DCM", "Derivation");
const MEAN: Code = ("373098007", "SCT", "Mean");
const LVIDD: Code = (
    "29436-3",
    "LN",
    "Left Ventricle Internal End Diastolic Dimension",
);

/// An item of the content tree.
#[derive(Clone)]
struct Item {
    relation: &'static str,
    kind: &'static str,
    name: Option<Code>,
    content: Vec<Item>,
    value: Value,
}

#[derive(Clone)]
enum Value {
    None,
    Text(&'static str),
    Uid(&'static str),
    Coded(Code),
    Image(&'static str, Option<&'static str>),
    Number {
        text: String,
        double: Option<f64>,
        unit: Option<&'static str>,
    },
}

impl Item {
    fn new(relation: &'static str, kind: &'static str, name: Option<Code>, value: Value) -> Self {
        Self {
            relation,
            kind,
            name,
            content: Vec::new(),
            value,
        }
    }

    fn with(mut self, content: Vec<Self>) -> Self {
        self.content = content;
        self
    }
}

fn container(name: Code, content: Vec<Item>) -> Item {
    Item::new("CONTAINS", "CONTAINER", Some(name), Value::None).with(content)
}

fn coded(name: Code, value: Code) -> Item {
    Item::new("HAS CONCEPT MOD", "CODE", Some(name), Value::Coded(value))
}

fn number(name: Code, text: &str, unit: &'static str) -> Item {
    let text = text.to_owned();
    let (double, unit) = (None, Some(unit));
    Item::new(
        "CONTAINS",
        "NUM",
        Some(name),
        Value::Number { text, double, unit },
    )
}

fn with_double(text: &str, double: f64) -> Item {
    let text = text.to_owned();
    let (double, unit) = (Some(double), Some("cm"));
    Item::new(
        "CONTAINS",
        "NUM",
        Some(LVIDD),
        Value::Number { text, double, unit },
    )
}

fn remark(relation: &'static str, name: Code) -> Item {
    Item::new(relation, "TEXT", Some(name), Value::Text(SECRET))
}

fn image(uid: &'static str, frame: Option<&'static str>) -> Item {
    Item::new("INFERRED FROM", "IMAGE", None, Value::Image(uid, frame))
}

/// How sequences and items are written.
#[derive(Clone, Copy)]
struct Style {
    syntax: &'static str,
    /// Lengths instead of delimiters.
    sized: bool,
}

const PLAIN: Style = Style {
    syntax: EXPLICIT,
    sized: true,
};

impl Style {
    fn sequence(self, out: &mut Builder, tag: u32, items: &[Builder]) {
        let mut inside = Builder::data_set(self.syntax);
        for item in items {
            let length = if self.sized {
                item.bytes.len() as u32
            } else {
                u32::MAX
            };
            inside.item(0xfffe_e000, length);
            inside.bytes.extend_from_slice(&item.bytes);
            if !self.sized {
                inside.item(0xfffe_e00d, 0);
            }
        }
        if !self.sized {
            inside.item(0xfffe_e0dd, 0);
        }
        let length = if self.sized {
            inside.bytes.len() as u32
        } else {
            u32::MAX
        };
        out.header(tag, "SQ", length);
        out.bytes.extend_from_slice(&inside.bytes);
    }

    fn code(self, out: &mut Builder, tag: u32, (value, scheme, meaning): Code) {
        let mut one = Builder::data_set(self.syntax);
        one.text(0x0008_0100, "SH", value);
        one.text(0x0008_0102, "SH", scheme);
        one.text(0x0008_0104, "LO", meaning);
        self.sequence(out, tag, &[one]);
    }

    /// Attributes of PS3.3 C.17.3, in the order of their tags.
    fn item(self, item: &Item) -> Builder {
        let mut out = Builder::data_set(self.syntax);
        if let Value::Image(uid, frame) = item.value {
            let mut one = Builder::data_set(self.syntax);
            one.text(0x0008_1150, "UI", PICTURES);
            one.text(0x0008_1155, "UI", uid);
            if let Some(frame) = frame {
                one.text(0x0008_1160, "IS", frame);
            }
            self.sequence(&mut out, 0x0008_1199, &[one]);
        }
        out.text(0x0040_a010, "CS", item.relation);
        out.text(0x0040_a040, "CS", item.kind);
        if let Some(name) = item.name {
            self.code(&mut out, 0x0040_a043, name);
        }
        match &item.value {
            Value::Text(text) => {
                out.text(0x0040_a160, "UT", text);
            }
            Value::Uid(uid) => {
                out.text(0x0040_a124, "UI", uid);
            }
            Value::Coded(code) => self.code(&mut out, 0x0040_a168, *code),
            Value::Number { text, double, unit } => self.measured(&mut out, text, *double, *unit),
            Value::None | Value::Image(..) => {}
        }
        if !item.content.is_empty() {
            self.content(&mut out, &item.content);
        }
        out
    }

    fn measured(
        self,
        out: &mut Builder,
        text: &str,
        double: Option<f64>,
        unit: Option<&'static str>,
    ) {
        let mut one = Builder::data_set(self.syntax);
        if let Some(unit) = unit {
            self.code(&mut one, 0x0040_08ea, (unit, "UCUM", unit));
        }
        if let Some(double) = double {
            let bytes = if self.syntax == BIG {
                double.to_be_bytes()
            } else {
                double.to_le_bytes()
            };
            one.element(0x0040_a161, "FD", &bytes);
        }
        one.text(0x0040_a30a, "DS", text);
        self.sequence(out, 0x0040_a300, &[one]);
    }

    fn content(self, out: &mut Builder, content: &[Item]) {
        let items: Vec<Builder> = content.iter().map(|item| self.item(item)).collect();
        self.sequence(out, 0x0040_a730, &items);
    }

    fn file(self, template: &str, content: &[Item]) -> Vec<u8> {
        let mut out = Builder::with_meta(self.syntax);
        out.text(0x0008_0016, "UI", COMPREHENSIVE);
        out.text(0x0008_0018, "UI", "1.2.3.4.5");
        out.text(0x0008_0070, "LO", "Vendor");
        out.text(0x0010_0010, "PN", SECRET);
        out.text(0x0020_000d, "UI", "1.2.3.4");
        out.text(0x0040_a040, "CS", "CONTAINER");
        let mut one = Builder::data_set(self.syntax);
        one.text(0x0008_0105, "CS", "DCMR");
        one.text(0x0040_db00, "CS", template);
        self.sequence(&mut out, 0x0040_a504, &[one]);
        self.content(&mut out, content);
        out.bytes
    }
}

fn read(file: Vec<u8>) -> Result<MachineReport, EngineError> {
    let report = Intake::new(file, &KEY)?.report()?;
    Ok(report.expect("a structured report"))
}

fn report_of(content: &[Item]) -> MachineReport {
    read(PLAIN.file("5200", content)).unwrap()
}

/// Code, value and unit of each number.
fn values(report: &MachineReport) -> Vec<(&str, f64, &str)> {
    report
        .numbers
        .iter()
        .map(|one| (one.code.value.as_str(), one.value, one.unit.value.as_str()))
        .collect()
}

fn modifiers(number: &ReportedNumber) -> Vec<(&str, &str)> {
    number
        .modifiers
        .iter()
        .map(|one| (one.name.value.as_str(), one.value.value.as_str()))
        .collect()
}

fn left_out(report: &MachineReport) -> Vec<LeftOut> {
    report.left_out.iter().map(|one| one.reason).collect()
}

/// The name under which an image of this UID is stored.
fn pseudonym(uid: &str) -> String {
    let mut picture = Builder::with_meta(EXPLICIT);
    picture.text(0x0008_0016, "UI", PICTURES);
    picture.text(0x0008_0018, "UI", uid);
    picture.image("1", 2, 3, 1, 8, "MONOCHROME2");
    picture.element(0x7fe0_0010, "OB", &[1, 2, 3, 4, 5, 6]);
    identify(&picture.bytes, &KEY).unwrap().instance_id
}

/// TID 5200: sections (TID 5202) of a finding site, groups of an image mode, beats and their mean (TID 300).
fn adult_echo() -> Vec<Item> {
    vec![
        container(
            ("121118", "DCM", "Patient Characteristics"),
            vec![number(("8302-2", "LN", "Patient Height"), "171", "cm")],
        ),
        remark("HAS OBS CONTEXT", ("121008", "DCM", "Person Observer Name")),
        container(
            FINDINGS,
            vec![
                coded(SITE, LEFT_VENTRICLE),
                container(
                    GROUP,
                    vec![
                        coded(MODE, TWO_D),
                        number(LVIDD, "47", "mm"),
                        number(LVIDD, "49", "mm"),
                        number(LVIDD, "48", "mm").with(vec![
                            coded(DERIVATION, MEAN),
                            coded(SITE, MITRAL_VALVE),
                            Item {
                                relation: "HAS PROPERTIES",
                                ..number(("121416", "DCM", "Mean of population"), "46", "mm")
                            },
                            remark("CONTAINS", ("121106", "DCM", "Comment")),
                        ]),
                    ],
                ),
                number(
                    ("18043-0", "LN", "Left Ventricular Ejection Fraction by US"),
                    "5.8e1",
                    "%",
                ),
            ],
        ),
    ]
}

#[test]
fn adult_echo_has_sites_modes_and_means_in_every_encoding() {
    for syntax in [EXPLICIT, IMPLICIT, BIG] {
        for sized in [true, false] {
            let file = Style { syntax, sized }.file("5200", &adult_echo());
            let report = read(file).unwrap();
            assert_eq!(report.template.as_deref(), Some("5200"), "{syntax} {sized}");
            assert!(!report.is_ours);
            let expected = [
                ("29436-3", 47.0, "mm"),
                ("29436-3", 49.0, "mm"),
                ("29436-3", 48.0, "mm"),
                ("18043-0", 58.0, "%"),
            ];
            assert_eq!(values(&report), expected, "{syntax} {sized}");
            assert_eq!(left_out(&report), []);
            let beat = [("399067008", "399064001"), ("363698007", "87878005")];
            assert_eq!(modifiers(&report.numbers[0]), beat);
            // Its own site comes before the section's.
            let mean = [
                ("121401", "373098007"),
                ("363698007", "91134007"),
                ("399067008", "399064001"),
            ];
            assert_eq!(modifiers(&report.numbers[2]), mean);
            assert_eq!(modifiers(&report.numbers[3]), [("363698007", "87878005")]);
            let text = serde_json::to_string(&report).unwrap();
            assert!(!text.contains(SECRET) && !text.contains("171"), "{text}");
        }
    }
}

#[test]
fn numbers_that_a_mean_was_made_from_are_beats_and_no_means() {
    let beat = |text| Item {
        relation: "INFERRED FROM",
        ..number(LVIDD, text, "mm")
    };
    let mean = number(LVIDD, "48", "mm").with(vec![
        coded(DERIVATION, MEAN),
        coded(SITE, LEFT_VENTRICLE),
        beat("47"),
        beat("49"),
    ]);
    let report = report_of(&[container(GROUP, vec![coded(MODE, TWO_D), mean])]);
    let place = [("363698007", "87878005"), ("399067008", "399064001")];
    let found: Vec<_> = report
        .numbers
        .iter()
        .map(|one| (one.value, modifiers(one)))
        .collect();
    let of_mean = [&[("121401", "373098007")][..], &place].concat();
    assert_eq!(
        found,
        [
            (48.0, of_mean),
            (47.0, place.to_vec()),
            (49.0, place.to_vec())
        ]
    );
}

#[test]
fn numbers_have_the_container_they_are_in() {
    let group = |values: &[&str]| {
        container(
            GROUP,
            values
                .iter()
                .map(|text| number(LVIDD, text, "mm"))
                .collect(),
        )
    };
    let report = report_of(&[
        group(&["1", "2"]),
        container(FINDINGS, vec![group(&["3"]), number(LVIDD, "4", "mm")]),
    ]);
    let containers: Vec<u32> = report.numbers.iter().map(|one| one.container).collect();
    let [a, b, c, d] = containers[..] else {
        panic!("{containers:?}")
    };
    assert!(a == b && b != c && c != d && a != d, "{containers:?}");
}

/// TID 5300: pre-coordinated measurements (TID 5301), each with its image, and ad hoc ones with a text.
#[test]
fn simplified_echo_has_images_and_frames() {
    let volume = ("79999-9", "LN", "LV EDV single plane 4C (MOD)");
    let label = || remark("HAS PROPERTIES", ("125309", "DCM", "Short Label"));
    let selected = Item::new("INFERRED FROM", "SCOORD", None, Value::None).with(vec![Item {
        relation: "SELECTED FROM",
        ..image("1.2.3.9", Some("12"))
    }]);
    let report = report_of(&[container(
        ("125301", "DCM", "Pre-coordinated Measurements"),
        vec![
            number(volume, "120", "mL").with(vec![image("1.2.3.9", Some("3")), label()]),
            number(volume, "121", "mL").with(vec![selected]),
            number(volume, "122", "mL").with(vec![
                image("1.2.3.9", Some("3")),
                image("1.2.3.9", Some("4")),
            ]),
            number(volume, "123", "mL").with(vec![image("1.2.3.9", None), image("1.2.3.8", None)]),
            number(volume, "124", "mL").with(vec![image("1.2.3.9", Some("0"))]),
        ],
    )]);
    let images: Vec<_> = report
        .numbers
        .iter()
        .map(|one| {
            one.image
                .as_ref()
                .map(|image| (image.instance_id.clone(), image.frame_number))
        })
        .collect();
    let uid = pseudonym("1.2.3.9");
    let expected = [
        Some((uid.clone(), Some(3))),
        Some((uid.clone(), Some(12))),
        Some((uid.clone(), None)),
        None,
        Some((uid, None)),
    ];
    assert_eq!(images, expected);
    assert!(!serde_json::to_string(&report).unwrap().contains(SECRET));
}

/// TID 1500: the tracking id and the image of a group apply to each number of it (TID 1501).
#[test]
fn measurement_groups_give_their_numbers_a_tracking_id() {
    let tracking = |uid| {
        Item::new(
            "HAS OBS CONTEXT",
            "UIDREF",
            Some(("112040", "DCM", "Tracking Unique Identifier")),
            Value::Uid(uid),
        )
    };
    let report = report_of(&[container(
        ("126010", "DCM", "Imaging Measurements"),
        vec![
            container(
                GROUP,
                vec![
                    remark("HAS OBS CONTEXT", ("112039", "DCM", "Tracking Identifier")),
                    tracking("1.2.3.77"),
                    image("1.2.3.9", Some("2")),
                    number(LVIDD, "4.9", "cm"),
                ],
            ),
            container(GROUP, vec![number(LVIDD, "4.8", "cm")]),
        ],
    )]);
    let found: Vec<_> = report
        .numbers
        .iter()
        .map(|one| one.tracking_uid.clone())
        .collect();
    assert_eq!(found, [Some(pseudonym("1.2.3.77")), None]);
    let image = report.numbers[0].image.as_ref().unwrap();
    assert_eq!(image.instance_id, pseudonym("1.2.3.9"));
    assert_eq!(image.frame_number, Some(2));
    assert_eq!(report.numbers[1].image, None);
}

#[test]
fn what_is_no_number_as_a_whole_is_left_out_by_its_code() {
    let texts = [
        "4,7", "4.7cm", "about 5", "1e999", "NaN", "inf", "infinity", "3\\4", "0x10", "-", ".",
        "1 2", "1_0",
    ];
    for text in texts {
        let report = report_of(&[number(LVIDD, text, "cm"), number(LVIDD, "4.8", "cm")]);
        assert_eq!(left_out(&report), [LeftOut::NotANumber], "{text}");
        let code = report.left_out[0].code.as_ref().unwrap();
        assert_eq!(
            (code.value.as_str(), code.scheme.as_str()),
            ("29436-3", "LN")
        );
        assert_eq!(values(&report), [("29436-3", 4.8, "cm")], "{text}");
    }
    for (text, value) in [("-1.50", -1.5), ("+2", 2.0), (" 3. ", 3.0), ("4E-2", 0.04)] {
        assert_eq!(
            report_of(&[number(LVIDD, text, "cm")]).numbers[0].value,
            value
        );
    }
    assert_eq!(
        left_out(&report_of(&[number(LVIDD, " ", "cm")])),
        [LeftOut::NoValue]
    );
}

#[test]
fn a_double_counts_only_where_the_text_rounds_it() {
    let third = 152.0 / 3.0;
    assert_eq!(
        report_of(&[with_double("50.67", third)]).numbers[0].value,
        third
    );
    assert_eq!(
        report_of(&[with_double("5.067e1", third)]).numbers[0].value,
        third
    );
    for (text, double) in [("50.66", third), ("50", third), ("3.1", 4.1)] {
        let report = report_of(&[with_double(text, double)]);
        assert_eq!(left_out(&report), [LeftOut::TwoValues], "{text} {double}");
        assert_eq!(values(&report), []);
    }
    // The text is the value; a double that is not a number changes nothing.
    for double in [f64::NAN, f64::INFINITY] {
        let report = report_of(&[with_double("3.1", double)]);
        assert_eq!(values(&report), [("29436-3", 3.1, "cm")], "{double}");
    }
}

#[test]
fn a_number_needs_a_unit_a_code_and_words_that_name_a_measurement() {
    let no_unit = Item {
        value: Value::Number {
            text: "3".to_owned(),
            double: None,
            unit: None,
        },
        ..number(LVIDD, "3", "cm")
    };
    assert_eq!(left_out(&report_of(&[no_unit])), [LeftOut::NoUnit]);
    let no_value = Item {
        value: Value::None,
        ..number(LVIDD, "3", "cm")
    };
    assert_eq!(left_out(&report_of(&[no_value])), [LeftOut::NoValue]);
    let no_name = Item {
        name: None,
        ..number(LVIDD, "3", "cm")
    };
    assert_eq!(left_out(&report_of(&[no_name])), [LeftOut::NoCode]);
    let long: &'static str = "w".repeat(MAX_CODE_MEANING_CHARS + 1).leak();
    let codes = [
        ("LVX-1", "99VENDOR", "Septum of 19410203"),
        ("LVX-1", "99VENDOR", "Doe^Jane"),
        ("LVX-1", "99VENDOR", "jane@example.org"),
        ("LVX-1", "99VENDOR", "12"),
        ("LVX-1", "99VENDOR", long),
        ("Doe^Jane", "99VENDOR", "Septal angle"),
        ("12345678901234567", "99VENDOR", "Septal angle"),
        ("LVX 1", "99VENDOR", "Septal angle"),
    ];
    for code in codes {
        let report = report_of(&[number(code, "3", "cm")]);
        assert_eq!(left_out(&report), [LeftOut::NoCode], "{code:?}");
        let kept = serde_json::to_string(&report).unwrap();
        for secret in ["1941", "Jane", "jane", "12345678901234567", "www"] {
            assert!(!kept.contains(secret), "{kept}");
        }
    }
    let longest: &'static str = "w".repeat(MAX_CODE_MEANING_CHARS).leak();
    let allowed = report_of(&[number(("LVX-1", "99VENDOR", longest), "3", "cm")]);
    assert_eq!(allowed.numbers[0].meaning, longest);
}

#[test]
fn containers_may_nest_to_the_limit_of_sequences() {
    // The measured value is in its own sequence, and so are its unit and the codes of names.
    let nested = |containers: usize| {
        let mut content = vec![number(LVIDD, "4.8", "cm")];
        for _ in 0..containers {
            content = vec![container(GROUP, content)];
        }
        content
    };
    let deepest = MAX_SEQUENCE_NESTING - 3;
    assert_eq!(
        values(&report_of(&nested(deepest))),
        [("29436-3", 4.8, "cm")]
    );
    for (containers, sized) in [(deepest + 1, true), (100, true), (100, false)] {
        let style = Style { sized, ..PLAIN };
        let found = read(style.file("5200", &nested(containers))).unwrap_err();
        let expected = EngineError::limit(
            "sequence_nesting",
            MAX_SEQUENCE_NESTING as u64,
            MAX_SEQUENCE_NESTING as u64 + 1,
        );
        assert_eq!(found, expected, "{containers}");
    }
}

#[test]
fn more_items_or_content_than_a_report_has_is_refused_as_a_whole() {
    let many = |count: usize| vec![number(LVIDD, "4.8", "cm"); count];
    let most = report_of(&many(MAX_REPORTED_ITEMS));
    assert_eq!(most.numbers.len(), MAX_REPORTED_ITEMS);
    let maximum = MAX_REPORTED_ITEMS as u64;
    assert_eq!(
        read(PLAIN.file("5200", &many(MAX_REPORTED_ITEMS + 1))),
        Err(EngineError::limit("reported_items", maximum, maximum + 1))
    );
    // Items that are not numbers: part of the report would be lost in silence.
    let remarks = vec![remark("CONTAINS", ("121106", "DCM", "Comment")); MAX_KEPT_ELEMENTS / 4];
    let maximum = MAX_KEPT_ELEMENTS as u64;
    assert_eq!(
        read(PLAIN.file("5200", &remarks)),
        Err(EngineError::limit("kept_elements", maximum, maximum + 1))
    );
    let mut crowded = number(LVIDD, "4.8", "cm");
    for index in 0..MAX_REPORTED_MODIFIERS + 8 {
        let value: &'static str = format!("M{index}").leak();
        crowded
            .content
            .push(coded((value, "99VENDOR", "Mode"), TWO_D));
    }
    let found = &report_of(&[crowded]).numbers[0].modifiers;
    assert_eq!(found.len(), MAX_REPORTED_MODIFIERS);
}

#[test]
fn a_cut_report_has_no_numbers_and_never_panics() {
    for sized in [true, false] {
        let style = Style { sized, ..PLAIN };
        let file = style.file("5200", &adult_echo());
        let mut start = Builder::with_meta(EXPLICIT);
        let head = start.text(0x0008_0016, "UI", COMPREHENSIVE).bytes.len();
        let whole = read(file.clone()).unwrap();
        // Header of the content, and where it is not sized the delimiter.
        let content = style.file("5200", &[]).len() - if sized { 12 } else { 20 };
        for length in head..file.len() {
            let found = read(file[..length].to_vec());
            if length > content {
                assert!(found.is_err(), "{length} of {}", file.len());
            } else if let Ok(found) = found {
                assert_ne!(found, whole);
                assert_eq!(values(&found), []);
            }
        }
    }
}

#[test]
fn a_file_with_pixels_or_of_another_class_is_no_report() {
    let mut pictures = Builder::with_meta(EXPLICIT);
    pictures.text(0x0008_0016, "UI", PICTURES);
    pictures.image("1", 2, 3, 1, 8, "MONOCHROME2");
    let without = pictures.bytes.clone();
    pictures.element(0x7fe0_0010, "OB", &[1, 2, 3, 4, 5, 6]);
    assert_eq!(
        Intake::new(pictures.bytes, &KEY).unwrap().report(),
        Ok(None)
    );
    assert_eq!(
        Intake::new(without, &KEY).err(),
        Some(EngineError::NoPixelData)
    );
}

#[test]
fn every_other_reader_finds_a_report_without_pixels() {
    let file = PLAIN.file("5200", &adult_echo());
    assert_eq!(Parser::parse(&file).err(), Some(EngineError::NoPixelData));
}
