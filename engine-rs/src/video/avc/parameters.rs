//! Parameter sets of H.264 (ITU-T H.264 7.3.2.1, 7.3.2.2, annex E).

use crate::video::bits::Bits;

/// Fields of a sequence parameter set that slice headers and players need.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequence {
    /// Number of the set.
    pub id: u32,
    /// profile_idc, constraint flags, level_idc.
    pub profile: [u8; 3],
    /// Columns shown.
    pub width: u32,
    /// Rows shown.
    pub height: u32,
    /// Three colour planes are coded apart.
    pub separate_planes: bool,
    /// Bits of frame_num.
    pub frame_num_bits: u32,
    /// How the order on the screen is coded.
    pub order: OrderType,
    /// No fields and no interlaced macroblocks.
    pub frames_only: bool,
    /// Time of one frame from the VUI, in ms.
    pub step_ms: Option<f64>,
}

/// pic_order_cnt_type with what belongs to it (7.4.2.1.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderType {
    /// Type 0: the lower bits of the count are coded.
    Counted {
        /// Bits of pic_order_cnt_lsb, 4 to 16.
        bits: u32,
    },
    /// Type 1: the count follows from frame_num.
    Expected(Cycle),
    /// Type 2: pictures are shown as they are coded.
    Coded,
}

/// The expected differences of type 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// No slice carries a difference to what is expected.
    pub always_zero: bool,
    /// Added for pictures that no other refers to.
    pub non_reference: i32,
    /// From the top to the bottom field.
    pub top_to_bottom: i32,
    /// From reference frame to reference frame, over one cycle; 255 at most.
    pub reference: Vec<i32>,
}

/// Fields of a picture parameter set that slice headers need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureSet {
    /// Number of the set.
    pub id: u32,
    /// Number of its sequence parameter set.
    pub sequence: u32,
    /// Slices of frames carry the order of the bottom field.
    pub bottom_order: bool,
}

/// Most sets of either kind (7.4.2).
const MAX_SEQUENCE_ID: u32 = 31;
const MAX_PICTURE_ID: u32 = 255;
/// Largest log2_max_frame_num_minus4 and log2_max_pic_order_cnt_lsb_minus4.
const MAX_LOG2_MINUS_4: u32 = 12;
/// Largest num_ref_frames_in_pic_order_cnt_cycle.
const MAX_CYCLE: u32 = 255;
/// Profiles whose sets name chroma format, bit depth and scaling lists.
pub const HIGH_PROFILES: [u8; 13] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];
/// Aspect ratio written out.
const EXTENDED_ASPECT: u32 = 255;

/// Reads the payload of a NAL unit of type 7.
pub fn sequence(payload: &[u8]) -> Option<Sequence> {
    let profile = *payload.first_chunk::<3>()?;
    let mut bits = Bits::new(&payload[3..]);
    let id = bits.unsigned().filter(|&id| id <= MAX_SEQUENCE_ID)?;
    let mut chroma_format = 1;
    let mut separate_planes = false;
    if HIGH_PROFILES.contains(&profile[0]) {
        chroma_format = bits.unsigned().filter(|&format| format <= 3)?;
        if chroma_format == 3 {
            separate_planes = bits.flag()?;
        }
        bits.unsigned()?;
        bits.unsigned()?;
        bits.flag()?;
        if bits.flag()? {
            for list in 0..if chroma_format == 3 { 12 } else { 8 } {
                if bits.flag()? {
                    skip_scaling_list(&mut bits, if list < 6 { 16 } else { 64 })?;
                }
            }
        }
    }
    let frame_num_bits = bits.unsigned().filter(|&bits| bits <= MAX_LOG2_MINUS_4)? + 4;
    let order = order_type(&mut bits)?;
    bits.unsigned()?;
    bits.flag()?;
    let columns = bits.unsigned()?.checked_add(1)?.checked_mul(16)?;
    let rows = bits.unsigned()?.checked_add(1)?.checked_mul(16)?;
    let frames_only = bits.flag()?;
    let fields = if frames_only { 1 } else { 2 };
    if !frames_only {
        bits.flag()?;
    }
    bits.flag()?;
    let rows = rows.checked_mul(fields)?;
    let (mut width, mut height) = (columns, rows);
    if bits.flag()? {
        // Cropping counts chroma samples (7.4.2.1.1).
        let across = if matches!(chroma_format, 1 | 2) { 2 } else { 1 };
        let down = if chroma_format == 1 { 2 } else { 1 } * fields;
        let mut edge = |unit: u32| bits.unsigned()?.checked_mul(unit);
        let (left, right, top, bottom) = (edge(across)?, edge(across)?, edge(down)?, edge(down)?);
        width = columns.checked_sub(left.checked_add(right)?)?;
        height = rows.checked_sub(top.checked_add(bottom)?)?;
    }
    let step_ms = if bits.flag()? {
        timing(&mut bits)
    } else {
        None
    };
    (width > 0 && height > 0).then_some(Sequence {
        id,
        profile,
        width,
        height,
        separate_planes,
        frame_num_bits,
        order,
        frames_only,
        step_ms,
    })
}

fn order_type(bits: &mut Bits<'_>) -> Option<OrderType> {
    match bits.unsigned()? {
        0 => {
            let bits = bits.unsigned().filter(|&bits| bits <= MAX_LOG2_MINUS_4)? + 4;
            Some(OrderType::Counted { bits })
        }
        1 => {
            let (always_zero, non_reference) = (bits.flag()?, bits.signed()?);
            let top_to_bottom = bits.signed()?;
            let count = bits.unsigned().filter(|&count| count <= MAX_CYCLE)?;
            let reference: Option<Vec<i32>> = (0..count).map(|_| bits.signed()).collect();
            Some(OrderType::Expected(Cycle {
                always_zero,
                non_reference,
                top_to_bottom,
                reference: reference?,
            }))
        }
        2 => Some(OrderType::Coded),
        _ => None,
    }
}

fn skip_scaling_list(bits: &mut Bits<'_>, size: u32) -> Option<()> {
    let (mut last, mut next) = (8i32, 8i32);
    for _ in 0..size {
        if next != 0 {
            next = last.wrapping_add(bits.signed()?).rem_euclid(256);
        }
        last = if next == 0 { last } else { next };
    }
    Some(())
}

/// Time of one frame from the usability information, where the rate is fixed or named at all.
fn timing(bits: &mut Bits<'_>) -> Option<f64> {
    if bits.flag()? && bits.number(8)? == EXTENDED_ASPECT {
        // sar_width, sar_height
        bits.skip(32)?;
    }
    if bits.flag()? {
        bits.flag()?;
    }
    if bits.flag()? {
        // video_format, video_full_range_flag
        bits.skip(4)?;
        if bits.flag()? {
            // colour_primaries, transfer_characteristics, matrix_coefficients
            bits.skip(24)?;
        }
    }
    if bits.flag()? {
        bits.unsigned()?;
        bits.unsigned()?;
    }
    if !bits.flag()? {
        return None;
    }
    let (units, scale) = (f64::from(bits.number(32)?), f64::from(bits.number(32)?));
    // A frame lasts two units, the two of its fields (E.2.1).
    (units > 0.0 && scale > 0.0).then(|| 2000.0 * units / scale)
}

/// Reads the payload of a NAL unit of type 8.
pub fn picture_set(payload: &[u8]) -> Option<PictureSet> {
    let mut bits = Bits::new(payload);
    let id = bits.unsigned().filter(|&id| id <= MAX_PICTURE_ID)?;
    let sequence = bits.unsigned().filter(|&id| id <= MAX_SEQUENCE_ID)?;
    bits.flag()?;
    Some(PictureSet {
        id,
        sequence,
        bottom_order: bits.flag()?,
    })
}
