//! Pictures for tests whose motion is a closed form: a sum of waves that is read anywhere.

use super::plane::Plane;
use crate::geometry::Point;

/// Waves of such a texture: wide enough apart that no two places look alike.
const WAVES: u32 = 60;

/// Brightness at a place that may be between pixels, about 128.
fn brightness(at: Point, seed: u32) -> f64 {
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    };
    let mut sum = 0.0;
    for _ in 0..WAVES {
        let (turn, length, phase) = (random() * 6.3, 8.0 + 12.0 * random(), random() * 6.3);
        let along = at.x * libm::cos(turn) + at.y * libm::sin(turn);
        sum += libm::cos(along * std::f64::consts::TAU / length + phase);
    }
    128.0 + 12.0 * sum
}

/// A picture whose pixel at a place shows what the texture has at `origin` of it.
pub fn picture(width: usize, height: usize, seed: u32, origin: impl Fn(Point) -> Point) -> Plane {
    let places = (0..height).flat_map(|y| (0..width).map(move |x| Point::new(x as f64, y as f64)));
    let samples: Vec<u8> = places
        .map(|at| brightness(origin(at), seed).round().clamp(0.0, 255.0) as u8)
        .collect();
    Plane::copied(&samples, width, width, height).unwrap_or_default()
}

/// A picture as it is matched.
pub fn words(picture: &Plane) -> Plane<i16> {
    let (width, height) = (picture.width(), picture.height());
    let samples = picture.rows(0, 0, width).flatten();
    let samples: Vec<i16> = samples.map(|&sample| i16::from(sample)).collect();
    Plane::copied(&samples, width, width, height).unwrap_or_default()
}
