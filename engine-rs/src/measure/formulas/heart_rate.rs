//! `Heart rate`: of each cycle, so the aggregate is the mean of rates.

use crate::measure::image::Image;
use crate::measure::kind::{
    Compute, Formula, FromInputs, FromMarks, InputValues, Kind, ResultUnit,
};
use crate::measure::marks::Event;
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "Heart rate",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "60 / cycle length",
        inputs: "cycle length, s",
        unit: ResultUnit::Is(Unit::BeatPerMinute),
        source: "docs/measurements.md#doppler-and-m-mode",
        compute: Compute::Marks(FromMarks {
            on_plane: &[Event::EndDiastole],
            on_strip: &[Event::OnsetStart, Event::OnsetEnd],
            values: rates,
        }),
        from_inputs: Some(FromInputs::exactly(1, rate)),
    }],
    invalid: "as Cycle length; a length of 0",
    ..Kind::PLAIN
};

fn rate(inputs: &InputValues) -> Measured<f64> {
    Ok(60.0 / inputs.values[0])
}

fn rates(image: &Image) -> Vec<Measured<f64>> {
    let lengths = image.cycle_lengths().into_iter();
    lengths.map(|length| Ok(60.0 / length?)).collect()
}
