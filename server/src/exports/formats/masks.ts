/** Masks: an indexed PNG for each traced frame, a NIfTI volume for each clip, and what the indices mean. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import { areasByFrame } from './areas.ts';
import { type CurveSampler, type TracedLine, leftOut, tracedLines } from './curves.ts';
import { csvLine } from '@echometry/contract/rules/csv.ts';
import { EVERY_FRAME, type FollowedCycle, followedCycles } from './every-frame.ts';
import { frameOrNull } from './frames.ts';
import { type Packed, packed } from './gzip.ts';
import { WORK_COLUMNS, nameOf, once, pieces, workRow } from './names.ts';
import { niftiGz } from './nifti.ts';
import { png } from './png.ts';
import { fillPolygon, polygonArea } from './raster.ts';
import { REFUSALS } from './refusals.ts';
import type { ArchiveFile, FormatWriter, LeftOut, SourceImage } from './source.ts';

/** An untraced frame of a volume: its pixels are not background. */
const NOT_TRACED = 255;
const MAX_STRUCTURES = NOT_TRACED - 1;

const TURN = 360;
/** Neighbouring indices differ most in hue. */
const GOLDEN_ANGLE = 137.507764;

/** A colour of full saturation by its hue in degrees. */
function colourOf(index: number): [number, number, number] {
  if (index === 0) return [0, 0, 0];
  const hue = ((index - 1) * GOLDEN_ANGLE) % TURN;
  const channel = (shift: number): number => {
    const at = (shift + hue / 30) % 12;
    return Math.round(255 * (0.5 - 0.5 * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Names of structures with their index from 1, in the order of their first appearance. */
class Legend {
  readonly #indices = new Map<string, number>();

  /** Undefined where 8 bits hold no more. */
  indexOf(name: string): number | undefined {
    const known = this.#indices.get(name);
    if (known !== undefined) return known;
    if (this.#indices.size >= MAX_STRUCTURES) return undefined;
    this.#indices.set(name, this.#indices.size + 1);
    return this.#indices.size;
  }

  palette(): [number, number, number][] {
    return Array.from({ length: NOT_TRACED + 1 }, (_, index) => (index === NOT_TRACED ? [64, 64, 64] : colourOf(index)));
  }

  json(): string {
    const named = [...this.#indices].map(([name, index]) => ({ index, name, colour: colourOf(index) }));
    const structures = [{ index: 0, name: 'background', colour: colourOf(0) }, ...named];
    const rule =
      'A pixel is inside where its centre is. Areas of open contours are closed by the straight chord. Smaller areas are on top of larger ones.';
    return `${JSON.stringify({ structures, not_traced: NOT_TRACED, rule }, null, 2)}\n`;
  }
}

export interface Area {
  readonly name: string;
  readonly polygon: readonly Position[];
}

/** Paints areas on an empty plane from the largest to the smallest, so that a cavity is on top of the wall around it. */
function paint(
  { plane, columns, rows }: { plane: Uint8Array; columns: number; rows: number },
  areas: readonly Area[],
  indexOf: (name: string) => number,
): void {
  plane.fill(0);
  const sorted = [...areas].sort((a, b) => polygonArea(b.polygon) - polygonArea(a.polygon));
  for (const { name, polygon } of sorted) fillPolygon(plane, columns, rows, polygon, indexOf(name));
}

function volume(
  source: SourceImage,
  [rows, columns]: readonly [number, number],
  traced: ReadonlyMap<number, Packed>,
): Iterable<Uint8Array> {
  const untraced = packed(new Uint8Array(rows * columns).fill(NOT_TRACED));
  const frames = source.number_of_frames;
  const planes = Array.from({ length: frames }, (_, at) => traced.get(at + 1) ?? untraced);
  const description = source.pixel_size_mm ? 'Echometry masks' : 'Echometry masks, pixels without a size';
  return niftiGz({ columns, rows, frames, pixel_size_mm: source.pixel_size_mm ?? [1, 1], planes, description });
}

/** Decoded samples of a volume stay within this; a longer clip has only its PNG. */
const MAX_VOLUME_BYTES = 128 * 1024 * 1024;

export const FRAME_COLUMNS = [
  'path',
  ...WORK_COLUMNS,
  'frame_number',
  'event',
  'cycle',
  'structures',
  'pixel_height_mm',
  'pixel_width_mm',
  'engine_version',
];

/** Rows of frames.csv, one for each PNG. */
const frameRow = (source: SourceImage, path: string, frame_number: number, lines: readonly TracedLine[]): string =>
  csvLine([
    path,
    ...workRow(source),
    frame_number,
    [...new Set(lines.map(({ event }) => event ?? ''))].join(' '),
    [...new Set(lines.map(({ cycle }) => cycle + 1))].join(' '),
    lines.map(({ line }) => line.name).join('; '),
    source.pixel_size_mm?.[0] ?? null,
    source.pixel_size_mm?.[1] ?? null,
    source.image.measurements.find(({ provenance }) => provenance)?.provenance?.engine_version ?? null,
  ]);

/** Masks of one image in a folder: a PNG for each frame that has a line, and the clip as one volume. */
async function* masksOf(
  source: SourceImage,
  lines: readonly TracedLine[],
  { folder, legend, table }: { folder: string; legend: Legend; table: string[] },
  leaveOut: (what: LeftOut) => void,
): AsyncIterable<ArchiveFile> {
  const full = (name: string) => (legend.indexOf(name) === undefined ? `a mask holds at most ${MAX_STRUCTURES} structures` : null);
  const frames = areasByFrame(source, lines, full, leaveOut);
  const first = frames.keys().next();
  if (first.done) return;
  // The stored size comes from the decoded frame, whatever a record has.
  const decoded = await frameOrNull(source, first.value, leaveOut);
  if (decoded === null) return;
  const { rows, columns } = decoded;
  const palette = legend.palette();
  const canvas = { plane: new Uint8Array(rows * columns), columns, rows };
  const hasVolume = rows * columns * source.number_of_frames <= MAX_VOLUME_BYTES;
  const traced = new Map<number, Packed>();
  // One plane after the other in the same memory, because the planes of a long clip fill more than a hundred megabytes.
  for (const [frame_number, onFrame] of [...frames].sort(([a], [b]) => a - b)) {
    const areas = onFrame.map(({ line, curve }) => ({ name: line.name, polygon: curve }));
    paint(canvas, areas, (name) => legend.indexOf(name) ?? 0);
    if (hasVolume) traced.set(frame_number, packed(canvas.plane));
    const path = `${folder}/${nameOf(source)}/frame-${String(frame_number).padStart(5, '0')}.png`;
    table.push(frameRow(source, path, frame_number, onFrame));
    yield { path, content: once(await png({ rows, columns, pixels: canvas.plane, kind: 'palette', palette })) };
  }
  if (!hasVolume)
    return leaveOut(
      leftOut(source, `its masks as one volume would be larger than ${MAX_VOLUME_BYTES} bytes; the frames are there one by one`),
    );
  yield { path: `${folder}/${nameOf(source)}/clip.nii.gz`, content: pieces(volume(source, [rows, columns], traced)) };
}

/** Lines with an area of all followed cycles; the end diastole between two cycles is the last frame of the first. */
function followedAreas(cycles: readonly FollowedCycle[]): TracedLine[] {
  const seen = new Set<string>();
  return cycles
    .flatMap(({ lines }) => lines)
    .filter(({ line, frame_number, ends, curve }) => {
      const key = `${frame_number} ${line.name}`;
      if (ends === 'open' || curve.length < 3 || seen.has(key)) return false;
      return seen.add(key);
    });
}

/**
 * Masks by the curves of `sample`, of the traced frames and, in a separate folder, of every frame of followed cycles. Both tables
 * list every PNG with its work, legend.json has what the indices are.
 */
export function masksWriter(sample: CurveSampler): FormatWriter {
  return {
    name: 'masks',
    values: false,
    refusal: REFUSALS.masks,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      const legend = new Legend();
      const [traced, every] = [[csvLine(FRAME_COLUMNS)], [csvLine(FRAME_COLUMNS)]];
      for await (const source of images) {
        yield* masksOf(source, tracedLines(source, sample, leaveOut), { folder: 'masks', legend, table: traced }, leaveOut);
        const followed = followedAreas(await followedCycles(source, sample, leaveOut));
        yield* masksOf(source, followed, { folder: `masks/${EVERY_FRAME}`, legend, table: every }, leaveOut);
      }
      yield { path: 'masks/frames.csv', content: once(traced.join('')) };
      if (every.length > 1) yield { path: `masks/${EVERY_FRAME}/frames.csv`, content: once(every.join('')) };
      yield { path: 'masks/legend.json', content: once(legend.json()) };
    },
  };
}
