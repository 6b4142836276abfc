//! The order in which the packets of a tile follow each other (ISO 15444-1 B.12).

use super::blocks::Resolution;
use super::grid::Area;
use super::styles::Progression;
use super::unsupported;
use crate::error::EngineError;

/// Where a packet belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Component.
    pub component: u16,
    /// Resolution, 0 being the smallest.
    pub resolution: u8,
    /// Precinct of the resolution, row after row.
    pub precinct: u32,
    /// Layer.
    pub layer: u16,
}

/// A precinct, and the point of the reference grid at which orders by position come to it.
struct Stop {
    component: u16,
    resolution: u8,
    precinct: u32,
    x: u32,
    y: u32,
}

/// Calls `packet` for one packet after the other, until it returns false.
///
/// # Errors
/// What `packet` returns; `unsupported-pixel-format` for an order that is none.
pub fn walk<'a>(
    components: &mut [Vec<Resolution<'a>>],
    tile: &Area,
    progression: &Progression,
    packet: &mut dyn FnMut(&mut Resolution<'a>, Place) -> Result<bool, EngineError>,
) -> Result<(), EngineError> {
    let mut stops = stops(components, tile, progression);
    match progression.order {
        0 | 1 => stops.sort_by_key(|stop| (stop.resolution, stop.component, stop.precinct)),
        2 => stops.sort_by_key(|s| (s.resolution, s.y, s.x, s.component, s.precinct)),
        3 => stops.sort_by_key(|s| (s.y, s.x, s.component, s.resolution, s.precinct)),
        4 => stops.sort_by_key(|s| (s.component, s.y, s.x, s.resolution, s.precinct)),
        _ => return Err(unsupported("an unknown order of packets")),
    }
    let mut visit = |stop: &Stop, layer: u16| {
        let place = Place {
            component: stop.component,
            resolution: stop.resolution,
            precinct: stop.precinct,
            layer,
        };
        let component = &mut components[usize::from(stop.component)];
        packet(&mut component[usize::from(stop.resolution)], place)
    };
    // Layers run outside of everything, outside of what belongs to a resolution, or inside of all.
    let order = progression.order;
    let together = |a: &Stop, b: &Stop| order == 0 || order == 1 && a.resolution == b.resolution;
    for group in stops.chunk_by(together) {
        for layer in 0..progression.layers {
            for stop in group {
                if !visit(stop, layer)? {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// The resolutions that a progression names, with component and number.
fn named<'c, 'a>(
    components: &'c [Vec<Resolution<'a>>],
    progression: &'c Progression,
) -> impl Iterator<Item = (u16, u8, &'c Resolution<'a>)> {
    let chosen = progression.from.1..progression.to.1;
    let numbers = progression.from.0..progression.to.0;
    let components = (0u16..).zip(components);
    components
        .filter(move |(component, _)| chosen.contains(component))
        .flat_map(|(component, resolutions)| {
            let numbered = (0u8..).zip(resolutions);
            numbered.map(move |(number, resolution)| (component, number, resolution))
        })
        .filter(move |(_, number, _)| numbers.contains(number))
}

/// Precincts that a progression comes to, in each layer.
pub fn stop_count(components: &[Vec<Resolution<'_>>], progression: &Progression) -> u64 {
    named(components, progression)
        .map(|(_, _, resolution)| {
            u64::from(resolution.precincts.0) * u64::from(resolution.precincts.1)
        })
        .sum()
}

fn stops(components: &[Vec<Resolution<'_>>], tile: &Area, progression: &Progression) -> Vec<Stop> {
    let mut stops = Vec::new();
    for (component, number, resolution) in named(components, progression) {
        let levels = components[usize::from(component)].len() - 1;
        let halvings = levels as u8 - number;
        // A precinct that begins before the tile is met where the tile begins.
        let point = |first: u32, exponent: u8, at: u32, tile: u32| {
            let start = (u64::from(first >> exponent) + u64::from(at)) << exponent;
            let cut = start < u64::from(first);
            let point = if cut {
                u64::from(tile)
            } else {
                start << halvings
            };
            point.min(u64::from(u32::MAX)) as u32
        };
        let (first, exponents) = (resolution.area.start, resolution.precinct);
        let (across, down) = resolution.precincts;
        for row in 0..down {
            let y = point(first.1, exponents.1, row, tile.start.1);
            for column in 0..across {
                stops.push(Stop {
                    component,
                    resolution: number,
                    precinct: row * across + column,
                    x: point(first.0, exponents.0, column, tile.start.0),
                    y,
                });
            }
        }
    }
    stops
}
