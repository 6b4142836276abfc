//! Lines followed through a clip, whose frames are shown one by one.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use super::decoder::FrameDecoder;
use crate::records::tracking::TrackPass;
use crate::tracking::join::{Passes, join, whole};
use crate::tracking::pass::Pass;
use crate::tracking::plane::Plane;

/// One way through the frames of a request.
#[wasm_bindgen]
pub struct Tracker {
    inner: Pass,
}

#[wasm_bindgen]
impl Tracker {
    /// For a request and a direction, `"forward"` or `"backward"`, as JSON: the part of it from one
    /// frame to another one, which is not before it.
    ///
    /// # Errors
    /// `invalid-argument`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        request_json: &str,
        direction_json: &str,
        first: u32,
        last: u32,
    ) -> Result<Self, JsValue> {
        let request = from_json("request", request_json)?;
        let direction = from_json("direction", direction_json)?;
        let inner = Pass::part(request, direction, first..=last).map_err(throw)?;
        Ok(Self { inner })
    }

    /// Numbers of the frames to show, in order, from 1.
    pub fn order(&self) -> Vec<u32> {
        self.inner.order().to_vec()
    }

    /// Decodes a frame and moves to it.
    ///
    /// # Errors
    /// As `FrameDecoder.decode`.
    pub fn show(
        &mut self,
        frame_number: u32,
        decoder: &mut FrameDecoder,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<(), JsValue> {
        let plane = decoder.decode_luma(frame_bytes, skip_bits)?;
        self.inner.show(frame_number, plane);
        Ok(())
    }

    /// Moves to a frame that was decoded elsewhere, by its luma of full range: rows that begin `stride`
    /// samples apart.
    ///
    /// # Errors
    /// `invalid-argument` when there are fewer samples.
    pub fn show_luma(
        &mut self,
        frame_number: u32,
        luma: &[u8],
        stride: usize,
        width: usize,
        height: usize,
    ) -> Result<(), JsValue> {
        let plane = Plane::copied(luma, stride, width, height).map_err(throw)?;
        self.inner.show(frame_number, plane);
        Ok(())
    }

    /// Request of the way back that measures the drift at the end of this one, as JSON; `null`
    /// where it ended on a known frame.
    ///
    /// # Errors
    /// None that can be reached.
    pub fn way_back(&self) -> Result<String, JsValue> {
        to_json(&self.inner.way_back())
    }

    /// The result, as JSON.
    ///
    /// # Errors
    /// None that can be reached.
    pub fn found(&self) -> Result<String, JsValue> {
        to_json(self.inner.found())
    }
}

/// Both ways of a request together, as JSON: each the list of its parts, in order, and `null` where
/// there was no way back from an end.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn join_tracks(
    request_json: &str,
    forward_json: &str,
    backward_json: &str,
    from_last_json: &str,
    from_first_json: &str,
) -> Result<String, JsValue> {
    let forward = whole(from_json("forward", forward_json)?);
    let backward = whole(from_json("backward", backward_json)?);
    let from_last: Option<TrackPass> = from_json("from_last", from_last_json)?;
    let from_first: Option<TrackPass> = from_json("from_first", from_first_json)?;
    let passes = Passes {
        forward: &forward,
        backward: &backward,
        from_last: from_last.as_ref(),
        from_first: from_first.as_ref(),
    };
    to_json(&join(&from_json("request", request_json)?, &passes).map_err(throw)?)
}
