//! Beats of mitral inflow, aortic outflow and the umbilical artery, drawn as strips.

use super::spectra::{Drawing, Flow, Random, Slope, Strip, Wave, draw};

/// A strip with the times of what is looked for in each of its beats.
pub struct Beats {
    pub strip: Strip,
    pub beats: Vec<Beat>,
    /// Rows at the upper and lower edge that belong beyond the other one.
    pub wrapped: [f64; 2],
}

/// One beat, from R wave to R wave.
pub struct Beat {
    pub onsets_s: [f64; 2],
    /// Waves of this beat, in order.
    pub waves: Vec<Wave>,
}

/// How strips of a kind are varied.
#[derive(Debug, Clone, Copy, Default)]
pub struct Variant {
    pub aliased: bool,
    pub ecg: Option<[u8; 3]>,
    /// Least and greatest time by which an A wave outlasts the R wave, s.
    pub tail_s: (f64, f64),
}

pub const GREEN: [u8; 3] = [40, 230, 70];
pub const WHITE: [u8; 3] = [250, 250, 250];
pub const GREY: [u8; 3] = [200, 200, 200];

fn onsets(random: &mut Random, rate: f64, duration_s: f64, variation: f64) -> Vec<f64> {
    let mut onsets = vec![random.between(-0.5, 0.0) * 60.0 / rate];
    while onsets[onsets.len() - 1] < duration_s + 2.0 {
        let length = 60.0 / rate * random.between(1.0 - variation, 1.0 + variation);
        onsets.push(onsets[onsets.len() - 1] + length);
    }
    onsets
}

fn drawing(random: &mut Random, peak_cm_s: f64, variant: &Variant) -> (Drawing, [f64; 2]) {
    let height = random.one_of(&[220, 256, 300]);
    let cm_s_per_row = peak_cm_s / random.between(110.0, 150.0);
    let peak_rows = (peak_cm_s / cm_s_per_row) as usize;
    let below = random.unit() < 0.5;
    let room = if variant.aliased {
        (peak_rows as f64 * random.between(0.55, 0.8)) as usize
    } else {
        (peak_rows as f64 * random.between(1.15, 1.3)) as usize
    };
    let room = room.min(height - 30);
    let zero = if below { height - 1 - room } else { room };
    let wrapped = match variant.aliased {
        true => (height - room) as f64 * random.between(0.7, 0.9),
        false => 0.0,
    };
    let drawing = Drawing {
        width: random.one_of(&[600, 640, 800]),
        height,
        columns_per_s: random.one_of(&[120.0, 160.0, 200.0, 240.0]),
        cm_s_per_row,
        zero,
        below,
        slowest: random.between(0.5, 0.85),
        wall_filter: random.between(3.0, 0.09 * peak_cm_s),
        window_s: random.between(0.006, 0.016),
        snr_db: random.between(28.0, 40.0),
        ecg: variant
            .ecg
            .map(|colour| (colour, if below { 30 } else { height - 12 })),
        seed: random.bits(),
    };
    let wrapped = if below {
        [wrapped, 0.0]
    } else {
        [0.0, wrapped]
    };
    (drawing, wrapped)
}

fn strip(
    random: &mut Random,
    (drawing, wrapped): (Drawing, [f64; 2]),
    onsets_s: Vec<f64>,
    floor_cm_s: f64,
    mut waves: impl FnMut(&mut Random, f64, f64) -> Vec<Wave>,
) -> Beats {
    let duration_s = drawing.width as f64 / drawing.columns_per_s;
    let mut beats = Vec::new();
    let mut all = Vec::new();
    for pair in onsets_s.windows(2) {
        let own = waves(random, pair[0], pair[1]);
        all.extend(own.iter().copied());
        let within = pair[0] > 0.01 && pair[1] < duration_s - 0.01;
        if within {
            beats.push(Beat {
                onsets_s: [pair[0], pair[1]],
                waves: own,
            });
        }
    }
    let flow = Flow {
        onsets_s,
        waves: all,
        floor_cm_s,
    };
    Beats {
        strip: draw(drawing, flow),
        beats,
        wrapped,
    }
}

/// E and A waves; A ends after the next R wave.
pub fn mitral(seed: u64, variant: Variant) -> Beats {
    let random = &mut Random(seed);
    let rate = random.between(50.0, 110.0);
    let e_cm_s = random.between(60.0, 120.0);
    let a_cm_s = random.between(0.45, 1.2) * e_cm_s;
    let at_s = random.between(0.06, 0.1);
    let a_s = random.between(0.11, 0.16);
    let dt_share = random.between(0.5, 0.9);
    let rise = random.one_of(&[Slope::Sine, Slope::SquaredSine, Slope::Linear]);
    let fall = random.one_of(&[Slope::Linear, Slope::SquaredSine, Slope::Power(1.3)]);
    let atrial = random.one_of(&[Slope::Sine, Slope::SquaredSine]);
    let drawing = drawing(random, e_cm_s.max(a_cm_s), &variant);
    let duration_s = drawing.0.width as f64 / drawing.0.columns_per_s;
    let onsets_s = onsets(random, rate, duration_s, 0.03);
    strip(random, drawing, onsets_s, 0.0, |random, onset, next| {
        let tail = random.between(variant.tail_s.0, variant.tail_s.1);
        let opening = onset + 0.36 * (next - onset).sqrt() + 0.07;
        let a_end = next + tail;
        let a_start = a_end - a_s;
        let room = a_start - opening - at_s;
        let wave = |start_s, peak_s, end_s, peak_cm_s, rise, fall| Wave {
            start_s,
            peak_s,
            end_s,
            peak_cm_s,
            rise,
            fall,
        };
        let e_peak = opening + at_s;
        let e_end = e_peak + (dt_share * room).clamp(0.1, 0.24);
        vec![
            wave(opening, e_peak, e_end, e_cm_s, rise, fall),
            wave(a_start, a_start + a_s * 0.48, a_end, a_cm_s, atrial, atrial),
        ]
    })
}

/// Ejection.
pub fn aortic(seed: u64, variant: Variant) -> Beats {
    let random = &mut Random(seed);
    let rate = random.between(50.0, 150.0);
    let peak = random.between(60.0, 160.0);
    let pre_s = random.between(0.05, 0.1);
    let early = random.between(0.3, 0.45);
    let rise = random.one_of(&[Slope::Sine, Slope::Linear, Slope::Power(0.7)]);
    let fall = random.one_of(&[Slope::Sine, Slope::Linear, Slope::Power(0.7)]);
    let drawing = drawing(random, peak, &variant);
    let duration_s = drawing.0.width as f64 / drawing.0.columns_per_s;
    let onsets_s = onsets(random, rate, duration_s, 0.03);
    strip(random, drawing, onsets_s, 0.0, |_, onset, next| {
        let start_s = onset + pre_s;
        let ejection = 0.31 * (next - onset).sqrt();
        vec![Wave {
            start_s,
            peak_s: start_s + early * ejection,
            end_s: start_s + ejection,
            peak_cm_s: peak,
            rise,
            fall,
        }]
    })
}

/// Umbilical artery: each beat begins with the upstroke.
pub fn umbilical(seed: u64, variant: Variant) -> Beats {
    let random = &mut Random(seed);
    let rate = random.between(110.0, 180.0);
    let peak = random.between(35.0, 65.0);
    let diastolic = random.between(0.2, 0.45) * peak;
    let early = random.between(0.16, 0.28);
    let rise = random.one_of(&[Slope::Sine, Slope::SquaredSine]);
    let fall = random.one_of(&[Slope::Power(1.5), Slope::Linear, Slope::Power(1.2)]);
    let drawing = drawing(random, peak, &variant);
    let duration_s = drawing.0.width as f64 / drawing.0.columns_per_s;
    let onsets_s = onsets(random, rate, duration_s, 0.03);
    strip(random, drawing, onsets_s, diastolic, |_, onset, next| {
        let length = next - onset;
        vec![Wave {
            start_s: onset,
            peak_s: onset + early * length,
            end_s: next,
            peak_cm_s: peak - diastolic,
            rise,
            fall,
        }]
    })
}

/// An artery whose beats differ in length by up to so much to each side.
pub fn irregular(seed: u64, rate: f64, variation: f64) -> Beats {
    let random = &mut Random(seed);
    let peak = random.between(35.0, 65.0);
    let diastolic = random.between(0.1, 0.45) * peak;
    let drawing = drawing(random, peak, &Variant::default());
    let duration_s = drawing.0.width as f64 / drawing.0.columns_per_s;
    let onsets_s = onsets(random, rate, duration_s, variation);
    strip(random, drawing, onsets_s, diastolic, |_, onset, next| {
        vec![Wave {
            start_s: onset,
            peak_s: onset + 0.2 * (next - onset),
            end_s: next,
            peak_cm_s: peak - diastolic,
            rise: Slope::SquaredSine,
            fall: Slope::Power(1.5),
        }]
    })
}
