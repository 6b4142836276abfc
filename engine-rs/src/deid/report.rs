//! The numbers that a machine reports in a DICOM structured report (PS3.3 C.17.3).
//!
//! Of the content tree only numeric items pass, each with codes, a unit and references that are pseudonyms. Texts, names,
//! dates and facts about the patient are never read.

use serde::Serialize;

use super::keyed::Keyed;
use crate::dicom::element::{DataSet, Tag};
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::limits::{
    MAX_CODE_MEANING_CHARS, MAX_CODE_VALUE_CHARS, MAX_REPORTED_ITEMS, MAX_REPORTED_MODIFIERS,
};
use crate::records::metadata::WarningCode;

const SOP_CLASS_UID: Tag = Tag(0x0008_0016);
const MANUFACTURER: Tag = Tag(0x0008_0070);
const CODE_VALUE: Tag = Tag(0x0008_0100);
const CODING_SCHEME_DESIGNATOR: Tag = Tag(0x0008_0102);
const CODE_MEANING: Tag = Tag(0x0008_0104);
const REFERENCED_SOP_INSTANCE_UID: Tag = Tag(0x0008_1155);
const REFERENCED_FRAME_NUMBER: Tag = Tag(0x0008_1160);
const REFERENCED_SOP_SEQUENCE: Tag = Tag(0x0008_1199);
const RELATIONSHIP_TYPE: Tag = Tag(0x0040_a010);
const MEASUREMENT_UNITS: Tag = Tag(0x0040_08ea);
const VALUE_TYPE: Tag = Tag(0x0040_a040);
const CONCEPT_NAME: Tag = Tag(0x0040_a043);
const UID_VALUE: Tag = Tag(0x0040_a124);
const FLOATING_POINT_VALUE: Tag = Tag(0x0040_a161);
const CONCEPT_CODE: Tag = Tag(0x0040_a168);
const MEASURED_VALUE: Tag = Tag(0x0040_a300);
const NUMERIC_VALUE: Tag = Tag(0x0040_a30a);
const TEMPLATE_IDENTIFIER: Tag = Tag(0x0040_db00);
const CONTENT_TEMPLATE: Tag = Tag(0x0040_a504);
const CONTENT: Tag = Tag(0x0040_a730);

/// All storage classes of structured reports (PS3.4 B.5).
const REPORT_CLASSES: &str = "1.2.840.10008.5.1.4.1.1.88.";
/// Manufacturer of the reports that this product exports.
const OURS: &str = "Echometry";
/// Coding scheme of DICOM.
const DCM: &str = "DCM";
/// Tracking Unique Identifier.
const TRACKING_UID: &str = "112040";
/// Derivation and Selection Status: they are about one number, not about the numbers it was made from.
const ABOUT_ONE_NUMBER: [&str; 2] = ["121401", "121404"];
/// Containers about the patient: Patient Characteristics, Fetus Characteristics.
const ABOUT_PATIENTS: [&str; 2] = ["121118", "125015"];
/// Largest relative difference between a Decimal String of 16 characters and the double next to it.
const DECIMAL_PRECISION: f64 = 1e-9;

/// A code of a terminology.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportCode {
    /// Code Value.
    pub value: String,
    /// Coding Scheme Designator.
    pub scheme: String,
}

/// A coded property of a number, such as its finding site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Modifier {
    /// The property.
    pub name: ReportCode,
    /// Its value.
    pub value: ReportCode,
}

/// The image that a number was measured on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportedImage {
    /// De-identified SOP Instance UID.
    pub instance_id: String,
    /// From 1; null where the report refers to the whole image.
    pub frame_number: Option<u32>,
}

/// A number of a structured report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportedNumber {
    /// The measurement.
    pub code: ReportCode,
    /// Code Meaning as the report has it.
    pub meaning: String,
    /// The number in `unit`.
    pub value: f64,
    /// Code of the unit.
    pub unit: ReportCode,
    /// Its own, then the modifiers of the containers around it, the nearest first; each property once.
    pub modifiers: Vec<Modifier>,
    /// Null where the report names none, or several.
    pub image: Option<ReportedImage>,
    /// De-identified Tracking Unique Identifier.
    pub tracking_uid: Option<String>,
    /// Number of the container that it is in, from 1: a report repeats in one container what it has in another.
    pub container: u32,
}

/// Why a numeric item has no place among the measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftOut {
    /// The report gives it without a value.
    NoValue,
    /// The text is not a number as a whole.
    NotANumber,
    /// Decimal text and double differ.
    TwoValues,
    /// No unit, or a unit without a code.
    NoUnit,
    /// No code, or a code or meaning that is not one of a measurement.
    NoCode,
}

/// A numeric item that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOutItem {
    /// Its code; null where it has none that may be kept.
    pub code: Option<ReportCode>,
    /// Why.
    pub reason: LeftOut,
}

/// The content of a structured report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MachineReport {
    /// Number of its template; null where the file names none.
    pub template: Option<String>,
    /// This product exported it: its numbers are not a machine's.
    pub is_ours: bool,
    /// In the order of the report.
    pub numbers: Vec<ReportedNumber>,
    /// Numeric items that are not measurements.
    pub left_out: Vec<LeftOutItem>,
}

/// Whether a data set is a structured report.
pub(super) fn is_report(data: &DataSet) -> bool {
    data.text(SOP_CLASS_UID)
        .is_some_and(|uid| uid.starts_with(REPORT_CLASSES))
}

/// Reads the numbers of a structured report.
///
/// # Errors
/// `malformed-data-set` where the file of `length` bytes ends within an item, and `limit-exceeded` for a report with more
/// content than is kept: part of it would be lost in silence.
pub(super) fn read(
    parser: &Parser,
    length: usize,
    keyed: &Keyed,
) -> Result<MachineReport, EngineError> {
    let data = parser.data_set();
    if parser.warnings().contains(&WarningCode::Truncated) {
        return Err(EngineError::MalformedDataSet {
            offset: length as f64,
            detail: "the file ends within an item".to_owned(),
        });
    }
    if parser.warnings().contains(&WarningCode::MetadataTruncated) {
        let maximum = crate::limits::MAX_KEPT_ELEMENTS as u64;
        return Err(EngineError::limit("kept_elements", maximum, maximum + 1));
    }
    let template = data
        .items(CONTENT_TEMPLATE)
        .first()
        .and_then(|item| item.text(TEMPLATE_IDENTIFIER))
        .filter(|id| !id.is_empty() && id.len() <= MAX_CODE_VALUE_CHARS)
        .filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
    let mut reading = Reading {
        keyed,
        containers: 0,
        report: MachineReport {
            template,
            is_ours: data.text(MANUFACTURER).as_deref() == Some(OURS),
            numbers: Vec::new(),
            left_out: Vec::new(),
        },
    };
    reading.container(data, &Around::default());
    let found = reading.report.numbers.len() + reading.report.left_out.len();
    if found > MAX_REPORTED_ITEMS {
        let (maximum, found) = (MAX_REPORTED_ITEMS as u64, found as u64);
        return Err(EngineError::limit("reported_items", maximum, found));
    }
    Ok(reading.report)
}

/// Properties that the containers around an item give it.
#[derive(Debug, Clone, Default)]
struct Around {
    modifiers: Vec<Modifier>,
    image: Option<ReportedImage>,
    tracking_uid: Option<String>,
    container: u32,
}

impl Around {
    /// Properties for the numbers that a number was made from.
    fn for_parts(mut self) -> Self {
        let is_own = |name: &ReportCode| {
            name.scheme == DCM && ABOUT_ONE_NUMBER.contains(&name.value.as_str())
        };
        self.modifiers.retain(|modifier| !is_own(&modifier.name));
        self
    }
}

struct Reading<'a> {
    keyed: &'a Keyed,
    containers: u32,
    report: MachineReport,
}

impl Reading<'_> {
    /// Reads a container that is within `outer`.
    fn container(&mut self, item: &DataSet, outer: &Around) {
        self.containers += 1;
        let mut inside = self.around(item, outer);
        inside.container = self.containers;
        self.content(item, &inside);
    }

    /// Reads what an item holds; `inside` is what applies to it.
    fn content(&mut self, item: &DataSet, inside: &Around) {
        for child in item.items(CONTENT) {
            // Properties, such as z-scores and limits, and contexts, such as the height of the patient, are not measurements.
            let relation = child.text(RELATIONSHIP_TYPE).unwrap_or_default();
            if !matches!(relation.as_str(), "CONTAINS" | "INFERRED FROM") {
                continue;
            }
            match child.text(VALUE_TYPE).as_deref() {
                Some("NUM") => {
                    let own = self.around(child, inside);
                    match number(child, own.clone()) {
                        Ok(number) => self.report.numbers.push(number),
                        Err(left_out) => self.report.left_out.push(left_out),
                    }
                    // Beats that a mean was made from.
                    self.content(child, &own.for_parts());
                }
                Some("CONTAINER") if !is_about_patient(child) => self.container(child, inside),
                _ => {}
            }
        }
    }

    /// Properties that apply within an item.
    fn around(&self, item: &DataSet, outer: &Around) -> Around {
        let children = item.items(CONTENT);
        let mut modifiers: Vec<Modifier> = children.iter().filter_map(modifier).collect();
        for one in &outer.modifiers {
            if modifiers.iter().all(|own| own.name != one.name) {
                modifiers.push(one.clone());
            }
        }
        modifiers.truncate(MAX_REPORTED_MODIFIERS);
        let mut images: Vec<ReportedImage> = Vec::new();
        for image in children.iter().flat_map(|child| self.images(child)) {
            if !images.contains(&image) {
                images.push(image);
            }
        }
        let image = match images.as_slice() {
            [] => outer.image.clone(),
            [image] => Some(image.clone()),
            [first, others @ ..] => others
                .iter()
                .all(|other| other.instance_id == first.instance_id)
                .then(|| ReportedImage {
                    instance_id: first.instance_id.clone(),
                    frame_number: None,
                }),
        };
        let tracking_uid = children.iter().find_map(|child| {
            let name = code(child.items(CONCEPT_NAME).first()?)?;
            let is_tracking = name.scheme == DCM && name.value == TRACKING_UID;
            let uid = is_tracking.then(|| child.text(UID_VALUE)).flatten()?;
            Some(self.keyed.uid(&uid))
        });
        Around {
            modifiers,
            image,
            tracking_uid: tracking_uid.or_else(|| outer.tracking_uid.clone()),
            container: outer.container,
        }
    }

    /// Images that an item is or was selected from.
    fn images(&self, item: &DataSet) -> Vec<ReportedImage> {
        match item.text(VALUE_TYPE).as_deref() {
            Some("IMAGE") => self.reference(item).into_iter().collect(),
            Some("SCOORD" | "TCOORD") => {
                let selected = item.items(CONTENT).iter();
                selected.flat_map(|child| self.images(child)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn reference(&self, item: &DataSet) -> Option<ReportedImage> {
        let reference = item.items(REFERENCED_SOP_SEQUENCE).first()?;
        let uid = reference.text(REFERENCED_SOP_INSTANCE_UID)?;
        let frame = reference.text(REFERENCED_FRAME_NUMBER);
        let frame = frame.and_then(|text| text.parse::<u32>().ok());
        Some(ReportedImage {
            instance_id: self.keyed.uid(&uid),
            frame_number: frame.filter(|&number| number > 0),
        })
    }
}

fn is_about_patient(container: &DataSet) -> bool {
    let name = container.items(CONCEPT_NAME).first().and_then(code);
    name.is_some_and(|name| name.scheme == DCM && ABOUT_PATIENTS.contains(&name.value.as_str()))
}

/// A coded item that modifies the item around it.
fn modifier(item: &DataSet) -> Option<Modifier> {
    let is_code = item.text(VALUE_TYPE).as_deref() == Some("CODE");
    let relation = item.text(RELATIONSHIP_TYPE)?;
    let applies = matches!(
        relation.as_str(),
        "HAS CONCEPT MOD" | "HAS PROPERTIES" | "HAS ACQ CONTEXT"
    );
    (is_code && applies).then_some(())?;
    Some(Modifier {
        name: code(item.items(CONCEPT_NAME).first()?)?,
        value: code(item.items(CONCEPT_CODE).first()?)?,
    })
}

/// The code of an item, where its value and scheme can be ones.
fn code(item: &DataSet) -> Option<ReportCode> {
    let allowed = |text: &String| {
        text.len() <= MAX_CODE_VALUE_CHARS
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-._+/'%{}[]*".contains(&byte))
    };
    Some(ReportCode {
        value: item.text(CODE_VALUE).filter(allowed)?,
        scheme: item.text(CODING_SCHEME_DESIGNATOR).filter(allowed)?,
    })
}

/// Words that name a measurement. Dates, accession numbers, names by their parts and addresses have marks or digits that
/// these lack.
fn meaning(item: &DataSet) -> Option<String> {
    /// A year would be four digits, a date eight.
    const LONGEST_NUMBER: usize = 3;
    let text = item.text(CODE_MEANING)?;
    let is_word =
        |c: char| c.is_alphanumeric() || " -_.,:;/'()[]%+*&<>=\u{b0}\u{b2}\u{b3}".contains(c);
    let longest = text
        .split(|c: char| !c.is_ascii_digit())
        .map(str::len)
        .max()
        .unwrap_or_default();
    let allowed = text.chars().count() <= MAX_CODE_MEANING_CHARS
        && text.chars().all(is_word)
        && text.chars().any(char::is_alphabetic)
        && longest <= LONGEST_NUMBER;
    allowed.then_some(text)
}

fn number(item: &DataSet, around: Around) -> Result<ReportedNumber, LeftOutItem> {
    let concept = item.items(CONCEPT_NAME).first();
    let name = concept.and_then(code);
    let refuse = |reason: LeftOut| LeftOutItem {
        code: name.clone(),
        reason,
    };
    let meaning = concept.and_then(meaning);
    let (Some(code_of), Some(meaning)) = (name.clone(), meaning) else {
        return Err(refuse(LeftOut::NoCode));
    };
    let [measured] = item.items(MEASURED_VALUE) else {
        return Err(refuse(LeftOut::NoValue));
    };
    let value = decimal(measured).map_err(refuse)?;
    let unit = measured.items(MEASUREMENT_UNITS).first().and_then(code);
    Ok(ReportedNumber {
        code: code_of,
        meaning,
        value,
        unit: unit.ok_or_else(|| refuse(LeftOut::NoUnit))?,
        modifiers: around.modifiers,
        image: around.image,
        tracking_uid: around.tracking_uid,
        container: around.container,
    })
}

/// The number of a measured value: the double where the decimal text rounds it, otherwise the text.
fn decimal(measured: &DataSet) -> Result<f64, LeftOut> {
    let text = measured.text(NUMERIC_VALUE).ok_or(LeftOut::NoValue)?;
    let of_number = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let number = text
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite() && text.bytes().all(of_number))
        .ok_or(LeftOut::NotANumber)?;
    let Some(double) = measured.f64(FLOATING_POINT_VALUE) else {
        return Ok(number);
    };
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let exponent = text
        .split(['e', 'E'])
        .nth(1)
        .and_then(|part| part.parse::<i32>().ok())
        .unwrap_or_default();
    let decimals = mantissa.split('.').nth(1).map_or(0, str::len) as i32;
    // Half a unit in the last place of the text.
    let rounding = 0.5 * libm::pow(10.0, f64::from(exponent - decimals));
    let tolerance = rounding + DECIMAL_PRECISION * number.abs();
    if (double - number).abs() <= tolerance {
        Ok(double)
    } else {
        Err(LeftOut::TwoValues)
    }
}
