//! Fields of a record, each number checked.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::measure::refusal::MeasurementRefusal;

pub(super) fn invalid(field: &str) -> MeasurementRefusal {
    MeasurementRefusal::InvalidInput(field.to_owned())
}

/// A finite number; anything else is refused.
pub(super) fn number(value: &Value, field: &str) -> Result<f64, MeasurementRefusal> {
    let number = value.as_f64().filter(|number| number.is_finite());
    number.ok_or_else(|| invalid(field))
}

/// A finite number, or nothing.
pub(super) fn optional(record: &Value, field: &str) -> Result<Option<f64>, MeasurementRefusal> {
    match record.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => number(value, field).map(Some),
    }
}

/// The items of a list, none of an absent one.
pub(super) fn list<'a>(record: &'a Value, field: &str) -> Result<&'a [Value], MeasurementRefusal> {
    match record.get(field) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(_) => Err(invalid(field)),
    }
}

pub(super) fn text(record: &Value, field: &str) -> String {
    let text = record.get(field).and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

pub(super) fn flag(record: &Value, field: &str) -> bool {
    record.get(field).and_then(Value::as_bool).unwrap_or(false)
}

/// One of the words of a setting.
pub(super) fn setting<T: DeserializeOwned + Default>(
    record: Option<&Value>,
    field: &str,
) -> Result<T, MeasurementRefusal> {
    match record.and_then(|record| record.get(field)) {
        None | Some(Value::Null) => Ok(T::default()),
        Some(value) => T::deserialize(value).map_err(|_| invalid(field)),
    }
}
