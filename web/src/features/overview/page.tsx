import { ImagePage } from '../../image-page/image-page.tsx';
import type { PageParts } from '../../image-page/parts.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';

const CLIP_HINTS: readonly KeyHint[] = [
  { actions: ['viewer.play'], does: 'play' },
  { actions: ['viewer.previous-frame', 'viewer.next-frame'], does: 'frame' },
  { actions: ['viewer.ten-back', 'viewer.ten-on'], does: 'ten' },
];

const PARTS: PageParts = {
  page: 'overview',
  mode: 'Overview',
  panel: [],
  tools: [],
  hints: ({ file, study }) => [
    ...(file && file.number_of_frames > 1 ? CLIP_HINTS : []),
    { actions: ['selection.previous', 'selection.next'], does: 'image' },
    ...(study.readOnly ? [] : [{ actions: ['selection.next-action'], does: 'next step' } satisfies KeyHint]),
  ],
  keys: () => ({}),
};

/** One large image plus a thumbnail grid. */
export const OverviewPage = () => <ImagePage parts={PARTS} />;
