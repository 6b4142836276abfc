//! Strain of the three apical views together: their average, and the bull's-eye of 17 and of 18
//! segments (docs/tracking.md#three-views-together).
//!
//! Both take end-systolic strain (Voigt et al. 2015, doi:10.1093/ehjci/jeu184, which has 18 segments);
//! the American Heart Association defines the 17 (Cerqueira et al. 2002,
//! doi:10.1161/hc0402.102975).

use serde::{Deserialize, Serialize};

use super::cycle_curves::{Chamber, CurvesRequest, CycleCurve};
use super::evaluator::StudyEvaluator;
use super::strain_curves::DRAWN_BY_HAND;
use crate::error::EngineError;
use crate::measure::marks::Event;
use crate::records::sequence::Segment;

/// Version of the average and of the segments; docs/formulas.md changes with it.
pub const VERSION: u32 = 1;
/// Largest difference of the heart rates of the views, as a share of the slowest, that is not named.
pub const MAX_RATE_DIFFERENCE: f64 = 0.1;

const MS_PER_MIN: f64 = 60_000.0;
/// Segments around the ventricle at one level.
const AROUND: usize = 6;

/// An apical view of the left ventricle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ApicalView {
    /// Inferoseptal and anterolateral wall.
    FourChamber,
    /// Inferior and anterior wall.
    TwoChamber,
    /// Anteroseptal and inferolateral wall.
    ThreeChamber,
}

impl ApicalView {
    /// In the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::FourChamber, Self::TwoChamber, Self::ThreeChamber];

    fn image_type(self) -> &'static str {
        match self {
            Self::FourChamber => "4-chamber 2D",
            Self::TwoChamber => "2-chamber 2D",
            Self::ThreeChamber => "3-chamber 2D",
        }
    }
}

/// Why a view or a segment has no strain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoViewStrain {
    /// The study has no image of the view.
    NoImage,
    /// No cycle of the view is followed.
    NotFollowed,
    /// A person drew the line after end diastole: segments are not on the same tissue.
    DrawnByHand,
    /// The curve has no value at end systole.
    NoValue,
}

/// Strain of one view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ViewStrain {
    /// The view.
    pub view: ApicalView,
    /// Image and cycle; null where no cycle was handed over.
    pub instance_id: Option<String>,
    /// From 0.
    pub cycle: Option<usize>,
    /// End-systolic strain of the whole line, %.
    pub strain: Option<f64>,
    /// Why it is null.
    pub missing: Option<NoViewStrain>,
    /// From end diastole to the next one; null where the next is not marked, or without frame times.
    pub heart_rate_bpm: Option<f64>,
}

/// A third of a wall in a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BullsEyePart {
    /// The view.
    pub view: ApicalView,
    /// The segment of its line.
    pub segment: Segment,
}

/// A segment of a bull's-eye.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BullsEyeSegment {
    /// Number in its model, from 1.
    pub number: usize,
    /// Thirds of walls whose mean it is.
    pub parts: Vec<BullsEyePart>,
    /// End-systolic strain, %.
    pub strain: Option<f64>,
    /// Why it is null.
    pub missing: Option<NoViewStrain>,
}

/// Strain of the three apical views together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BullsEye {
    /// The three views.
    pub views: Vec<ViewStrain>,
    /// Mean of the strains of the three views, %; null where one of them is missing.
    pub average: Option<f64>,
    /// Version of the average and the segments.
    pub formula_version: u32,
    /// The largest difference of heart rates as a share of the slowest, where it is above the limit.
    pub rates_differ_by: Option<f64>,
    /// 17 segments of the American Heart Association.
    pub of_17: Vec<BullsEyeSegment>,
    /// 18 segments, with six at the apex.
    pub of_18: Vec<BullsEyeSegment>,
}

/// A value, or why there is none.
type Found = Result<f64, NoViewStrain>;

/// Strain of a line and of its six segments, in the order of the contour.
struct View {
    whole: Found,
    segments: [Found; AROUND],
}

impl StudyEvaluator {
    /// Strain of the apical views whose followed cycles are handed over; of two cycles of the same
    /// view the first counts, and other images do not.
    ///
    /// # Errors
    /// `InvalidArgument` for lines whose frames are not in order, or too many.
    pub fn bulls_eye(&self, cycles: &[CurvesRequest]) -> Result<BullsEye, EngineError> {
        let mut views = Vec::new();
        let mut found = Vec::new();
        for view in ApicalView::ALL {
            let request = cycles.iter().find(|one| self.is_of(&one.instance_id, view));
            let strains = match request {
                Some(request) => self.strains_of(request)?,
                None => View::missing(self.why_missing(view)),
            };
            views.push(ViewStrain {
                view,
                instance_id: request.map(|request| request.instance_id.clone()),
                cycle: request.map(|request| request.cycle),
                strain: strains.whole.ok(),
                missing: strains.whole.err(),
                heart_rate_bpm: request.and_then(|request| self.heart_rate(request)),
            });
            found.push(strains);
        }
        let wholes: Vec<Found> = found.iter().map(|view| view.whole).collect();
        let of_18 = eighteen(&found);
        Ok(BullsEye {
            rates_differ_by: rates_differ_by(&views),
            views,
            average: mean(&wholes).ok(),
            formula_version: VERSION,
            of_17: seventeen(&of_18),
            of_18,
        })
    }

    fn is_of(&self, instance_id: &str, view: ApicalView) -> bool {
        let record = self.record(instance_id);
        record.is_some_and(|one| one.image_type.as_deref() == Some(view.image_type()))
    }

    fn why_missing(&self, view: ApicalView) -> NoViewStrain {
        let is_there = self
            .images
            .iter()
            .any(|held| held.record.image_type.as_deref() == Some(view.image_type()));
        match is_there {
            true => NoViewStrain::NotFollowed,
            false => NoViewStrain::NoImage,
        }
    }

    fn strains_of(&self, request: &CurvesRequest) -> Result<View, EngineError> {
        let curves = self.cycle_curves(request)?.map(|found| found.curves);
        let curves = curves.unwrap_or_default();
        let of_ventricle = |one: &&CycleCurve| one.chamber == Chamber::Ventricle;
        let find = |segment: Option<Segment>| {
            let mut strains = curves.iter().filter(of_ventricle);
            let found = strains.find(|one| one.kind == "strain" && one.segment == segment);
            let found = found.ok_or(NoViewStrain::NoValue)?;
            if found.refused.as_deref() == Some(DRAWN_BY_HAND) {
                return Err(NoViewStrain::DrawnByHand);
            }
            let systolic = found.systolic.and_then(|systolic| systolic.end_systolic);
            systolic.ok_or(NoViewStrain::NoValue)
        };
        Ok(View {
            whole: find(None),
            segments: Segment::THIRDS_OF_WALLS.map(|segment| find(Some(segment))),
        })
    }

    /// From the marks of the cycle and of the next one.
    fn heart_rate(&self, request: &CurvesRequest) -> Option<f64> {
        let image = self.held_of(&request.instance_id)?.image.as_ref()?;
        let times = image.frame_times_ms.as_ref().ok()?;
        let time = |cycle: usize| {
            let frame = image.mark(cycle, Event::EndDiastole)?;
            times.get((frame as usize).checked_sub(1)?).copied()
        };
        let length = time(request.cycle + 1)? - time(request.cycle)?;
        (length > 0.0).then(|| MS_PER_MIN / length)
    }
}

impl View {
    fn missing(reason: NoViewStrain) -> Self {
        Self {
            whole: Err(reason),
            segments: [Err(reason); AROUND],
        }
    }
}

/// The mean, or the first reason.
fn mean(values: &[Found]) -> Found {
    let known: Result<Vec<f64>, NoViewStrain> = values.iter().copied().collect();
    let known = known?;
    Ok(known.iter().sum::<f64>() / known.len() as f64)
}

fn rates_differ_by(views: &[ViewStrain]) -> Option<f64> {
    let rates = views.iter().filter_map(|view| view.heart_rate_bpm);
    let slowest = rates.clone().reduce(f64::min)?;
    let fastest = rates.reduce(f64::max)?;
    let share = (fastest - slowest) / slowest;
    (share > MAX_RATE_DIFFERENCE).then_some(share)
}

fn segment(number: usize, parts: Vec<BullsEyePart>, strain: Found) -> BullsEyeSegment {
    BullsEyeSegment {
        number,
        parts,
        strain: strain.ok(),
        missing: strain.err(),
    }
}

/// Six segments at each level, from the base: anterior, anteroseptal, inferoseptal, inferior,
/// inferolateral and anterolateral. Of each view, the wall of the first ring point comes first:
/// inferoseptal, inferior and anteroseptal.
fn eighteen(found: &[View]) -> Vec<BullsEyeSegment> {
    /// For each wall, the view by its place in `ApicalView::ALL`, and whether it is the other wall.
    const WALLS: [(usize, bool); AROUND] = [
        (1, true),
        (2, false),
        (0, false),
        (1, false),
        (2, true),
        (0, true),
    ];
    const LEVELS: usize = 3;
    (0..LEVELS)
        .flat_map(|level| {
            WALLS
                .iter()
                .enumerate()
                .map(move |(place, &(view, other))| {
                    let at = if other { AROUND - 1 - level } else { level };
                    let strain = found[view].segments[at];
                    let part = BullsEyePart {
                        view: ApicalView::ALL[view],
                        segment: Segment::THIRDS_OF_WALLS[at],
                    };
                    segment(level * AROUND + place + 1, vec![part], strain)
                })
        })
        .collect()
}

/// The same at base and mid level; at the apex the septal and the lateral segment are means of two,
/// and the cap, which the lines do not have, is the mean of the six.
fn seventeen(of_18: &[BullsEyeSegment]) -> Vec<BullsEyeSegment> {
    /// Segments of 18 that segments 13 to 17 are the mean of.
    const APICAL: [&[usize]; 5] = [
        &[13],
        &[14, 15],
        &[16],
        &[17, 18],
        &[13, 14, 15, 16, 17, 18],
    ];
    let mut made = of_18[..2 * AROUND].to_vec();
    for (place, numbers) in APICAL.iter().enumerate() {
        let parts: Vec<&BullsEyeSegment> = numbers.iter().map(|&at| &of_18[at - 1]).collect();
        let of = |one: &&BullsEyeSegment| {
            let missing = one.missing.unwrap_or(NoViewStrain::NoValue);
            one.strain.ok_or(missing)
        };
        let strain = mean(&parts.iter().map(of).collect::<Vec<Found>>());
        let joined = parts.iter().flat_map(|part| part.parts.clone()).collect();

        made.push(segment(2 * AROUND + place + 1, joined, strain));
    }
    made
}
