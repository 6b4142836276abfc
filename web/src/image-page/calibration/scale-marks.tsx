import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import { withManual } from '@echometry/contract/rules/calibration.ts';
import { fixed, number } from '../../lib/format.ts';
import { MIN_SPAN_PX, pointsOf, spanOf, type CalibrationState, type ScaleMark } from '../../tools/calibration/state.ts';
import type { Point } from '../../tools/point.ts';
import { Segments } from '../../ui/segments.tsx';
import type { PageContext } from '../parts.ts';
import { useTool } from '../use-tool-on-page.ts';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './calibration.module.css';
import type { CalibrationOnPage } from './calibration-on-page.ts';
import { MARKS, marksOf } from './marks.ts';
import { messages } from './messages.ts';

interface Marking {
  on: CalibrationOnPage;
  calibration: ImageCalibration;
}

/** Marking two points and typing their distance, or marking the zero line. */
export function ScaleMarks({ on, calibration, context, may }: Marking & { context: PageContext; may: boolean }) {
  const state = useTool(context, () => on.state);
  const modality = context.image?.modality ?? null;
  const hasDistance = calibration.manual.some(({ axis }) => axis === 'xy');
  const marks = marksOf(modality).filter((mark) => mark !== 'across' || hasDistance || state.mark === 'across');
  return (
    <section className={`${layout.column} ${classes.section}`} aria-labelledby="scale-marks">
      <h2 id="scale-marks">{messages.marking.title}</h2>
      <div className={`${layout.wrapping} ${classes.marks}`}>
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            aria-pressed={state.mark === mark}
            disabled={!may}
            onClick={() => on.send(state.mark === mark ? { type: 'cancel' } : { type: 'mark', what: mark })}
          >
            {messages.marking.marks[mark].name}
          </button>
        ))}
      </div>
      {state.mark !== null && <MarkForm key={state.mark} mark={state.mark} on={on} calibration={calibration} state={state} />}
    </section>
  );
}

function MarkForm({ mark, on, calibration, state }: Marking & { mark: ScaleMark; state: CalibrationState }) {
  const { name, how } = messages.marking.marks[mark];
  const { axis, units } = MARKS[mark];
  const [typed, setTyped] = useState('');
  const [label, setLabel] = useState(units[0]?.label ?? '');
  const unit = units.find((one) => one.label === label);
  const missing = pointsOf(mark) - state.points.length;
  const span = spanOf(state);
  const value = Number(typed.replace(',', '.')) * (unit?.factor ?? 1);
  const isNear = span !== null && span < MIN_SPAN_PX;
  const isValue = Number.isFinite(value) && value > 0;
  const field = useFieldFocus(missing === 0);
  const apply = (): void => {
    const [from, to] = state.points;
    if (mark === 'zero' && from) return on.change({ baseline_y: from.y });
    if (!from || !to || !unit || axis === null) return;
    const scale = { axis, from, to, value, unit: unit.unit };
    on.change({ source: 'manual', manual: withManual(calibration.manual, scale) });
  };
  return (
    <form
      className={`${kit.form} ${layout.mainAction} ${classes.form}`}
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') on.send({ type: 'cancel' });
      }}
    >
      <p className={layout.closeNote}>{how}</p>
      <Points on={on} points={state.points} />
      {unit && missing === 0 && (
        <div className={`${layout.row} ${classes.value}`}>
          <input
            aria-label={messages.marking.between(name)}
            inputMode="decimal"
            ref={field}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Segments
            label={messages.marking.unit}
            value={label}
            segments={units.map((one) => ({ value: one.label, label: one.label }))}
            onChange={setLabel}
          />
        </div>
      )}
      {isNear && <p className={layout.closeNote}>{messages.marking.tooNear(fixed(span, 1), MIN_SPAN_PX)}</p>}
      {typed !== '' && !isValue && <p className={layout.closeNote}>{messages.marking.aboveZero}</p>}
      {span !== null && !isNear && isValue && unit && (
        <p className={layout.closeNote}>{messages.marking.precision(`${number(value / span, 5)} ${unit.unit}`, fixed(100 / span, 1))}</p>
      )}
      <div className={kit.answers}>
        <button type="button" onClick={() => on.send({ type: 'cancel' })}>
          {messages.marking.cancel}
        </button>
        <button type="submit" disabled={missing > 0 || isNear || (unit !== undefined && !isValue)}>
          {mark === 'zero' ? messages.marking.setZeroLine : messages.marking.setScale}
        </button>
      </div>
    </form>
  );
}

/** The number field gets the focus once all points are there: after the press that set the last one has ended in the picture. */
function useFieldFocus(ready: boolean) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!ready) return;
    const focus = () => field.current?.focus({ preventScroll: true });
    // The press itself, and what gives the focus back to the picture after it, come first.
    const later = () => requestAnimationFrame(() => requestAnimationFrame(focus));
    focus();
    window.addEventListener('pointerup', later, { once: true });
    return () => {
      window.removeEventListener('pointerup', later);
    };
  }, [ready]);
  return field;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const FAR_PX = 10;
const NEAR_PX = 0.1;

/** The marked points as places that the arrow keys move: by a pixel, with Shift by 10, with Ctrl by a tenth. */
function Points({ on, points }: { on: CalibrationOnPage; points: readonly Point[] }) {
  const onKeyDown = (point: number) => (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const by = event.shiftKey ? FAR_PX : event.ctrlKey ? NEAR_PX : 1;
    on.send({ type: 'nudge', point, by: { x: arrow.x * by, y: arrow.y * by } });
  };
  if (points.length === 0)
    return (
      <div className={classes.points}>
        <button type="button" onClick={() => on.send({ type: 'place' })}>
          {messages.marking.placeByKeys}
        </button>
      </div>
    );
  return (
    <div className={classes.points}>
      {points.map(({ x, y }, point) => {
        const name = points.length === 1 ? '' : point === 0 ? 'A' : 'B';
        return (
          <button
            key={name}
            type="button"
            data-testid="scale-point"
            aria-label={messages.marking.point(name, fixed(x, 1), fixed(y, 1))}
            data-tip={messages.marking.pointKeys}
            onKeyDown={onKeyDown(point)}
          >
            <i>{name}</i> {fixed(x, 1)}, {fixed(y, 1)}
          </button>
        );
      })}
    </div>
  );
}
