/** Labels of labelme and YOLO on the pictures of an export: areas and places by closed forms, other content refused by its place. */
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { COLUMNS, END_DIASTOLE, END_SYSTOLE, INSTANCE, ROWS, loadedSampler, source, valve, written } from '../../../test/format-sources.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { ensureReaders } from '../../../../scripts/lib/python.mjs';
import { cocoWriter } from '../../exports/formats/coco.ts';
import { polygonArea } from '../../exports/formats/raster.ts';
import { type LinesFile, readLines } from './read-lines.ts';

interface ExportedSet {
  images: { id: number; file_name: string; frame_index: number }[];
  categories: { id: number; name: string }[];
  annotations: { image_id: number; category_id: number; control_points: { x: number; y: number }[] }[];
}

/** A half ellipse with its apex above, like the exported ventricle, in pixels from the corner of the first. */
const [CENTRE_X, BASE_Y, HALF_WIDTH, HEIGHT] = [80, 95, 28, 64];
const CORNERS = 200;
/** 24 points are corners of a polygon within the curve. Of 23 pieces of length s, it lacks pi s^2 / 12: 0.4 % of this area. */
const AREA_SHARE = 0.005;
const CLOSE_PX = 1e-9;
const READER = path.join(checkoutRoot(), 'server', 'test', 'readers', 'labelled.py');
const PREPARING_MS = 300_000;

/** Corners of the half ellipse, beginning at the given one. */
const halfEllipse = (first: number): [number, number][] => {
  const corners = Array.from({ length: CORNERS + 1 }, (_, at): [number, number] => {
    const angle = (Math.PI * at) / CORNERS;
    return [CENTRE_X - HALF_WIDTH * Math.cos(angle), BASE_Y - HEIGHT * Math.sin(angle)];
  });
  return [...corners.slice(first), ...corners.slice(0, first)];
};

let folder: string;
let exported: LinesFile;
let lines: LinesFile;
let set: ExportedSet;
let pictures: ReadonlyMap<string, Buffer>;
let python: string;
let made = 0;

beforeAll(async () => {
  python = await ensureReaders();
  folder = await temporaryFolder('labels');
  const { files } = await written(cocoWriter(await loadedSampler()), [source(), source(valve())]);
  pictures = files;
  exported = await fileOf('annotations.json', files.get('coco/annotations.json')!.toString('utf8'));
  lines = await fileOf('lines.json', files.get('coco/lines.json')!.toString('utf8'));
  set = JSON.parse(files.get('coco/annotations.json')!.toString('utf8')) as ExportedSet;
}, PREPARING_MS);

async function fileOf(name: string, text: string): Promise<LinesFile> {
  const place = path.join(folder, String((made += 1)), path.basename(name));
  await mkdir(path.dirname(place));
  await writeFile(place, text);
  return { name, place };
}

/** Labels written or checked by other programs. */
const foreign = (order: object): unknown => JSON.parse(execFileSync(python, [READER], { encoding: 'utf8', input: JSON.stringify(order) }));

async function zipOf(content: Readonly<Record<string, string>>): Promise<LinesFile> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(content)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const place = path.join(folder, `${(made += 1)}.zip`);
  await finished(zip.outputStream.pipe(createWriteStream(place)));
  return { name: 'labels.zip', place };
}

const pictureOf = (frame: number) => set.images.find(({ frame_index }) => frame_index === frame - 1)!.file_name;
const labelme = (imagePath: string, shapes: unknown[], more: object = {}) =>
  JSON.stringify({ version: '5.5.0', flags: {}, shapes, imagePath, imageData: null, imageHeight: ROWS, imageWidth: COLUMNS, ...more });
const polygon = (label: string, points: [number, number][]) => ({ label, points, group_id: null, shape_type: 'polygon', flags: {} });
const yoloRow = (number: number, points: [number, number][]) => [number, ...points.flatMap(([x, y]) => [x / COLUMNS, y / ROWS])].join(' ');

/** Where both valve rings of the half ellipse are, in stored pixels. */
const RINGS = [
  { x: CENTRE_X - HALF_WIDTH - 0.5, y: BASE_Y - 0.5 },
  { x: CENTRE_X + HALF_WIDTH - 0.5, y: BASE_Y - 0.5 },
];

function expectHalfEllipse(points: readonly { x: number; y: number }[]): void {
  const area = (Math.PI * HALF_WIDTH * HEIGHT) / 2;
  expect(Math.abs(polygonArea(points) / area - 1)).toBeLessThan(AREA_SHARE);
  const drawn = set.annotations[0]!.control_points;
  // The exported line begins at one ring; the read one begins at the same side, whichever corner the polygon begins with.
  const isLeftFirst = drawn[0]!.x < drawn.at(-1)!.x;
  const [first, last] = isLeftFirst ? RINGS : [...RINGS].reverse();
  for (const [found, ring] of [
    [points[0]!, first!],
    [points.at(-1)!, last!],
  ] as const)
    expect(Math.hypot(found.x - ring.x, found.y - ring.y)).toBeLessThan(CLOSE_PX);
}

describe('labelme', () => {
  it.each([0, 57, 200])('gives areas as lines from ring to ring, from a polygon that begins at corner %i', async (first) => {
    const name = pictureOf(END_DIASTOLE);
    const text = labelme(path.posix.basename(name), [polygon('LV endo', halfEllipse(first))]);
    const { lines: read, refused } = await readLines(
      [await zipOf({ [name.replace('.png', '.json')]: text, [name]: 'no picture' })],
      exported,
    );
    expect(refused).toEqual([]);
    expect(read).toMatchObject([{ instance_id: INSTANCE, frame_number: END_DIASTOLE, name: 'LV endo', event: 'end_diastole', cycle: 0 }]);
    expectHalfEllipse(read[0]!.points);
  });

  it('reads the file that labelme saves for a picture, with the points that labelme reads from it', async () => {
    const name = pictureOf(END_DIASTOLE);
    const picture = await fileOf(name, '');
    await writeFile(picture.place, pictures.get(`coco/${name}`)!);
    const shape = { ...polygon('LV endo', halfEllipse(0)), description: '', mask: null };
    const saved = foreign({ do: 'labelme', picture: picture.place, shapes: [shape] }) as { image_path: string; shapes: unknown[] };
    expect(saved).toEqual({ image_path: path.posix.basename(name), shapes: [{ label: 'LV endo', points: shape.points }] });
    const text = await readFile(picture.place.replace(/\.png$/, '.json'), 'utf8');
    const { lines: read, refused } = await readLines([await zipOf({ [name.replace('.png', '.json')]: text })], exported);
    expect(refused).toEqual([]);
    expect(read).toMatchObject([{ frame_number: END_DIASTOLE, name: 'LV endo' }]);
    expectHalfEllipse(read[0]!.points);
  });

  it('gives paths point by point, half a pixel from the corner that it counts from', async () => {
    const valveSet = JSON.parse(await readFile(lines.place, 'utf8')) as ExportedSet;
    const name = valveSet.images.at(-1)!.file_name;
    const points: [number, number][] = [
      [40.5, 31],
      [60, 38.5],
      [90, 34],
    ];
    const text = labelme(name, [{ label: 'Mitral ring', points, shape_type: 'linestrip' }]);
    const { lines: read, refused } = await readLines([await fileOf('one.json', text)], lines);
    expect(refused).toEqual([]);
    expect(read).toMatchObject([{ name: 'Mitral ring', shape: 'valve', points: points.map(([x, y]) => ({ x: x - 0.5, y: y - 0.5 })) }]);
  });

  it('refuses other shapes by their file and place, and reads the rest', async () => {
    const name = pictureOf(END_SYSTOLE);
    const shapes = [
      {
        label: 'LV endo',
        points: [
          [10, 10],
          [20, 20],
        ],
        shape_type: 'rectangle',
      },
      polygon('Spleen', halfEllipse(0)),
      polygon('LV endo', [
        [-40, 10],
        [20, 20],
        [30, 30],
      ]),
      polygon('LV endo', halfEllipse(0)),
    ];
    const files = [
      await fileOf('a.json', labelme(name, shapes)),
      await fileOf('b.json', labelme('images/elsewhere/frame-00001.png', shapes)),
      await fileOf('c.json', labelme(name, shapes, { imageWidth: 2 * COLUMNS })),
    ];
    const { lines: read, refused } = await readLines(files, exported);
    expect(read).toHaveLength(1);
    expect(refused.map(({ file, entry, reason }) => `${file} ${entry}: ${reason}`)).toEqual([
      'a.json shapes/0: a rectangle is not a line; polygons, line strips and lines are read',
      'a.json shapes/1: the exported data set has no line Spleen',
      `a.json shapes/2: the point -40.5, 9.5 is outside of the picture of ${COLUMNS} x ${ROWS} pixels`,
      expect.stringMatching(/^b\.json : the exported data set has no picture|^b\.json : several exported pictures/) as string,
      `c.json : it was drawn on ${2 * COLUMNS} x ${ROWS} pixels, and the picture has ${COLUMNS} x ${ROWS}`,
    ]);
    const alone = await readLines([files[0]!], null);
    expect(alone.refused.map(({ reason }) => reason)).toEqual([
      'Labels of labelme need the annotations.json or lines.json of the export whose pictures were used',
    ]);
  });
});

describe('YOLO', () => {
  const DATA = `path: ../data\ntrain: images\nnames:\n  0: LV endo\n  1: LA endo\n`;
  const stem = (frame: number) => pictureOf(frame).replace('.png', '').split('/').slice(-2);

  it('gives areas as lines, with their class and confidence, by folder or by joined name', async () => {
    const row = yoloRow(0, halfEllipse(31));
    const content = {
      'data.yaml': DATA,
      [`labels/${stem(END_DIASTOLE).join('/')}.txt`]: `${row} 0.875\n`,
      [`labels/train/${stem(END_SYSTOLE).join('_')}.txt`]: row,
    };
    const { lines: read, refused } = await readLines([await zipOf(content)], exported);
    expect(refused).toEqual([]);
    expect(read.map(({ frame_number, name, score }) => [frame_number, name, score])).toEqual([
      [END_DIASTOLE, 'LV endo', 0.875],
      [END_SYSTOLE, 'LV endo', null],
    ]);
    for (const { points } of read) expectHalfEllipse(points);
    const label = await fileOf('label.txt', row);
    expect(foreign({ do: 'yolo', label: label.place, names: 2 })).toEqual([]);
  });

  it('reads names of classes from classes.txt and from a list, and reports when they are missing', async () => {
    const label = await fileOf(`${stem(END_DIASTOLE).join('_')}.txt`, yoloRow(1, halfEllipse(0)).replace(/^1/, '0'));
    for (const classes of [await fileOf('classes.txt', 'LV endo\n'), await fileOf('data.yml', "names: ['LV endo']")])
      expect((await readLines([label, classes], exported)).lines).toMatchObject([{ name: 'LV endo' }]);
    const none = await readLines([label], exported);
    expect([none.lines, none.refused[0]?.reason]).toEqual([[], 'the names of the classes are missing: add data.yaml or classes.txt']);
  });

  it('refuses lines by their number', async () => {
    const rows = ['7 0.1 0.1 0.2 0.2 0.3 0.3', '0 0.5 0.5 0.1 0.1', '0 0.1 a 0.2 0.2 0.3 0.3', `${yoloRow(0, halfEllipse(0))} 3`];
    const label = await fileOf(`${stem(END_DIASTOLE).join('_')}.txt`, rows.join('\n'));
    const { lines: read, refused } = await readLines([label, await fileOf('data.yaml', DATA)], exported);
    expect(read).toEqual([]);
    expect(refused.map(({ entry, reason }) => `${entry}: ${reason}`)).toEqual([
      'line 1: class 7 has no name',
      'line 2: it is not an area, which has at least three corners',
      'line 3: it has a coordinate that is not a number',
      'line 4: its confidence 3 is not between 0 and 1',
    ]);
  });

  it('never expands aliases of YAML', async () => {
    const label = await fileOf(`${stem(END_DIASTOLE).join('_')}.txt`, yoloRow(0, halfEllipse(0)));
    const bomb = await fileOf('data.yaml', 'a: &a [x, x]\nb: &b [*a, *a]\nnames: [*b, *b]');
    expect((await readLines([label, bomb], exported)).refused[0]?.reason).toMatch(/^data\.yaml is not valid YAML/);
  });
});
