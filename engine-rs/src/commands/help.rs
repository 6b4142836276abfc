//! Summary of each command, for `--help`.

/// What `--help` prints without a command.
pub const OVERVIEW: &str = "\
Usage: engine COMMAND FILE...

  info            metadata of DICOM files
  frame           decoded frames as hashes, or as bytes with --out
  deid            files without what identifies their patient
  planes          component planes of JPEG streams
  propose         where cardiac events may lie in DICOM files
  envelope        outer envelope of a spectrum with the points of a pattern
  track           lines followed through the frames of DICOM clips
  evaluate        every measurement of an analysis
  measure         measurements against the expected values of golden cases
  splines         curves against the expected values of golden cases
  bench-formulas  formulas side by side on one drawing, with their spread under jitter
  agree           agreement of readers: curves, events, values, statistics
  judge           values against rows of reference values
  formula-hashes  one hash per formula over random inputs

Each prints one JSON object per line. Exit status 1: some line reports an error; 2: wrong usage.
COMMAND --help says more of one command.
";

const INFO: &str = "\
Usage: engine info FILE...

A line per DICOM file: transfer syntax, size, frames with their times, regions, warnings.
";

const FRAME: &str = "\
Usage: engine frame FILE... --frame N|first|last|all [--as stored|rgb] [--out FOLDER]

A line per frame: size, SHA-256 and mean of the decoded samples.
  --frame N|first|last|all  which frames, counted from 1
  --as stored|rgb           samples as stored (the default), or converted to RGB
  --out FOLDER              writes the bytes of each frame there as well
";

const DEID: &str = "\
Usage: engine deid FILE... --request JSON [--mask regions|JSON] [--out FOLDER]

A line per DICOM file: transfer syntax, frames, size and SHA-256 of the de-identified file.
  --request JSON        {key, date_shift_days, patient_show}; the key has 32 bytes or more
  --mask regions|JSON   blacks out what lies outside of the ultrasound regions, in every frame;
                        {shown: [{x, y, width, height}], hidden: [...]} adds to them and takes away
  --out FOLDER          writes each file there as NAME.deid.dcm
";

const PLANES: &str = "\
Usage: engine planes JPEG...

A line per JPEG stream: width, height and SHA-256 of each component.
";

const PROPOSE: &str = "\
Usage: engine propose FILE... [--data-type fetal|pediatric|adult]

A line per DICOM file: R waves, end diastoles and end systoles as columns of a strip or frames of a
clip, or the period where there is no ECG. Null where nothing is seen; `unclear` names what is seen
but cannot be told.
  --data-type fetal|pediatric|adult  heart rates of 90 to 240, 40 to 220 or 30 to 200 beats per
                                     minute; 30 to 240 without it
";

const ENVELOPE: &str = "\
Usage: engine envelope FILE... --request JSON [--region N]

A line per DICOM file: the outer envelope of a spectrum between two columns, row by row, and the
points of the pattern in pixels and in units: value_x from the left limit, value_y from the zero
line, upwards positive. Null where no flow is seen (docs/envelope.md).
  --request JSON  {columns: [from, to], side, control_points: [{type, forced_to_zero, on_onset}]};
                  side is above, below or both. Optional: zero_y (the file's zero line), share
                  (0.5), wrapped ([0, 0]: aliased rows at the upper and lower edge), mid_points (3)
  --region N      the region, counted from 0; without it the same as for measurements
";

const TRACK: &str = "\
Usage: engine track FILE... --request JSON [--curves JSON --config FOLDER]

A line per DICOM clip: the lines of the request {frame_number, alike, first, last, lines: [{points,
form}]} on every frame, with quality and drift of each point (docs/tracking.md). A form is open,
closed or oval.
  --curves JSON    {image, cycle, lines, study}: the record of the clip, the cycle from 0, and the names
                   of the lines of the request. The line of the clip then has the curves of the cycle
                   (docs/tracking.md#curves-of-a-cycle).
  --config FOLDER  echo_image_types.json and echo_measurements.json
";

const MEASURE: &str = "\
Usage: engine measure CASES.json...

A line per case that is not answered as expected, then the counts.
";

const SPLINES: &str = "\
Usage: engine splines CASES.json...

A line per curve that is not answered as expected, then the counts.
";

const EVALUATE: &str = "\
Usage: engine evaluate ANALYSIS.json... --dicom FILE...|FOLDER --config FOLDER

A line per analysis: every measurement and caliper of every image with what it was computed from.
  --dicom FILE...|FOLDER  image files, found by SOP Instance UID, else by name
  --config FOLDER         echo_image_types.json, echo_measurements.json and, to check names of
                          calipers, echo_caliper.json

An analysis with `references` also gets the place of its values among reference values
(docs/references.md#on-the-command-line).

An analysis with `sequences`, lines on every frame by their SHA-256, also gets the curves of the
cycles that name them (docs/tracking.md#on-the-command-line).

A definition that cannot be loaded refuses the configuration and is named. A fault in one image
refuses that image with its JSON path; the others are measured, and the exit status is 1.
";

const BENCH_FORMULAS: &str = "\
Usage: engine bench-formulas BENCH.json...

A line per definition: its value on the drawing, and mean, SD and limits under jitter.
";

const AGREE: &str = "\
Usage: engine agree REQUESTS.json...

A line per request of the list: curves, events, values, reliability, bland_altman or control
(docs/agreement.md).
";

const JUDGE: &str = "\
Usage: engine judge REQUESTS.json...

A line per case of {rows, cases: [{row, unit, value, patient, z_limit}]}: where the value stands among
the reference values of a row. A line for the cohort: {tables, studies} by two decision tables. A line
for the values of many studies: {rows, values} by the first row with a result
(docs/references.md#on-the-command-line).
";

const FORMULA_HASHES: &str = "\
Usage: engine formula-hashes HASHES.json...

A line per formula: a hash over its values for {inputs, seed}. Two builds that print the same lines
compute the same bits.
";

/// Commands in the order of the overview, each with its help.
pub const COMMANDS: [(&str, &str); 14] = [
    ("info", INFO),
    ("frame", FRAME),
    ("deid", DEID),
    ("planes", PLANES),
    ("propose", PROPOSE),
    ("envelope", ENVELOPE),
    ("track", TRACK),
    ("evaluate", EVALUATE),
    ("measure", MEASURE),
    ("splines", SPLINES),
    ("bench-formulas", BENCH_FORMULAS),
    ("agree", AGREE),
    ("judge", JUDGE),
    ("formula-hashes", FORMULA_HASHES),
];
