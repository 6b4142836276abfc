//! `track`: lines followed through a clip, and the curves of their cycle.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};

use super::arguments::TrackOptions;
use super::evaluate::{EvaluateSession, facts_of};
use super::to_line;
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::measure::study::cycle_curves::{CurvesRequest, CycleCurves};
use crate::measure::study::evaluator::StudyEvaluator;
use crate::measure::study::facts::StudyFacts;
use crate::measure::study::followed::{anchors_of, frames_of_cycle};
use crate::pixels::{frame, luma};
use crate::records::analysis::AnalysisImage;
use crate::records::dense_lines::{DenseFrame, DenseLine, SequenceLines};
use crate::records::segmentation::Line;
use crate::records::sequence::EndSystoleRule;
use crate::records::tracking::{TrackDirection, TrackPass, TrackRequest, TrackedFrame, Tracks};
use crate::tracking::join::{Passes, join};
use crate::tracking::pass::Pass;
use crate::tracking::plane::Plane;

/// Format of a document of lines.
const SEQUENCE_FORMAT: u32 = 1;

#[derive(Serialize)]
struct TrackOutput<'a> {
    file: &'a str,
    tracks: Tracks,
    #[serde(skip_serializing_if = "Option::is_none")]
    curves: Option<CycleCurves>,
}

/// The record of the clip and the cycle whose curves are printed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CurvesOptions {
    /// Record of the clip, with its type, marks and drawn lines.
    image: AnalysisImage,
    /// The cycle, from 0.
    cycle: usize,
    /// Names of the lines of the request, in their order.
    lines: Vec<String>,
    /// Facts of the patient; without them the file's.
    study: Option<StudyFacts>,
}

/// The line of one file; the request is JSON.
///
/// # Errors
/// `usage` for an unreadable request, `invalid-argument` for an impossible one, and errors of the
/// parser and the decoder.
pub fn track_line(
    file: &str,
    (options, sets): (&TrackOptions, &EvaluateSession),
    bytes: &[u8],
) -> Result<String, EngineError> {
    let request: TrackRequest =
        serde_json::from_str(&options.request).map_err(|error| EngineError::Usage {
            detail: format!("--request: {error}"),
        })?;
    let parser = Parser::parse(bytes)?;
    let mut planes = BTreeMap::new();
    let mut run = |request: &TrackRequest, direction| -> Result<Pass, EngineError> {
        let mut pass = Pass::new(request.clone(), direction)?;
        for number in pass.order().to_vec() {
            let plane = match planes.entry(number) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(decoded(&parser, bytes, number)?),
            };
            pass.show(number, plane.clone());
        }
        Ok(pass)
    };
    let mut way = |direction, back| -> Result<(TrackPass, Option<TrackPass>), EngineError> {
        let pass = run(&request, direction)?;
        let returned = match pass.way_back() {
            Some(request) => Some(run(&request, back)?.found().clone()),
            None => None,
        };
        Ok((pass.found().clone(), returned))
    };
    let (forward, from_last) = way(TrackDirection::Forward, TrackDirection::Backward)?;
    let (backward, from_first) = way(TrackDirection::Backward, TrackDirection::Forward)?;
    let passes = Passes {
        forward: &forward,
        backward: &backward,
        from_last: from_last.as_ref(),
        from_first: from_first.as_ref(),
    };
    let tracks = join(&request, &passes)?;
    let curves = match &options.curves {
        Some(text) => curves_of(&parser, (text, sets), &tracks)?,
        None => None,
    };
    to_line(&TrackOutput {
        file,
        tracks,
        curves,
    })
}

/// The curves of the cycle, as `evaluate` prints them for the same lines once they are accepted.
fn curves_of(
    parser: &Parser,
    (options, sets): (&str, &EvaluateSession),
    tracks: &Tracks,
) -> Result<Option<CycleCurves>, EngineError> {
    let options: CurvesOptions =
        serde_json::from_str(options).map_err(|error| EngineError::Usage {
            detail: format!("--curves: {error}"),
        })?;
    let frames = frames_of_cycle(&options.image, options.cycle);
    let frames = frames.ok_or_else(|| invalid("end diastole of the cycle is not marked"))?;
    let drawn = anchors_of(&options.image, options.cycle, frames);
    let lines = options.lines.iter().enumerate();
    let lines: Result<Vec<DenseLine>, EngineError> = lines
        .map(|(place, name)| {
            let like = drawn.iter().find(|line| line.name == *name);
            let like = like.ok_or_else(|| invalid(&format!("{name} is not drawn in the cycle")))?;
            dense_line(like, place, (frames, tracks))
        })
        .collect();
    let facts = options.study.unwrap_or_else(|| facts_of(parser.data_set()));
    let mut study = StudyEvaluator::new(sets.configuration()?, facts);
    let instance_id = options.image.instance_id.clone();
    let metadata = parser.metadata().ok_or(EngineError::NoPixelData)?;
    study.set_file(&instance_id, metadata);
    study.set_image(options.image);
    study.cycle_curves(&CurvesRequest {
        instance_id,
        cycle: options.cycle,
        lines: SequenceLines {
            format: SEQUENCE_FORMAT,
            lines: lines?,
        },
        drawn,
        end_systole: EndSystoleRule::default(),
        confirmed: Vec::new(),
    })
}

/// The line of a place of the request on the frames of the cycle, with the types of a drawn one.
fn dense_line(
    like: &Line,
    place: usize,
    ([from, to], tracks): ([u32; 2], &Tracks),
) -> Result<DenseLine, EngineError> {
    let types: Vec<String> = like.points.iter().map(|point| point.kind.clone()).collect();
    let inside = |frame: &&TrackedFrame| (from..=to).contains(&frame.frame_number);
    let frames = tracks.frames.iter().filter(inside).map(|frame| {
        let points = frame.lines.get(place).map_or(&[][..], Vec::as_slice);
        if points.len() != types.len() {
            return Err(invalid(&format!(
                "{} has another number of points",
                like.name
            )));
        }
        Ok(DenseFrame {
            frame_number: frame.frame_number,
            points: points.iter().map(|point| [point.x, point.y]).collect(),
            quality: points.iter().map(|point| point.quality).collect(),
            drift_px: points.iter().map(|point| point.drift_px).collect(),
        })
    });
    let frames: Result<Vec<DenseFrame>, EngineError> = frames.collect();
    Ok(DenseLine {
        name: like.name.clone(),
        shape: like.shape,
        frames: frames?,
        types,
    })
}

fn invalid(detail: &str) -> EngineError {
    EngineError::InvalidArgument {
        argument: "curves".to_owned(),
        detail: detail.to_owned(),
    }
}

fn decoded(parser: &Parser, bytes: &[u8], frame_number: u32) -> Result<Plane, EngineError> {
    let format = parser
        .format()
        .ok_or(EngineError::FrameNotAvailable { frame_number })?;
    let mut samples = Vec::new();
    let mut decoded = frame::decode_frame(parser, bytes, frame_number, &mut samples)?;
    let size = (decoded.width as usize, decoded.height as usize);
    let (luma, stride) = luma::luma(format, &mut decoded, &mut samples, Vec::new())?;
    Plane::copied(&luma, stride, size.0, size.1)
}
