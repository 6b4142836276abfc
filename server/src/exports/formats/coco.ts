/**
 * COCO: every traced frame as a picture. Areas are polygons in annotations.json. Open lines are keypoints in lines.json,
 * because pycocotools stops at an annotation without an area.
 */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import { type CurveEnds, type CurveSampler, type TracedLine, tracedLines } from './curves.ts';
import { EVERY_FRAME, followedCycles } from './every-frame.ts';
import { frameOrNull } from './frames.ts';
import { certaintyOf, nameOf, once } from './names.ts';
import { png } from './png.ts';
import { polygonArea } from './raster.ts';
import { REFUSALS } from './refusals.ts';
import type { ArchiveFile, DecodedFrame, FormatWriter, LeftOut, SourceImage } from './source.ts';

/** COCO counts from the corner of the first pixel, stored points from its centre. */
export const CORNER_OF_CENTRE = 0.5;
const VISIBLE = 2;
export const COCO_FORMAT = 1;

const flat = (points: readonly Position[]): number[] => points.flatMap(({ x, y }) => [x + CORNER_OF_CENTRE, y + CORNER_OF_CENTRE]);

function boxOf(points: readonly Position[]): [number, number, number, number] {
  const corner = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    corner.left = Math.min(corner.left, x);
    corner.top = Math.min(corner.top, y);
    corner.right = Math.max(corner.right, x);
    corner.bottom = Math.max(corner.bottom, y);
  }
  return [corner.left + CORNER_OF_CENTRE, corner.top + CORNER_OF_CENTRE, corner.right - corner.left, corner.bottom - corner.top];
}

interface Category {
  id: number;
  name: string;
  supercategory: string;
  ends: CurveEnds;
  keypoints?: string[];
  skeleton?: [number, number][];
}

/** A line with an area; the others are keypoints. */
const hasArea = ({ ends, curve }: TracedLine): boolean => ends !== 'open' && curve.length >= 3;

/** The names of the points, which COCO keeps in the category. */
function keypointsOf({ line }: TracedLine): Pick<Required<Category>, 'keypoints' | 'skeleton'> {
  const keypoints = line.points.map(({ type }, place) => type || `point ${place + 1}`);
  return { keypoints, skeleton: keypoints.slice(1).map((_, place): [number, number] => [place + 1, place + 2]) };
}

/** Pictures, annotations and categories of one file. */
class DataSet {
  readonly #categories = new Map<string, Category>();
  readonly #pictures: string[] = [];
  readonly #annotations: string[] = [];

  #categoryOf(traced: TracedLine): number {
    const { name, shape } = traced.line;
    const kind = { name, supercategory: shape, ends: traced.ends, ...(hasArea(traced) ? {} : keypointsOf(traced)) };
    const key = JSON.stringify(kind);
    const known = this.#categories.get(key);
    if (known) return known.id;
    const id = this.#categories.size + 1;
    this.#categories.set(key, { id, ...kind });
    return id;
  }

  /** @param trackOf number of the line through the frames of its cycle; left out for single frames */
  add(picture: object & { id: number }, lines: readonly TracedLine[], trackOf?: (line: TracedLine) => number): void {
    if (lines.length === 0) return;
    this.#pictures.push(JSON.stringify(picture));
    for (const line of lines)
      this.#annotations.push(
        JSON.stringify({
          ...annotationOf(line, this.#annotations.length + 1, picture.id, this.#categoryOf(line)),
          ...(trackOf ? { track_id: trackOf(line) } : {}),
        }),
      );
  }

  get isEmpty(): boolean {
    return this.#pictures.length === 0;
  }

  async *file(): AsyncGenerator<Uint8Array> {
    const categories = JSON.stringify([...this.#categories.values()]);
    yield Buffer.from(`{"info":${JSON.stringify(INFO)},"licenses":[],"categories":${categories},"images":[`);
    for (const [place, text] of this.#pictures.entries()) yield Buffer.from(`${place === 0 ? '' : ','}\n${text}`);
    yield Buffer.from('],"annotations":[');
    for (const [place, text] of this.#annotations.entries()) yield Buffer.from(`${place === 0 ? '' : ','}\n${text}`);
    yield Buffer.from(']}\n');
  }
}

const fileOf = (frame_number: number): string => `frame-${String(frame_number).padStart(5, '0')}.png`;

const framesIn = (lines: readonly TracedLine[]): number[] =>
  [...new Set(lines.map(({ frame_number }) => frame_number))].sort((a, b) => a - b);

function pictureOf(source: SourceImage, frame: DecodedFrame, frame_number: number, lines: readonly TracedLine[], id: number) {
  const { study, work, image } = source;
  return {
    id,
    width: frame.columns,
    height: frame.rows,
    file_name: `images/${nameOf(source)}/${fileOf(frame_number)}`,
    study: study.study_id,
    patient: study.patient,
    project: study.project,
    instance: image.instance_id,
    image_type: image.type,
    view: image.view,
    frame_index: frame_number - 1,
    time_ms: source.frame_times_ms?.[frame_number - 1] ?? null,
    cycle: [...new Set(lines.map(({ cycle }) => cycle + 1))],
    event: [...new Set(lines.flatMap(({ event }) => event ?? []))],
    pixel_size_mm: source.pixel_size_mm,
    editor: work.editor,
    reviewer: work.reviewer,
    role: work.role,
    blind: work.blind,
    pass: work.pass,
    version: work.version,
    ...certaintyOf(source),
  };
}

/** The annotation of a line; coordinates are never rounded. */
function annotationOf(traced: TracedLine, id: number, image_id: number, category_id: number): object {
  const { line, curve, ends, cycle, event } = traced;
  const bbox = boxOf(curve);
  const common = {
    id,
    image_id,
    category_id,
    bbox,
    iscrowd: 0,
    shape: line.shape,
    ends,
    cycle: cycle + 1,
    event,
    control_points: line.points.map(({ id: point, x, y, type }) => ({ id: point, type, x: x + CORNER_OF_CENTRE, y: y + CORNER_OF_CENTRE })),
  };
  if (hasArea(traced)) return { ...common, area: polygonArea(curve), segmentation: [flat(curve)] };
  const keypoints = line.points.flatMap(({ x, y }) => [x + CORNER_OF_CENTRE, y + CORNER_OF_CENTRE, VISIBLE]);
  // The similarity of keypoints is relative to an area; a line has none, so the box counts.
  return { ...common, area: bbox[2] * bbox[3], keypoints, num_keypoints: line.points.length, polyline: flat(curve) };
}

const INFO = {
  description: 'Echometry: traced frames',
  coordinates: 'x to the right, y down, 0,0 is the upper left corner of the first pixel and 0.5,0.5 its centre',
  frames: 'frame_index counts from 0, cycle from 1',
  format: COCO_FORMAT,
};

const pngOf = (frame: DecodedFrame): Promise<Uint8Array> => png({ ...frame, kind: frame.samples_per_pixel === 1 ? 'grey' : 'rgb' });

/**
 * Every frame of the followed cycles of an image: its pictures, and for each cycle a file with areas and a file with open lines, in
 * which a line has one `track_id` on all frames. A file for each cycle, because all of them are in memory until the file is written.
 */
async function* everyFrame(source: SourceImage, sample: CurveSampler, leaveOut: (what: LeftOut) => void): AsyncIterable<ArchiveFile> {
  const folder = `coco/${EVERY_FRAME}/${nameOf(source)}`;
  const written = new Set<number>();
  for (const { cycle, lines } of await followedCycles(source, sample, leaveOut)) {
    const [areas, open] = [new DataSet(), new DataSet()];
    const names = [...new Set(lines.map(({ line }) => line.name))];
    const trackOf = ({ line }: TracedLine): number => names.indexOf(line.name) + 1;
    for (const frame_number of framesIn(lines)) {
      const here = lines.filter((line) => line.frame_number === frame_number);
      const frame = await frameOrNull(source, frame_number, leaveOut);
      if (frame === null) continue;
      const picture = { ...pictureOf(source, frame, frame_number, here, frame_number), file_name: `images/${fileOf(frame_number)}` };
      areas.add(picture, here.filter(hasArea), trackOf);
      open.add(
        picture,
        here.filter((line) => !hasArea(line)),
        trackOf,
      );
      if (!written.has(frame_number)) yield { path: `${folder}/${picture.file_name}`, content: once(await pngOf(frame)) };
      written.add(frame_number);
    }
    yield { path: `${folder}/cycle-${cycle + 1}.json`, content: areas.file() };
    if (!open.isEmpty) yield { path: `${folder}/cycle-${cycle + 1}-lines.json`, content: open.file() };
  }
}

/** Pictures first, the two files of annotations last: about 15 kB a line are kept until then. */
export function cocoWriter(sample: CurveSampler): FormatWriter {
  return {
    name: 'coco',
    values: false,
    refusal: REFUSALS.coco,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      const [areas, open] = [new DataSet(), new DataSet()];
      let pictures = 0;
      for await (const source of images) {
        const lines = tracedLines(source, sample, leaveOut);
        for (const frame_number of framesIn(lines)) {
          const here = lines.filter((line) => line.frame_number === frame_number);
          const frame = await frameOrNull(source, frame_number, leaveOut);
          if (frame === null) continue;
          pictures += 1;
          const picture = pictureOf(source, frame, frame_number, here, pictures);
          areas.add(picture, here.filter(hasArea));
          open.add(
            picture,
            here.filter((line) => !hasArea(line)),
          );
          yield { path: `coco/${picture.file_name}`, content: once(await pngOf(frame)) };
        }
        yield* everyFrame(source, sample, leaveOut);
      }
      yield { path: 'coco/annotations.json', content: areas.file() };
      yield { path: 'coco/lines.json', content: open.file() };
    },
  };
}
