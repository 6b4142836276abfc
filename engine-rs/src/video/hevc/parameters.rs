//! Parameter sets of HEVC (ITU-T H.265 7.3.2.2, 7.3.2.3, 7.3.3; ISO 14496-15 annex E).

use crate::video::bits::Bits;

/// Fields of a sequence parameter set that slice headers and players need.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequence {
    /// Number of the set.
    pub id: u32,
    /// Codec as WebCodecs names it.
    pub codec: String,
    /// Columns shown.
    pub width: u32,
    /// Rows shown.
    pub height: u32,
    /// Three colour planes are coded apart.
    pub separate_planes: bool,
    /// Bits of slice_pic_order_cnt_lsb.
    pub order_bits: u32,
}

/// Fields of a picture parameter set that slice headers need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureSet {
    /// Number of the set.
    pub id: u32,
    /// Number of its sequence parameter set.
    pub sequence: u32,
    /// Slice headers contain whether the picture is shown.
    pub output_flag: bool,
    /// Bits that slice headers carry besides.
    pub extra_bits: u32,
}

/// Most sets of either kind (7.4.3.2.1, 7.4.3.3.1).
const MAX_SEQUENCE_ID: u32 = 15;
const MAX_PICTURE_ID: u32 = 63;

/// Reads the payload of a NAL unit of type 33, after its header of two bytes.
pub fn sequence(payload: &[u8]) -> Option<Sequence> {
    let mut bits = Bits::new(payload);
    // sps_video_parameter_set_id
    bits.skip(4)?;
    let sub_layers = bits.number(3)?;
    bits.flag()?;
    let codec = profile_tier_level(&mut bits, sub_layers)?;
    let id = bits.unsigned().filter(|&id| id <= MAX_SEQUENCE_ID)?;
    let chroma_format = bits.unsigned().filter(|&format| format <= 3)?;
    let separate_planes = chroma_format == 3 && bits.flag()?;
    let (mut width, mut height) = (bits.unsigned()?, bits.unsigned()?);
    if bits.flag()? {
        let across = if matches!(chroma_format, 1 | 2) { 2 } else { 1 };
        let down = if chroma_format == 1 { 2 } else { 1 };
        let mut edge = |unit: u32| bits.unsigned()?.checked_mul(unit);
        let (left, right, top, bottom) = (edge(across)?, edge(across)?, edge(down)?, edge(down)?);
        width = width.checked_sub(left.checked_add(right)?)?;
        height = height.checked_sub(top.checked_add(bottom)?)?;
    }
    bits.unsigned()?;
    bits.unsigned()?;
    let order_bits = bits.unsigned().filter(|&bits| bits <= 12)? + 4;
    (width > 0 && height > 0).then_some(Sequence {
        id,
        codec,
        width,
        height,
        separate_planes,
        order_bits,
    })
}

/// Reads profile, tier and level of all layers; returns the codec string of the whole.
fn profile_tier_level(bits: &mut Bits<'_>, sub_layers: u32) -> Option<String> {
    let space = bits.number(2)?;
    let high_tier = bits.flag()?;
    let profile = bits.number(5)?;
    let compatibility = bits.number(32)?;
    let mut constraints = Vec::new();
    for _ in 0..6 {
        constraints.push(bits.number(8)?);
    }
    let level = bits.number(8)?;
    let mut present = Vec::new();
    for _ in 0..sub_layers {
        present.push((bits.flag()?, bits.flag()?));
    }
    if sub_layers > 0 {
        // reserved_zero_2bits of the sub-layers there are not
        bits.skip(2 * (8 - sub_layers))?;
    }
    for (has_profile, has_level) in present {
        // Profile, tier and constraints of a sub-layer, and its level.
        bits.skip(88 * u32::from(has_profile) + 8 * u32::from(has_level))?;
    }
    Some(codec_string(
        space,
        high_tier,
        profile,
        compatibility,
        &constraints,
        level,
    ))
}

/// ISO 14496-15 E.3: compatibility flags in reverse order, trailing zero constraints left out.
pub fn codec_string(
    space: u32,
    high_tier: bool,
    profile: u32,
    compatibility: u32,
    constraints: &[u32],
    level: u32,
) -> String {
    let space = ["", "A", "B", "C"][space as usize & 3];
    let tier = if high_tier { 'H' } else { 'L' };
    let mut text = format!(
        "hvc1.{space}{profile}.{:x}.{tier}{level}",
        compatibility.reverse_bits()
    );
    let used = constraints
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    for byte in &constraints[..used] {
        text.push_str(&format!(".{byte:x}"));
    }
    text
}

/// Reads the payload of a NAL unit of type 34, after its header of two bytes.
pub fn picture_set(payload: &[u8]) -> Option<PictureSet> {
    let mut bits = Bits::new(payload);
    let id = bits.unsigned().filter(|&id| id <= MAX_PICTURE_ID)?;
    let sequence = bits.unsigned().filter(|&id| id <= MAX_SEQUENCE_ID)?;
    bits.flag()?;
    Some(PictureSet {
        id,
        sequence,
        output_flag: bits.flag()?,
        extra_bits: bits.number(3)?,
    })
}
