//! Lines that an image type measures at a single event.
//!
//! A still picture has no events. A diameter that its type measures at end systole only (a great artery, a valve ring) can
//! be measured on the frame that the user chose. A line measured at both events (a ventricle) cannot: a still cannot be
//! end-diastolic and end-systolic at once, and its stroke volume would be 0.

use std::collections::{BTreeMap, BTreeSet};

use super::configured::Configured;
use crate::measure::definition::{Definition, EventValues};
use crate::measure::marks::Event;

/// Events at which a definition reads its lines; none for one without events.
fn events_of(definition: &Definition) -> &[Event] {
    match definition.of {
        EventValues::Of(_) => &[Event::EndDiastole, Event::EndSystole],
        EventValues::Inputs => &definition.request.events,
    }
}

/// Marks the measurements of one image type whose lines are read at the same single event by every measurement of the type.
pub fn mark(rows: &mut [Configured]) {
    let mut read: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for loaded in rows.iter().filter_map(|row| row.loaded.as_ref().ok()) {
        for line in &loaded.definition.request.lines {
            let events = read.entry(line.clone()).or_default();
            events.extend(
                events_of(&loaded.definition)
                    .iter()
                    .map(|event| event.name()),
            );
        }
    }
    for loaded in rows.iter_mut().filter_map(|row| row.loaded.as_mut().ok()) {
        let definition = &mut loaded.definition;
        let lines = &definition.request.lines;
        let alone = |line: &String| read.get(line).is_some_and(|events| events.len() == 1);
        definition.request.sole_event = !lines.is_empty() && lines.iter().all(alone);
    }
}
