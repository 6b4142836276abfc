/** EchoNet-Dynamic (Ouyang et al. 2020, doi:10.1038/s41586-020-2145-8): videos of 112 x 112, FileList.csv, VolumeTracings.csv. */
import { createHash } from 'node:crypto';
import type { SquarePlacement } from '@echometry/bindings/engine/api.ts';
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import { avi } from './avi.ts';
import { type Beat, LV_ENDO, firstBeat, meanRate, valueOf } from './beats.ts';
import { type Segment, axisAndChords } from './chords.ts';
import { type CurveSampler, leftOut, tracedLines } from './curves.ts';
import { csvLine } from '@echometry/contract/rules/csv.ts';
import { frameOrNull, framesOrNull } from './frames.ts';
import { WORK_COLUMNS, nameOf, once, workRow } from './names.ts';
import { png } from './png.ts';
import { cropped, greyOf, isGrey, placed, placement } from './square.ts';
import { REFUSALS } from './refusals.ts';
import type { ArchiveFile, FormatWriter, LeftOut, PixelBounds, SourceImage } from './source.ts';

const SIDE_PX = 112;
const CHORDS = 20;
/** The squares of a film are held, then its PNG: 75 MB each at most. */
const MAX_FRAMES = 2_000;

const FILE_LIST = ['FileName', 'EF', 'ESV', 'EDV', 'FrameHeight', 'FrameWidth', 'FPS', 'NumberOfFrames', 'Split'];
const TRACINGS = ['FileName', 'X1', 'Y1', 'X2', 'Y2', 'Frame'];
/** Measurements of FileList.csv, and whether one of them is stored as another number is in `recomputed_differs`. */
const VALUES = ['EF', 'LV ESV', 'LV EDV'];

/** Both ends of the contours in stored pixels. Chords stop half a disc above the base, and the base may be oblique. */
export const RINGS = (['end_diastole', 'end_systole'] as const).flatMap((event) =>
  ['x1', 'y1', 'x2', 'y2'].map((part) => `${event}_ring_${part}` as const),
);

export const SOURCE_COLUMNS = [
  'FileName',
  ...WORK_COLUMNS,
  'cycle',
  'end_diastole_frame_number',
  'end_systole_frame_number',
  'scale_x',
  'scale_y',
  'margin_x',
  'margin_y',
  ...RINGS,
  'formula_of_volumes',
  'engine_version',
  'recomputed_differs',
];

/** Always the same for a patient, so that no patient is in two parts: 6 of 8, 1 of 8 and 1 of 8. */
export function splitOf(patient: string): 'TRAIN' | 'VAL' | 'TEST' {
  const eighth = (createHash('sha256').update(patient).digest()[0] ?? 0) % 8;
  return eighth < 6 ? 'TRAIN' : eighth === 6 ? 'VAL' : 'TEST';
}

interface Clip {
  beat: Beat;
  ef: number;
  esv: number;
  edv: number;
  rate: number;
  pixel_size_mm: readonly [number, number];
}

/** Facts of a row, or the reason why the clip has none. */
function clipOf(source: SourceImage, sample: CurveSampler, leaveOut: (what: LeftOut) => void): Clip | null {
  const leave = (reason: string): null => {
    leaveOut(leftOut(source, reason));
    return null;
  };
  if (source.number_of_frames > MAX_FRAMES) return leave(`a clip of more than ${MAX_FRAMES} frames is not exported`);
  const rate = meanRate(source);
  if (rate === null) return leave('the file gives no frame times, and FPS would be a guess');
  if (source.pixel_size_mm === null) return leave('the size of a pixel is not known');
  const beat = firstBeat(source, tracedLines(source, sample, leaveOut), [LV_ENDO], leave);
  if (beat === null) return null;
  const values = [
    valueOf(source, 'EF', '%', beat.cycle),
    valueOf(source, 'LV ESV', 'ml', beat.cycle),
    valueOf(source, 'LV EDV', 'ml', beat.cycle),
  ];
  const [ef, esv, edv] = values;
  if (typeof ef === 'number' && typeof esv === 'number' && typeof edv === 'number') {
    return { beat, ef, esv, edv, rate, pixel_size_mm: source.pixel_size_mm };
  }
  return leave(values.filter((value) => typeof value === 'string').join('; '));
}

interface Film {
  film: Uint8Array;
  to: SquarePlacement;
}

/** Bounds of a picture without a sector; null where it cannot be decoded. */
async function wholePicture(source: SourceImage, leaveOut: (what: LeftOut) => void): Promise<PixelBounds | null> {
  const first = await frameOrNull(source, 1, leaveOut);
  return first && { left: 0, top: 0, right: first.columns - 1, bottom: first.rows - 1 };
}

async function filmOf(source: SourceImage, { pixel_size_mm, rate }: Clip, leaveOut: (what: LeftOut) => void): Promise<Film | null> {
  const sector = source.sector ?? (await wholePicture(source, leaveOut));
  if (sector === null) return null;
  const to = placement(SIDE_PX, sector, pixel_size_mm);
  const size = { columns: SIDE_PX, rows: SIDE_PX };
  const squareOf = async (number: number): Promise<Uint8Array> => cropped(await source.square(number, to), to, sector);
  const squares = await framesOrNull(source, [1, source.number_of_frames], leaveOut, squareOf);
  if (squares === null) return null;
  // Readers expect every frame to be like the first.
  const kind = squares.every(isGrey) ? 'grey' : 'rgb';
  const pictures: Uint8Array[] = [];
  for (const square of squares) pictures.push(await png({ ...size, pixels: kind === 'grey' ? greyOf(square) : square, kind }));
  return { film: avi({ ...size, frames_per_second: rate, pictures }), to };
}

function tracingsOf(name: string, beat: Beat, to: SquarePlacement): string[] | null {
  const rowsOf = (event: 'end_systole' | 'end_diastole'): string[] | null => {
    const traced = beat.lines[event].get(LV_ENDO);
    const contour: Position[] = (traced?.curve ?? []).map((point) => placed(to, point));
    const segments: Segment[] | null = axisAndChords(contour, CHORDS);
    // The frame counts from 0 here.
    const frame = beat[event] - 1;
    return segments && segments.map(([a, b]) => csvLine([`${name}.avi`, a.x, a.y, b.x, b.y, frame]));
  };
  // The loader takes the first frame it meets as end systole and the last as end diastole.
  const [systole, diastole] = [rowsOf('end_systole'), rowsOf('end_diastole')];
  return systole && diastole && [...systole, ...diastole];
}

/** In the order of `RINGS`. */
const ringsOf = ({ lines }: Beat): (number | null)[] =>
  (['end_diastole', 'end_systole'] as const).flatMap((event) => {
    const curve = lines[event].get(LV_ENDO)?.curve ?? [];
    return [curve[0], curve.at(-1)].flatMap((ring) => [ring?.x ?? null, ring?.y ?? null]);
  });

function sourceRow(name: string, source: SourceImage, { beat }: Clip, { scale, margin }: SquarePlacement): string {
  const provenance = source.image.measurements.find((measurement) => measurement.name === 'LV EDV')?.provenance;
  const formula = provenance && `${provenance.formula.kind} ${provenance.formula.name ?? ''} ${provenance.formula.version}`;
  return csvLine([
    name,
    ...workRow(source),
    beat.cycle + 1,
    beat.end_diastole,
    beat.end_systole,
    ...scale,
    ...margin,
    ...ringsOf(beat),
    formula ?? null,
    provenance?.engine_version ?? null,
    VALUES.some((value) => source.stored.has(value)),
  ]);
}

/** Apical four-chamber clips with both contours and volumes of a beat; sources.csv leads back to the stored pixels. */
export function echonetWriter(sample: CurveSampler): FormatWriter {
  return {
    name: 'echonet',
    values: true,
    refusal: REFUSALS.echonet,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      const [list, tracings, sources] = [[csvLine(FILE_LIST)], [csvLine(TRACINGS)], [csvLine(SOURCE_COLUMNS)]];
      for await (const source of images) {
        const clip = clipOf(source, sample, leaveOut);
        if (clip === null) continue;
        const name = nameOf(source);
        const made = await filmOf(source, clip, leaveOut);
        if (made === null) continue;
        const { film, to } = made;
        const rows = tracingsOf(name, clip.beat, to);
        if (rows === null) {
          leaveOut(leftOut(source, 'a chord across the ventricle meets no wall'));
          continue;
        }
        const size = [SIDE_PX, SIDE_PX];
        list.push(csvLine([name, clip.ef, clip.esv, clip.edv, ...size, clip.rate, source.number_of_frames, splitOf(source.study.patient)]));
        tracings.push(...rows);
        sources.push(sourceRow(name, source, clip, to));
        yield { path: `echonet/Videos/${name}.avi`, content: once(film) };
      }
      yield { path: 'echonet/FileList.csv', content: once(list.join('')) };
      yield { path: 'echonet/VolumeTracings.csv', content: once(tracings.join('')) };
      yield { path: 'echonet/sources.csv', content: once(sources.join('')) };
    },
  };
}
