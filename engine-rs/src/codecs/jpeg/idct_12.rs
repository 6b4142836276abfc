//! The inverse DCT of 12-bit samples, to the bit as libjpeg's "islow": 13-bit constants, columns
//! before rows, 1 spare bit between, rounded halves up. Rare, so in plain numbers.

/// Bits of the fraction of all constants.
const CONSTANT_BITS: u32 = 13;
/// Spare bits kept between the passes.
const PASS_1_BITS: u32 = 1;
/// Half of the range of samples, and its largest value.
const MIDDLE: i64 = 2048;
const LARGEST: i64 = 4095;

/// Coefficients in natural order and steps in coded order, to samples.
pub fn transform(coefficients: &[i16; 64], steps: &[u16; 64]) -> [[u16; 8]; 8] {
    let mut work = [0i64; 64];
    for (index, &step) in steps.iter().enumerate() {
        let position = usize::from(super::header::NATURAL[index]);
        work[position] = i64::from(coefficients[position]) * i64::from(step);
    }
    for column in 0..8 {
        let values = core::array::from_fn(|row| work[row * 8 + column]);
        let values = pass(values, CONSTANT_BITS - PASS_1_BITS);
        for (row, value) in values.into_iter().enumerate() {
            work[row * 8 + column] = value;
        }
    }
    core::array::from_fn(|row| {
        let values = core::array::from_fn(|column| work[row * 8 + column]);
        pass(values, CONSTANT_BITS + PASS_1_BITS + 3)
            .map(|value| (value + MIDDLE).clamp(0, LARGEST) as u16)
    })
}

/// Loeffler, Ligtenberg and Moschytz with 12 multiplications (jidctint.c).
fn pass(x: [i64; 8], shift: u32) -> [i64; 8] {
    let z1 = (x[2] + x[6]) * 4433;
    let (t2, t3) = (z1 - x[6] * 15_137, z1 + x[2] * 6270);
    let t0 = (x[0] + x[4]) << CONSTANT_BITS;
    let t1 = (x[0] - x[4]) << CONSTANT_BITS;
    let even = [t0 + t3, t1 + t2, t1 - t2, t0 - t3];
    let z5 = (x[7] + x[3] + x[5] + x[1]) * 9633;
    let (z1, z2) = ((x[7] + x[1]) * -7373, (x[5] + x[3]) * -20_995);
    let z3 = (x[7] + x[3]) * -16_069 + z5;
    let z4 = (x[5] + x[1]) * -3196 + z5;
    let odd = [
        x[1] * 12_299 + z1 + z4,
        x[3] * 25_172 + z2 + z3,
        x[5] * 16_819 + z2 + z4,
        x[7] * 2446 + z1 + z3,
    ];
    let round = |value: i64| (value + (1 << (shift - 1))) >> shift;
    core::array::from_fn(|i| match i {
        0..4 => round(even[i] + odd[i]),
        _ => round(even[7 - i] - odd[7 - i]),
    })
}
