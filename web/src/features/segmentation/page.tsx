import { useEffect, useState } from 'react';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import { canBeTraced } from '@echometry/contract/rules/segmentation.ts';
import { ImagePage } from '../../image-page/image-page.tsx';
import { setPanel } from '../../image-page/panel-place.ts';
import type { PageContext, PageParts } from '../../image-page/parts.ts';
import { Chip } from '../../ui/chip.tsx';
import { dopplerParts } from './doppler-parts.tsx';
import type { ModalityParts } from './modality-parts.ts';
import { NoImages } from './no-images.tsx';
import { planeParts } from './plane-parts.tsx';

const LINES = 'lines';

/** The tools of the modality that is shown; the others of the page are seated too and see that the image is not theirs. */
function partsOf(plane: ModalityParts, doppler: ModalityParts): PageParts {
  const of = ({ image }: PageContext): ModalityParts => (isDopplerModality(image?.modality ?? null) ? doppler : plane);
  return {
    page: 'segmentation',
    mode: (context) => (context.study.readOnly ? 'Segmentation, read only' : of(context).mode(context)),
    lists: (file, image, { project }) => canBeTraced(image, file.number_of_frames, project),
    labelsStay: true,
    none: (context) => <NoImages context={context} />,
    narrow: true,
    state: (context) => (
      <>
        {context.study.readOnly && <Chip>Read only</Chip>}
        {of(context).state?.(context)}
      </>
    ),
    column: (context) => of(context).column?.(context),
    over: (context) => of(context).over?.(context),
    timeline: (context) => of(context).timeline?.(context),
    below: (context) => of(context).below?.(context),
    controls: (context) => of(context).controls?.(context),
    panel: [{ id: LINES, label: 'Lines', render: (context) => of(context).lines(context) }],
    tools: [...plane.tools, ...doppler.tools],
    hints: (context) => of(context).hints(context),
    keys: (context) => ({
      // Undo here is that of the lines: labels set on another page stay.
      'selection.undo': () => undefined,
      ...of(context).keys(context),
    }),
  };
}

/** Tracing the structures of clips, planes and strips. */
export function SegmentationPage() {
  const [parts] = useState(() => partsOf(planeParts(), dopplerParts()));
  useEffect(() => {
    setPanel({ open: LINES });
  }, []);
  return <ImagePage parts={parts} />;
}
