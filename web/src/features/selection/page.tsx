import { ImagePage } from '../../image-page/image-page.tsx';
import type { PageParts } from '../../image-page/parts.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import { LabelBar } from './label-bar.tsx';
import { messages } from './messages.ts';

const CLIP_HINTS: readonly KeyHint[] = [
  { actions: ['viewer.play'], does: messages.keys.play },
  { actions: ['viewer.previous-frame', 'viewer.next-frame'], does: messages.keys.frame },
  { actions: ['viewer.ten-back', 'viewer.ten-on'], does: messages.keys.ten },
];
const LABEL_HINTS: readonly KeyHint[] = [
  { actions: ['selection.next-unlabelled'], does: messages.keys.nextUnlabelled },
  { actions: ['selection.view'], does: messages.keys.view },
  { actions: ['selection.type'], does: messages.keys.type },
  { actions: ['selection.reference'], does: messages.keys.reference },
];
/** The next step is counted for editors. */
const NEXT_HINT: KeyHint = { actions: ['selection.next-action'], does: messages.keys.nextStep };

const PARTS: PageParts = {
  page: 'selection',
  mode: messages.mode,
  above: (context) => <LabelBar context={context} />,
  panel: [],
  // Labelling draws nothing: its images are chosen by the tool that every page of images has.
  tools: [],
  hints: ({ file, study }) => [
    ...(file && file.number_of_frames > 1 ? CLIP_HINTS : []),
    { actions: ['selection.previous', 'selection.next'], does: messages.keys.image },
    ...(study.readOnly ? [] : study.review ? LABEL_HINTS : [...LABEL_HINTS, NEXT_HINT]),
  ],
  keys: () => ({}),
};

/** Labelling the images of a study: labels above, thumbnails at the left, the image as large as it fits. */
export const SelectionPage = () => <ImagePage parts={PARTS} />;
