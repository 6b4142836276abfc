//! Ids of points, written many times and made once.

use std::cell::OnceCell;
use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// Ids of the points of a line, in its order. Whatever names the same line shares them, and their
/// JSON text.
#[derive(Debug, Clone, Default)]
pub struct PointIds(Rc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    ids: Vec<Rc<str>>,
    json: OnceCell<Option<Box<RawValue>>>,
}

impl PointIds {
    /// The ids.
    pub fn as_slice(&self) -> &[Rc<str>] {
        &self.0.ids
    }

    fn json(&self) -> Option<&RawValue> {
        let written = || serde_json::value::to_raw_value(&self.0.ids).ok();
        self.0.json.get_or_init(written).as_deref()
    }
}

impl FromIterator<Rc<str>> for PointIds {
    fn from_iter<I: IntoIterator<Item = Rc<str>>>(ids: I) -> Self {
        Self(Rc::new(Shared {
            ids: ids.into_iter().collect(),
            json: OnceCell::new(),
        }))
    }
}

impl PartialEq for PointIds {
    fn eq(&self, other: &Self) -> bool {
        self.0.ids == other.0.ids
    }
}

impl Eq for PointIds {}

impl Serialize for PointIds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.json() {
            Some(json) => json.serialize(serializer),
            None => self.0.ids.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for PointIds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ids: Vec<Rc<str>> = Vec::deserialize(deserializer)?;
        Ok(ids.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn they_are_written_and_read_as_a_list_of_texts() {
        let odd = ["p1", "a \"quoted\" id", "ä\u{1}"].map(Rc::from);
        let ids: PointIds = odd.clone().into_iter().collect();
        let text = serde_json::to_string(&[&ids, &ids]).unwrap();
        assert_eq!(text, serde_json::to_string(&[&odd, &odd]).unwrap());
        assert_eq!(serde_json::to_value(&ids).unwrap(), json!(odd));
        let read: Vec<PointIds> = serde_json::from_str(&text).unwrap();
        assert_eq!(read, [ids.clone(), ids]);
        assert!(serde_json::from_value::<PointIds>(json!([Value::Null])).is_err());
    }
}
