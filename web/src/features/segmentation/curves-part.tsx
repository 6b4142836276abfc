import { SegmentedControl } from '@mantine/core';
import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { CycleCurve, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { panel } from '../../image-page/panel-place.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { SectionHeading } from '../../image-page/section-heading.tsx';
import { fixed } from '../../lib/format.ts';
import { curveColour, DOUBTFUL_LINE, curveKey, curvesByMethod, methodOf, methodsOf } from '../../image-page/curves/curve-methods.ts';
import { alongOf, MARGIN, nearestPlace, plottedOf, type Plotted, type Size, type UnitPlot } from './curve-scales.ts';
import { curveName } from '../../image-page/curves/curve-rows.ts';
import layout from '../../ui/layout.module.css';
import classes from './curves.module.css';
import type { CycleCurvesOnPage } from './cycle-curves.ts';
import { messages } from './messages.ts';
import { useMidWall } from './mid-wall.ts';
import { MARKER_PX, OneCurve, pathOf, type Pointing } from './one-curve.tsx';
import { useAskForCurves, useCycleCurves } from './use-cycle-curves.ts';
import { pointAt, usePointedPart } from './use-whole-cycle.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

const Y_TICKS = 3;
const X_TICKS = 8;

interface Props {
  curves: CycleCurvesOnPage;
  whole: WholeCycle;
  context: PageContext;
}

/** Volumes, areas and strain over the frames of the cycle in work, below the player. A press goes to the frame. */
export function CurvesPart({ curves, whole, context }: Props) {
  useAskForCurves(curves, whole, context);
  const shown = useCycleCurves(curves, whole, context);
  const folded = useSnapshot(panel).folded.includes('curves');
  const part = usePointedPart(whole, context);
  const own = shown && curvesByMethod(shown.own.curves, shown.method);
  useMidWall(whole, shown && { curves: shown.own.curves, cycle: shown.view.cycle, kind: own?.[0]?.kind, names: namesOf(shown.view) });
  if (!shown || !own || own.length === 0) return null;
  const { view, others } = shown;
  const pointing: Pointing = {
    key: part?.key ?? null,
    point: (curve, isPointed) => pointAt(whole, curve, isPointed),
  };
  const thin = others.map(({ curves: of }) => ({ of, curves: curvesByMethod(of, shown.method) }));
  return (
    <section className={classes.curves} aria-label={messages.curves.title}>
      <SectionHeading name="curves" title={messages.curves.title} folded={folded}>
        <Methods curves={curves} all={shown.own.curves} own={own} chosen={shown.method} />
        {thin.length > 0 && <small>{messages.curves.otherCycles(thin.length)}</small>}
        <Legend own={own} all={shown.own.curves} view={view} pointing={pointing} />
      </SectionHeading>
      {!folded && <Plot own={own} all={shown.own.curves} others={thin} view={view} context={context} pointing={pointing} />}
    </section>
  );
}

const methodName = (method: string): string => messages.curves.methods[method] ?? method;

function Methods({
  curves,
  all,
  own,
  chosen,
}: {
  curves: CycleCurvesOnPage;
  all: CycleCurves;
  own: readonly CycleCurve[];
  chosen: string | null;
}) {
  const methods = methodsOf(all);
  const [first] = own;
  if (methods.length < 2 || !first) return null;
  return (
    <SegmentedControl
      aria-label={messages.curves.method}
      size="xs"
      value={chosen !== null && methods.includes(chosen) ? chosen : methodOf(first)}
      data={methods.map((method) => ({ value: method, label: methodName(method) }))}
      onChange={(method) => curves.choose(method)}
    />
  );
}

const namesOf = ({ ready }: WholeCycleView): string[] => ready.pattern.lines.map(({ name }) => name);
const colourIn = (view: WholeCycleView, curve: CycleCurve): string => curveColour(curve, namesOf(view));

/** The value on the frame that is shown, with its unit. */
function valueOn(curve: CycleCurve, place: number): string {
  const value = curve.values[place] ?? null;
  if (value !== null) return `${fixed(value, 1)} ${unitShown(curve.unit)}`;
  return curve.reasons[place] === DOUBTFUL_LINE ? messages.curves.doubtful : messages.curves.noValue;
}

interface LegendProps {
  own: readonly CycleCurve[];
  all: CycleCurves;
  view: WholeCycleView;
  pointing: Pointing;
}

function Legend({ own, all, view, pointing }: LegendProps) {
  const place = all.frames.indexOf(view.frame);
  return (
    <div className={`${layout.inlineLegend} ${classes.legend}`}>
      {own
        .filter(({ refused }) => refused === null)
        .map((curve) => (
          <span
            key={curveKey(curve)}
            data-pointed={pointing.key === curveKey(curve)}
            onPointerEnter={() => pointing.point(curve, true)}
            onPointerLeave={() => pointing.point(curve, false)}
          >
            <i style={{ background: colourIn(view, curve) }} />
            {curveName(curve)}
            <b>{place < 0 ? '' : valueOn(curve, place)}</b>
          </span>
        ))}
    </div>
  );
}

function useSize(): [(element: HTMLElement | null) => void, Size] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    if (!element) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, [element]);
  return [setElement, size];
}

interface PlotProps {
  own: readonly CycleCurve[];
  all: CycleCurves;
  others: readonly { of: CycleCurves; curves: readonly CycleCurve[] }[];
  view: WholeCycleView;
  context: PageContext;
  pointing: Pointing;
}

/** Steps of the keys, in frames. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 };

function Plot({ own, all, others, view, context, pointing }: PlotProps) {
  const [box, size] = useSize();
  const plotted = plottedOf(all, own, others, size);
  const last = all.frames.length - 1;
  const here = all.frames.indexOf(view.frame);
  const goTo = (place: number): void => context.player?.seek((all.frames[Math.min(Math.max(place, 0), last)] ?? 1) - 1);
  const goToPointer = (event: PointerEvent<HTMLElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    goTo(nearestPlace(all, plotted.x, event.clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? last : step === undefined ? null : here + step;
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(to);
  };
  return (
    <div
      ref={box}
      className={classes.plot}
      data-plots={plotted.plots.length}
      role="slider"
      tabIndex={0}
      aria-label={messages.curves.plot}
      aria-valuemin={all.frames[0]}
      aria-valuemax={all.frames[last]}
      aria-valuenow={all.frames[Math.max(here, 0)]}
      aria-valuetext={textOf(own, all, Math.max(here, 0))}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goToPointer(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) goToPointer(event);
      }}
    >
      {size.width > 0 && (
        <svg width={size.width} height={size.height} aria-hidden="true">
          <TimeAxis all={all} plotted={plotted} size={size} />
          <Marks all={all} plotted={plotted} view={view} size={size} />
          {plotted.plots.map((plot) => (
            <OneUnit key={plot.unit} plot={plot} all={all} others={others} plotted={plotted} view={view} size={size} pointing={pointing} />
          ))}
          {here >= 0 && <Head place={here} all={all} plotted={plotted} view={view} size={size} />}
        </svg>
      )}
    </div>
  );
}

const textOf = (own: readonly CycleCurve[], all: CycleCurves, place: number): string => {
  const time = all.times_ms?.[place];
  const values = own.map((curve) => messages.curves.valueAt(curveName(curve), valueOn(curve, place)));
  return messages.curves.at(all.frames[place] ?? 0, time === undefined ? null : fixed(time, 0), values.join(', '));
};

function TimeAxis({ all, plotted: { x }, size }: { all: CycleCurves; plotted: Plotted; size: Size }) {
  return (
    <>
      {x.ticks(X_TICKS).map((tick) => (
        <text key={tick} x={x(tick)} y={size.height - 4} textAnchor="middle">
          {x.tickFormat(X_TICKS)(tick)}
        </text>
      ))}
      <text x={MARGIN.left - 8} y={size.height - 4} textAnchor="end">
        {all.times_ms ? messages.curves.time : messages.curves.frames}
      </text>
    </>
  );
}

/** The marks of the cycle, as lines across. */
function Marks({ all, plotted: { x }, view, size }: { all: CycleCurves; plotted: Plotted; view: WholeCycleView; size: Size }) {
  const { cycle, span, ready } = view;
  const systole = ready.image.cardiac_events[cycle]?.end_systole;
  const { rule, frame_number } = all.end_systole;
  const marks = [
    { name: messages.curves.marks.ed, frame: span.from },
    { name: messages.curves.marks.es, frame: typeof systole === 'number' ? systole : null },
    { name: messages.curves.systole.short[rule], frame: rule === 'mark' ? null : frame_number },
    { name: messages.curves.marks.next, frame: span.closed ? span.to : null },
  ];
  return marks.map(({ name, frame }) => {
    const place = frame === null ? -1 : all.frames.indexOf(frame);
    if (place < 0) return null;
    const at = x(alongOf(all, place));
    const atEnd = place === all.frames.length - 1;
    return (
      <g key={name} className={classes.mark}>
        <line x1={at} x2={at} y1={MARGIN.top} y2={size.height - MARGIN.bottom} />
        <text x={at + (atEnd ? -4 : 4)} y={MARGIN.top - 3} textAnchor={atEnd ? 'end' : 'start'}>
          {name}
        </text>
      </g>
    );
  });
}

interface OneUnitProps {
  plot: UnitPlot;
  all: CycleCurves;
  others: PlotProps['others'];
  plotted: Plotted;
  view: WholeCycleView;
  size: Size;
  pointing: Pointing;
}

function OneUnit({ plot, all, others, plotted: { x }, view, size, pointing }: OneUnitProps) {
  const { y, unit, top, bottom } = plot;
  const format = y.tickFormat(Y_TICKS);
  return (
    <g>
      {y.ticks(Y_TICKS).map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={MARGIN.left} x2={size.width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
          <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      <text className={classes.unit} transform={`translate(12 ${(top + bottom) / 2}) rotate(-90)`} textAnchor="middle">
        {unitShown(unit)}
      </text>
      {others.flatMap(({ of, curves }, at) =>
        curves
          .filter((curve) => curve.unit === unit && plot.curves.some((own) => curveKey(own) === curveKey(curve)))
          .map((curve) => (
            <path key={`${at} ${curveKey(curve)}`} className={classes.other} stroke={colourIn(view, curve)} d={pathOf(of, curve, x, y)} />
          )),
      )}
      {plot.curves.map((curve) => (
        <OneCurve
          key={curveKey(curve)}
          curve={curve}
          all={all}
          x={x}
          y={y}
          colour={colourIn(view, curve)}
          outdated={view.outdated}
          pointing={pointing}
        />
      ))}
    </g>
  );
}

interface HeadProps {
  place: number;
  all: CycleCurves;
  plotted: Plotted;
  view: WholeCycleView;
  size: Size;
}

/** The frame that is shown. */
function Head({ place, all, plotted: { x, plots }, view, size }: HeadProps) {
  const at = x(alongOf(all, place));
  return (
    <g className={classes.playHead} data-testid="curve-head">
      <line x1={at} x2={at} y1={MARGIN.top - 4} y2={size.height - MARGIN.bottom} />
      {plots.flatMap(({ curves, y }) =>
        curves.map((curve) => {
          const value = curve.values[place] ?? null;
          return value === null ? null : <circle key={curveKey(curve)} cx={at} cy={y(value)} r={MARKER_PX} fill={colourIn(view, curve)} />;
        }),
      )}
    </g>
  );
}
