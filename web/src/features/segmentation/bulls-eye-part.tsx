import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { EndSystoleRule } from '@echometry/contract/generated/analysis-image.ts';
import type {
  BullsEye,
  BullsEyeSegment,
  CycleCurve,
  CycleCurves,
  ShakenStrain,
  ShakenViews,
} from '@echometry/contract/generated/cycle-curves.ts';
import { BullsEyeDrawing, BullsEyeHead } from '../../image-page/curves/bulls-eye.tsx';
import { bullsEyeMessages as words } from '../../image-page/curves/bulls-eye-messages.ts';
import { curveKey } from '../../image-page/curves/curve-methods.ts';
import { APICAL_TYPES } from '../../image-page/curves/followed.ts';
import { viewMessages } from '../../image-page/curves/messages.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { fixed, number } from '../../lib/format.ts';
import type { BullsEyeOnPage } from './bulls-eye.ts';
import layout from '../../ui/layout.module.css';
import { Spread } from '../../image-page/curves/spread-text.tsx';
import tracking from './tracking.module.css';
import { pointAt, usePointedPart } from './use-whole-cycle.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';
import { Table } from '../../ui/table.tsx';

interface Props {
  store: BullsEyeOnPage;
  whole: WholeCycle;
  context: PageContext;
  view: WholeCycleView;
  /** Curves of the cycle in work; the three views are computed again with them. */
  of: CycleCurves;
  /** End systole of all views. */
  rule: EndSystoleRule;
}

/** The three apical views together. */
export function BullsEyePart({ store, whole, context, view, of, rule }: Props) {
  const { found, spread, model } = useSnapshot(store.shown);
  const part = usePointedPart(whole, context);
  useEffect(() => {
    store.ask(whole, rule).catch((error: unknown) => console.warn('The strain of the three views was not computed.', error));
  }, [store, whole, of, rule]);
  const own = found?.views.find(({ instance_id }) => instance_id === view.ready.image.instance_id);
  if (!found || !own) return null;
  const curveOf = (segment: BullsEyeSegment): CycleCurve | undefined => {
    const third = segment.parts.length === 1 ? segment.parts.find((one) => one.view === own.view) : undefined;
    return third && of.curves.find((curve) => curve.segment === third.segment && curve.chamber === 'ventricle');
  };
  return (
    <section className={`${layout.closeNotes} ${tracking.tracking}`} aria-label={words.title}>
      <BullsEyeHead model={model} onChoose={(value) => store.choose(value)} />
      <BullsEyeDrawing
        key={model}
        found={found as BullsEye}
        model={model}
        isPointedElsewhere={(segment) => {
          const curve = curveOf(segment);
          return part !== null && curve !== undefined && curveKey(curve) === part.key;
        }}
        onPoint={(segment, isPointed) => {
          const curve = curveOf(segment);
          if (curve) pointAt(whole, curve, isPointed);
        }}
      />
      <Views found={found as BullsEye} spread={spread as ShakenViews | null} />
    </section>
  );
}

/** Strain of each view, and their average. */
function Views({ found, spread }: { found: BullsEye; spread: ShakenViews | null }) {
  const half = (of: ShakenStrain | undefined) => <Spread half={typeof of?.half_95 === 'number' ? fixed(of.half_95, 1) : null} />;
  return (
    <>
      <Table kind="figures" className={tracking.quality}>
        {found.views.map((view, at) => (
          <tr key={view.view}>
            <th scope="row">{viewMessages.views[view.view]}</th>
            <td title={words.endSystolic}>
              {view.strain === null ? viewMessages.missing[view.missing ?? 'no-value'] : `${fixed(view.strain, 1)} %`}{' '}
              {half(spread?.views[at])}
            </td>
            <td>{view.heart_rate_bpm === null ? '' : words.rate(fixed(view.heart_rate_bpm, 0))}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{words.average}</th>
          <td>
            <b>{found.average === null ? words.noAverage : `${fixed(found.average, 1)} %`}</b> {half(spread?.average)}
          </td>
          <td />
        </tr>
      </Table>
      {found.rates_differ_by !== null && <p>{viewMessages.ratesDiffer(number(found.rates_differ_by * 100, 0))}</p>}
    </>
  );
}

/** Whether an image is of an apical view whose walls have a place in the bull's-eye. */
export const isApical = ({ ready }: WholeCycleView, context: PageContext): boolean =>
  context.study.head.data_type !== 'fetal' && ready.image.type !== null && APICAL_TYPES.includes(ready.image.type);
