//! The attributes that decide the position of an image in its study.

use serde::Serialize;

use super::dates;
use crate::dicom::element::{DataSet, Tag};

/// Where an image belongs among the images of its study. Acquisition times are compared and never stored.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImageOrder {
    /// `YYYYMMDDHHMMSSFFFFFF` of Acquisition DateTime (0008,002A), else of Acquisition Date and Time, else of
    /// Content Date and Time; null without one. Texts of two images compare as their times do.
    pub acquired: Option<String>,
    /// Series Number (0020,0011).
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub series_number: Option<i64>,
    /// Instance Number (0020,0013).
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub instance_number: Option<i64>,
}

impl ImageOrder {
    /// Reads the order of a file.
    pub fn of(data: &DataSet) -> Self {
        Self {
            acquired: Self::acquired(data).or_else(|| pair(data, 0x0008_0023, 0x0008_0033)),
            series_number: data.integer(Tag(0x0020_0011)),
            instance_number: data.integer(Tag(0x0020_0013)),
        }
    }

    /// `YYYYMMDDHHMMSSFFFFFF` of Acquisition DateTime, else of Acquisition Date and Time.
    pub(super) fn acquired(data: &DataSet) -> Option<String> {
        data.text(Tag(0x0008_002a))
            .and_then(|text| whole_moment(&text))
            .or_else(|| pair(data, 0x0008_0022, 0x0008_0032))
    }
}

/// A date, else the date of the study, with a time.
fn pair(data: &DataSet, date: u32, time: u32) -> Option<String> {
    let date = data
        .text(Tag(date))
        .or_else(|| data.text(Tag(0x0008_0020)))?;
    moment(&date, &data.text(Tag(time))?)
}

const DATE_DIGITS: usize = 8;

/// A DT value. Its offset from UTC is left out: the images of a study share it.
fn whole_moment(text: &str) -> Option<String> {
    let local = text.split(['+', '-']).next()?.trim();
    let (date, time) = local.split_at_checked(DATE_DIGITS)?;
    moment(date, time)
}

/// A date and a TM value, `HHMMSS.FFFFFF` with at least the hour, or `HH:MM:SS` of old files.
fn moment(date: &str, time: &str) -> Option<String> {
    let date = dates::format(dates::parse(date)?)?;
    let time = time.replace(':', "");
    let (clock, fraction) = time.split_once('.').unwrap_or((&time, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_clock = matches!(clock.len(), 2 | 4 | 6) && (fraction.is_empty() || clock.len() == 6);
    if !is_clock || fraction.len() > 6 || !is_number(clock) || !is_number(fraction) {
        return None;
    }
    // A leap second is the 60th.
    let within = |at: usize, most: u32| {
        clock
            .get(at..at + 2)
            .is_none_or(|part| part.parse().is_ok_and(|n: u32| n <= most))
    };
    (within(0, 23) && within(2, 59) && within(4, 60))
        .then(|| format!("{date}{clock:0<6}{fraction:0<6}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_all_spellings_compare_as_texts() {
        let times = ["09", "0930", "093000.5", "09:30:01", "100000.000001"];
        let found: Vec<String> = times
            .iter()
            .map(|time| moment("20240229", time).unwrap())
            .collect();
        assert!(found.is_sorted());
        assert_eq!(found[2], "20240229093000500000");
        assert_eq!(
            whole_moment("20240229093000.5+0100"),
            Some(found[2].clone())
        );
        assert_eq!(
            whole_moment("20240229093000.5-0500"),
            Some(found[2].clone())
        );
    }

    #[test]
    fn invalid_times_are_none() {
        for time in [
            "",
            "9",
            "24",
            "0960",
            "093061",
            "0930.5",
            "09300a",
            "093000.1234567",
            "093000,5",
        ] {
            assert_eq!(moment("20240229", time), None, "{time}");
        }
        assert_eq!(moment("20230229", "09"), None);
        assert_eq!(whole_moment("2024"), None);
    }
}
