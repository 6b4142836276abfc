//! Leads of an ECG: codes and names that are known (PS3.16 CID 3001).

/// One lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lead {
    /// Name; none where the lead is not stated.
    pub name: Option<&'static str>,
    /// Code of ISO/IEEE 11073-10101 (MDC), as PS3.16 CID 3001 has it.
    pub code: &'static str,
    /// Meaning of the code.
    pub meaning: &'static str,
}

const fn lead(code: &'static str, name: &'static str, meaning: &'static str) -> Lead {
    Lead {
        name: Some(name),
        code,
        meaning,
    }
}

/// An ECG of a lead that is not stated.
const UNSPECIFIED: Lead = Lead {
    name: None,
    code: "2:0",
    meaning: "Unspecified lead",
};

/// Leads of people with a name.
#[rustfmt::skip]
const LEADS: &[Lead] = &[
    UNSPECIFIED,
    lead("2:1", "I", "Lead I"),
    lead("2:2", "II", "Lead II"),
    lead("2:3", "V1", "Lead V1"),
    lead("2:4", "V2", "Lead V2"),
    lead("2:5", "V3", "Lead V3"),
    lead("2:6", "V4", "Lead V4"),
    lead("2:7", "V5", "Lead V5"),
    lead("2:8", "V6", "Lead V6"),
    lead("2:9", "V7", "Lead V7"),
    lead("2:10", "V2R", "Lead V2R"),
    lead("2:11", "V3R", "Lead V3R"),
    lead("2:12", "V4R", "Lead V4R"),
    lead("2:13", "V5R", "Lead V5R"),
    lead("2:14", "V6R", "Lead V6R"),
    lead("2:15", "V7R", "Lead V7R"),
    lead("2:16", "X", "Lead X"),
    lead("2:17", "Y", "Lead Y"),
    lead("2:18", "Z", "Lead Z"),
    lead("2:21", "LA", "Left Arm Lead"),
    lead("2:22", "RA", "Right Arm Lead"),
    lead("2:23", "LL", "Left Leg Lead"),
    lead("2:61", "III", "Lead III"),
    lead("2:62", "aVR", "aVR, augmented voltage, right"),
    lead("2:63", "aVL", "aVL, augmented voltage, left"),
    lead("2:64", "aVF", "aVF, augmented voltage, foot"),
    lead("2:65", "-aVR", "\u{2212}aVR"),
    lead("2:66", "V8", "Lead V8"),
    lead("2:67", "V9", "Lead V9"),
    lead("2:68", "V8R", "Lead V8R"),
    lead("2:69", "V9R", "Lead V9R"),
    lead("2:86", "chest", "Chest lead"),
    lead("2:91", "MCL", "Modified chest lead (left arm indifferent)"),
    lead("2:126", "MLL", "Modified limb lead"),
];

/// Coding scheme of ISO/IEEE 11073-10101, and the one of SCP-ECG that files before 2010 name. Both count leads in the same way.
const SCHEMES: [(&str, &str); 2] = [("MDC", "2:"), ("SCPECG", "5.6.3-9-")];
/// Code of makers for a channel that is an ECG of whatever lead.
const ECG: &str = "ECG";

/// The lead of a code; none where it is not an ECG.
pub fn of_code(value: &str, scheme: &str) -> Option<Lead> {
    if value == ECG {
        return Some(UNSPECIFIED);
    }
    let (_, prefix) = SCHEMES.iter().find(|(name, _)| *name == scheme)?;
    let number = value.strip_prefix(prefix)?;
    let number_of = |lead: &&Lead| lead.code.strip_prefix(SCHEMES[0].1) == Some(number);
    LEADS.iter().find(number_of).copied()
}

/// The lead of a name; the unspecified one for none.
pub fn of_name(name: Option<&str>) -> Lead {
    let named = LEADS.iter().find(|lead| lead.name == name);
    named.copied().unwrap_or(UNSPECIFIED)
}
