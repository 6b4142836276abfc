// Checks of exported archives without the program that wrote them: masks by the areas of their contours, videos by their frames.
import { inflateSync } from 'node:zlib';

/** Pixels of an area and its contour's area differ by less than this share: centres near the contour fall on either side. */
const AREA_WITHIN = 0.005;
const SIGNATURE_BYTES = 8;
/** Lines of a tracing of EchoNet-Dynamic: the long axis and 20 chords, at two events. */
const TRACINGS = 2 * 21;
const SIDE_PX = 112;

/** Chunks of a PNG by type; of more than one, the last. */
function chunksOf(png) {
  const chunks = new Map();
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

const sizeOf = (png) => {
  const header = chunksOf(png).get('IHDR');
  return { columns: header.readUInt32BE(0), rows: header.readUInt32BE(4) };
};

/** How often each index occurs in a PNG of 8 bits whose rows are not filtered. */
function countsOf(png) {
  const { columns, rows } = sizeOf(png);
  const samples = inflateSync(chunksOf(png).get('IDAT'));
  const counts = new Map();
  for (let row = 0; row < rows; row += 1) {
    const from = row * (columns + 1);
    if (samples[from] !== 0) throw new Error(`row ${row} of a mask is filtered`);
    for (const index of samples.subarray(from + 1, from + 1 + columns)) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}

/** Area inside a contour that a straight chord closes, by Gauss's formula. */
const areaOf = (points) =>
  Math.abs(
    points.reduce((sum, [x, y], n) => {
      const [nextX, nextY] = points[(n + 1) % points.length];
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;

const linesOf = (csv) => csv.toString('utf8').trimEnd().split('\r\n');

/**
 * Compares every mask of an archive of one work with the contours of its JSON. The smallest area on a frame is on top of the others,
 * so that its pixels are all there.
 * @param {{names: string[], read: (name: string) => Promise<Buffer>}} archive
 */
export async function checkMasks({ names, read }) {
  const legend = new Map(JSON.parse(String(await read('masks/legend.json'))).structures.map(({ name, index }) => [name, index]));
  const work = JSON.parse(String(await read(names.find((name) => /^json\/[^/]+\.json$/.test(name) && !name.includes('schema')))));
  const masks = names.filter((name) => name.endsWith('.png'));
  if (masks.length === 0) throw new Error('the archive has no mask');
  const [header, ...rows] = linesOf(await read('masks/frames.csv')).map((line) => line.split(','));
  for (const name of masks) {
    const row = rows.find((cells) => cells[0] === name);
    const cell = (column) => row[header.indexOf(column)];
    const smallest = work.lines
      .filter(
        ({ instance_id, frame_number, line }) =>
          instance_id === cell('instance_id') && String(frame_number) === cell('frame_number') && legend.has(line),
      )
      .map(({ line, curve_px }) => ({ line, area: areaOf(curve_px) }))
      .reduce((least, one) => (one.area < least.area ? one : least));
    const pixels = countsOf(await read(name)).get(legend.get(smallest.line)) ?? 0;
    if (Math.abs(pixels - smallest.area) > AREA_WITHIN * smallest.area)
      throw new Error(`${name}: ${smallest.line} has ${pixels} pixels, and its contour an area of ${smallest.area}`);
  }
  return masks.length;
}

/** Sizes of the pictures of an AVI whose pictures are PNG, counted in its data. */
function picturesOf(avi) {
  const found = [];
  for (let at = avi.indexOf('movi') + 4; avi.toString('latin1', at, at + 4) === '00dc';) {
    const length = avi.readUInt32LE(at + 4);
    found.push(sizeOf(avi.subarray(at + 8, at + 8 + length)));
    at += 8 + length + (length % 2);
  }
  return found;
}

/** Videos of an archive: as many as there are clips, each with all frames, and both tables of that length. */
export async function checkVideos({ names, read }, { clips, frames }) {
  const videos = names.filter((name) => name.endsWith('.avi'));
  const pictures = picturesOf(await read(videos[0]));
  const tables = {
    videos: [videos.length, clips],
    'frames of the first': [pictures.filter(({ columns, rows }) => columns === SIDE_PX && rows === SIDE_PX).length, frames],
    'rows of FileList.csv': [linesOf(await read('echonet/FileList.csv')).length - 1, clips],
    'rows of VolumeTracings.csv': [linesOf(await read('echonet/VolumeTracings.csv')).length - 1, clips * TRACINGS],
  };
  for (const [what, [found, expected]] of Object.entries(tables))
    if (found !== expected) throw new Error(`${what}: ${found} in place of ${expected}`);
}
