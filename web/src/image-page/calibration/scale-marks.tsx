import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import { withManual } from '@echometry/contract/rules/calibration.ts';
import { fixed, number } from '../../lib/format.ts';
import { MIN_SPAN_PX, pointsOf, spanOf, type CalibrationState } from '../../tools/calibration/state.ts';
import type { Point } from '../../tools/point.ts';
import { Segments } from '../../ui/segments.tsx';
import type { PageContext } from '../parts.ts';
import { useTool } from '../use-tool-on-page.ts';
import classes from './calibration.module.css';
import type { CalibrationOnPage } from './calibration-on-page.ts';
import { MARK_WORDS, marksOf, type MarkWords } from './messages.ts';

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
    <section className={classes.section} aria-labelledby="scale-marks">
      <h2 id="scale-marks">Mark it in the picture</h2>
      <div className={classes.marks}>
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            aria-pressed={state.mark === mark}
            disabled={!may}
            onClick={() => on.send(state.mark === mark ? { type: 'cancel' } : { type: 'mark', what: mark })}
          >
            {MARK_WORDS[mark].name}
          </button>
        ))}
      </div>
      {state.mark !== null && <MarkForm key={state.mark} on={on} calibration={calibration} state={state} words={MARK_WORDS[state.mark]} />}
    </section>
  );
}

function MarkForm({ on, calibration, state, words }: Marking & { state: CalibrationState; words: MarkWords }) {
  const [typed, setTyped] = useState('');
  const [label, setLabel] = useState(words.units[0]?.label ?? '');
  const unit = words.units.find((one) => one.label === label);
  const missing = state.mark === null ? 0 : pointsOf(state.mark) - state.points.length;
  const span = spanOf(state);
  const value = Number(typed.replace(',', '.')) * (unit?.factor ?? 1);
  const isNear = span !== null && span < MIN_SPAN_PX;
  const isValue = Number.isFinite(value) && value > 0;
  const field = useFieldFocus(missing === 0);
  const apply = (): void => {
    const [from, to] = state.points;
    if (state.mark === 'zero' && from) return on.change({ baseline_y: from.y });
    if (!from || !to || !unit || words.axis === null) return;
    const scale = { axis: words.axis, from, to, value, unit: unit.unit };
    on.change({ source: 'manual', manual: withManual(calibration.manual, scale) });
  };
  return (
    <form
      className={classes.form}
      aria-label={words.name}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') on.send({ type: 'cancel' });
      }}
    >
      <p className={classes.note}>{words.how}</p>
      <Points on={on} points={state.points} />
      {unit && missing === 0 && (
        <div className={classes.value}>
          <input
            aria-label={`${words.name} between the points`}
            inputMode="decimal"
            ref={field}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Segments
            label="Unit"
            value={label}
            segments={words.units.map((one) => ({ value: one.label, label: one.label }))}
            onChange={setLabel}
          />
        </div>
      )}
      {isNear && (
        <p className={classes.note}>
          The points are {fixed(span, 1)} px apart; set them at least {MIN_SPAN_PX} px apart.
        </p>
      )}
      {typed !== '' && !isValue && <p className={classes.note}>Type a number above 0.</p>}
      {span !== null && !isNear && isValue && unit && (
        <p className={classes.note}>
          {number(value / span, 5)} {unit.unit} per px. A pixel more or less is {fixed(100 / span, 1)} % of every value.
        </p>
      )}
      <div className={classes.end}>
        <button type="button" onClick={() => on.send({ type: 'cancel' })}>
          Cancel
        </button>
        <button type="submit" disabled={missing > 0 || isNear || (unit !== undefined && !isValue)}>
          {state.mark === 'zero' ? 'Set the zero line' : 'Set the scale'}
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
          Place by keys
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
            aria-label={`Point ${name} at column ${fixed(x, 1)}, row ${fixed(y, 1)}. Arrow keys move it.`}
            data-tip="Arrow keys move it: 1 px, with Shift 10, with Ctrl 0.1"
            onKeyDown={onKeyDown(point)}
          >
            <i>{name}</i> {fixed(x, 1)}, {fixed(y, 1)}
          </button>
        );
      })}
    </div>
  );
}
