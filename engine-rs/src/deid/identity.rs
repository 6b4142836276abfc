//! Facts of a file that an importer needs before it can be stored.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::dates;
use super::derived;
use super::device::ImportDevice;
use super::keyed::Keyed;
use super::order::ImageOrder;
use super::patient::{normalised, placeholder};
use crate::dicom::element::{DataSet, Tag};
use crate::dicom::parse::Parser;
use crate::dicom::plain_file::plain_file;
use crate::error::EngineError;

/// Identifiers as the file has them, by which a mapping of a study finds its rows. They are kept
/// only in memory, during the import of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OriginalIdentifiers {
    /// Patient ID in upper case and with single spaces.
    pub patient_id: String,
    /// Accession Number in upper case and with single spaces.
    pub accession_number: String,
    /// Study Instance UID.
    pub study_instance_uid: String,
}

/// Facts for the import; nothing of it is stored as it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImportIdentity {
    /// Keyed hash of patient id and issuer in upper case and with single spaces; of the study's UID
    /// without a patient id.
    pub patient_key: String,
    /// The same of id and issuer as they are spelled: the key of patients imported before there was a
    /// rule.
    pub spelled_patient_key: String,
    /// The patient id where it stands for no patient, such as `UNKNOWN`.
    pub placeholder_patient_id: Option<String>,
    /// Identifiers before de-identification; empty where the file has none.
    pub original: OriginalIdentifiers,
    /// Keyed hash of Study Instance UID.
    pub study_key: String,
    /// De-identified SOP Instance UID.
    pub instance_id: String,
    /// De-identified Study Instance UID.
    pub study_instance_uid: String,
    /// YYYYMMDD before the shift; null when the file has no date.
    pub study_date: Option<String>,
    /// Days from Last Menstrual Date (0010,21D0) to the study; null without one, and beyond a pregnancy.
    pub gestational_age_days: Option<u32>,
    /// Age at the study; above 89 years all are 90 years old (PS3.15 E.3.6, 45 CFR 164.514).
    pub age_days: Option<u32>,
    /// Dates that cannot be, each by the keyword of its attribute and why.
    pub implausible_dates: Vec<String>,
    /// `M`, `F` or `O`.
    pub sex: Option<char>,
    /// Patient's Size.
    pub height_cm: Option<f64>,
    /// Patient's Weight.
    pub weight_kg: Option<f64>,
    /// The machine and layout of the picture; null without one.
    pub device: Option<ImportDevice>,
    /// Burned In Annotation is not NO.
    pub may_carry_burned_in_text: bool,
    /// Its place among the images of its study.
    pub order: ImageOrder,
    /// Name and version of the rules by which this engine de-identifies.
    pub deid_profile: &'static str,
}

/// The two identifiers that are written into the stored file.
pub struct Identifiers {
    /// De-identified SOP Instance UID.
    pub instance_id: String,
    /// De-identified Study Instance UID.
    pub study_instance_uid: String,
    study: String,
}

impl Identifiers {
    /// Identifiers of a file. Without a SOP Instance UID the content names the image.
    pub fn of(parser: &Parser, bytes: &[u8], keyed: &Keyed) -> Self {
        let data = parser.data_set();
        let instance = data
            .text(Tag(0x0008_0018))
            .or_else(|| parser.file_meta().text(Tag(0x0002_0003)))
            .unwrap_or_else(|| {
                let hash = Sha256::digest(bytes);
                hash.iter().map(|byte| format!("{byte:02x}")).collect()
            });
        let study = data
            .text(Tag(0x0020_000d))
            .unwrap_or_else(|| format!("study of {instance}"));
        Self {
            instance_id: keyed.uid(&instance),
            study_instance_uid: keyed.uid(&study),
            study,
        }
    }
}

impl Identifiers {
    /// Identifiers of a file that was derived within the workspace, as they are.
    ///
    /// # Errors
    /// `cannot-deidentify` where they are not pseudonyms.
    pub fn of_derived(data: &DataSet) -> Result<Self, EngineError> {
        let study = derived::pseudonym(data, Tag(0x0020_000d))?;
        Ok(Self {
            instance_id: derived::pseudonym(data, Tag(0x0008_0018))?,
            study_instance_uid: study.clone(),
            study,
        })
    }
}

/// Reads the facts of a file.
///
/// # Errors
/// `invalid-argument` for a short key, and what [`Parser::finish`] returns.
pub fn identify(bytes: &[u8], key: &[u8]) -> Result<ImportIdentity, EngineError> {
    let keyed = Keyed::new(key)?;
    let bytes = &*plain_file(bytes)?;
    Ok(identify_parsed(&Parser::parse(bytes)?, bytes, &keyed))
}

/// As [`identify`] of a plain file that was read already.
pub(super) fn identify_parsed(parser: &Parser, bytes: &[u8], keyed: &Keyed) -> ImportIdentity {
    let data = parser.data_set();
    let identifiers = Identifiers::of(parser, bytes, keyed);
    let id = data.text(Tag(0x0010_0020));
    let issuer = data.text(Tag(0x0010_0021)).unwrap_or_default();
    let key_of = |id: &str, issuer: &str| {
        let patient = match id {
            "" => format!("\0\0{}", identifiers.study),
            id => format!("{id}\0{issuer}"),
        };
        keyed.hex("patient", patient.as_bytes())
    };
    let normalised_id = normalised(id.as_deref().unwrap_or_default());
    let ages = study_quantities(data);
    let positive = |tag: u32| data.f64(Tag(tag)).filter(|&value| value > 0.0);
    ImportIdentity {
        patient_key: key_of(&normalised_id, &normalised(&issuer)),
        spelled_patient_key: key_of(id.as_deref().unwrap_or_default(), &issuer),
        placeholder_patient_id: placeholder(&normalised_id).map(str::to_owned),
        original: OriginalIdentifiers {
            patient_id: normalised_id.clone(),
            accession_number: normalised(&data.text(Tag(0x0008_0050)).unwrap_or_default()),
            study_instance_uid: data.text(Tag(0x0020_000d)).unwrap_or_default(),
        },
        study_key: keyed.hex("study", identifiers.study.as_bytes()),
        instance_id: identifiers.instance_id,
        study_instance_uid: identifiers.study_instance_uid,
        age_days: ages.age_days.map(capped_age),
        implausible_dates: implausible_dates(data),
        study_date: study_date(data).and_then(dates::format),
        gestational_age_days: ages.gestational_age_days,
        sex: data
            .text(Tag(0x0010_0040))
            .and_then(|text| text.chars().next())
            .filter(|sex| matches!(sex, 'M' | 'F' | 'O')),
        height_cm: positive(0x0010_1020).map(|metres| metres * 100.0),
        weight_kg: positive(0x0010_1030),
        device: ImportDevice::of(parser, keyed),
        may_carry_burned_in_text: data.text(Tag(0x0028_0301)).as_deref() != Some("NO"),
        order: ImageOrder::of(data),
        deid_profile: super::DEID_PROFILE,
    }
}

/// De-identified forms of UIDs, in their order: what files of these UIDs are stored under.
///
/// # Errors
/// `invalid-argument` for a short key.
pub fn pseudonyms(uids: &[String], key: &[u8]) -> Result<Vec<String>, EngineError> {
    let keyed = Keyed::new(key)?;
    Ok(uids.iter().map(|uid| keyed.uid(uid)).collect())
}

/// Mean Gregorian year.
const DAYS_OF_A_YEAR: f64 = 365.2425;
/// Ages above this one, in years, could identify a person.
const HIGHEST_AGE_YEARS: f64 = 90.0;
/// Greatest recorded age, in years.
const OLDEST_AGE_YEARS: f64 = 123.0;

fn capped_age(days: u32) -> u32 {
    days.min((HIGHEST_AGE_YEARS * DAYS_OF_A_YEAR).round() as u32)
}

/// Dates of the study and of the patient that are none, or that contradict each other.
fn implausible_dates(data: &DataSet) -> Vec<String> {
    let mut found = Vec::new();
    for (tag, keyword) in [
        (0x0008_0020, "StudyDate"),
        (0x0010_0030, "PatientBirthDate"),
        (0x0010_21d0, "LastMenstrualDate"),
    ] {
        let text = data.text(Tag(tag)).unwrap_or_default();
        if !text.is_empty() && dates::parse(&text).is_none() {
            found.push(format!("{keyword} is not a date"));
        }
    }
    let birth = data
        .text(Tag(0x0010_0030))
        .and_then(|text| dates::parse(&text));
    if let (Some(birth), Some(study)) = (birth, study_date(data)) {
        if birth > study {
            found.push("PatientBirthDate lies after the study".to_owned());
        } else if (study - birth) as f64 > OLDEST_AGE_YEARS * DAYS_OF_A_YEAR {
            found.push("PatientBirthDate makes the patient implausibly old".to_owned());
        }
    }
    found
}

/// Ages at the study that a file states.
pub(crate) struct StudyQuantities {
    /// Days from Last Menstrual Date to the study.
    pub gestational_age_days: Option<u32>,
    /// Age of the patient.
    pub age_days: Option<u32>,
}

/// Reads the ages of a data set.
pub(crate) fn study_quantities(data: &DataSet) -> StudyQuantities {
    let study_date = study_date(data);
    let last_menstrual = data.text(Tag(0x0010_21d0));
    let last_menstrual = last_menstrual.and_then(|text| dates::parse(&text));
    StudyQuantities {
        gestational_age_days: gestational_age_days(last_menstrual, study_date),
        age_days: age_days(data, study_date),
    }
}

/// Day of the study, else of the acquisition, the content or the series.
fn study_date(data: &DataSet) -> Option<i64> {
    [0x0008_0020, 0x0008_0022, 0x0008_0023, 0x0008_0021]
        .into_iter()
        .find_map(|tag| dates::parse(&data.text(Tag(tag))?))
}

/// Longest pregnancy that is believed, in days (45 weeks): an older date is of another time.
const MAX_GESTATIONAL_AGE_DAYS: i64 = 45 * 7;

fn gestational_age_days(last_menstrual_date: Option<i64>, study_date: Option<i64>) -> Option<u32> {
    let days = study_date? - last_menstrual_date?;
    (0..=MAX_GESTATIONAL_AGE_DAYS)
        .contains(&days)
        .then(|| u32::try_from(days).ok())?
}

/// From the birth date when both days are known, else from Patient's Age (`018M`).
fn age_days(data: &DataSet, study_date: Option<i64>) -> Option<u32> {
    let birth = data
        .text(Tag(0x0010_0030))
        .and_then(|text| dates::parse(&text));
    if let (Some(birth), Some(study)) = (birth, study_date) {
        return u32::try_from(study - birth).ok();
    }
    let age = data.text(Tag(0x0010_1010))?;
    let (number, unit) = age.split_at_checked(age.len().checked_sub(1)?)?;
    let number: f64 = number.trim().parse::<u32>().ok()?.into();
    let days = match unit {
        "D" => 1.0,
        "W" => 7.0,
        "M" => DAYS_OF_A_YEAR / 12.0,
        "Y" => DAYS_OF_A_YEAR,
        _ => return None,
    };
    Some((number * days).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pseudonyms_are_those_that_files_are_stored_under() {
        // By Python: hmac.new(bytes(range(32)), b"uid\x001.2.840.10008", sha256), as in keyed.rs.
        let key: Vec<u8> = (0..32).collect();
        let uids = ["1.2.840.10008".to_owned(), "1.2".to_owned()];
        let found = pseudonyms(&uids, &key).unwrap();
        assert_eq!(found[0], "2.25.62740567196677380447680731827789949679");
        assert_eq!(found.len(), 2);
        assert!(pseudonyms(&uids, &key[1..]).is_err());
    }

    #[test]
    fn ages_above_89_years_are_one() {
        // 89 years and a day less than 90 stay, 90 and 110 are 90.
        assert_eq!(capped_age(32_507), 32_507);
        assert_eq!(capped_age(32_872), 32_872);
        assert_eq!(capped_age(40_177), 32_872);
    }

    #[test]
    fn gestational_age_counts_days_within_a_pregnancy() {
        let day = |text: &str| dates::parse(text);
        // 2026-02-21 to 2026-10-06: 7 + 31 + 30 + 31 + 30 + 31 + 31 + 30 + 6 days.
        assert_eq!(
            gestational_age_days(day("20260221"), day("20261006")),
            Some(227)
        );
        assert_eq!(gestational_age_days(day("20250221"), day("20261006")), None);
        assert_eq!(gestational_age_days(day("20261007"), day("20261006")), None);
        assert_eq!(gestational_age_days(None, day("20261006")), None);
    }
}
