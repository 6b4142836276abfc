//! Cycles whose lines are followed through every frame, as the command line measures them: the rule of
//! `contract/rules/sequence.ts` for which drawn lines hold them, and when they count no more.

use std::collections::BTreeMap;

use serde::Serialize;

use super::cycle_curves::{CurvesRequest, CycleCurves};
use super::evaluator::StudyEvaluator;
use crate::error::EngineError;
use crate::records::analysis::AnalysisImage;
use crate::records::dense_lines::SequenceLines;
use crate::records::events::Mark;
use crate::records::segmentation::{EventLines, Line};
use crate::records::sequence::SequenceAnchor;

/// Curves of a followed cycle, or why there are none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FollowedCycle {
    /// From 0.
    pub cycle: usize,
    /// The curves.
    pub curves: Option<CycleCurves>,
    /// Why they are null.
    pub missing: Option<NoFollowedCycle>,
}

/// Why a followed cycle has no curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoFollowedCycle {
    /// A mark or a drawn line has changed since the lines were followed.
    Outdated,
    /// The document of lines was not handed over.
    MissingLines,
    /// The image has no data.
    NoData,
}

/// First and last frame of a cycle; none where end diastole is not marked, or is the last frame.
pub fn frames_of_cycle(image: &AnalysisImage, cycle: usize) -> Option<[u32; 2]> {
    let diastoles = || {
        let marks = image.cardiac_events.iter();
        marks.filter_map(|events| frame_at(events.end_diastole))
    };
    let last = image.metadata.as_ref()?.number_of_frames;
    let from = frame_at(image.cardiac_events.get(cycle)?.end_diastole)?;
    let next = diastoles().filter(|frame| *frame > from).min();
    (from < last).then(|| [from, next.unwrap_or(last)])
}

fn frame_at(mark: Option<Mark>) -> Option<u32> {
    mark?.0.map(|frame| frame as u32)
}

/// The drawn lines that hold the lines of a cycle: by line in their order, then by frame. On one frame a
/// line of an event comes before a corrected one.
pub fn anchors_of(image: &AnalysisImage, cycle: usize, [from, to]: [u32; 2]) -> Vec<Line> {
    let diastole = |at: usize| frame_at(image.cardiac_events.get(at)?.end_diastole);
    let drawn = |lines: Option<&EventLines>, frame: Option<u32>| -> Vec<Line> {
        let on_it = |line: &&Line| line.finished && frame.is_some() && line.frame_number == frame;
        lines.map_or_else(Vec::new, |one| {
            one.lines.iter().filter(on_it).cloned().collect()
        })
    };
    let own = image.segmentation.get(cycle);
    let next = (0..image.cardiac_events.len()).find(|&at| to > from && diastole(at) == Some(to));
    let next = next.and_then(|at| image.segmentation.get(at));
    let systole = image.cardiac_events.get(cycle);
    let systole = systole.and_then(|events| frame_at(events.end_systole));
    let mut found = drawn(own.and_then(|one| one.end_diastole.as_ref()), Some(from));
    found.extend(drawn(own.and_then(|one| one.end_systole.as_ref()), systole));
    found.extend(drawn(
        next.and_then(|one| one.end_diastole.as_ref()),
        Some(to),
    ));
    found.extend(
        own.and_then(|one| one.corrected.clone())
            .unwrap_or_default(),
    );
    found.retain(|line| line.frame_number.is_some_and(|at| at >= from && at <= to));
    let mut names: Vec<String> = Vec::new();
    for line in &found {
        if !names.contains(&line.name) {
            names.push(line.name.clone());
        }
    }
    let place = |line: &Line| names.iter().position(|name| *name == line.name);
    // Stable, so that lines of events stay before corrected ones.
    found.sort_by_key(|line| (place(line), line.frame_number));
    found.dedup_by_key(|line| (place(line), line.frame_number));
    found
}

fn kept(line: &Line) -> SequenceAnchor {
    SequenceAnchor {
        name: line.name.clone(),
        frame_number: line.frame_number.unwrap_or_default(),
        points: line.points.iter().map(|point| [point.x, point.y]).collect(),
    }
}

impl StudyEvaluator {
    /// Curves of all followed cycles of an image; `documents` are the lines by their hashes.
    ///
    /// # Errors
    /// `InvalidArgument` for lines whose frames are not in order, or too many.
    pub fn followed_cycles(
        &self,
        image: &AnalysisImage,
        documents: &BTreeMap<String, SequenceLines>,
    ) -> Result<Vec<FollowedCycle>, EngineError> {
        let mut found = Vec::new();
        for (cycle, segmentation) in image.segmentation.iter().enumerate() {
            let Some(sequence) = &segmentation.sequence else {
                continue;
            };
            let frames = [sequence.from_frame, sequence.to_frame];
            let drawn = anchors_of(image, cycle, frames);
            let is_current = frames_of_cycle(image, cycle) == Some(frames)
                && drawn.iter().map(kept).eq(sequence.anchors.iter().cloned());
            let lines = documents.get(&sequence.lines_sha256);
            let curves = match (is_current, lines) {
                (false, _) => Err(NoFollowedCycle::Outdated),
                (true, None) => Err(NoFollowedCycle::MissingLines),
                (true, Some(lines)) => {
                    let request = CurvesRequest {
                        instance_id: image.instance_id.clone(),
                        cycle,
                        lines: lines.clone(),
                        drawn,
                        end_systole: sequence.end_systole.unwrap_or_default(),
                        confirmed: sequence.confirmed.clone().unwrap_or_default(),
                    };
                    self.cycle_curves(&request)?.ok_or(NoFollowedCycle::NoData)
                }
            };
            found.push(FollowedCycle {
                cycle,
                missing: curves.as_ref().err().copied(),
                curves: curves.ok(),
            });
        }
        Ok(found)
    }
}
