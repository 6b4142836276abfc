//! Marks, choice and alarms of cycles, and copies to later ones.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::invalid;
use crate::cycles::predict::{self, Diastoles};
use crate::cycles::propagate::Onsets;
use crate::cycles::refusal::MarkRefusal;
use crate::cycles::{check, marks, selection};
use crate::records::segmentation;
use crate::wasm::convert::{from_json, to_json};

/// A refusal with the words that are shown.
#[derive(Serialize)]
struct Said {
    code: &'static str,
    message: String,
}

fn refusal_or_empty(result: Result<(), MarkRefusal>) -> Result<String, JsValue> {
    to_json(&result.err().map(|refusal| Said {
        code: refusal.code(),
        message: refusal.to_string(),
    }))
}

/// Checks a new mark; returns `null` or `{code, message}` as JSON. `kind` is `frame`, `onset`,
/// `position`, or for marks of other kinds `order` and `order-or-on`.
///
/// # Errors
/// `invalid-argument` for another kind.
#[wasm_bindgen]
pub fn check_mark(
    kind: &str,
    at: f64,
    before: Option<f64>,
    after: Option<f64>,
) -> Result<String, JsValue> {
    refusal_or_empty(match kind {
        "frame" => marks::check_frame(at, before),
        "onset" => marks::check_onset(at, before),
        "position" => marks::check_position(at, before, after),
        "order" => marks::check_order(at, before, after, false),
        "order-or-on" => marks::check_order(at, before, after, true),
        _ => {
            return Err(invalid(
                "kind",
                "frame, onset, position, order or order-or-on",
            ));
        }
    })
}

/// Checks a choice of cycles; returns `null` or `{code, message}` as JSON.
///
/// # Errors
/// None in practice.
#[wasm_bindgen]
pub fn check_cycles(chosen: &[usize], max: usize) -> Result<String, JsValue> {
    refusal_or_empty(selection::check_selection(chosen, max).map(|_| ()))
}

/// For each length (NaN for a cycle without) 1 when it alarms.
#[wasm_bindgen]
pub fn cycle_alarms(lengths: &[f64]) -> Vec<u8> {
    let lengths: Vec<Option<f64>> = lengths
        .iter()
        .map(|length| Some(*length).filter(|length| length.is_finite()))
        .collect();
    check::alarms(&lengths).into_iter().map(u8::from).collect()
}

/// The alarm that a cycle raises: `{code, message}` as JSON.
///
/// # Errors
/// None in practice.
#[wasm_bindgen]
pub fn cycle_alarm_message() -> Result<String, JsValue> {
    refusal_or_empty(Err(MarkRefusal::Deviation))
}

/// A trace (`Line` as JSON) copied to the later cycles; `onsets` holds start and end of every cycle,
/// NaN where one is missing. Returns a list of `Line` or null for the cycles after `from`.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn propagate_trace(
    line: &str,
    onsets: &[f64],
    from: usize,
    edited: &[u8],
    zero_y: Option<f64>,
) -> Result<String, JsValue> {
    let line: segmentation::Line = from_json("line", line)?;
    let cycle = |pair: &[f64]| {
        let both = pair.iter().all(|x| x.is_finite());
        both.then(|| Onsets {
            start: pair[0],
            end: pair[1],
        })
    };
    let cycles: Vec<Option<Onsets>> = onsets.chunks_exact(2).map(cycle).collect();
    let edited: Vec<bool> = edited.iter().map(|&edited| edited != 0).collect();
    to_json(&predict::on_spectrum(&line, &cycles, from, &edited, zero_y))
}

/// Lines (`Line[]` as JSON) of the cycle before, for `cycle`: unchanged on a plane (no `span`), on
/// M-Mode moved from the end diastoles `[start, end, start, end]` of one cycle to the other's. `null`
/// when a cycle has no length.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn predict_lines(lines: &str, cycle: usize, span: Option<Vec<f64>>) -> Result<String, JsValue> {
    let lines: Vec<segmentation::Line> = from_json("lines", lines)?;
    match span.as_deref() {
        None => to_json(&predict::on_plane(&lines, cycle)),
        Some(&[start, end, to_start, to_end]) => {
            let from = Diastoles { start, end };
            let to = Diastoles {
                start: to_start,
                end: to_end,
            };
            to_json(&predict::on_m_mode(&lines, cycle, from, to))
        }
        Some(_) => Err(invalid("span", "four columns are needed")),
    }
}

/// Cycles of an image type are predicted from one another.
#[wasm_bindgen]
pub fn predicts_cycles(image_type: &str, cycle_prediction: bool) -> bool {
    predict::predicts(image_type, cycle_prediction)
}
