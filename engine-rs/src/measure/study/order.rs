//! Dependency order of configured measurements; a loop is a fault of the configuration.

use std::collections::BTreeMap;

use super::configured::{Configured, InputSource};
use super::structure::{Fault, Measurements};
use crate::measure::refusal::MeasurementRefusal;

/// Most measurements of a configuration; each may take the next, and the walk goes that deep.
const MAX_MEASUREMENTS: usize = 2_000;

/// Image type and place within it.
type Node<'a> = (&'a str, usize);

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Entered,
    Done,
}

/// Every measurement after those it takes, and what cannot be ordered.
pub struct Ordered {
    /// Image type and place of each.
    pub order: Vec<(String, usize)>,
    /// Inputs that do not exist, and loops with the way round.
    pub faults: Vec<Fault>,
}

/// Every measurement after those it takes.
///
/// # Errors
/// `configuration` for more measurements than are allowed.
pub fn of(measurements: &Measurements) -> Result<Ordered, MeasurementRefusal> {
    let count: usize = measurements.values().map(Vec::len).sum();
    if count > MAX_MEASUREMENTS {
        let detail = format!("{count} measurements, at most {MAX_MEASUREMENTS} are allowed");
        return Err(MeasurementRefusal::Configuration(detail));
    }
    let mut walk = Walk {
        measurements,
        states: BTreeMap::new(),
        path: Vec::new(),
        order: Vec::new(),
        faults: Vec::new(),
    };
    for (image_type, rows) in measurements {
        for place in 0..rows.len() {
            walk.visit((image_type, place));
        }
    }
    Ok(Ordered {
        order: walk.order,
        faults: walk.faults,
    })
}

struct Walk<'a> {
    measurements: &'a Measurements,
    states: BTreeMap<Node<'a>, State>,
    path: Vec<Node<'a>>,
    order: Vec<(String, usize)>,
    faults: Vec<Fault>,
}

impl<'a> Walk<'a> {
    fn at(&self, (image_type, place): Node<'a>) -> Option<&'a Configured> {
        self.measurements.get(image_type)?.get(place)
    }

    fn name(&self, node: Node<'a>) -> String {
        let name = self.at(node).map_or("", |found| &found.presentation.name);
        format!("{}/{name}", node.0)
    }

    fn refuse(&mut self, node: Node<'a>, detail: String) {
        let name = self.at(node).map_or("", |found| &found.presentation.name);
        self.faults.push(Fault {
            image_type: node.0.to_owned(),
            place: node.1,
            name: name.to_owned(),
            refusal: MeasurementRefusal::Configuration(detail),
        });
    }

    /// Depth is bounded by the number of measurements, each entered once.
    fn visit(&mut self, node: Node<'a>) {
        match self.states.get(&node) {
            Some(State::Done) => return,
            Some(State::Entered) => return self.refuse_loop(node),
            None => {}
        }
        self.states.insert(node, State::Entered);
        self.path.push(node);
        let inputs = self.at(node).map_or(&[][..], Configured::inputs);
        for input in inputs {
            if let Some(needed) = self.needed(node, input) {
                self.visit(needed);
            }
        }
        self.path.pop();
        self.states.insert(node, State::Done);
        self.order.push((node.0.to_owned(), node.1));
    }

    /// The measurement that an input names; a caliper's distance needs none.
    fn needed(&mut self, node: Node<'a>, input: &'a InputSource) -> Option<Node<'a>> {
        let (image_type, labelled) = match input {
            InputSource::Own(_) => (node.0, false),
            InputSource::Other(other) => (other.image_type.as_str(), !other.label.is_empty()),
            InputSource::Caliper(_) => return None,
        };
        let name = input.name();
        let rows = self.measurements.get(image_type);
        let place =
            rows.and_then(|rows| rows.iter().position(|row| row.presentation.name == *name));
        let Some(place) = place else {
            let detail = format!(
                "{} takes {image_type}/{name}, which is not configured",
                self.name(node)
            );
            self.refuse(node, detail);
            return None;
        };
        let needed = (image_type, place);
        // The same measurement of an image with another label is another value.
        (!labelled || needed != node).then_some(needed)
    }

    fn refuse_loop(&mut self, node: Node<'a>) {
        let from = self
            .path
            .iter()
            .position(|entered| *entered == node)
            .unwrap_or(0);
        let round = self.path[from..].iter().chain([&node]);
        let names: Vec<String> = round.map(|node| self.name(*node)).collect();
        let detail = format!("measurements take each other: {}", names.join(" takes "));
        self.refuse(node, detail);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::configuration::{Configuration, Sets};

    fn load(measurements: Value) -> Result<Configuration, String> {
        let rows = json!([{"image_type": "T", "measurements": measurements}]);
        let types = json!({"name": "echo_image_types", "version": 1, "data": [
            {"type": "T", "patterns": [{"name": "normal", "lines": []}]}]});
        let set = json!({"name": "echo_measurements", "version": 1, "data": rows});
        let sets = Sets {
            image_types: &types,
            measurements: &set,
            calipers: None,
        };
        Configuration::load(&sets).map_err(|refusal| refusal.to_string())
    }

    fn sum(name: &str, inputs: [&str; 2]) -> Value {
        json!({"name": name, "type": "sum", "inputs": inputs, "units": "cm"})
    }

    #[test]
    fn every_measurement_comes_after_those_it_takes() {
        let area = |name: &str| json!({"name": name, "type": "distance", "units": "cm"});
        let rows = json!([
            sum("d", ["c", "b"]),
            sum("c", ["a", "b"]),
            area("b"),
            area("a")
        ]);
        let loaded = load(rows).unwrap();
        let order: Vec<usize> = loaded.in_order().map(|(_, place)| place).collect();
        let place = |wanted: usize| order.iter().position(|found| *found == wanted);
        assert!(
            order.len() == 4 && place(0) > place(1) && place(1) > place(2) && place(1) > place(3)
        );
    }

    #[test]
    fn a_loop_is_refused_with_the_way_round() {
        let rows = json!([
            sum("a", ["b", "b"]),
            sum("b", ["c", "c"]),
            sum("c", ["b", "a"])
        ]);
        let text = load(rows).unwrap_err();
        assert!(text.contains("T/b takes T/c takes T/b"), "{text}");
        let own = load(json!([sum("a", ["a", "a"])])).unwrap_err();
        assert!(own.contains("T/a takes T/a"), "{own}");
        assert!(
            load(json!([sum("a", ["x", "x"])]))
                .unwrap_err()
                .contains("not configured")
        );
    }
}
