//! The columns of a stripe of a code block (ISO 15444-1 D.1 to D.3): what is known of four samples and around them
//! in one word, and the contexts that follow from it.

/// First context of signs (table D.7).
const SIGN: usize = 9;

// A column of a stripe is a word; `SELF` to `VISITED` are bits of its first row. Its bits 0 to 17 are the significance
// of three samples in each of six rows, the first above the stripe and the last below it; the middle ones are the
// column's own. Bits 18 onwards are the sign above and for each row its sign, whether it was refined, and whether it
// was visited in this plane; bit 31 is the sign below. Each bit of a row is three bits higher than in the row above.
pub const SELF: u32 = 1 << 4;
pub const AROUND: u32 = 0x1ef;
const SIGN_ABOVE: u32 = 1 << 18;
pub const SIGN_SELF: u32 = 1 << 19;
pub const REFINED: u32 = 1 << 20;
pub const VISITED: u32 = 1 << 21;
const SIGN_BELOW: u32 = 1 << 31;
/// Positions of the own significance and of the visits of the first row.
pub const OWN: u32 = 4;
pub const VISITS: u32 = 21;
/// A bit for each row; a row is known by the position of its bit, by which the bits of a column are shifted.
pub const EVERY_ROW: u32 = 0b1_001_001_001;
pub const LAST_ROW: u32 = 9;
pub const ALL_VISITED: u32 = VISITED | VISITED << 3 | VISITED << 6 | VISITED << 9;

/// Contexts of significance by the eight samples around (table D.1): for sub-bands that are low across,
/// for those that are high across only, and for those that are high both ways.
pub static AROUND_CONTEXTS: [[u8; 512]; 3] = [contexts(0), contexts(1), contexts(2)];

const fn contexts(kind: usize) -> [u8; 512] {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let across = (bits >> 3 & 1) + (bits >> 5 & 1);
        let down = (bits >> 1 & 1) + (bits >> 7 & 1);
        let corners = (bits & 1) + (bits >> 2 & 1) + (bits >> 6 & 1) + (bits >> 8 & 1);
        let (first, second) = if kind == 1 {
            (down, across)
        } else {
            (across, down)
        };
        table[bits] = if kind == 2 {
            diagonal(corners, across + down)
        } else {
            straight(first, second, corners)
        };
        bits += 1;
    }
    table
}

const fn straight(first: usize, second: usize, corners: usize) -> u8 {
    match (first, second, corners) {
        (2, _, _) => 8,
        (1, 1.., _) => 7,
        (1, 0, 1..) => 6,
        (1, 0, 0) => 5,
        (_, 2, _) => 4,
        (_, 1, _) => 3,
        (_, _, 2..) => 2,
        (_, _, corners) => corners as u8,
    }
}

const fn diagonal(corners: usize, others: usize) -> u8 {
    match (corners, others) {
        (3.., _) => 8,
        (2, 1..) => 7,
        (2, 0) => 6,
        (1, 2..) => 5,
        (1, others) => 3 + others as u8,
        (_, 2..) => 2,
        (_, others) => others as u8,
    }
}

/// Significance above, left, right and below.
const CROSS: u32 = 0xaa;
/// Flag of a sign that is turned.
const TURNED: u8 = 0x80;

/// Contexts of signs (tables D.2 and D.3) by the significance of the samples above, left, right and below, and by
/// their signs in the bits below.
static SIGN_CONTEXTS: [u8; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        // 1, 0 or -1: a sign counts where its sample is significant.
        let mut parts = [0i32; 4];
        let mut side = 0;
        while side < 4 {
            let significant = bits >> (2 * side + 1) & 1;
            parts[side] = significant as i32 * (1 - 2 * (bits >> (2 * side) & 1) as i32);
            side += 1;
        }
        let [above, left, right, below] = parts;
        let number = (left + right).signum() * 3 + (above + below).signum();
        let turned = if number < 0 { TURNED } else { 0 };
        table[bits] = turned | (SIGN as u8 + number.unsigned_abs() as u8);
        bits += 1;
    }
    table
};

/// Rows whose sample is not significant, but one around it.
#[inline(always)]
pub fn next_to_significant(column: u32) -> u32 {
    let in_row = column | column >> 1 | column >> 2;
    (in_row | in_row >> 3 | in_row >> 6) & !(column >> OWN) & EVERY_ROW
}

/// The context of a sign, and whether it is turned (tables D.2 and D.3).
#[inline(always)]
pub fn sign_context(columns: &[u32], column: u32, at: usize, shift: u32) -> (usize, u32) {
    // Signs as significance is in `CROSS`, one bit lower.
    let side = |other: u32| other >> shift & SIGN_SELF;
    let above = if shift == 0 {
        column & SIGN_ABOVE
    } else {
        column >> (shift - 3) & SIGN_SELF
    };
    let signs = u32::from(above != 0)
        | side(columns[at - 1]) >> 17
        | side(columns[at + 1]) >> 15
        | (column >> (shift + 3) & SIGN_SELF) >> 13;
    let found = SIGN_CONTEXTS[(column >> shift & CROSS | signs) as usize];
    (usize::from(found & !TURNED), u32::from(found / TURNED))
}

/// Updates the neighbours of a sample that became significant; its own column is left to the caller.
#[inline(always)]
pub fn spread(
    columns: &mut [u32],
    negative: u32,
    at: usize,
    shift: u32,
    stripe: usize,
    causal: bool,
) {
    columns[at - 1] |= (SELF << 1) << shift;
    columns[at + 1] |= (SELF >> 1) << shift;
    if shift == 0 && !causal {
        let above = at - stripe;
        columns[above] |= (SELF << 12) | (negative * SIGN_BELOW);
        columns[above - 1] |= SELF << 13;
        columns[above + 1] |= SELF << 11;
    }
    if shift == LAST_ROW {
        let below = at + stripe;
        columns[below] |= (SELF >> 3) | (negative * SIGN_ABOVE);
        columns[below - 1] |= SELF >> 2;
        columns[below + 1] |= SELF >> 4;
    }
}
