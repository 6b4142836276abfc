//! The stored analysis of an image as what formulas read.

use std::collections::BTreeMap;

use super::configuration::Configuration;
use super::facts::StudyFacts;
use crate::calibration::aliasing::Aliasing;
use crate::calibration::region::ImageSize;
use crate::calibration::sources::{ScaleSources, candidates};
use crate::calibration::warnings;
use crate::measure::image::{
    ControlPoint, CycleLines, Image, Interpolation, Line, Modality, NoFrameTimes,
};
use crate::measure::marks::{Event, Marks};
use crate::records::analysis::{AnalysisImage, ImageModality};
use crate::records::calibration::ImageCalibration;
use crate::records::dense_lines::{DenseFrame, DenseLine};
use crate::records::events::{CardiacEvents, Mark};
use crate::records::metadata::{
    DopplerRegion, FrameTimeSource, ImageMetadata, PixelSpacing, WarningCode,
};
use crate::records::segmentation::{self, LineShape};

/// The image; none before it has a modality or metadata, and none where the record stands for a
/// picture that the study lacks.
///
/// `file` is the metadata of the DICOM file; without it the stored metadata are used, which have
/// regions but no frame times and no Pixel Spacing.
pub fn image_of(
    record: &AnalysisImage,
    file: Option<&ImageMetadata>,
    configuration: &Configuration,
    facts: &StudyFacts,
) -> Option<Image> {
    if record.missing_image {
        return None;
    }
    let modality = match record.modality? {
        ImageModality::TwoD => Modality::TwoD,
        ImageModality::MMode => Modality::MMode,
        _ => Modality::Doppler,
    };
    let facts_of_file = FileFacts::of(record, file)?;
    let choice = record.calibration.as_ref();
    let origin = choice
        .map(|choice| choice.reference_pixel_origin)
        .unwrap_or_default();
    let (regions, size) = (facts_of_file.regions, facts_of_file.size);
    let candidates = if facts_of_file.frame_size_mismatch {
        Vec::new()
    } else {
        candidates(&ScaleSources {
            regions,
            size,
            spacing: facts_of_file.spacing,
            choice,
        })
    };
    let region_warnings = warnings::of_regions(regions, size, origin);
    Some(Image {
        modality,
        candidates,
        velocity_axis: choice
            .map(|choice| choice.velocity_axis)
            .unwrap_or_default(),
        flow_direction: choice
            .map(|choice| choice.flow_direction)
            .unwrap_or_default(),
        baseline_y: choice.and_then(|choice: &ImageCalibration| choice.baseline_y),
        aliasing: record
            .correct_aliasing
            .map_or(Aliasing::default(), |rows| Aliasing {
                up: rows.up,
                down: rows.down,
            }),
        marks: Some(
            record
                .cardiac_events
                .iter()
                .map(|cycle| marks_of(cycle, modality))
                .collect(),
        ),
        cycles: record
            .segmentation
            .iter()
            .map(|cycle| lines_of(cycle, record, modality, configuration))
            .collect(),
        single_frame: record
            .metadata
            .as_ref()
            .is_some_and(|metadata| metadata.number_of_frames == 1),
        excluded: record
            .cardiac_events
            .iter()
            .enumerate()
            .filter_map(|(cycle, events)| events.excluded.as_ref().map(|_| cycle))
            .collect(),
        frame_times_ms: facts_of_file.frame_times_ms,
        region_warnings,
        time_warnings: facts_of_file.time_warnings,
        gestational_age_days: facts.gestational_age_days,
        body_surface_m2: facts.body_surface_m2(),
        operands: BTreeMap::new(),
    })
}

/// Facts of the file, from itself or from the record.
struct FileFacts<'a> {
    regions: &'a [DopplerRegion],
    size: ImageSize,
    spacing: Option<&'a PixelSpacing>,
    frame_times_ms: Result<Vec<f64>, NoFrameTimes>,
    time_warnings: Vec<WarningCode>,
    frame_size_mismatch: bool,
}

impl<'a> FileFacts<'a> {
    fn of(record: &'a AnalysisImage, file: Option<&'a ImageMetadata>) -> Option<Self> {
        if let Some(file) = file {
            let of_times = |code: &&WarningCode| {
                matches!(
                    code,
                    WarningCode::FrameTimeVectorForward | WarningCode::DisplayRate
                )
            };
            return Some(Self {
                regions: &file.doppler_regions,
                size: ImageSize::of(file),
                spacing: file.pixel_spacing.as_ref(),
                frame_times_ms: match file.frame_time_source {
                    FrameTimeSource::Assumed => Err(NoFrameTimes::NotInFile),
                    _ => Ok(file.frame_times_ms.clone()),
                },
                time_warnings: file.warnings.iter().filter(of_times).copied().collect(),
                frame_size_mismatch: file.warnings.contains(&WarningCode::FrameSizeMismatch),
            });
        }
        let stored = record.metadata.as_ref()?;
        Some(Self {
            regions: &stored.doppler_regions,
            size: ImageSize {
                width: stored.width,
                height: stored.height,
            },
            spacing: None,
            frame_times_ms: Err(NoFrameTimes::NoFile),
            time_warnings: Vec::new(),
            frame_size_mismatch: false,
        })
    }
}

/// Marks that are set. On a plane 0 means no frame; on a strip it is a position.
fn marks_of(cycle: &CardiacEvents, modality: Modality) -> Marks {
    let all = [
        (Event::EndDiastole, cycle.end_diastole),
        (Event::EndSystole, cycle.end_systole),
        (Event::OnsetStart, cycle.onset_start),
        (Event::OnsetEnd, cycle.onset_end),
        (Event::EndDiastoleStart, cycle.end_diastole_start),
        (Event::EndDiastoleEnd, cycle.end_diastole_end),
    ];
    let set = all.into_iter().filter_map(|(event, mark)| match mark {
        Some(Mark(Some(at))) if modality != Modality::TwoD || at != 0.0 => Some((event, at)),
        _ => None,
    });
    set.collect()
}

/// The finished lines of a cycle: what is still being drawn is not measured.
fn lines_of(
    cycle: &segmentation::CycleSegmentation,
    record: &AnalysisImage,
    modality: Modality,
    configuration: &Configuration,
) -> CycleLines {
    let image_type = record.image_type.as_deref().unwrap_or_default();
    let read = |lines: &[segmentation::Line]| -> Vec<Line> {
        let finished = lines.iter().filter(|line| line.finished);
        finished
            .map(|line| {
                let configured = configuration.interpolation(image_type, &line.pattern, &line.name);
                line_of(line, configured, modality)
            })
            .collect()
    };
    let event = |lines: &Option<segmentation::EventLines>| {
        lines
            .as_ref()
            .map_or_else(Vec::new, |event| read(&event.lines))
    };
    CycleLines {
        end_diastole: event(&cycle.end_diastole),
        end_systole: event(&cycle.end_systole),
        timeless: cycle.lines.as_deref().map_or_else(Vec::new, read),
        pattern: pattern_of(cycle),
    }
}

/// A stored line, whatever frame it was drawn on.
pub(super) fn line_of(
    line: &segmentation::Line,
    configured: Option<Interpolation>,
    modality: Modality,
) -> Line {
    let interpolation = interpolation_of(line.shape, configured, modality);
    let points = line.points.iter().map(point_of).collect();
    Line::new(&line.name, line.shape.name(), interpolation, points).on_frame(line.frame_number)
}

/// A line as it was followed to one frame of a clip.
pub(super) fn followed_line(
    line: &DenseLine,
    frame: &DenseFrame,
    configured: Option<Interpolation>,
) -> Line {
    let interpolation = interpolation_of(line.shape, configured, Modality::TwoD);
    let named = frame.points.iter().zip(&line.types);
    let points = named.map(|(&[x, y], kind)| ControlPoint {
        x,
        y,
        kind: kind.clone(),
        ..ControlPoint::default()
    });
    Line::new(
        &line.name,
        line.shape.name(),
        interpolation,
        points.collect(),
    )
}

fn interpolation_of(
    shape: LineShape,
    configured: Option<Interpolation>,
    modality: Modality,
) -> Interpolation {
    let usual = if modality == Modality::TwoD {
        Interpolation::CatmullRom
    } else {
        Interpolation::Pchip
    };
    match shape {
        LineShape::Nospline | LineShape::Valve => Interpolation::Linear,
        _ => configured.unwrap_or(usual),
    }
}

fn point_of(point: &segmentation::LinePoint) -> ControlPoint {
    ControlPoint {
        id: point.id.as_str().into(),
        x: point.x,
        y: point.y,
        kind: point.kind.clone(),
        pins: point.into(),
    }
}

/// The pattern in which a cycle is traced; none before a point is set.
fn pattern_of(cycle: &segmentation::CycleSegmentation) -> Option<String> {
    let planes = [&cycle.end_diastole, &cycle.end_systole];
    let planes = planes.into_iter().flatten().flat_map(|event| &event.lines);
    let mut lines = planes.chain(cycle.lines.iter().flatten());
    let drawn = lines.find(|line| !line.points.is_empty());
    drawn.map(|line| line.pattern.clone())
}
