//! One patient under one key, however the identifier was typed.
//!
//! Identifier and issuer are compared in upper case, without spaces at their ends and with one space
//! where there are several. Leading zeros stay: 0042 and 42 are two patients in many hospitals.

/// Identifiers that stand for no patient. The user who imports decides whose images they are.
const PLACEHOLDERS: &[&str] = &[
    "ANON",
    "ANONYM",
    "ANONYMISED",
    "ANONYMIZED",
    "ANONYMOUS",
    "DEFAULT",
    "DEMO",
    "DUMMY",
    "EMERGENCY",
    "N/A",
    "NA",
    "NO ID",
    "NO NAME",
    "NOID",
    "NONE",
    "NOT AVAILABLE",
    "NULL",
    "PATIENT",
    "PATIENT ID",
    "TEMP",
    "TEST",
    "UNIDENTIFIED",
    "UNKNOWN",
    "UNNAMED",
];
/// Characters that identify no patient when an identifier repeats only one of them.
const FILLERS: &[char] = &['0', 'X', '-', '_', '.', '?', '*'];
/// As many nines are a placeholder; fewer may be a number.
const NINES: usize = 3;

/// An identifier or issuer by the rule above.
pub fn normalised(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_uppercase()
}

/// The placeholder that a normalised identifier is; none for an identifier of a patient.
pub fn placeholder(id: &str) -> Option<&str> {
    let mut letters = id.chars();
    let first = letters.next()?;
    let alike = letters.all(|letter| letter == first);
    let is_filler = alike && FILLERS.contains(&first);
    let is_nines = alike && first == '9' && id.len() >= NINES;
    (is_filler || is_nines || PLACEHOLDERS.contains(&id)).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_makes_no_second_patient() {
        for text in ["ab  12 ", " AB 12", "Ab\t12"] {
            assert_eq!(normalised(text), "AB 12");
        }
        assert_ne!(normalised("0042"), normalised("42"));
    }

    #[test]
    fn placeholders_are_told_from_patients() {
        for id in [
            "UNKNOWN", "0", "0000", "ANON", "XXX", "999", "NO ID", "?", "TEST",
        ] {
            assert_eq!(placeholder(id), Some(id));
        }
        for id in ["", "1", "9", "99", "AB 12", "ANON-17", "TEST-3", "1000"] {
            assert_eq!(placeholder(id), None, "{id}");
        }
    }
}
