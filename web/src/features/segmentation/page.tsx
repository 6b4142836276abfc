import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import { canBeTraced } from '@echometry/contract/rules/segmentation.ts';
import { CaliperButton } from '../../image-page/caliper/caliper-button.tsx';
import { caliperHints } from '../../image-page/caliper/caliper-hints.ts';
import { CaliperOnPage } from '../../image-page/caliper/caliper-on-page.ts';
import { CaliperSection } from '../../image-page/caliper/caliper-section.tsx';
import { ImagePage } from '../../image-page/image-page.tsx';
import { setPanel } from '../../image-page/panel-place.ts';
import { MeasurementsSection } from '../../image-page/measurements/measurements-section.tsx';
import { ShownButtons } from '../../image-page/measurements/shown-buttons.tsx';
import { shown, toggleShown } from '../../image-page/measurements/shown.ts';
import { ValuesOnPage } from '../../image-page/measurements/values-on-page.ts';
import type { PageContext, PageParts } from '../../image-page/parts.ts';
import { stepHistory } from '../../image-page/step-history.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import { Chip } from '../../ui/chip.tsx';
import { dopplerParts } from './doppler-parts.tsx';
import { messages } from './messages.ts';
import type { ModalityParts } from './modality-parts.ts';
import { NoImages } from './no-images.tsx';
import { planeParts } from './plane-parts.tsx';
import layout from '../../ui/layout.module.css';

const LINES = 'lines';

/** Key hints for users who may not edit: keys of the clip and of the images. */
const lookingHints = ({ file }: PageContext): readonly KeyHint[] => [
  ...(file && file.number_of_frames > 1
    ? ([
        { actions: ['viewer.play'], does: messages.keys.play },
        { actions: ['segmentation.previous-frame', 'segmentation.next-frame'], does: messages.keys.frame },
      ] as const)
    : []),
  { actions: ['selection.previous', 'selection.next'], does: messages.keys.image },
];

/** The tools of the modality that is shown; the others of the page are seated too and see that the image is not theirs. */
function partsOf(
  plane: ModalityParts,
  doppler: ModalityParts,
  values: ValuesOnPage,
  caliper: CaliperOnPage,
): PageParts & Required<Pick<PageParts, 'lists'>> {
  const of = ({ image }: PageContext): ModalityParts => (isDopplerModality(image?.modality ?? null) ? doppler : plane);
  return {
    page: 'segmentation',
    mode: (context) => {
      if (context.study.readOnly) return messages.readOnlyMode;
      return caliper.inHand ? messages.modes.caliper : of(context).mode(context);
    },
    lists: (file, image, { project }) => canBeTraced(image, file.number_of_frames, project),
    labelsStay: true,
    none: (context) => <NoImages context={context} />,
    narrow: true,
    state: (context) => (
      <>
        {context.study.readOnly && <Chip>{messages.readOnly}</Chip>}
        {of(context).state?.(context)}
      </>
    ),
    column: (context) => of(context).column?.(context),
    over: (context) => of(context).over?.(context),
    timeline: (context) => of(context).timeline?.(context),
    below: (context) => of(context).below?.(context),
    controls: (context) => (
      <>
        {of(context).controls?.(context)}
        <CaliperButton caliper={caliper} context={context} />
        <ShownButtons context={context} />
      </>
    ),
    panel: [
      {
        id: LINES,
        label: messages.lines.title,
        render: (context) => (
          <div className={layout.scroll}>
            {of(context).lines(context)}
            <Measuring values={values} caliper={caliper} context={context} />
          </div>
        ),
      },
    ],
    tools: [values.part, caliper.part, ...plane.tools, ...doppler.tools],
    hints: (context) => {
      if (caliper.inHand) return caliperHints(caliper);
      return [...(context.study.readOnly ? lookingHints(context) : []), ...of(context).hints(context)];
    },
    keys: (context) => ({
      ...(context.study.readOnly ? {} : { 'segmentation.undo': () => void stepHistory(context, 'before') }),
      'segmentation.measurements': () => toggleShown('measurements'),
      ...of(context).keys(context),
    }),
  };
}

function Measuring({ values, caliper, context }: { values: ValuesOnPage; caliper: CaliperOnPage; context: PageContext }) {
  const { measurements } = useSnapshot(shown);
  if (!measurements) return null;
  return (
    <>
      <CaliperSection caliper={caliper} context={context} />
      <MeasurementsSection values={values} context={context} />
    </>
  );
}

/**
 * Tracing the structures of clips, planes and strips.
 * @param every lists all images of the study, also images that are not traced: for users who may not edit
 */
export function SegmentationPage({ every = false }: { every?: boolean }) {
  const [parts] = useState(() => {
    const caliper = new CaliperOnPage();
    const inHand = (): boolean => caliper.inHand;
    const { lists, ...parts } = partsOf(planeParts(inHand), dopplerParts(inHand), new ValuesOnPage(), caliper);
    return every ? parts : { ...parts, lists };
  });
  useEffect(() => {
    setPanel({ open: LINES });
  }, []);
  return <ImagePage parts={parts} />;
}
