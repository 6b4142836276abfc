import type { FrameTimeSource } from '@echometry/contract/generated/image-metadata.ts';

/** Where the time of a frame comes from, in words. */
export const TIMING_SOURCE_TEXT: Readonly<Record<FrameTimeSource, string>> = {
  frame_time_vector: 'Frame Time Vector',
  frame_time: 'Frame Time',
  cine_rate: 'Cine Rate',
  effective_duration: 'Effective Duration',
  recommended_display_frame_rate: 'display rate',
  video_stream: 'of the video',
  assumed: 'assumed',
};
