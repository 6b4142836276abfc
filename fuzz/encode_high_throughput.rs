//! `encode_high_throughput SAMPLES WIDTH HEIGHT COMPONENTS BITS OUT`: a lossless HTJ2K stream for the seeds, by the encoder of a library.

use dicom_toolkit_jpeg2000::{EncodeOptions, encode_htj2k};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [samples, width, height, components, bits, out] = arguments.as_slice() else {
        return Err(
            "usage: encode_high_throughput SAMPLES WIDTH HEIGHT COMPONENTS BITS OUT".into(),
        );
    };
    let number = |text: &String| {
        text.parse::<u32>()
            .map_err(|error| format!("{text}: {error}"))
    };
    let small = |text: &String| {
        text.parse::<u8>()
            .map_err(|error| format!("{text}: {error}"))
    };
    let pixels = std::fs::read(samples).map_err(|error| error.to_string())?;
    let (width, height) = (number(width)?, number(height)?);
    let (components, bits) = (small(components)?, small(bits)?);
    // The encoder refuses what it could not decode again; not every depth of the transform passes.
    let mut refusal = "no depth was tried";
    for levels in [2, 1, 0, 3] {
        let options = EncodeOptions {
            num_decomposition_levels: levels,
            ..EncodeOptions::default()
        };
        match encode_htj2k(&pixels, width, height, components, bits, false, &options) {
            Ok(stream) => return std::fs::write(out, stream).map_err(|error| error.to_string()),
            Err(error) => refusal = error,
        }
    }
    Err(refusal.into())
}
