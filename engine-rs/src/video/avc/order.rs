//! Picture order counts of H.264: types 0, 1 and 2 (8.2.1).

use super::parameters::{Cycle, OrderType, Sequence};
use crate::video::bits::Bits;

/// Fields of a slice header about the order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderFields {
    /// pic_order_cnt_lsb (type 0).
    lsb: u32,
    /// delta_pic_order_cnt_bottom (type 0), or delta_pic_order_cnt (type 1).
    delta: [i32; 2],
}

impl OrderFields {
    /// Reads the fields (7.3.3); `has_bottom` where a frame names its bottom field too.
    pub fn read(bits: &mut Bits<'_>, order: &OrderType, has_bottom: bool) -> Option<Self> {
        let mut fields = Self::default();
        match order {
            OrderType::Counted { bits: width } => {
                fields.lsb = bits.number(*width)?;
                if has_bottom {
                    fields.delta[0] = bits.signed()?;
                }
            }
            OrderType::Expected(cycle) if !cycle.always_zero => {
                fields.delta[0] = bits.signed()?;
                if has_bottom {
                    fields.delta[1] = bits.signed()?;
                }
            }
            OrderType::Expected(_) | OrderType::Coded => {}
        }
        Some(fields)
    }
}

/// Inputs of a picture's count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place {
    /// frame_num.
    pub frame_num: u32,
    /// None for a frame, else whether it is the bottom field.
    pub field: Option<bool>,
    /// The count starts again.
    pub is_idr: bool,
    /// Other pictures may refer to it.
    pub reference: bool,
    /// Of its slices.
    pub order: OrderFields,
}

/// The counts of one stream, picture after picture in decode order.
#[derive(Debug, Clone, Copy, Default)]
pub struct OrderCount {
    previous_lsb: i64,
    previous_msb: i64,
    previous_frame_num: u32,
    frame_num_offset: i64,
}

impl OrderCount {
    /// Order of the next picture; `coded` is its place in decode order, which type 2 shows in.
    pub fn next(&mut self, sequence: &Sequence, picture: &Place, coded: i64) -> i64 {
        match &sequence.order {
            OrderType::Counted { bits } => self.counted(1 << bits, picture),
            OrderType::Expected(cycle) => {
                self.expected(cycle, 1 << sequence.frame_num_bits, picture)
            }
            OrderType::Coded => coded,
        }
    }

    /// 8.2.1.1.
    fn counted(&mut self, range: i64, picture: &Place) -> i64 {
        if picture.is_idr {
            (self.previous_lsb, self.previous_msb) = (0, 0);
        }
        let lsb = i64::from(picture.order.lsb);
        let msb = carried(self.previous_msb, self.previous_lsb, lsb, range);
        if picture.reference {
            (self.previous_lsb, self.previous_msb) = (lsb, msb);
        }
        msb + lsb + i64::from(picture.order.delta[0].min(0))
    }

    /// 8.2.1.2, with the names of the standard in the order of its equations.
    fn expected(&mut self, cycle: &Cycle, max_frame_num: i64, picture: &Place) -> i64 {
        if picture.is_idr {
            self.frame_num_offset = 0;
        } else if self.previous_frame_num > picture.frame_num {
            self.frame_num_offset += max_frame_num;
        }
        self.previous_frame_num = picture.frame_num;
        let length = cycle.reference.len() as i64;
        let mut frames = if length > 0 {
            self.frame_num_offset + i64::from(picture.frame_num)
        } else {
            0
        };
        if !picture.reference && frames > 0 {
            frames -= 1;
        }
        let sum = |offsets: &[i32]| offsets.iter().map(|&offset| i64::from(offset)).sum::<i64>();
        let mut expected = 0;
        if frames > 0 {
            let (cycles, within) = ((frames - 1) / length, (frames - 1) % length);
            expected = cycles * sum(&cycle.reference) + sum(&cycle.reference[..=within as usize]);
        }
        if !picture.reference {
            expected += i64::from(cycle.non_reference);
        }
        let [first, second] = picture.order.delta.map(i64::from);
        let top = expected + first;
        let below = i64::from(cycle.top_to_bottom);
        match picture.field {
            None => top.min(top + below + second),
            Some(false) => top,
            Some(true) => top + below,
        }
    }
}

/// The higher bits of a counter of which only the lower ones are coded.
pub fn carried(previous_msb: i64, previous_lsb: i64, lsb: i64, range: i64) -> i64 {
    if lsb < previous_lsb && previous_lsb - lsb >= range / 2 {
        previous_msb + range
    } else if lsb > previous_lsb && lsb - previous_lsb > range / 2 {
        previous_msb - range
    } else {
        previous_msb
    }
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
