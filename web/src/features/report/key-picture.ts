/** The picture of one frame for the report, on screen and on paper: drawn once, kept while the study is open. */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { smallFrame } from '../../image-page/small-frames.ts';
import { onStudyClosed } from '../../study/store/current-study.ts';
import { sourceOf } from '../../study/store/file-cache.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import { geometryReady } from '../../viewer/facts/calibration.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Largest side of a key image, in pixels: half the width of a page at 200 dots per inch. */
const MAX_SIDE_PX = 800;

export interface KeyPicture {
  /** `data:` address of the picture. */
  url: string;
  metadata: ImageMetadata;
}

const pictures = new Map<string, Promise<KeyPicture | string>>();
onStudyClosed(() => {
  pictures.clear();
});

async function draw({ filename, colours }: StudyFile, frame: number): Promise<KeyPicture | string> {
  const source = await sourceOf(filename);
  if (source === null) return messages.picture.notStored;
  const engine = theEngine();
  const opened = await engine.open(source, colours === null ? {} : { colour: colours });
  if (!opened.ok) return opened.error.message;
  try {
    await geometryReady();
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) return metadata.error.message;
    const box = { width: MAX_SIDE_PX, height: MAX_SIDE_PX };
    const made = await smallFrame(opened.value, metadata.value, frame, box, new AbortController().signal);
    if (!made.ok) return made.error.message;
    const canvas = document.createElement('canvas');
    canvas.width = made.value.width;
    canvas.height = made.value.height;
    const context = canvas.getContext('2d');
    if (!context) return messages.picture.cannotDraw;
    made.value.draw(context, 0, 0);
    return { url: canvas.toDataURL('image/jpeg', 0.92), metadata: metadata.value };
  } finally {
    engine.release(opened.value);
  }
}

/** The picture of a frame, or in words why there is none. */
export function keyPicture(file: StudyFile, frame: number): Promise<KeyPicture | string> {
  const name = JSON.stringify([file.filename, file.colours, frame]);
  const known = pictures.get(name);
  if (known) return known;
  const drawn = draw(file, frame).catch((error: unknown) => messageOf(error));
  pictures.set(name, drawn);
  // A picture that failed is tried again when it is shown the next time.
  void drawn.then((found) => {
    if (typeof found === 'string') pictures.delete(name);
  });
  return drawn;
}
