//! Arguments of the command line, read the same way natively and in wasm.

use serde::Deserialize;

use super::help::{COMMANDS, OVERVIEW};
use crate::deid::mask::Mask;
use crate::error::EngineError;
use crate::records::data_type::DataType;

/// Action for each file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Metadata.
    Info,
    /// Decoded frames.
    Frame(FrameOptions),
    /// Component planes of JPEG streams.
    Planes,
    /// Where cardiac events may lie, within the heart rates of a type of data.
    Propose(Option<DataType>),
    /// Outer envelope of a spectrum with the points of a pattern.
    Envelope(EnvelopeOptions),
    /// Lines followed through a clip, by a request as JSON.
    Track(TrackOptions),
    /// Files without what identifies their patient.
    Deid(DeidOptions),
    /// Measurements against expected values.
    Measure,
    /// Curves against expected values.
    Splines,
    /// All measurements of an analysis.
    Evaluate,
    /// Formulas side by side on the same geometry, with jitter.
    BenchFormulas,
    /// Agreement of readers, a line for each request.
    Agree,
    /// Values against rows of reference values.
    Judge,
    /// Hashes of what every formula returns for random inputs.
    FormulaHashes,
    /// Text about a command, instead of running it.
    Help(&'static str),
}

/// Which frames, and as what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameOptions {
    /// Frames to decode.
    pub frames: FrameChoice,
    /// Convert to RGB.
    pub as_rgb: bool,
    /// Hand over the bytes for `--out`.
    pub write: bool,
}

/// Where an envelope is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvelopeOptions {
    /// Limits, zero line, side and pattern, as JSON.
    pub request: String,
    /// Region, counted from 0; without one, the region is the same as for measurements.
    pub region: Option<usize>,
}

/// How files are de-identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeidOptions {
    /// Key, shift of dates and code of the patient.
    pub request: DeidRequest,
    /// Visible parts; none leaves pictures as they are.
    pub mask: Option<Mask>,
    /// Hand over the bytes for `--out`.
    pub write: bool,
}

/// The secrets and choices of a run, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeidRequest {
    /// Secret, 32 bytes or more.
    pub key: String,
    /// Added to every date.
    pub date_shift_days: i32,
    /// Written as PatientID and PatientName.
    pub patient_show: String,
}

/// Frames to decode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameChoice {
    /// This one, from 1.
    Number(u32),
    /// Frame 1.
    First,
    /// The last one announced.
    Last,
    /// One line for each.
    All,
}

/// A request of `track`, and options of the curves of its cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackOptions {
    /// `TrackRequest` as JSON.
    pub request: String,
    /// Record, cycle and names of the lines as JSON; none prints no curves.
    pub curves: Option<String>,
}

/// A command with its inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invocation {
    /// The action.
    pub command: Command,
    /// Files as named by the caller.
    pub files: Vec<String>,
    /// Image files, or folders of them, that an analysis is evaluated with.
    pub dicom: Vec<String>,
    /// Folder of configuration sets.
    pub config: Option<String>,
    /// Folder for decoded bytes.
    pub out: Option<String>,
}

/// All calls, in one line.
pub const USAGE: &str = "info FILE... | \
    frame FILE... --frame N|first|last|all [--as stored|rgb] [--out FOLDER] | \
    deid FILE... --request JSON [--mask regions|JSON] [--out FOLDER] | \
    propose FILE... [--data-type fetal|pediatric|adult] | envelope FILE... --request JSON [--region N] | \
    track FILE... --request JSON [--curves JSON --config FOLDER] | planes JPEG... | measure CASES.json... | splines CASES.json... | \
    evaluate ANALYSIS.json... --dicom FILE...|FOLDER --config FOLDER | \
    bench-formulas BENCH.json... | agree REQUESTS.json... | judge REQUESTS.json... | formula-hashes HASHES.json...";

/// Reads the arguments after the program's name.
///
/// # Errors
/// `usage`.
pub fn parse_arguments(arguments: &[String]) -> Result<Invocation, EngineError> {
    let Some((name, rest)) = arguments.split_first() else {
        return Err(usage("a command is needed".to_owned()));
    };
    if ["--help", "-h", "help"].contains(&name.as_str()) {
        return Ok(help(OVERVIEW));
    }
    let Some((_, text)) = COMMANDS.iter().find(|(known, _)| known == name) else {
        return Err(usage(format!("unknown command {name}")));
    };
    if rest
        .iter()
        .any(|argument| argument == "--help" || argument == "-h")
    {
        return Ok(help(text));
    }
    let (is_frame, is_evaluate) = (name == "frame", name == "evaluate");
    let (mut dicom, mut config, mut names_dicom) = (Vec::new(), None, false);
    let mut files = Vec::new();
    let mut frames = None;
    let mut request = None;
    let mut mask = None;
    let mut curves = None;
    let mut region = None;
    let mut data_type = None;
    let mut as_rgb = false;
    let mut out = None;
    let mut rest = rest.iter();
    while let Some(argument) = rest.next() {
        let mut value = || {
            let missing = || usage(format!("{argument} needs a value"));
            rest.next().cloned().ok_or_else(missing)
        };
        match argument.as_str() {
            "--frame" if is_frame => frames = Some(frame_choice(&value()?)?),
            "--as" if is_frame => {
                as_rgb = match value()?.as_str() {
                    "rgb" => true,
                    "stored" => false,
                    other => return Err(usage(format!("--as {other}"))),
                }
            }
            "--request" if ["track", "deid", "envelope"].contains(&name.as_str()) => {
                request = Some(value()?);
            }
            "--region" if name == "envelope" => {
                let text = value()?;
                let number = text
                    .parse()
                    .map_err(|_| usage(format!("--region {text}")))?;
                region = Some(number);
            }
            "--data-type" if name == "propose" => {
                let text = value()?;
                let named = DataType::named(&text);
                data_type = Some(named.ok_or_else(|| usage(format!("--data-type {text}")))?);
            }
            "--mask" if name == "deid" => mask = Some(mask_choice(&value()?)?),
            "--out" if is_frame || name == "deid" => out = Some(value()?),
            "--curves" if name == "track" => curves = Some(value()?),
            "--config" if is_evaluate || name == "track" => config = Some(value()?),
            "--dicom" if is_evaluate => {
                dicom.push(value()?);
                names_dicom = true;
                continue;
            }
            option if option.starts_with("--") => {
                return Err(usage(format!("unknown option {option}")));
            }
            // Names after --dicom continue until the next option.
            _ if names_dicom => {
                dicom.push(argument.clone());
                continue;
            }
            _ => files.push(argument.clone()),
        }
        names_dicom = false;
    }
    if is_evaluate && (config.is_none() || dicom.is_empty()) {
        return Err(usage("--dicom and --config are needed".to_owned()));
    }
    if curves.is_some() && config.is_none() {
        return Err(usage("--curves needs --config".to_owned()));
    }
    if files.is_empty() {
        return Err(usage("no file was named".to_owned()));
    }
    let command = match name.as_str() {
        "frame" => Command::Frame(FrameOptions {
            frames: frames.ok_or_else(|| usage("--frame is needed".to_owned()))?,
            as_rgb,
            write: out.is_some(),
        }),
        "deid" => Command::Deid(DeidOptions {
            request: deid_request(request.as_deref())?,
            mask,
            write: out.is_some(),
        }),
        "planes" => Command::Planes,
        "propose" => Command::Propose(data_type),
        "envelope" => Command::Envelope(EnvelopeOptions {
            request: request.ok_or_else(|| usage("--request is needed".to_owned()))?,
            region,
        }),
        "track" => Command::Track(TrackOptions {
            request: request.ok_or_else(|| usage("--request is needed".to_owned()))?,
            curves,
        }),
        "measure" => Command::Measure,
        "splines" => Command::Splines,
        "evaluate" => Command::Evaluate,
        "bench-formulas" => Command::BenchFormulas,
        "agree" => Command::Agree,
        "judge" => Command::Judge,
        "formula-hashes" => Command::FormulaHashes,
        _ => Command::Info,
    };
    Ok(Invocation {
        command,
        files,
        dicom,
        config,
        out,
    })
}

fn deid_request(text: Option<&str>) -> Result<DeidRequest, EngineError> {
    let text = text.ok_or_else(|| usage("--request is needed".to_owned()))?;
    serde_json::from_str(text).map_err(|error| usage(format!("--request: {error}")))
}

fn mask_choice(text: &str) -> Result<Mask, EngineError> {
    if text == "regions" {
        return Ok(Mask::default());
    }
    serde_json::from_str(text).map_err(|error| usage(format!("--mask: {error}")))
}

fn help(text: &'static str) -> Invocation {
    Invocation {
        command: Command::Help(text),
        files: Vec::new(),
        dicom: Vec::new(),
        config: None,
        out: None,
    }
}

fn usage(detail: String) -> EngineError {
    EngineError::Usage {
        detail: format!("{detail}; usage: {USAGE}"),
    }
}

fn frame_choice(text: &str) -> Result<FrameChoice, EngineError> {
    match text {
        "first" => Ok(FrameChoice::First),
        "last" => Ok(FrameChoice::Last),
        "all" => Ok(FrameChoice::All),
        number => number
            .parse()
            .map(FrameChoice::Number)
            .map_err(|_| usage(format!("--frame {number}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Invocation, EngineError> {
        let arguments: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        parse_arguments(&arguments)
    }

    #[test]
    fn options_may_stand_before_and_after_files() {
        let parsed = parse("frame --frame last a.dcm --as rgb b.dcm --out folder").unwrap();
        assert_eq!(parsed.files, ["a.dcm", "b.dcm"]);
        assert_eq!(parsed.out.as_deref(), Some("folder"));
        let options = FrameOptions {
            frames: FrameChoice::Last,
            as_rgb: true,
            write: true,
        };
        assert_eq!(parsed.command, Command::Frame(options));
    }

    #[test]
    fn image_files_go_on_until_the_next_option() {
        let parsed = parse("evaluate a.json --dicom b.dcm c.dcm --config folder d.json").unwrap();
        assert_eq!(
            (parsed.files, parsed.dicom),
            (
                vec!["a.json".to_owned(), "d.json".to_owned()],
                vec!["b.dcm".to_owned(), "c.dcm".to_owned()],
            )
        );
        assert_eq!(parsed.config.as_deref(), Some("folder"));
    }

    #[test]
    fn every_command_has_help_and_the_overview_names_it() {
        for (name, text) in COMMANDS {
            let asked = parse(&format!("{name} a.json --help")).unwrap();
            assert_eq!(asked.command, Command::Help(text));
            assert!(text.starts_with(&format!("Usage: engine {name} ")));
            assert!(OVERVIEW.contains(&format!("  {name} ")) && USAGE.contains(name));
        }
        assert_eq!(parse("--help").unwrap().command, Command::Help(OVERVIEW));
    }

    #[test]
    fn wrong_usage_is_refused() {
        let wrong = [
            "",
            "play a.dcm",
            "info",
            "info a.dcm --frame 1",
            "frame a.dcm",
            "track a.dcm",
            "envelope a.dcm",
            "envelope a.dcm --request {} --region first",
            "propose a.dcm --data-type equine",
            "frame a.dcm --frame",
            "frame a.dcm --frame -1",
            "frame a.dcm --frame 1 --as bmp",
            "evaluate a.json",
            "evaluate a.json --dicom b.dcm",
            "evaluate --dicom a.dcm --config folder",
            "measure a.json --config folder",
        ];
        for text in wrong {
            assert_eq!(parse(text).unwrap_err().code(), "usage", "{text}");
        }
    }
}
