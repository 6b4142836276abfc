/**
 * CAMUS (Leclerc et al. 2019, doi:10.1109/TMI.2019.2900516): NIfTI of end diastole, end systole and the frames between, with labels.
 */
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { type Beat, FOUR_CHAMBER, LA_ENDO, LV_ENDO, LV_EPI, TWO_CHAMBER, firstBeat, meanRate, valueOf } from './beats.ts';
import { type CurveSampler, leftOut, tracedLines } from './curves.ts';
import { csvLine } from '@echometry/contract/rules/csv.ts';
import { frameOrNull, framesOrNull } from './frames.ts';
import { type Curves, drawnAt, curvesBetween, spanOf } from './half-sequence.ts';
import { WORK_COLUMNS, once, pieces, workRow } from './names.ts';
import { niftiGz } from './nifti.ts';
import { fillPolygon } from './raster.ts';
import { REFUSALS } from './refusals.ts';
import type { ArchiveFile, DecodedFrame, FormatWriter, LeftOut, SourceImage } from './source.ts';

const VIEWS: Readonly<Record<string, '4CH' | '2CH'>> = { [FOUR_CHAMBER]: '4CH', [TWO_CHAMBER]: '2CH' };
/** The measurement whose value is EF of a view. */
const EF_OF = { '4CH': 'EF', '2CH': 'EF biplane' } as const;
/** Labels of CAMUS, painted in this order: the myocardium is the epicardium without the cavity. */
const LABELS = [
  [LV_EPI, 2],
  [LV_ENDO, 1],
  [LA_ENDO, 3],
] as const;
const NAMES = LABELS.map(([line]) => line);
const MAX_SEQUENCE_BYTES = 128 * 1024 * 1024;
const DAYS_PER_YEAR = 365.25;

/** Luma by BT.601, as the data set is grey. */
const [RED, GREEN, BLUE] = [0.299, 0.587, 0.114];

function greyOf({ pixels, samples_per_pixel }: DecodedFrame): Uint8Array {
  if (samples_per_pixel === 1) return pixels;
  const grey = new Uint8Array(pixels.length / 3);
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = Math.round(RED * pixels[at * 3]! + GREEN * pixels[at * 3 + 1]! + BLUE * pixels[at * 3 + 2]!);
  return grey;
}

interface View {
  readonly name: '4CH' | '2CH';
  readonly beat: Beat;
  readonly ef: number;
  readonly pixel_size_mm: readonly [height: number, width: number];
}

/** Facts of an image for the data set, or null after the reason was reported. */
function viewOf(source: SourceImage, sample: CurveSampler, leaveOut: (what: LeftOut) => void): View | null {
  const leave = (reason: string): null => {
    leaveOut(leftOut(source, reason));
    return null;
  };
  const name = ownValue(VIEWS, source.image.type ?? '');
  if (!name) return null;
  if (source.pixel_size_mm === null) return leave('the size of a pixel is not known');
  const beat = firstBeat(source, tracedLines(source, sample, leaveOut), NAMES, leave);
  if (beat === null) return null;
  // The two-chamber view has its volumes together with the four-chamber view.
  const ef = valueOf(source, EF_OF[name], '%', beat.cycle);
  if (typeof ef === 'string') return leave(ef);
  return { name, beat, ef, pixel_size_mm: source.pixel_size_mm };
}

function labels({ rows, columns }: DecodedFrame, curves: Curves): Uint8Array {
  const plane = new Uint8Array(rows * columns);
  for (const [name, label] of LABELS) fillPolygon(plane, columns, rows, curves.get(name) ?? [], label);
  return plane;
}

/** Lines as in the data set; what is not known is NA. */
function configuration(source: SourceImage, { beat, ef }: View): string {
  const [first, last] = spanOf(beat);
  const { sex, age_days } = source.study;
  const rate = meanRate(source);
  const rows: [string, string | number][] = [
    ['ED', beat.end_diastole - first + 1],
    ['ES', beat.end_systole - first + 1],
    ['NbFrame', last - first + 1],
    ['Sex', sex ?? 'NA'],
    ['Age', age_days === null ? 'NA' : Math.floor(age_days / DAYS_PER_YEAR)],
    ['ImageQuality', 'NA'],
    ['EF', ef],
    ['FrameRate', rate ?? 'NA'],
  ];
  return rows.map(([key, value]) => `${key}: ${value}\n`).join('');
}

interface Decoded {
  readonly end_diastole: DecodedFrame;
  readonly end_systole: DecodedFrame;
  /** Grey, from the earlier to the later event; null where it would be too large. */
  readonly sequence: readonly Uint8Array[] | null;
}

/** All frames of a view before anything is written; null where one does not decode. */
async function decode(source: SourceImage, { beat }: View, leaveOut: (what: LeftOut) => void): Promise<Decoded | null> {
  const end_diastole = await frameOrNull(source, beat.end_diastole, leaveOut);
  const end_systole = end_diastole && (await frameOrNull(source, beat.end_systole, leaveOut));
  if (end_diastole === null || end_systole === null) return null;
  const [first, last] = spanOf(beat);
  if (end_diastole.rows * end_diastole.columns * (last - first + 1) > MAX_SEQUENCE_BYTES) {
    leaveOut(leftOut(source, `its half sequence is larger than ${MAX_SEQUENCE_BYTES} bytes`));
    return { end_diastole, end_systole, sequence: null };
  }
  const sequence = await framesOrNull(source, [first, last], leaveOut, async (number) => greyOf(await source.frame(number)));
  return sequence && { end_diastole, end_systole, sequence };
}

function* filesOf(
  source: SourceImage,
  { view, decoded, curves }: { view: View; decoded: Decoded; curves: readonly Curves[] | null },
  patient: string,
): Generator<ArchiveFile> {
  const stem = `camus/database_nifti/${patient}/${patient}_${view.name}`;
  const { pixel_size_mm, beat } = view;
  const { rows, columns } = decoded.end_diastole;
  const volume = (...planes: readonly Uint8Array[]): AsyncIterable<Uint8Array> =>
    pieces(niftiGz({ columns, rows, frames: planes.length, pixel_size_mm, planes, description: 'Echometry, CAMUS' }));
  for (const [event, suffix] of [
    ['end_diastole', 'ED'],
    ['end_systole', 'ES'],
  ] as const) {
    yield { path: `${stem}_${suffix}.nii.gz`, content: volume(greyOf(decoded[event])) };
    yield { path: `${stem}_${suffix}_gt.nii.gz`, content: volume(labels(decoded[event], drawnAt(beat, event))) };
  }
  const { sequence } = decoded;
  if (sequence !== null) yield { path: `${stem}_half_sequence.nii.gz`, content: volume(...sequence) };
  if (sequence !== null && curves !== null) {
    const truth = curves.map((frame) => labels(decoded.end_diastole, frame));
    yield { path: `${stem}_half_sequence_gt.nii.gz`, content: volume(...truth) };
  }
  yield { path: `camus/database_nifti/${patient}/Info_${view.name}.cfg`, content: once(configuration(source, view)) };
}

/** Numbers of patients in the order of their first view; one work of one study is one patient. */
class Patients {
  readonly #numbers = new Map<string, string>();

  of({ study, work }: SourceImage): string {
    const key = JSON.stringify([study.project, study.study_id, work.editor, work.reviewer, work.blind, work.pass]);
    const known = this.#numbers.get(key);
    if (known) return known;
    const name = `patient${String(this.#numbers.size + 1).padStart(4, '0')}`;
    this.#numbers.set(key, name);
    return name;
  }
}

export const PATIENT_COLUMNS = [
  'name',
  'view',
  ...WORK_COLUMNS,
  'cycle',
  'end_diastole_frame_number',
  'end_systole_frame_number',
  'recomputed_differs',
];

/** Four- and two-chamber clips with all three structures traced at both events; patients.csv leads back to studies and frames. */
export function camusWriter(sample: CurveSampler): FormatWriter {
  return {
    name: 'camus',
    values: true,
    refusal: REFUSALS.camus,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      const patients = new Patients();
      const written = new Set<string>();
      const table = [csvLine(PATIENT_COLUMNS)];
      for await (const source of images) {
        const view = viewOf(source, sample, leaveOut);
        if (view === null) continue;
        const decoded = await decode(source, view, leaveOut);
        if (decoded === null) continue;
        const patient = patients.of(source);
        if (written.has(`${patient} ${view.name}`)) {
          leaveOut(leftOut(source, `CAMUS holds one ${view.name} clip of a patient, and another one came first`));
          continue;
        }
        written.add(`${patient} ${view.name}`);
        const { cycle, end_diastole, end_systole } = view.beat;
        table.push(
          csvLine([patient, view.name, ...workRow(source), cycle + 1, end_diastole, end_systole, source.stored.has(EF_OF[view.name])]),
        );
        const curves = await curvesBetween(source, view.beat, NAMES, sample);
        if (typeof curves === 'string') leaveOut(leftOut(source, `half_sequence_gt: ${curves}`));
        yield* filesOf(source, { view, decoded, curves: typeof curves === 'string' ? null : curves }, patient);
      }
      yield { path: 'camus/patients.csv', content: once(table.join('')) };
    },
  };
}
