//! Spectral Doppler strips whose envelope is a closed form, drawn without any code of the engine.
//!
//! A column's mean power is what flows of all velocities up to the envelope leave in a window of
//! time, behind a wall filter; speckle multiplies it, noise is added, and the sum is drawn in dB.

use core::f64::consts::PI;

/// SplitMix64 (Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Above 0, up to 1.
    pub fn unit(&mut self) -> f64 {
        ((self.bits() >> 11) as f64 + 1.0) / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[(self.bits() % choices.len() as u64) as usize]
    }

    fn exponential(&mut self) -> f64 {
        -libm::log(self.unit())
    }
}

/// Rise or fall of a wave over its own time, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Slope {
    Linear,
    /// A quarter of a sine: steep at the foot.
    Sine,
    /// Its square: flat at the foot.
    SquaredSine,
    Power(f64),
}

impl Slope {
    fn at(self, x: f64) -> f64 {
        let x = x.clamp(0.0, 1.0);
        match self {
            Self::Linear => x,
            Self::Sine => libm::sin(PI * x / 2.0),
            Self::SquaredSine => squared(libm::sin(PI * x / 2.0)),
            Self::Power(p) => libm::pow(x, p),
        }
    }
}

/// One wave: up from `start_s` to `peak_s`, down to `end_s`.
#[derive(Debug, Clone, Copy)]
pub struct Wave {
    pub start_s: f64,
    pub peak_s: f64,
    pub end_s: f64,
    pub peak_cm_s: f64,
    pub rise: Slope,
    pub fall: Slope,
}

impl Wave {
    pub fn at(&self, t: f64) -> f64 {
        if t <= self.start_s || t >= self.end_s {
            0.0
        } else if t < self.peak_s {
            let x = (t - self.start_s) / (self.peak_s - self.start_s);
            self.peak_cm_s * self.rise.at(x)
        } else {
            let x = (self.end_s - t) / (self.end_s - self.peak_s);
            self.peak_cm_s * self.fall.at(x)
        }
    }
}

/// Flow of a strip.
#[derive(Debug, Clone)]
pub struct Flow {
    /// R waves or upstrokes.
    pub onsets_s: Vec<f64>,
    pub waves: Vec<Wave>,
    /// Least velocity, at all times.
    pub floor_cm_s: f64,
}

impl Flow {
    /// Speed of the envelope.
    pub fn at(&self, t: f64) -> f64 {
        let waves = self.waves.iter().map(|wave| wave.at(t));
        waves.fold(0.0, f64::max).max(0.0) + self.floor_cm_s
    }
}

/// How a strip is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Drawing {
    pub width: usize,
    pub height: usize,
    pub columns_per_s: f64,
    pub cm_s_per_row: f64,
    /// Row of the zero line.
    pub zero: usize,
    /// Flow is drawn below the zero line.
    pub below: bool,
    /// Slowest share of the envelope with flow; 0 fills the wave.
    pub slowest: f64,
    /// Velocity at which the wall filter takes half of the amplitude, cm/s.
    pub wall_filter: f64,
    /// Length of the window of a column, s.
    pub window_s: f64,
    /// Flow over noise, dB.
    pub snr_db: f64,
    /// Colour of an ECG, and the row of its base.
    pub ecg: Option<([u8; 3], usize)>,
    pub seed: u64,
}

pub struct Strip {
    pub drawing: Drawing,
    pub flow: Flow,
    pub rgb: Vec<u8>,
    /// Speed at which a picture without noise and speckle reaches half of its brightest, cm/s.
    pub visible_cm_s: Vec<f64>,
}

const SUB_TIMES: usize = 9;
const RANGE_DB: f64 = 40.0;
const TOP_DB: f64 = 2.0;

/// Draws a strip.
pub fn draw(drawing: Drawing, flow: Flow) -> Strip {
    let Drawing { width, height, .. } = drawing;
    let mut random = Random(drawing.seed);
    let powers: Vec<Vec<f64>> = (0..width).map(|x| power(&drawing, &flow, x)).collect();
    let grey = |power: f64| {
        let db = 10.0 * libm::log10(power.max(1e-9));
        (255.0 * ((db - TOP_DB + RANGE_DB) / RANGE_DB)).clamp(0.0, 255.0)
    };
    let noise = libm::pow(10.0, -drawing.snr_db / 10.0);
    let speckle: Vec<Vec<f64>> = (0..width + 2)
        .map(|_| (0..height + 1).map(|_| random.exponential()).collect())
        .collect();
    let mut rgb = vec![0; width * height * 3];
    let mut visible_cm_s = Vec::with_capacity(width);
    for x in 0..width {
        let mut rows = vec![0.0; height];
        for (distance, power) in powers[x].iter().enumerate() {
            rows[row_of(&drawing, distance)] += power;
        }
        for (y, power) in rows.iter().enumerate() {
            let at = |x: usize| (speckle[x][y] + speckle[x][y + 1]) / 2.0;
            let blotch = 0.25 * at(x) + 0.5 * at(x + 1) + 0.25 * at(x + 2);
            let level = grey((power + noise) * blotch) as u8;
            rgb[(y * width + x) * 3..][..3].fill(level);
        }
        visible_cm_s.push(visible(&powers[x], grey) * drawing.cm_s_per_row);
    }
    if let Some((colour, base)) = drawing.ecg {
        draw_ecg(&mut rgb, &drawing, &flow, colour, base);
    }
    Strip {
        drawing,
        flow,
        rgb,
        visible_cm_s,
    }
}

fn squared(x: f64) -> f64 {
    x * x
}

/// From 0 to 1 around 0.
fn step(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp((-x).clamp(-40.0, 40.0)))
}

fn row_of(drawing: &Drawing, distance: usize) -> usize {
    let height = drawing.height;
    if drawing.below {
        (drawing.zero + distance) % height
    } else {
        (drawing.zero + height - distance % height) % height
    }
}

/// Mean power by distance from the zero line.
fn power(drawing: &Drawing, flow: &Flow, x: usize) -> Vec<f64> {
    let mut sums = vec![0.0; drawing.height - 1];
    for sub in 0..SUB_TIMES {
        let phase = (sub as f64 + 0.5) / SUB_TIMES as f64;
        let weight = 2.0 * squared(libm::sin(PI * phase)) / SUB_TIMES as f64;
        let t = x as f64 / drawing.columns_per_s + (phase - 0.5) * drawing.window_s;
        let edge = flow.at(t) / drawing.cm_s_per_row;
        if edge < 0.5 {
            continue;
        }
        let blur = 1.0 + 0.006 * edge;
        let from = drawing.slowest * edge;
        for (k, sum) in sums.iter_mut().enumerate() {
            let k = k as f64;
            let inside = step((edge - k) / (0.25 * blur));
            let beyond = step((k - from) / (0.06 * edge + 1.0));
            *sum += weight * inside * (0.04 + 0.96 * beyond);
        }
    }
    for (k, sum) in sums.iter_mut().enumerate() {
        let speed = k as f64 * drawing.cm_s_per_row;
        *sum /= 1.0 + libm::pow(drawing.wall_filter / speed.max(0.01), 8.0);
    }
    sums
}

fn visible(power: &[f64], grey: impl Fn(f64) -> f64) -> f64 {
    let levels: Vec<f64> = power.iter().map(|&power| grey(power)).collect();
    let half = levels.iter().copied().fold(0.0, f64::max) / 2.0;
    if half < 20.0 {
        return 0.0;
    }
    let last = levels.iter().rposition(|&level| level >= half).unwrap_or(0);
    match levels.get(last + 1) {
        Some(next) => last as f64 + (levels[last] - half) / (levels[last] - next),
        None => last as f64,
    }
}

/// Rows above its base of an ECG, `since` seconds from the R wave and `length` to the next.
pub fn ecg_rows(since: f64, length: f64, [r, t]: [f64; 2]) -> f64 {
    let at =
        |since: f64, centre: f64, width: f64| libm::exp(-squared((since - centre) / width) / 2.0);
    let bell = |centre: f64, width: f64| at(since, centre, width);
    let again = |centre: f64, width: f64| at(since - length, centre, width);
    r * (bell(0.0, 0.008) + again(0.0, 0.008))
        - 0.2 * r * (bell(0.025, 0.008) + again(-0.022, 0.007))
        + 0.12 * r * again(-0.15, 0.025)
        + t * bell(0.3 * length.sqrt(), 0.045 * length.sqrt())
}

fn draw_ecg(rgb: &mut [u8], drawing: &Drawing, flow: &Flow, colour: [u8; 3], base: usize) {
    let row = |x: f64| {
        let t = x / drawing.columns_per_s;
        let next = flow.onsets_s.partition_point(|&onset| onset <= t);
        let before = next.checked_sub(1).map_or(-9.0, |at| flow.onsets_s[at]);
        let after = flow.onsets_s.get(next).copied().unwrap_or(before + 0.9);
        base as f64 - ecg_rows(t - before, after - before, [22.0, 5.0])
    };
    for x in 0..drawing.width {
        let rows = [row(x as f64 - 0.5), row(x as f64), row(x as f64 + 0.5)];
        let top = rows.iter().copied().fold(f64::INFINITY, f64::min).floor() as usize;
        let bottom = rows.iter().copied().fold(0.0, f64::max).ceil() as usize;
        for y in top..=bottom.min(drawing.height - 1) {
            rgb[(y * drawing.width + x) * 3..][..3].copy_from_slice(&colour);
        }
    }
}
