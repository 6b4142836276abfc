//! Values of other measurements.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::fields::{invalid, number};
use crate::measure::refusal::MeasurementRefusal;

/// A list of numbers with nulls in place.
pub fn read_values(items: &[Value], field: &str) -> Result<Vec<Option<f64>>, MeasurementRefusal> {
    let value = |item: &Value| match item {
        Value::Null => Ok(None),
        other => number(other, field).map(Some),
    };
    items.iter().map(value).collect()
}

pub(super) fn read_operands(
    input: &Value,
) -> Result<BTreeMap<String, Vec<Option<f64>>>, MeasurementRefusal> {
    let empty = Map::new();
    let operands = match input.get("operands") {
        None | Some(Value::Null) => &empty,
        Some(Value::Object(operands)) => operands,
        Some(_) => return Err(invalid("operands")),
    };
    let mut read = BTreeMap::new();
    for (name, values) in operands {
        match values {
            // Null is a source that is not there.
            Value::Null => {}
            Value::Array(items) => {
                read.insert(name.clone(), read_values(items, name)?);
            }
            _ => return Err(invalid(name)),
        }
    }
    Ok(read)
}
