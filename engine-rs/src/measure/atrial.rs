//! Phases of an atrium over a cycle: reservoir, conduit and contraction (docs/tracking.md#phases-of-an-atrium).
//!
//! The task force of EACVI, ASE and the industry defines the three phases (Badano et al. 2018,
//! doi:10.1093/ehjci/jey042). No P wave is marked, so the onset of contraction is found in the curve:
//! after its largest value an atrium empties twice, and contraction begins at the end of the rest
//! between both.

use serde::{Deserialize, Serialize};

use super::time_curve::{CurvePeak, NoCurveValue, Read, Sample, rates};

/// Largest fall at rest, as a share of the fastest fall of the slower of both emptyings. Where the
/// curve falls faster throughout, the two have merged.
pub const MAX_REST_SHARE: f64 = 0.5;
/// Least share of the whole emptying that a contraction has; less is as small as the noise of a curve.
pub const MIN_CONTRACTION_SHARE: f64 = 0.05;

/// Strain of the three phases, in points of %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PhaseStrain {
    /// From end diastole to the largest value; positive.
    pub reservoir: f64,
    /// From the largest value to the onset of contraction; negative.
    pub conduit: f64,
    /// From the onset of contraction to the next end diastole; negative.
    pub contraction: f64,
}

/// Phases of an atrium; without an onset all are null, with the reason in `no_onset`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AtrialPhases {
    /// Where contraction begins: the volume before it, or the strain.
    pub onset: Option<CurvePeak>,
    /// 100 (largest - onset) / largest, %; null of a strain.
    pub passive_fraction: Option<f64>,
    /// 100 (onset - smallest after it) / onset, %; null of a strain.
    pub active_fraction: Option<f64>,
    /// Of a strain, with the length at end diastole as reference.
    pub from_end_diastole: Option<PhaseStrain>,
    /// Of a strain, with the length at the onset of contraction as reference.
    pub from_onset: Option<PhaseStrain>,
    /// Why the onset is unknown.
    pub no_onset: Option<NoCurveValue>,
}

impl AtrialPhases {
    const NONE: Self = Self {
        onset: None,
        passive_fraction: None,
        active_fraction: None,
        from_end_diastole: None,
        from_onset: None,
        no_onset: None,
    };

    /// Of a volume or an area over the frames of a whole cycle.
    pub fn of_size(samples: &[Sample], largest: Read<CurvePeak>) -> Self {
        Self::found(samples, largest, |largest, onset, rest| {
            let smallest = rest.iter().copied().fold(onset, f64::min);
            Self {
                passive_fraction: finite(100.0 * (largest - onset) / largest),
                active_fraction: finite(100.0 * (onset - smallest) / onset),
                ..Self::NONE
            }
        })
    }

    /// Of a strain in %, which is 0 at end diastole, over the frames of a whole cycle.
    pub fn of_strain(samples: &[Sample], largest: Read<CurvePeak>) -> Self {
        Self::found(samples, largest, |largest, onset, rest| {
            let end = rest.last().copied().unwrap_or(onset);
            let phases = PhaseStrain {
                reservoir: largest,
                conduit: onset - largest,
                contraction: end - onset,
            };
            let share = 100.0 / (100.0 + onset);
            Self {
                from_end_diastole: Some(phases),
                from_onset: share.is_finite().then_some(PhaseStrain {
                    reservoir: share * phases.reservoir,
                    conduit: share * phases.conduit,
                    contraction: share * phases.contraction,
                }),
                ..Self::NONE
            }
        })
    }

    /// `of` takes the largest value, the value at the onset, and all known values since the onset.
    fn found(
        samples: &[Sample],
        largest: Read<CurvePeak>,
        of: impl Fn(f64, f64, &[f64]) -> Self,
    ) -> Self {
        let onset = largest.and_then(|largest| Ok((largest, onset(samples, largest)?)));
        match onset {
            Err(reason) => Self {
                no_onset: Some(reason),
                ..Self::NONE
            },
            Ok((largest, (place, value))) => {
                let rest: Vec<f64> = known(&samples[place..]).collect();
                Self {
                    onset: Some(CurvePeak {
                        value,
                        frame_number: samples[place].frame_number,
                        time_ms: samples[place].time_ms,
                    }),
                    ..of(largest.value, value, &rest)
                }
            }
        }
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn known(samples: &[Sample]) -> impl Iterator<Item = f64> {
    samples.iter().filter_map(|sample| sample.value)
}

/// Place and value of the onset of contraction.
///
/// The rest is the frame that separates the two emptyings best: at which the curve falls least,
/// compared with the slower of the fastest falls before and after it. The onset is the last frame
/// from the rest to the fastest fall after it at which the curve does not fall; without one, the rest.
fn onset(samples: &[Sample], largest: CurvePeak) -> Read<(usize, f64)> {
    let rates = rates(samples)?;
    let is_largest = |sample: &Sample| sample.frame_number == largest.frame_number;
    let start = samples.iter().position(is_largest).unwrap_or(0);
    let falls: Vec<(usize, f64)> = (start..samples.len())
        .filter_map(|place| Some((place, rates[place]?)))
        .collect();
    let slower = |at: usize| {
        let fastest = |part: &[(usize, f64)]| part.iter().map(|one| one.1).reduce(f64::min);
        Some(f64::max(fastest(&falls[..at])?, fastest(&falls[at + 1..])?))
    };
    let rest = (0..falls.len())
        .filter_map(|at| Some((at, falls[at].1 - slower(at)?)))
        .reduce(|best, one| if one.1 > best.1 { one } else { best });
    let (rest, _) = rest.ok_or(NoCurveValue::NoAWave)?;
    let slow = slower(rest).filter(|&slow| slow < 0.0 && falls[rest].1 >= MAX_REST_SHARE * slow);
    slow.ok_or(NoCurveValue::NoAWave)?;
    let after = rest + 1..falls.len();
    let fastest = after.reduce(|best, at| {
        if falls[at].1 < falls[best].1 {
            at
        } else {
            best
        }
    });
    let until = fastest.unwrap_or(rest);
    let at = (rest..until).rev().find(|&at| falls[at].1 >= 0.0);
    let (place, _) = falls[at.unwrap_or(rest)];
    let value = samples[place].value.ok_or(NoCurveValue::Gap)?;
    let smallest = known(&samples[place..]).fold(value, f64::min);
    if value - smallest < MIN_CONTRACTION_SHARE * (largest.value - smallest) {
        return Err(NoCurveValue::NoAWave);
    }
    Ok((place, value))
}

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::*;
    use crate::measure::time_curve::extremes;

    /// A half wave from 0 to 1 between two times.
    fn step(time: f64, [from, to]: [f64; 2]) -> f64 {
        let share = ((time - from) / (to - from)).clamp(0.0, 1.0);
        (1.0 - libm::cos(PI * share)) / 2.0
    }

    /// Fills to `full` at 350 ms, empties to `before` at 520 ms, rests until 700 ms, and contracts
    /// to 30 at 850 ms.
    fn curve(full: f64, before: f64) -> Vec<Sample> {
        (0..=85)
            .map(|place: u32| {
                let time = 10.0 * f64::from(place);
                let value = 30.0 + (full - 30.0) * step(time, [0.0, 350.0])
                    - (full - before) * step(time, [350.0, 520.0])
                    - (before - 30.0) * step(time, [700.0, 850.0]);
                Sample {
                    frame_number: 3 + place,
                    time_ms: Some(time),
                    value: Some(value),
                }
            })
            .collect()
    }

    fn largest(samples: &[Sample]) -> Read<CurvePeak> {
        extremes(samples).map(|[largest, _]| largest)
    }

    #[test]
    fn volumes_of_a_closed_form_have_its_fractions() {
        let samples = curve(60.0, 45.0);
        let found = AtrialPhases::of_size(&samples, largest(&samples));
        let onset = found.onset.unwrap();
        assert!((onset.value - 45.0).abs() < 1e-9, "{onset:?}");
        // Rest ends at 700 ms; slopes look 30 ms ahead.
        assert!((onset.time_ms.unwrap() - 700.0).abs() <= 30.0, "{onset:?}");
        assert!((found.passive_fraction.unwrap() - 25.0).abs() < 1e-9);
        assert!((found.active_fraction.unwrap() - 100.0 / 3.0).abs() < 1e-9);
        assert_eq!((found.from_end_diastole, found.no_onset), (None, None));
    }

    #[test]
    fn an_atrium_that_fills_again_before_it_contracts_has_its_onset_at_the_top() {
        let mut samples = curve(60.0, 45.0);
        for sample in &mut samples {
            // 3 ml come back at rest, and leave with the contraction.
            let time = sample.time_ms.unwrap();
            let more = 3.0 * (step(time, [540.0, 690.0]) - step(time, [700.0, 850.0]));
            sample.value = sample.value.map(|value| value + more);
        }
        let onset = AtrialPhases::of_size(&samples, largest(&samples))
            .onset
            .unwrap();
        assert!((onset.value - 48.0).abs() < 0.05, "{onset:?}");
    }

    #[test]
    fn strain_from_the_onset_is_the_change_of_the_same_lengths_by_another_one() {
        // Lengths of 10, 13, 11.5 and 10 cm.
        let lengths = curve(39.0, 34.5);
        let samples: Vec<Sample> = lengths
            .iter()
            .map(|one| Sample {
                value: one.value.map(|length| 100.0 * (length / 30.0 - 1.0)),
                ..*one
            })
            .collect();
        let found = AtrialPhases::of_strain(&samples, largest(&samples));
        let near = |phases: PhaseStrain, expected: [f64; 3]| {
            let values = [phases.reservoir, phases.conduit, phases.contraction];
            for (value, expected) in values.iter().zip(expected) {
                assert!((value - expected).abs() < 1e-9, "{phases:?}");
            }
        };
        near(found.from_end_diastole.unwrap(), [30.0, -15.0, -15.0]);
        let by = 100.0 / 11.5;
        near(found.from_onset.unwrap(), [3.0 * by, -1.5 * by, -1.5 * by]);
        assert_eq!(found.passive_fraction, None);
    }

    #[test]
    fn without_a_second_emptying_there_is_no_onset() {
        for before in [30.0, 31.0] {
            let samples = curve(60.0, before);
            let found = AtrialPhases::of_size(&samples, largest(&samples));
            assert_eq!(found.no_onset, Some(NoCurveValue::NoAWave), "{before}");
            assert_eq!((found.onset, found.passive_fraction), (None, None));
        }
        let unknown = AtrialPhases::of_size(&curve(60.0, 45.0), Err(NoCurveValue::Gap));
        assert_eq!(unknown.no_onset, Some(NoCurveValue::Gap));
    }

    #[test]
    fn emptyings_that_have_merged_have_no_onset() {
        // As at high heart rates: one fall from the largest value to the end.
        let samples: Vec<Sample> = curve(60.0, 45.0)
            .into_iter()
            .map(|one| {
                let time = one.time_ms.unwrap();
                let value = 60.0 - 30.0 * step(time, [0.0, 850.0]);
                Sample {
                    value: Some(value),
                    ..one
                }
            })
            .collect();
        let found = AtrialPhases::of_size(&samples, largest(&samples));
        assert_eq!(found.no_onset, Some(NoCurveValue::NoAWave));
    }
}
