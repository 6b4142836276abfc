import { useEffect, useState, type KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { BullsEye, BullsEyeSegment, CycleCurve, CycleCurves, EndSystoleRule } from '@echometry/contract/generated/cycle-curves.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { fixed, number } from '../../lib/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { APICAL_TYPES } from '../../image-page/curves/followed.ts';
import type { BullsEyeOnPage } from './bulls-eye.ts';
import {
  colourOfStrain,
  inkOn,
  LENGTHENING_COLOUR,
  middleOf,
  outlineOf,
  SCALE_GRADIENT,
  SCALE_STOPS,
  SECTORS,
  type Model,
} from './bulls-eye-drawing.ts';
import { viewMessages } from '../../image-page/curves/messages.ts';
import { bullsEyeMessages as words } from './bulls-eye-messages.ts';
import classes from './bulls-eye.module.css';
import { curveKey } from '../../image-page/curves/curve-methods.ts';
import tracking from './tracking.module.css';
import { pointAt, usePointedPart } from './use-whole-cycle.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

const RADIUS = 104;
const MODELS: readonly { value: '17' | '18'; label: string }[] = [
  { value: '17', label: '17' },
  { value: '18', label: '18' },
];

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
  const { found, model } = useSnapshot(store.shown);
  useEffect(() => {
    store.ask(whole, rule).catch((error: unknown) => console.warn('The strain of the three views was not computed.', error));
  }, [store, whole, of, rule]);
  const own = found?.views.find(({ instance_id }) => instance_id === view.ready.image.instance_id);
  if (!found || !own) return null;
  const segments = (model === 17 ? found.of_17 : found.of_18) as readonly BullsEyeSegment[];
  const curveOf = (segment: BullsEyeSegment): CycleCurve | undefined => {
    const part = segment.parts.length === 1 ? segment.parts.find((one) => one.view === own.view) : undefined;
    return part && of.curves.find((curve) => curve.segment === part.segment && curve.chamber === 'ventricle');
  };
  return (
    <section className={tracking.tracking} aria-label={words.title}>
      <div className={classes.head}>
        <h2>{words.title}</h2>
        <Segments label={words.model} value={`${model}`} segments={MODELS} onChange={(value) => store.choose(value === '17' ? 17 : 18)} />
      </div>
      <Drawing key={model} model={model} segments={segments} curveOf={curveOf} whole={whole} context={context} />
      <Views found={found as BullsEye} />
    </section>
  );
}

interface DrawingProps {
  model: Model;
  segments: readonly BullsEyeSegment[];
  /** The curve of a segment in the picture that is shown. */
  curveOf: (segment: BullsEyeSegment) => CycleCurve | undefined;
  whole: WholeCycle;
  context: PageContext;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function Drawing({ model, segments, curveOf, whole, context }: DrawingProps) {
  const [chosen, setChosen] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const part = usePointedPart(whole, context);
  const point = (at: number, isPointed: boolean): void => {
    const curve = segments[at] && curveOf(segments[at]);
    setPointed((before) => (isPointed ? at : before === at ? null : before));
    if (curve) pointAt(whole, curve, isPointed);
  };
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (chosen + step + segments.length) % segments.length;
    setChosen(next);
    event.currentTarget.querySelectorAll<SVGGElement>('[role=img]')[next]?.focus();
  };
  const isPointed = (segment: BullsEyeSegment, at: number): boolean => {
    const curve = curveOf(segment);
    return at === pointed || (part !== null && curve !== undefined && curveKey(curve) === part.key);
  };
  return (
    <>
      <svg
        className={classes.drawing}
        viewBox={`${-RADIUS - 2} ${-RADIUS - 2} ${2 * RADIUS + 4} ${2 * RADIUS + 4}`}
        role="group"
        aria-label={words.segmentsOf(model)}
        onKeyDown={onKeyDown}
      >
        <Hatch />
        {segments.map((segment, at) => (
          <g
            key={segment.number}
            role="img"
            data-pointed={isPointed(segment, at)}
            aria-label={words.segment(segment, model)}
            tabIndex={at === chosen ? 0 : -1}
            onFocus={() => {
              setChosen(at);
              point(at, true);
            }}
            onBlur={() => point(at, false)}
            onPointerEnter={() => point(at, true)}
            onPointerLeave={() => point(at, false)}
          >
            <Sector segment={segment} model={model} at={at} />
          </g>
        ))}
      </svg>
      <p className={classes.said} aria-hidden="true">
        {pointed === null ? words.hint : segments[pointed] && words.segment(segments[pointed], model)}
      </p>
      <Scale />
    </>
  );
}

const HATCH = 'bulls-eye-hatch';

/** The pattern of segments without a value. */
function Hatch() {
  return (
    <defs>
      <pattern id={HATCH} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={classes.ground} width="7" height="7" />
        <rect className={classes.stripe} width="2" height="7" />
      </pattern>
    </defs>
  );
}

function Sector({ segment: { strain }, model, at }: { segment: BullsEyeSegment; model: Model; at: number }) {
  const sector = SECTORS[model][at];
  if (!sector) return null;
  const { x, y } = middleOf(sector, RADIUS);
  return (
    <>
      <path d={outlineOf(sector, RADIUS)} fill={strain === null ? `url(#${HATCH})` : colourOfStrain(strain)} />
      {strain !== null && (
        <text x={x} y={y} fill={inkOn(strain)} textAnchor="middle" dominantBaseline="central">
          {fixed(strain, 0)}
        </text>
      )}
    </>
  );
}

/** Legend of the colours. */
function Scale() {
  const [low, , high] = SCALE_STOPS;
  return (
    <div className={classes.scale} aria-hidden="true">
      <span>{low} %</span>
      <i style={{ background: SCALE_GRADIENT }} />
      <span>{high}</span>
      <i className={classes.patch} style={{ background: LENGTHENING_COLOUR }} />
      <span>{words.lengthening}</span>
    </div>
  );
}

/** Strain of each view, and their average. */
function Views({ found }: { found: BullsEye }) {
  return (
    <>
      <table className={tracking.quality}>
        <tbody>
          {found.views.map((view) => (
            <tr key={view.view}>
              <th scope="row">{viewMessages.views[view.view]}</th>
              <td title={words.endSystolic}>
                {view.strain === null ? viewMessages.missing[view.missing ?? 'no-value'] : `${fixed(view.strain, 1)} %`}
              </td>
              <td>{view.heart_rate_bpm === null ? '' : words.rate(fixed(view.heart_rate_bpm, 0))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{words.average}</th>
            <td>
              <b>{found.average === null ? words.noAverage : `${fixed(found.average, 1)} %`}</b>
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      {found.rates_differ_by !== null && <p>{viewMessages.ratesDiffer(number(found.rates_differ_by * 100, 0))}</p>}
    </>
  );
}

/** Whether an image is of an apical view whose walls have a place in the bull's-eye. */
export const isApical = ({ ready }: WholeCycleView, context: PageContext): boolean =>
  context.study.head.data_type !== 'fetal' && ready.image.type !== null && APICAL_TYPES.includes(ready.image.type);
