//! Proposals of a clip: its frames are shown one by one, as they are decoded.

use super::ecg::{is_ecg, r_waves, trace};
use super::motion::{Rest, distance, end_systoles, rest, usual_step};
use super::period::{Period, cycle_s, period};
use super::picture::{Area, Picture};
use super::waveform::r_wave_times;
use crate::error::EngineError;
use crate::records::data_type::DataType;
use crate::records::metadata::{DopplerRegion, ImageMetadata};
use crate::records::proposals::{METHOD_VERSION, ProposalMethod, Proposals, Unclear};
use crate::units::PhysicalUnit;

/// Layout of a region with a moving picture (PS3.3 C.8.5.5.1.1).
const TWO_DIMENSIONAL: u16 = 1;
/// Blocks along each side of what is kept of a frame.
const BLOCKS: usize = 40;
/// Milliseconds of a second.
const MS_PER_S: f64 = 1000.0;

/// What is kept of a clip's frames to find its events.
pub struct ClipMotion {
    metadata: ImageMetadata,
    data_type: Option<DataType>,
    /// Means of the blocks of each frame; none until it was shown.
    frames: Vec<Option<Vec<f64>>>,
    /// The first and the middle frame, for the ECG that is drawn under the picture.
    kept: [Option<Vec<u8>>; 2],
}

impl ClipMotion {
    /// Nothing shown yet.
    pub fn new(metadata: ImageMetadata, data_type: Option<DataType>) -> Self {
        let frames = vec![None; metadata.frame_times_ms.len()];
        Self {
            metadata,
            data_type,
            frames,
            kept: [None, None],
        }
    }

    /// Takes one frame, counted from 1; those beyond the clip's end are passed over.
    ///
    /// # Errors
    /// `invalid-argument` when the samples are of another size.
    pub fn show(
        &mut self,
        frame_number: u32,
        rgb: &[u8],
        width: u32,
        height: u32,
    ) -> Result<(), EngineError> {
        let picture = Picture::new(rgb, width, height)?;
        let Some(index) = (frame_number as usize)
            .checked_sub(1)
            .filter(|&at| at < self.frames.len())
        else {
            return Ok(());
        };
        let area = self.moving_area(&picture);
        self.frames[index] = Some(blocks(&picture, area));
        if self.has_ecg() && self.metadata.r_wave_times_ms.is_empty() {
            if index == 0 {
                self.kept[0] = Some(rgb.to_vec());
            } else if index == self.frames.len() / 2 {
                self.kept[1] = Some(rgb.to_vec());
            }
        }
        Ok(())
    }

    /// What the frames shown so far let propose; none before that is anything.
    pub fn proposals(&self) -> Option<Proposals> {
        let (onsets, doubtful, method) = self.onsets();
        if onsets.is_empty() {
            return Proposals::periodic(self.period());
        }
        let (end_systoles, goes_on) = self.end_systoles(&onsets);
        let mut unclear = Vec::new();
        if doubtful {
            unclear.push(Unclear::RWaves);
        }
        if goes_on {
            unclear.push(Unclear::EndSystole);
        }
        Some(Proposals {
            method,
            method_version: METHOD_VERSION.to_owned(),
            end_diastoles: onsets.iter().map(|frame| frame.round()).collect(),
            end_systoles,
            period: usual_step(&onsets),
            onsets,
            unclear,
        })
    }

    /// Frames of the R waves, whether they are in doubt, and where they come from: the first source that has one within
    /// the clip.
    fn onsets(&self) -> (Vec<f64>, bool, ProposalMethod) {
        let frames = |waves_ms: &[f64]| {
            let frames = waves_ms.iter().filter_map(|&time| self.frame_at(time));
            frames.collect::<Vec<_>>()
        };
        let stated = &self.metadata.r_wave_times_ms;
        if !stated.is_empty() {
            return (frames(stated), false, ProposalMethod::RWaveTimes);
        }
        if let Some(ecg) = &self.metadata.ecg {
            let (waves_ms, doubtful) = r_wave_times(ecg);
            let onsets = frames(&waves_ms);
            if !onsets.is_empty() {
                return (onsets, doubtful, ProposalMethod::EcgWaveform);
            }
        }
        let (waves_ms, doubtful) = self.drawn_r_waves();
        (frames(&waves_ms), doubtful, ProposalMethod::EcgTrace)
    }

    fn has_ecg(&self) -> bool {
        self.metadata.doppler_regions.iter().any(is_ecg)
    }

    fn moving_area(&self, picture: &Picture<'_>) -> Area {
        let moving =
            |region: &&DopplerRegion| region.region_spatial_format == Some(TWO_DIMENSIONAL);
        let regions = self.metadata.doppler_regions.iter().filter(moving);
        regions
            .filter_map(|region| picture.area(region))
            .max_by_key(|area| (area.right - area.left) * (area.bottom - area.top))
            .unwrap_or_else(|| picture.whole())
    }

    /// R waves of an ECG that is drawn once for the whole clip, with a scale of time, in ms from the
    /// first frame; and whether they are in doubt.
    fn drawn_r_waves(&self) -> (Vec<f64>, bool) {
        let none = (Vec::new(), false);
        let Some(region) = self
            .metadata
            .doppler_regions
            .iter()
            .find(|region| is_ecg(region))
        else {
            return none;
        };
        let [Some(first), Some(middle)] = &self.kept else {
            return none;
        };
        let known = || {
            let step_s = region.physical_delta_x.filter(|&step| step > 0.0)?;
            if PhysicalUnit::from_code(region.physical_units_x?) != PhysicalUnit::Second {
                return None;
            }
            let left = f64::from(region.region_location_min_x0?);
            let zero = left + f64::from(region.reference_pixel_x0.unwrap_or(0));
            let value_s = region.reference_pixel_physical_value_x.unwrap_or(0.0);
            Some((step_s, zero, value_s))
        };
        let Some((step_s, zero, value_s)) = known() else {
            return none;
        };
        let pictures: Option<Vec<Picture<'_>>> = [first, middle]
            .into_iter()
            .map(|rgb| Picture::new(rgb, self.metadata.width, self.metadata.height).ok())
            .collect();
        let found = pictures.and_then(|pictures| {
            let area = pictures[0].area(region)?;
            trace(&pictures, area, None)
        });
        let Some(waves) = found.map(|trace| r_waves(&trace, 1.0 / step_s)) else {
            return none;
        };
        let times = waves
            .columns
            .into_iter()
            .map(|column| ((column - zero) * step_s + value_s) * MS_PER_S);
        (times.filter(|time| *time >= 0.0).collect(), waves.doubtful)
    }

    /// Frame shown at a time, with the share of the way to the next; none outside of the clip.
    fn frame_at(&self, time_ms: f64) -> Option<f64> {
        let times = &self.metadata.frame_times_ms;
        let next = times.partition_point(|&time| time <= time_ms);
        let (before, after) = (next.checked_sub(1)?, times.get(next));
        let Some(after) = after else {
            // The last frame stands as long as the one before it.
            let step = times[before] - times[before.checked_sub(1)?];
            return (time_ms - times[before] < step / 2.0).then_some(next as f64);
        };
        Some(next as f64 + (time_ms - times[before]) / (after - times[before]))
    }

    /// End systoles as whole frames, and whether motion continues after contraction.
    fn end_systoles(&self, onsets: &[f64]) -> (Vec<f64>, bool) {
        let cycles: Vec<_> = onsets
            .windows(2)
            .filter_map(|pair| Some(([pair[0], pair[1]], self.rest(pair[0], pair[1])?)))
            .collect();
        let (ends, goes_on) = end_systoles(&cycles, self.step_ms().unwrap_or(0.0));
        (ends.into_iter().map(f64::round).collect(), goes_on)
    }

    fn rest(&self, from: f64, to: f64) -> Option<Rest> {
        let whole = from.round() as usize..=to.round() as usize;
        if whole.clone().any(|number| self.blocks_of(number).is_none()) {
            return None;
        }
        let ends = [
            self.blocks_of(*whole.start())?,
            self.blocks_of(*whole.end())?,
        ];
        let difference = |number: usize| {
            self.blocks_of(number)
                .map_or(0.0, |here| ends.iter().map(|end| distance(here, end)).sum())
        };
        rest(difference, from, to)
    }

    fn blocks_of(&self, frame_number: usize) -> Option<&Vec<f64>> {
        self.frames.get(frame_number.checked_sub(1)?)?.as_ref()
    }

    /// Frames of a cycle, once all were shown.
    fn period(&self) -> Period {
        let frames: Option<Vec<Vec<f64>>> = self.frames.iter().cloned().collect();
        let Some((frames, step_ms)) = frames.zip(self.step_ms()) else {
            return Period::None;
        };
        let (shortest, longest) = cycle_s(self.data_type);
        let steps = MS_PER_S / step_ms;
        period(&frames, shortest * steps, longest * steps)
    }

    /// Mean time from frame to frame.
    fn step_ms(&self) -> Option<f64> {
        let times = &self.metadata.frame_times_ms;
        let steps = times.len().checked_sub(1)?.max(1);
        let step_ms = times.last()? / steps as f64;
        (step_ms > 0.0).then_some(step_ms)
    }
}

/// Mean brightness of each block of an area.
fn blocks(picture: &Picture<'_>, area: Area) -> Vec<f64> {
    let (width, height) = (area.right - area.left, area.bottom - area.top);
    let (across, down) = (BLOCKS.min(width), BLOCKS.min(height));
    let mut means = Vec::with_capacity(across * down);
    for j in 0..down {
        for i in 0..across {
            let columns = area.left + i * width / across..area.left + (i + 1) * width / across;
            let rows = area.top + j * height / down..area.top + (j + 1) * height / down;
            let count = (columns.len() * rows.len()) as f64;
            let sum: f64 = rows
                .flat_map(|y| columns.clone().map(move |x| (x, y)))
                .map(|(x, y)| picture.grey(x, y))
                .sum();
            means.push(sum / count);
        }
    }
    means
}
