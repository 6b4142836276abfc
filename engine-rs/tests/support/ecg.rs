//! Files with an ECG, written byte by byte.

use super::Builder;

/// One channel of a group.
#[derive(Clone, Copy)]
pub struct Channel<'a> {
    /// Code value and coding scheme of its source.
    pub source: (&'a str, &'a str),
    /// Sensitivity and code of its unit.
    pub sensitivity: Option<(&'a str, &'a str)>,
    pub correction: &'a str,
    pub baseline: &'a str,
    /// Channel Sample Skew.
    pub skew: &'a str,
}

/// Lead II with 0.0025 mV for each step.
pub const LEAD_II: Channel<'static> = Channel {
    source: ("2:2", "MDC"),
    sensitivity: Some(("0.005", "mV")),
    correction: "0.5",
    baseline: "0.25",
    skew: "0",
};

/// A pressure, which is not an ECG; the code is of PS3.16.
pub const PRESSURE: Channel<'static> = Channel {
    source: ("109016", "DCM"),
    sensitivity: Some(("0.1", "mm[Hg]")),
    correction: "1",
    baseline: "0",
    skew: "0",
};

/// A multiplex group.
pub struct Group<'a> {
    pub channels: &'a [Channel<'a>],
    pub offset_ms: Option<&'a str>,
    pub samples_per_s: &'a str,
    pub count: u32,
    pub bits: u16,
    pub interpretation: &'a str,
    pub padding: Option<&'a [u8]>,
    pub data: &'a [u8],
    /// Text of every element that is not needed.
    pub planted: &'a str,
}

impl Default for Group<'_> {
    fn default() -> Self {
        Self {
            channels: &[LEAD_II],
            offset_ms: Some("-12.5"),
            samples_per_s: "500",
            count: 0,
            bits: 16,
            interpretation: "SS",
            padding: None,
            data: &[],
            planted: "",
        }
    }
}

fn open(file: &mut Builder, tag: u32) {
    file.header(tag, "SQ", u32::MAX);
    file.item(0xfffe_e000, u32::MAX);
}

fn close(file: &mut Builder) {
    file.item(0xfffe_e00d, 0);
    file.item(0xfffe_e0dd, 0);
}

fn code(file: &mut Builder, tag: u32, (value, scheme): (&str, &str), planted: &str) {
    open(file, tag);
    file.text(0x0008_0100, "SH", value);
    file.text(0x0008_0102, "SH", scheme);
    file.text(0x0008_0103, "SH", planted);
    file.text(0x0008_0104, "LO", planted);
    file.text(0x0008_0115, "LO", planted);
    close(file);
}

fn channel(file: &mut Builder, channel: &Channel<'_>, planted: &str) {
    file.item(0xfffe_e000, u32::MAX);
    file.text(0x0019_0010, "LO", planted);
    file.text(0x0019_1001, "LO", planted);
    file.text(0x003a_0202, "IS", planted);
    file.text(0x003a_0203, "SH", planted);
    file.text(0x003a_0205, "CS", planted);
    code(file, 0x003a_0208, channel.source, planted);
    code(file, 0x003a_0209, (planted, planted), planted);
    file.text(0x003a_020c, "LO", planted);
    if let Some((sensitivity, unit)) = channel.sensitivity {
        file.text(0x003a_0210, "DS", sensitivity);
        code(file, 0x003a_0211, (unit, "UCUM"), planted);
        file.text(0x003a_0212, "DS", channel.correction);
        file.text(0x003a_0213, "DS", channel.baseline);
    }
    file.text(0x003a_0215, "DS", channel.skew);
    file.text(0x003a_0218, "DS", planted);
    file.us(0x003a_021a, 16);
    file.text(0x003a_0220, "DS", planted);
    file.text(0x5400_0110, "OW", planted);
    file.item(0xfffe_e00d, 0);
}

/// Adds the Waveform Sequence with these groups.
pub fn waveforms(file: &mut Builder, groups: &[Group<'_>]) {
    file.header(0x5400_0100, "SQ", u32::MAX);
    for group in groups {
        let planted = group.planted;
        file.item(0xfffe_e000, u32::MAX);
        if let Some(offset_ms) = group.offset_ms {
            file.text(0x0018_1068, "DS", offset_ms);
        }
        file.text(0x0018_1069, "DS", planted);
        file.text(0x003a_0004, "CS", planted);
        file.us(0x003a_0005, group.channels.len() as u16);
        let count = file.u32_bytes(group.count);
        file.element(0x003a_0010, "UL", &count);
        file.text(0x003a_001a, "DS", group.samples_per_s);
        file.text(0x003a_0020, "SH", planted);
        file.header(0x003a_0200, "SQ", u32::MAX);
        for one in group.channels {
            channel(file, one, planted);
        }
        file.item(0xfffe_e0dd, 0);
        file.us(0x5400_1004, group.bits);
        file.text(0x5400_1006, "CS", group.interpretation);
        if let Some(padding) = group.padding {
            file.element(0x5400_100a, "OW", padding);
        }
        file.element(0x5400_1010, "OW", group.data);
        file.text(0x5401_1001, "LO", planted);
        file.item(0xfffe_e00d, 0);
    }
    file.item(0xfffe_e0dd, 0);
}

/// A clip of three frames, 40 ms apart, with these groups.
pub fn clip(syntax: &str, groups: impl FnOnce(&mut Builder)) -> Vec<u8> {
    clip_with(syntax, |_| {}, groups)
}

/// The same with further attributes after Frame Time.
pub fn clip_with(
    syntax: &str,
    times: impl FnOnce(&mut Builder),
    groups: impl FnOnce(&mut Builder),
) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    file.text(0x0008_0016, "UI", "1.2.840.10008.5.1.4.1.1.3.1");
    file.text(0x0008_0018, "UI", "1.2.3.4.5");
    file.text(0x0018_1063, "DS", "40");
    times(&mut file);
    file.image("3", 1, 2, 1, 8, "MONOCHROME2");
    groups(&mut file);
    file.element(0x7fe0_0010, "OB", &[1, 2, 3, 4, 5, 6]);
    file.bytes
}
