//! A file on its way into the store: read once, identified, then rewritten.

use std::borrow::Cow;

use super::identity::{ImportIdentity, identify_parsed};
use super::keyed::Keyed;
use super::mask::Mask;
use super::report::{self, MachineReport};
use super::waveform::{self, ClipTimes, TimedEcg, Waveform};
use super::{Changes, Deidentified, DeidentifyOptions, check_options, rewrite_parsed};
use crate::dicom::parse::Parser;
use crate::dicom::plain_file::plain_file;
use crate::error::EngineError;
use crate::records::ecg::Ecg;

/// An original that was read, with the secret it is de-identified under.
pub struct Intake {
    file: Vec<u8>,
    parser: Parser,
    keyed: Keyed,
}

impl Intake {
    /// Reads a file, which is held until it is rewritten.
    ///
    /// # Errors
    /// As [`super::identity::identify`].
    pub fn new(bytes: Vec<u8>, key: &[u8]) -> Result<Self, EngineError> {
        let keyed = Keyed::new(key)?;
        let plain = match plain_file(&bytes)? {
            Cow::Owned(plain) => Some(plain),
            Cow::Borrowed(_) => None,
        };
        let file = plain.unwrap_or(bytes);
        let mut parser = Parser::new();
        parser.push(&file)?;
        match parser.finish() {
            Err(EngineError::NoPixelData)
                if report::is_report(parser.data_set())
                    || waveform::is_waveform(parser.data_set()) => {}
            end => end?,
        }
        Ok(Self {
            file,
            parser,
            keyed,
        })
    }

    /// The facts of the file.
    pub fn identity(&self) -> ImportIdentity {
        identify_parsed(&self.parser, &self.file, &self.keyed)
    }

    /// The numbers of a structured report; none of another file.
    ///
    /// # Errors
    /// `malformed-data-set` and `limit-exceeded` for a report that cannot be read as a whole.
    pub fn report(&self) -> Result<Option<MachineReport>, EngineError> {
        let is_report = report::is_report(self.parser.data_set());
        let report = is_report.then(|| report::read(&self.parser, self.file.len(), &self.keyed));
        report.transpose()
    }

    /// The content of a waveform object; none of another file, and of one with a picture.
    pub fn waveform(&self) -> Option<Waveform> {
        let data = self.parser.data_set();
        let is_alone = waveform::is_waveform(data) && self.parser.pixel_data().is_none();
        is_alone.then(|| waveform::read(data, &self.keyed))
    }

    /// Times of a clip that can take the ECG of a waveform object; none of another file.
    pub fn clip_times(&self) -> Option<ClipTimes> {
        waveform::clip_times(&self.parser, &self.keyed)
    }

    /// The file as it is, with a data set that is not deflated.
    pub fn file(&self) -> &[u8] {
        &self.file
    }

    /// As [`super::deidentify`], or [`super::deidentify_masked`] with a mask. A clip stores its part of `ecg`, too.
    ///
    /// # Errors
    /// As these two, and `invalid-argument` for an ECG that is not of the clip's time.
    pub fn deidentify(
        &self,
        date_shift_days: i32,
        patient_show: &str,
        mask: Option<&Mask>,
        ecg: Option<&TimedEcg>,
    ) -> Result<Deidentified, EngineError> {
        check_options(date_shift_days, patient_show)?;
        let options = DeidentifyOptions {
            key: &[],
            date_shift_days,
            patient_show,
        };
        let ecg = ecg.map(|timed| self.part_of(timed)).transpose()?;
        let changes = Changes { mask, ecg };
        rewrite_parsed(
            &self.parser,
            &self.file,
            &options,
            Some(&self.keyed),
            changes,
        )
    }

    fn part_of(&self, timed: &TimedEcg) -> Result<Ecg, EngineError> {
        let clip = self.clip_times();
        let part = clip.and_then(|clip| waveform::during(&clip, timed));
        part.ok_or_else(|| EngineError::InvalidArgument {
            argument: "ecg".to_owned(),
            detail: "it is not of the clock and the time of this clip".to_owned(),
        })
    }
}
