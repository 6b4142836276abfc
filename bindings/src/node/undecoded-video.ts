/** Node has no decoder of video: the frames of a file are found there and not shown. */
import { videoUnsupported } from '../engine/failure.ts';
import { codingName, videoSetup, type PicturesOf } from '../engine/video-pictures.ts';

export const undecoded: PicturesOf = (stream) => ({
  advance: () => undefined,
  frame: async () => {
    const setup = videoSetup(stream);
    throw videoUnsupported(codingName(setup), setup.codec);
  },
  close: () => Promise.resolve(),
});
