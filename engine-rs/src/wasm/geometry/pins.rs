//! Points of a strip that are dragged or held.

use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::cycles::propagate::Onsets;
use crate::records::segmentation::LinePoint;
use crate::segmentation::drag::{EventMarks, moved};
use crate::segmentation::pins::{PinContext, apply};
use crate::wasm::convert::{from_json, to_json};

/// Coordinates that pins and events hold points on; absent ones hold nothing.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Held {
    onset_start: Option<f64>,
    onset_end: Option<f64>,
    zero_y: Option<f64>,
    previous_last_y: Option<f64>,
    end_diastole_start: Option<f64>,
    end_diastole_end: Option<f64>,
    end_systole: Option<f64>,
}

impl Held {
    fn pins(&self) -> PinContext {
        let onsets = self.onset_start.zip(self.onset_end);
        PinContext {
            onsets: onsets.map(|(start, end)| Onsets { start, end }),
            zero_y: self.zero_y,
            previous_last_y: self.previous_last_y,
        }
    }

    fn events(&self) -> EventMarks {
        EventMarks {
            end_diastole_start: self.end_diastole_start,
            end_diastole_end: self.end_diastole_end,
            end_systole: self.end_systole,
        }
    }
}

/// A strip's points (`LinePoint[]` as JSON) after one was dragged, with everything that follows.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn drag_point(line: &str, place: usize, x: f64, y: f64, held: &str) -> Result<String, JsValue> {
    let (line, held): (Vec<LinePoint>, Held) =
        (from_json("points", line)?, from_json("held", held)?);
    to_json(&moved(&line, place, [x, y], &held.pins(), &held.events()))
}

/// A strip's points (`LinePoint[]` as JSON) with every pinned one in its place.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn apply_pins(line: &str, held: &str) -> Result<String, JsValue> {
    let (mut line, held): (Vec<LinePoint>, Held) =
        (from_json("points", line)?, from_json("held", held)?);
    apply(&mut line, &held.pins());
    to_json(&line)
}
