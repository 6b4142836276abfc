//! `track`: lines followed through a clip.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::Serialize;

use super::to_line;
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::pixels::{frame, luma};
use crate::records::tracking::{TrackDirection, TrackPass, TrackRequest, Tracks};
use crate::tracking::join::{Passes, join};
use crate::tracking::pass::Pass;
use crate::tracking::plane::Plane;

#[derive(Serialize)]
struct TrackOutput<'a> {
    file: &'a str,
    tracks: Tracks,
}

/// The line of one file; the request is JSON.
///
/// # Errors
/// `usage` for an unreadable request, `invalid-argument` for an impossible one, and errors of the
/// parser and the decoder.
pub fn track_line(file: &str, request: &str, bytes: &[u8]) -> Result<String, EngineError> {
    let request: TrackRequest =
        serde_json::from_str(request).map_err(|error| EngineError::Usage {
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
    to_line(&TrackOutput { file, tracks })
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
