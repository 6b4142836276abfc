/** The picture of one frame for the report, on screen and on paper: drawn once, kept while the study is open. */
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { drawFrame, type StillPicture } from '../../image-page/frame-picture/draw-frame.ts';
import { onStudyClosed } from '../../study/store/current-study.ts';
import { sourceOf } from '../../study/store/file-cache.ts';

/** Largest side of a key image, in pixels: half the width of a page at 200 dots per inch. */
const MAX_SIDE_PX = 800;

const pictures = new Map<string, Promise<StillPicture | string>>();
onStudyClosed(() => {
  pictures.clear();
});

const draw = async (file: StudyFile, frame: number): Promise<StillPicture | string> =>
  drawFrame(await sourceOf(file.filename), file, { frame, side: MAX_SIDE_PX, signal: new AbortController().signal });

/** The picture of a frame, or in words why there is none. */
export function keyPicture(file: StudyFile, frame: number): Promise<StillPicture | string> {
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
