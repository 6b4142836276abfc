//! Dates moved by a number of days: intervals stay, the day itself does not.

/// Days since 1 March of year 0 in the proleptic Gregorian calendar.
fn day_number(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the leap day is the last one.
    let year = if month > 2 { year } else { year - 1 };
    let month = (month + 9) % 12;
    365 * year + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 1
}

fn civil_date(days: i64) -> (i64, i64, i64) {
    const DAYS_OF_400_YEARS: i64 = 146_097;
    let cycle = days.div_euclid(DAYS_OF_400_YEARS);
    let day_of_cycle = days.rem_euclid(DAYS_OF_400_YEARS);
    let year_of_cycle =
        (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year =
        day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = year_of_cycle + cycle * 400;
    if month < 10 {
        (year, month + 3, day)
    } else {
        (year + 1, month - 9, day)
    }
}

/// Reads `YYYYMMDD`, or `YYYY.MM.DD` of old files, as a day number; none for an invalid date.
pub fn parse(text: &str) -> Option<i64> {
    let digits: String = match text.as_bytes() {
        [_, _, _, _, b'.', _, _, b'.', _, _] => text.replace('.', ""),
        _ => text.to_owned(),
    };
    if digits.len() != 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year: i64 = digits[..4].parse().ok()?;
    let month: i64 = digits[4..6].parse().ok()?;
    let day: i64 = digits[6..].parse().ok()?;
    let number = day_number(year, month, day);
    // A date that does not exist would change in the conversion.
    (year > 0 && civil_date(number) == (year, month, day)).then_some(number)
}

/// `YYYYMMDD` of a day number; none outside of the years 1 to 9999.
pub fn format(number: i64) -> Option<String> {
    let (year, month, day) = civil_date(number);
    (1..=9999)
        .contains(&year)
        .then(|| format!("{year:04}{month:02}{day:02}"))
}

/// The date moved by a number of days.
pub fn shift(text: &str, days: i32) -> Option<String> {
    format(parse(text)? + i64::from(days))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leap_days_and_centuries_count() {
        assert_eq!(shift("20240228", 1).as_deref(), Some("20240229"));
        assert_eq!(shift("20230228", 1).as_deref(), Some("20230301"));
        assert_eq!(shift("19000228", 1).as_deref(), Some("19000301"));
        assert_eq!(shift("20000228", 1).as_deref(), Some("20000229"));
        assert_eq!(shift("20250101", -1).as_deref(), Some("20241231"));
        assert_eq!(shift("2011.07.11", 0).as_deref(), Some("20110711"));
        // 1 January 1970 to 1 January 2000 are 30 years with 7 leap days.
        assert_eq!(shift("19700101", 30 * 365 + 7).as_deref(), Some("20000101"));
    }

    #[test]
    fn what_is_no_date_gives_nothing() {
        for text in [
            "", "2024", "20241301", "20240230", "2024-1-1", "CANARY00", "00000101",
        ] {
            assert_eq!(shift(text, 5), None, "{text}");
        }
        assert_eq!(shift("99991231", 1), None);
    }

    #[test]
    fn every_day_of_a_cycle_comes_back() {
        let start = parse("19000301").unwrap();
        for number in start..start + 146_097 {
            assert_eq!(parse(&format(number).unwrap()), Some(number));
        }
    }
}
