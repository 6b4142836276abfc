//! Random pictures through encoders of other projects: OpenJPEG for JPEG 2000, OpenJPH for its high-throughput
//! blocks, CharLS for JPEG-LS. Every stream is lossless, so the engine must return exactly what went in.
//!
//! `npm test` installs the encoders and names them (`scripts/lib/encoders.mjs`). Without them a test reports
//! a skip.

use crate::support;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use echometry_engine::codecs::{FrameInput, Layout, codec_for};
use echometry_engine::dicom::parse::Parser;
use support::programs::is_there;
use support::{Builder, Random};

const JPEG_2000: &str = "1.2.840.10008.1.2.4.90";
const HIGH_THROUGHPUT: &str = "1.2.840.10008.1.2.4.201";
const JPEG_LS: &str = "1.2.840.10008.1.2.4.80";
/// Streams of each encoder.
const STREAMS: usize = 1000;
/// Most columns and rows of a picture.
const LARGEST: usize = 128;
/// Tests run on two processors.
const WORKERS: usize = 2;

/// A picture, its samples pixel by pixel.
#[derive(Clone)]
struct Picture {
    width: usize,
    height: usize,
    components: usize,
    bits: u32,
    samples: Vec<u16>,
}

impl Picture {
    fn random(random: &mut Random, bits: u32) -> Self {
        let side = |random: &mut Random| match random.below(8) {
            0 => 1 + random.below(4),
            1..=5 => 1 + random.below(64),
            _ => 1 + random.below(LARGEST),
        };
        let (width, height) = (side(random), side(random));
        let components = if random.below(3) == 0 { 3 } else { 1 };
        let most = (1u64 << bits) - 1;
        let kind = random.below(5);
        let level = random.next() & most;
        let sample = |at: usize| {
            let pixel = at / components;
            let (x, y) = ((pixel % width) as u64, (pixel / width) as u64);
            let noise = random.next();
            let value = match kind {
                // Noise in every bit.
                0 => noise,
                // A ramp with speckle, as in a sector.
                1 => (x + y * 2) * most / (width + height * 2) as u64 + (noise & most) / 8,
                // Dark with a few bright samples: runs, and long tails without a bit.
                2 if noise.is_multiple_of(64) => noise >> 8,
                2 => 0,
                // One level: bands of zeros.
                3 => level,
                // Blocks with edges.
                _ => ((x / 5 + y / 3) % 2) * most,
            };
            (if kind == 1 {
                value.min(most)
            } else {
                value & most
            }) as u16
        };
        let samples = (0..width * height * components).map(sample).collect();
        Self {
            width,
            height,
            components,
            bits,
            samples,
        }
    }

    fn header(&self) -> String {
        let kind = if self.components == 1 { "P5" } else { "P6" };
        let most = (1u32 << self.bits) - 1;
        format!("{kind}\n{} {}\n{most}\n", self.width, self.height)
    }

    /// As a portable pixmap.
    fn pixmap(&self) -> Vec<u8> {
        let mut bytes = self.header().into_bytes();
        match self.bits {
            ..=8 => bytes.extend(self.samples.iter().map(|&sample| sample as u8)),
            _ => bytes.extend(self.samples.iter().flat_map(|sample| sample.to_be_bytes())),
        }
        bytes
    }

    /// As DICOM stores it, least significant byte first.
    fn stored(&self) -> Vec<u8> {
        match self.bits {
            ..=8 => self.samples.iter().map(|&sample| sample as u8).collect(),
            _ => {
                let words = self.samples.iter().flat_map(|sample| sample.to_le_bytes());
                words.collect()
            }
        }
    }

    /// Faults of the engine's samples of a stream of this picture.
    fn fault(&self, syntax: &str, stream: &[u8]) -> Option<String> {
        let mut file = Builder::with_meta(syntax);
        let allocated = if self.bits > 8 { 16 } else { 8 };
        let photometric = if self.components == 1 {
            "MONOCHROME2"
        } else {
            "RGB"
        };
        let size = (self.height as u16, self.width as u16);
        file.image(
            "1",
            size.0,
            size.1,
            self.components as u16,
            allocated,
            photometric,
        );
        file.fragments(&[], &[stream]);
        let parser = Parser::parse(&file.bytes).unwrap();
        let format = parser.format().unwrap();
        let mut samples = Vec::new();
        let input = FrameInput {
            bytes: stream,
            skip_bits: 0,
        };
        let decoded = codec_for(syntax)
            .unwrap()
            .decode(format, input, &mut samples);
        let decoded = match decoded {
            Ok(decoded) => decoded,
            Err(error) => return Some(error.to_string()),
        };
        if decoded.partial {
            return Some("called partial".to_owned());
        }
        let got: Vec<u16> = match decoded.sample_bytes {
            1 => samples.iter().map(|&byte| u16::from(byte)).collect(),
            _ => {
                let (words, _) = samples.as_chunks::<2>();
                words.iter().map(|word| u16::from_le_bytes(*word)).collect()
            }
        };
        // Component by component where a codec keeps them apart.
        let pixels = self.width * self.height;
        let place = |at: usize| match decoded.layout {
            Layout::Interleaved => at,
            _ => at % self.components * pixels + at / self.components,
        };
        let differ = (0..self.samples.len())
            .filter(|&at| got.get(place(at)) != Some(&self.samples[at]))
            .count();
        (differ > 0 || got.len() != self.samples.len())
            .then(|| format!("{differ} of {} samples differ", self.samples.len()))
    }
}

impl std::fmt::Display for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, height) = (self.width, self.height);
        write!(
            f,
            "{width} x {height} x {}, {} bits",
            self.components, self.bits
        )
    }
}

/// A folder that is removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("echometry-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Encodes a file with these options; the stream, or none where the encoder refuses them.
fn encoded(program: &str, options: &[String], from: &Path, to: &Path) -> Option<Vec<u8>> {
    let _ = std::fs::remove_file(to);
    let mut command = Command::new(program);
    command.arg("-i").arg(from).arg("-o").arg(to).args(options);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let done = command.status().unwrap().success();
    std::fs::read(to).ok().filter(|_| done)
}

/// Whether the encoder's own decoder returns the picture. OpenJPEG 2.5 does not always: it damages rows of a tile of
/// which a resolution is empty, and packets of some precincts. Such a stream is not lossless, and proves nothing.
fn is_lossless(decoder: &str, stream: &Path, picture: &Picture, to: &Path) -> bool {
    let back = encoded(decoder, &[], stream, to).unwrap_or_default();
    let samples = &picture.pixmap()[picture.header().len()..];
    back.len() > samples.len() && back.ends_with(samples)
}

/// An encoder of pixmaps with its decoder, and what it is asked for.
struct Encoder {
    program: &'static str,
    decoder: &'static str,
    syntax: &'static str,
    /// File name ending of what it writes.
    written: &'static str,
    options: fn(&mut Random, &Picture) -> Vec<String>,
    /// Depths of samples.
    bits: fn(&mut Random) -> u32,
}

/// Encodes and decodes [`STREAMS`] pictures; reports the first few that differ, with their options.
fn compare(encoder: &Encoder, seed: u64) {
    let folder = Folder::new(encoder.program);
    let worker = |number: usize| {
        let mut random = Random(seed + number as u64);
        let (mut lossless, mut lossy, mut refused) = (0, 0, 0);
        let mut faults = String::new();
        while lossless < STREAMS / WORKERS {
            assert!(
                lossy < STREAMS / WORKERS / 10,
                "{} loses samples",
                encoder.program
            );
            assert!(refused < STREAMS, "{} refuses its options", encoder.program);
            let bits = (encoder.bits)(&mut random);
            let picture = Picture::random(&mut random, bits);
            let options = (encoder.options)(&mut random, &picture);
            let end = if picture.components == 1 {
                "pgm"
            } else {
                "ppm"
            };
            let from = folder.0.join(format!("{number}.{end}"));
            let to = folder.0.join(format!("{number}.{}", encoder.written));
            std::fs::write(&from, picture.pixmap()).unwrap();
            let Some(stream) = encoded(encoder.program, &options, &from, &to) else {
                refused += 1;
                continue;
            };
            lossless += 1;
            let Some(fault) = picture.fault(encoder.syntax, &stream) else {
                continue;
            };
            let back = folder.0.join(format!("{number}-back.{end}"));
            if is_lossless(encoder.decoder, &to, &picture, &back) {
                let _ = writeln!(faults, "{picture}, {}: {fault}", options.join(" "));
            } else {
                (lossless, lossy) = (lossless - 1, lossy + 1);
            }
        }
        faults
    };
    let faults: String = std::thread::scope(|scope| {
        let worker = &worker;
        let threads: Vec<_> = (0..WORKERS)
            .map(|number| scope.spawn(move || worker(number)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    report(&faults);
}

fn report(faults: &str) {
    let count = faults.lines().count();
    let first: Vec<&str> = faults.lines().take(20).collect();
    assert!(
        count == 0,
        "{count} of {STREAMS} streams:\n{}",
        first.join("\n")
    );
}

fn options(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

const ORDERS: [&str; 5] = ["LRCP", "RLCP", "RPCL", "PCRL", "CPRL"];

/// Offsets of a picture and of its tiles on the canvas, in samples.
struct Place {
    left: usize,
    top: usize,
    /// Width, height, left and top of the first tile; none for a single tile.
    tile: Option<[usize; 4]>,
}

impl Place {
    fn any(random: &mut Random, picture: &Picture) -> Self {
        let (left, top) = match random.below(2) {
            0 => (0, 0),
            _ => (random.below(40), random.below(40)),
        };
        // A tile more to each side at most reaches the corner of the picture.
        let side = |random: &mut Random, length: usize| 1 + length / 6 + random.below(length + 8);
        let before = |random: &mut Random, start: usize, side: usize| {
            let first = (start + 1).saturating_sub(side);
            first + random.below(start - first + 1)
        };
        let tile = (random.below(2) == 0).then(|| {
            let (width, height) = (side(random, picture.width), side(random, picture.height));
            let (x, y) = (before(random, left, width), before(random, top, height));
            [width, height, x, y]
        });
        Self { left, top, tile }
    }
}

/// Up to four sizes of precincts between these brackets.
fn precincts(random: &mut Random, [open, close]: [char; 2]) -> String {
    let sizes: Vec<String> = (0..=random.below(3))
        .map(|_| {
            let (width, height) = (16 << random.below(5), 16 << random.below(5));
            format!("{open}{width},{height}{close}")
        })
        .collect();
    sizes.join(",")
}

/// Tiles, precincts, sizes and styles of code blocks, offsets, orders, layers and markers.
fn openjpeg_options(random: &mut Random, picture: &Picture) -> Vec<String> {
    let mut text = format!("-n {}", 2 + random.below(6));
    let (across, down) = (2 + random.below(5), 2 + random.below(5));
    let _ = write!(text, " -b {},{}", 1 << across, 1 << down);
    let _ = write!(text, " -p {}", ORDERS[random.below(5)]);
    if random.below(2) == 0 {
        let _ = write!(text, " -M {}", random.below(64));
    }
    if random.below(3) == 0 {
        let _ = write!(text, " -c {}", precincts(random, ['[', ']']));
    }
    let Place { left, top, tile } = Place::any(random, picture);
    let _ = write!(text, " -d {left},{top}");
    if let Some([width, height, x, y]) = tile {
        let _ = write!(text, " -t {width},{height} -T {x},{y}");
    }
    if random.below(3) == 0 {
        text.push_str(" -r 20,8,1");
    }
    for flag in [" -SOP", " -EPH", " -PLT", " -TLM"] {
        if random.below(4) == 0 {
            text.push_str(flag);
        }
    }
    if random.below(4) == 0 {
        let _ = write!(text, " -TP {}", ["R", "L", "C"][random.below(3)]);
    }
    if picture.components == 3 {
        let _ = write!(text, " -mct {}", random.below(2));
    }
    options(&text)
}

#[test]
fn jpeg_2000_of_openjpeg_gives_what_went_in() {
    if !is_there("opj_compress", &["-h"], "libopenjp2-tools") {
        return;
    }
    let encoder = Encoder {
        program: "opj_compress",
        decoder: "opj_decompress",
        syntax: JPEG_2000,
        written: "j2k",
        options: openjpeg_options,
        bits: |random| match random.below(3) {
            0 => 8,
            1 => 12,
            _ => 1 + random.below(16) as u32,
        },
    };
    compare(&encoder, 1);
}

fn openjph_options(random: &mut Random, picture: &Picture) -> Vec<String> {
    let mut text = format!("-reversible true -num_decomps {}", 1 + random.below(6));
    // Code blocks hold 4096 samples at most.
    let across = 2 + random.below(9);
    let down = 2 + random.below((12 - across).min(8) - 1);
    let _ = write!(text, " -block_size {{{},{}}}", 1 << across, 1 << down);
    let _ = write!(text, " -prog_order {}", ORDERS[random.below(5)]);
    if random.below(3) == 0 {
        let _ = write!(text, " -precincts {}", precincts(random, ['{', '}']));
    }
    let Place { left, top, tile } = Place::any(random, picture);
    let _ = write!(text, " -image_offset {{{left},{top}}}");
    if let Some([width, height, x, y]) = tile {
        let _ = write!(
            text,
            " -tile_size {{{width},{height}}} -tile_offset {{{x},{y}}}"
        );
    }
    let mixed = picture.components == 3 && random.below(2) == 0;
    let _ = write!(text, " -colour_trans {mixed}");
    options(&text)
}

#[test]
fn high_throughput_jpeg_2000_of_openjph_gives_what_went_in() {
    if !is_there("ojph_compress", &[], "openjph-tools") {
        return;
    }
    let encoder = Encoder {
        program: "ojph_compress",
        decoder: "ojph_expand",
        syntax: HIGH_THROUGHPUT,
        written: "j2c",
        options: openjph_options,
        bits: |random| match random.below(2) {
            0 => 8,
            _ => 8 + random.below(9) as u32,
        },
    };
    compare(&encoder, 2);
}

/// One process encodes them all: `engine-rs/tests/encoders/charls.py`.
#[test]
fn jpeg_ls_of_charls_gives_what_went_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let python = root.join("build/readers/bin/python");
    let python = python.to_str().unwrap();
    if !is_there(python, &["-c", "import jpeg_ls"], "pyjpegls, by npm test") {
        return;
    }
    /// pyjpegls sets aside as many bytes as the picture has, which some noise does not fit into.
    const OFFERED: usize = STREAMS * 5 / 4;
    let folder = Folder::new("charls");
    let mut random = Random(3);
    let mut pictures = Vec::new();
    let mut list = String::new();
    for number in 0..OFFERED {
        let bits = match random.below(2) {
            0 => 8,
            _ => 2 + random.below(15) as u32,
        };
        let picture = Picture::random(&mut random, bits);
        std::fs::write(folder.0.join(format!("{number}.raw")), picture.stored()).unwrap();
        let (width, height) = (picture.width, picture.height);
        let (components, interleaving) = (picture.components, random.below(3));
        let _ = writeln!(list, "{width} {height} {components} {bits} {interleaving}");
        pictures.push(picture);
    }
    std::fs::write(folder.0.join("list"), list).unwrap();
    let script = root.join("engine-rs/tests/encoders/charls.py");
    let status = Command::new(python)
        .arg(script)
        .arg(&folder.0)
        .status()
        .unwrap();
    assert!(status.success(), "CharLS failed");
    let (mut streams, mut faults) = (0, String::new());
    for (number, picture) in pictures.iter().enumerate() {
        let Ok(stream) = std::fs::read(folder.0.join(format!("{number}.jls"))) else {
            continue;
        };
        streams += 1;
        if let Some(fault) = picture.fault(JPEG_LS, &stream) {
            let _ = writeln!(faults, "{picture}: {fault}");
        }
    }
    assert!(streams >= STREAMS, "CharLS refused all but {streams}");
    report(&faults);
}
