import { ImagePage } from '../../image-page/image-page.tsx';
import type { PageParts } from '../../image-page/parts.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import { LabelBar } from './label-bar.tsx';

const CLIP_HINTS: readonly KeyHint[] = [
  { actions: ['viewer.play'], does: 'play' },
  { actions: ['viewer.previous-frame', 'viewer.next-frame'], does: 'frame' },
  { actions: ['viewer.ten-back', 'viewer.ten-on'], does: 'ten' },
];
/** The next step is counted for editors. */
const NEXT_STEP = 'next step';
const LABEL_HINTS: readonly KeyHint[] = [
  { actions: ['selection.next-unlabelled'], does: 'next unlabelled' },
  { actions: ['selection.view'], does: 'view' },
  { actions: ['selection.type'], does: 'type' },
  { actions: ['selection.reference'], does: 'reference' },
  { actions: ['selection.next-action'], does: NEXT_STEP },
];

const PARTS: PageParts = {
  page: 'selection',
  mode: 'Selection',
  above: (context) => <LabelBar context={context} />,
  panel: [],
  // Labelling draws nothing: its images are chosen by the tool that every page of images has.
  tools: [],
  hints: ({ file, study }) => [
    ...(file && file.number_of_frames > 1 ? CLIP_HINTS : []),
    { actions: ['selection.previous', 'selection.next'], does: 'image' },
    ...(study.readOnly ? [] : study.review ? LABEL_HINTS.filter(({ does }) => does !== NEXT_STEP) : LABEL_HINTS),
  ],
  keys: () => ({}),
};

/** Labelling the images of a study: labels above, thumbnails at the left, the image as large as it fits. */
export const SelectionPage = () => <ImagePage parts={PARTS} />;
