//! Proposals against ECG traces and flows that are closed forms.

use crate::support::{beats, spectra, strips};

use echometry_engine::proposals::Proposer;
use echometry_engine::records::data_type::DataType;
use echometry_engine::records::proposals::{ProposalMethod, Proposals};

use beats::*;
use spectra::Random;
use strips::{EcgStrip, metadata};

fn proposed(
    rgb: &[u8],
    strip: &spectra::Drawing,
    data_type: Option<DataType>,
) -> Option<Proposals> {
    let mut proposer = Proposer::new(metadata(strip), data_type);
    proposer
        .show(1, rgb, strip.width as u32, strip.height as u32)
        .unwrap();
    proposer.proposals()
}

/// R waves found within 20 ms, R waves missed more than 60 ms within the strip, and surplus
/// proposals.
fn compare(strip: &EcgStrip, found: &[f64]) -> [usize; 3] {
    let (truth, rate) = (&strip.r_waves_s, strip.drawing.columns_per_s);
    let end = strip.drawing.width as f64 / rate;
    let found: Vec<f64> = found.iter().map(|column| column / rate).collect();
    let near = |a: f64, list: &[f64]| list.iter().any(|b| (a - b).abs() <= 0.02);
    let inner = truth.iter().filter(|t| (0.06..end - 0.06).contains(*t));
    let (hits, missed): (Vec<f64>, Vec<f64>) = inner.partition(|t| near(**t, &found));
    let extra: Vec<_> = found.iter().filter(|t| !near(**t, truth)).collect();
    [hits.len(), missed.len(), extra.len()]
}

#[test]
fn a_t_wave_taller_than_r_is_no_r_wave_in_any_colour() {
    for (colour, share) in [
        (GREEN, 1.5),
        (WHITE, 1.5),
        (WHITE, 0.3),
        ([190, 190, 190], 1.2),
        (GREEN, 2.0),
    ] {
        let mut sums = [0; 3];
        for seed in 0..12 {
            let strip = EcgStrip::draw(seed, colour, share);
            let found = proposed(&strip.rgb, &strip.drawing, None).expect("a trace");
            assert_eq!(found.method, ProposalMethod::EcgTrace, "seed {seed}");
            let one = compare(&strip, &found.onsets);
            sums.iter_mut().zip(one).for_each(|(sum, one)| *sum += one);
        }
        println!("colour {colour:?}, T {share}: found, missed, extra {sums:?}");
        assert!(
            sums[0] >= 40 && sums[1] + sums[2] <= sums[0] / 20,
            "{sums:?}"
        );
    }
}

#[test]
fn irregular_beats_have_their_period_and_no_multiple() {
    let rates = [
        (110.0, 180.0, DataType::Fetal),
        (60.0, 160.0, DataType::Pediatric),
        (45.0, 110.0, DataType::Adult),
    ];
    for (slow, fast, data_type) in rates {
        let (mut right, mut unclear, mut wrong) = (0, 0, Vec::new());
        for seed in 0..25 {
            let rate = Random(seed + 900).between(slow, fast);
            let of = irregular(seed, rate, 0.15);
            let found = proposed(&of.strip.rgb, &of.strip.drawing, Some(data_type));
            let columns = 60.0 / rate * of.strip.drawing.columns_per_s;
            match found.map(|found| (found.period, found.unclear)) {
                Some((Some(period), _)) if (period / columns - 1.0).abs() <= 0.2 => right += 1,
                Some((Some(period), _)) => wrong.push(period / columns),
                _ => unclear += 1,
            }
        }
        println!("{data_type:?}: {right} right, {unclear} unclear, {wrong:.2?}");
        assert!(
            wrong.len() <= 1 && right >= 23,
            "{data_type:?}: {right}, {wrong:?}"
        );
    }
}
