/**
 * A folder laid out like BIDS (Brain Imaging Data Structure): clips as lossless videos, and beside each the marks and values of every
 * person's work on it. BIDS has no modality of ultrasound, so that the folder `us` and its files are an extension.
 */
import { avi } from '../avi.ts';
import { meanRate } from '../beats.ts';
import { leftOut } from '../curves.ts';
import { frameOrNull, framesOrNull } from '../frames.ts';
import { once } from '../names.ts';
import { png } from '../png.ts';
import { REFUSALS } from '../refusals.ts';
import type { ArchiveFile, DecodedFrame, FormatWriter, LeftOut, SourceImage } from '../source.ts';
import { clipPath, sessionOf, subjectOf, workPath } from './names.ts';
import { clipSidecar, eventsTable, headerOf, json, sidecarOf, tsvLine, valuesTable, workSidecar } from './tables.ts';

const BIDS_VERSION = '1.10.0';
const CHANNELS = 3;
/** Decoded samples of a clip stay within this; its packed frames are in memory while it is written. */
const MAX_SAMPLES = 512 * 1024 * 1024;

const README = `Clips of Echometry in a folder laid out like BIDS (https://bids.neuroimaging.io).

BIDS has no modality for ultrasound. These parts of it are kept: dataset_description.json, participants.tsv and sessions.tsv with
their sidecars, folders of subjects and sessions, names made of entities, tables with tabs and n/a, events with onset and duration
in seconds, and JSON sidecars. These parts are ours: the folder and suffix us, the suffixes annotations and values, and videos as
images. .bidsignore names them, so that a validator of BIDS skips them.

sub-*/ses-*/us/*_us.avi          the clip: each frame as decoded, lossless (PNG in AVI)
*_us.json                        frame rate, times of the frames in s, SOP instance
*_desc-VERSION_annotations.json  scale, view, and whose work it is
*_desc-VERSION_events.tsv        end diastole and end systole of each cycle
*_desc-VERSION_values.tsv        values of each cycle and their means, with the reason where there is none

acq names the DICOM file, desc the stored version of a person's work: a clip that two people worked on is there once, with two
sets of tables. Times are those of the file. Dates are shifted per patient. Contours are in the formats for contours, not here.
Research data, not for diagnosis.
`;
const IGNORED = ['**/us/**', '/values.json', ''].join('\n');

function rgbOf({ pixels, samples_per_pixel }: DecodedFrame): Uint8Array {
  if (samples_per_pixel === CHANNELS) return pixels;
  const rgb = new Uint8Array(pixels.length * CHANNELS);
  pixels.forEach((grey, at) => rgb.fill(grey, at * CHANNELS, (at + 1) * CHANNELS));
  return rgb;
}

/** The clip and its sidecar; null with the reason where it cannot be written. */
async function clipFiles(source: SourceImage, leaveOut: (what: LeftOut) => void): Promise<ArchiveFile[] | null> {
  const leave = (reason: string): null => {
    leaveOut(leftOut(source, reason));
    return null;
  };
  const rate = meanRate(source);
  if (source.number_of_frames < 2) return leave('the folder holds clips, and this is a still picture');
  if (rate === null) return leave('the file gives no frame times, and the rate of the video would be a guess');
  const first = await frameOrNull(source, 1, leaveOut);
  if (first === null) return null;
  const { rows, columns } = first;
  if (rows * columns * CHANNELS * source.number_of_frames > MAX_SAMPLES)
    return leave(`a clip of more than ${MAX_SAMPLES} samples is not written as a video; the DICOM files have it`);
  const packed = async (frame_number: number): Promise<Uint8Array> => {
    const frame = await source.frame(frame_number);
    return png({ rows: frame.rows, columns: frame.columns, pixels: rgbOf(frame), kind: 'rgb' });
  };
  const pictures = await framesOrNull(source, [1, source.number_of_frames], leaveOut, packed);
  if (pictures === null) return null;
  return [
    { path: `${clipPath(source)}_us.avi`, content: once(avi({ rows, columns, frames_per_second: rate, pictures })) },
    { path: `${clipPath(source)}_us.json`, content: once(clipSidecar(source, first)) },
  ];
}

function* workFiles(source: SourceImage): Generator<ArchiveFile> {
  const path = workPath(source);
  yield { path: `${path}_annotations.json`, content: once(workSidecar(source)) };
  yield { path: `${path}_events.tsv`, content: once(eventsTable(source)) };
  yield { path: `${path}_values.tsv`, content: once(valuesTable(source)) };
}

/** Patients and studies that have a clip, in their first order. */
class Subjects {
  readonly #participants = new Map<string, string>();
  readonly #sessions = new Map<string, Map<string, string>>();

  add(source: SourceImage): void {
    const { study } = source;
    const [subject, session] = [subjectOf(source), sessionOf(source)];
    if (!this.#participants.has(subject)) this.#participants.set(subject, tsvLine([subject, study.patient, study.project, study.sex]));
    const sessions = this.#sessions.get(subject) ?? new Map<string, string>();
    this.#sessions.set(subject, sessions);
    sessions.set(
      session,
      tsvLine([
        session,
        study.study_id,
        study.study_date,
        study.data_type,
        study.gestational_age_days,
        study.age_days,
        study.height_cm,
        study.weight_kg,
      ]),
    );
  }

  *files(): Generator<ArchiveFile> {
    for (const [subject, sessions] of this.#sessions)
      yield { path: `bids/${subject}/${subject}_sessions.tsv`, content: once(headerOf('sessions') + [...sessions.values()].join('')) };
    yield { path: 'bids/participants.tsv', content: once(headerOf('participants') + [...this.#participants.values()].join('')) };
  }
}

function* describing(engine_version: string): Generator<ArchiveFile> {
  const GeneratedBy = [{ Name: 'Echometry', Version: engine_version }];
  const about = { Name: 'Clips of Echometry', BIDSVersion: BIDS_VERSION, DatasetType: 'derivative', GeneratedBy };
  yield { path: 'bids/dataset_description.json', content: once(json(about)) };
  yield { path: 'bids/README', content: once(README) };
  yield { path: 'bids/.bidsignore', content: once(IGNORED) };
  for (const table of ['participants', 'sessions', 'events', 'values'] as const)
    yield { path: `bids/${table}.json`, content: once(sidecarOf(table)) };
}

export function bidsWriter(engine_version: string): FormatWriter {
  return {
    name: 'bids',
    values: true,
    refusal: REFUSALS.bids,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      const subjects = new Subjects();
      /** Whether the clip of a path could be written: other people's work on it follows it. */
      const clips = new Map<string, boolean>();
      for await (const source of images) {
        const path = clipPath(source);
        if (clips.get(path) === false) leaveOut(leftOut(source, 'its clip is left out'));
        if (!clips.has(path)) {
          const files = await clipFiles(source, leaveOut);
          clips.set(path, files !== null);
          if (files !== null) yield* files;
        }
        if (clips.get(path) !== true) continue;
        subjects.add(source);
        yield* workFiles(source);
      }
      yield* subjects.files();
      yield* describing(engine_version);
    },
  };
}
