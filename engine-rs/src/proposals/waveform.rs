//! R waves of an ECG that the file has as samples.

use super::ecg::{Trace, r_waves};
use crate::records::ecg::{Ecg, EcgUnit};

/// Columns of a second that samples are averaged to: a QRS complex of a newborn has ten of them.
const COLUMNS_PER_S: f64 = 250.0;
/// Time over which columns are averaged, in s: one period of mains of 50 Hz, which is taken out of the trace.
const BLUR_S: f64 = 0.02;
/// Rows of a trace for a millivolt: the least height of an R wave is 0.1 mV.
const ROWS_PER_MV: f64 = 40.0;
/// Rows of a trace from the least to the greatest sample, where their unit is unknown.
const ROWS_OF_COUNTS: f64 = 100.0;
const MICROVOLTS_PER_MV: f64 = 1000.0;
const MS_PER_S: f64 = 1000.0;

/// Times of the R waves in ms from the first frame, and whether they are in doubt: other waves stand out nearly as much.
pub fn r_wave_times(ecg: &Ecg) -> (Vec<f64>, bool) {
    let block = (ecg.samples_per_s / COLUMNS_PER_S).floor().max(1.0);
    let columns_per_s = ecg.samples_per_s / block;
    let columns = columns(ecg, block as usize);
    let half = (BLUR_S / 2.0 * columns_per_s).floor() as usize;
    let waves = r_waves(&Trace::of_rows(blurred(&columns, half)), columns_per_s);
    let first_s = (block - 1.0) / 2.0 / ecg.samples_per_s;
    let time = |column: f64| ecg.start_ms + (column / columns_per_s + first_s) * MS_PER_S;
    (
        waves.columns.into_iter().map(time).collect(),
        waves.doubtful,
    )
}

/// Means of so many samples each, as rows of a picture: a greater value is higher up.
fn columns(ecg: &Ecg, block: usize) -> Vec<Option<f64>> {
    let rows_per_step = rows_per_step(ecg);
    let mean = |samples: &[Option<i32>]| {
        let present = samples.iter().flatten();
        let count = present.clone().count();
        let sum: f64 = present.map(|&sample| f64::from(sample)).sum();
        (count > 0).then(|| -sum / count as f64 * rows_per_step)
    };
    ecg.samples.chunks(block).map(mean).collect()
}

fn rows_per_step(ecg: &Ecg) -> f64 {
    match ecg.unit {
        Some(EcgUnit::Millivolt) => ecg.unit_per_step * ROWS_PER_MV,
        Some(EcgUnit::Microvolt) => ecg.unit_per_step / MICROVOLTS_PER_MV * ROWS_PER_MV,
        None => {
            let present = || ecg.samples.iter().flatten().copied();
            let range = present().max().unwrap_or(0) - present().min().unwrap_or(0);
            ROWS_OF_COUNTS / f64::from(range.max(1))
        }
    }
}

/// Each column as the mean of those around it.
fn blurred(columns: &[Option<f64>], half: usize) -> Vec<Option<f64>> {
    let around = |at: usize| {
        columns[at]?;
        let window = &columns[at.saturating_sub(half)..(at + half + 1).min(columns.len())];
        let present: Vec<f64> = window.iter().flatten().copied().collect();
        Some(present.iter().sum::<f64>() / present.len() as f64)
    };
    (0..columns.len()).map(around).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Course of a made ECG.
    struct Made {
        samples_per_s: f64,
        beats_s: Vec<f64>,
        /// Heights of R and T, in mV.
        r_mv: f64,
        t_mv: f64,
        noise_mv: f64,
        hum_mv: f64,
        wander_mv: f64,
    }

    impl Default for Made {
        fn default() -> Self {
            Self {
                samples_per_s: 500.0,
                beats_s: vec![0.31, 1.12, 1.9, 2.81, 3.6, 4.43, 5.2],
                r_mv: 1.0,
                t_mv: 0.3,
                noise_mv: 0.0,
                hum_mv: 0.0,
                wander_mv: 0.0,
            }
        }
    }

    /// Sum of bells for P, Q, R, S and T, as in the model of McSharry et al. (IEEE Trans Biomed Eng 2003;50:289).
    fn drawn(made: &Made, unit: Option<EcgUnit>) -> Ecg {
        let scale = made.r_mv;
        let waves = [
            (-0.18, 0.025, 0.12 * scale),
            (-0.03, 0.010, -0.15 * scale),
            (0.0, 0.011, made.r_mv),
            (0.03, 0.010, -0.2 * scale),
            (0.26, 0.05, made.t_mv),
        ];
        let mut state = 1_u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as f64 / f64::from(u32::MAX >> 1) - 1.0
        };
        let turn = std::f64::consts::TAU;
        let value = |at: usize| {
            let time = at as f64 / made.samples_per_s;
            let bell = |beat: f64, (delay, width, height): (f64, f64, f64)| {
                let widths = (time - beat - delay) / width;
                height * libm::exp(-widths * widths / 2.0)
            };
            let of = |&beat: &f64| waves.iter().map(|&wave| bell(beat, wave)).sum::<f64>();
            made.beats_s.iter().map(of).sum::<f64>()
                + made.noise_mv * uniform()
                + made.hum_mv * libm::sin(turn * 50.0 * time)
                + made.wander_mv * libm::sin(turn * 0.25 * time)
        };
        let count = (6.0 * made.samples_per_s) as usize;
        Ecg {
            lead: None,
            samples_per_s: made.samples_per_s,
            start_ms: -70.0,
            unit,
            unit_per_step: if unit.is_some() { 0.001 } else { 1.0 },
            unit_at_zero: 0.0,
            samples: (0..count)
                .map(value)
                .map(|mv| Some((mv * 1000.0).round() as i32))
                .collect(),
        }
    }

    /// Every R wave within `within_ms`, and no other.
    fn assert_found(made: &Made, unit: Option<EcgUnit>, within_ms: f64, name: &str) {
        let ecg = drawn(made, unit);
        let (found, doubtful) = r_wave_times(&ecg);
        let truth = made.beats_s.iter().map(|beat| beat * 1000.0 - 70.0);
        let truth: Vec<f64> = truth.collect();
        assert_eq!(found.len(), truth.len(), "{name}: {found:?}");
        for (found, truth) in found.iter().zip(&truth) {
            assert!(
                (found - truth).abs() <= within_ms,
                "{name}: {found} {truth}"
            );
        }
        assert!(!doubtful, "{name}");
    }

    const MV: Option<EcgUnit> = Some(EcgUnit::Millivolt);

    #[test]
    fn r_waves_are_found_at_every_sampling_frequency() {
        for samples_per_s in [100.0, 128.0, 250.0, 360.0, 500.0, 1000.0, 5000.0] {
            let made = Made {
                samples_per_s,
                ..Made::default()
            };
            // Half a sample, or half a column of 4 ms, and the rest of rounding.
            let within = (500.0 / samples_per_s).max(2.0) + 1.0;
            assert_found(&made, MV, within, &format!("{samples_per_s} Hz"));
        }
    }

    #[test]
    fn inverted_leads_and_tall_t_waves_do_not_move_them() {
        for (r_mv, t_mv) in [
            (1.0, 1.5),
            (-1.0, 0.3),
            (-1.2, -1.5),
            (0.4, 0.5),
            (2.5, -0.6),
        ] {
            let made = Made {
                r_mv,
                t_mv,
                ..Made::default()
            };
            let name = format!("R {r_mv}, T {t_mv}");
            assert_found(&made, MV, 4.0, &name);
            assert_found(&made, None, 4.0, &name);
        }
    }

    #[test]
    fn noise_hum_and_wander_do_not_move_them() {
        for (noise_mv, hum_mv, wander_mv) in [
            (0.08, 0.0, 0.0),
            (0.0, 0.3, 0.0),
            (0.0, 0.0, 2.0),
            (0.05, 0.2, 1.0),
        ] {
            let made = Made {
                noise_mv,
                hum_mv,
                wander_mv,
                samples_per_s: 1000.0,
                ..Made::default()
            };
            let name = format!("noise {noise_mv}, hum {hum_mv}, wander {wander_mv}");
            assert_found(&made, MV, 8.0, &name);
        }
    }

    #[test]
    fn a_lead_that_is_off_and_a_flat_line_have_none() {
        let mut flat = drawn(&Made::default(), MV);
        flat.samples.iter_mut().for_each(|sample| *sample = Some(3));
        assert_eq!(r_wave_times(&flat).0, [0.0; 0]);
        flat.samples.iter_mut().for_each(|sample| *sample = None);
        assert_eq!(r_wave_times(&flat).0, [0.0; 0]);
        flat.samples.clear();
        assert_eq!(r_wave_times(&flat).0, [0.0; 0]);
        let quiet = Made {
            beats_s: Vec::new(),
            noise_mv: 0.05,
            ..Made::default()
        };
        assert_eq!(r_wave_times(&drawn(&quiet, MV)).0, [0.0; 0]);
    }

    #[test]
    fn a_gap_takes_only_its_own_beat() {
        let made = Made::default();
        let mut ecg = drawn(&made, MV);
        // From 1.7 s to 2.1 s around the third beat.
        ecg.samples[850..1050]
            .iter_mut()
            .for_each(|sample| *sample = None);
        let (found, _) = r_wave_times(&ecg);
        let kept: Vec<f64> = made
            .beats_s
            .iter()
            .map(|beat| beat * 1000.0 - 70.0)
            .collect();
        assert_eq!(found.len(), 6, "{found:?}");
        for beat in [0, 1, 3, 4, 5, 6] {
            let near = |time: &f64| (time - kept[beat]).abs() <= 4.0;
            assert!(found.iter().any(near), "{beat}: {found:?}");
        }
    }
}
