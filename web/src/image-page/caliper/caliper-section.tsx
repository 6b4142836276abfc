import { IconCheck, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaliperMeasurement } from '@echometry/contract/generated/analysis-image.ts';
import { MAX_NAME_LENGTH } from '@echometry/contract/records/strict.ts';
import { caliperName } from '@echometry/contract/rules/caliper-name.ts';
import type { CaliperValue, CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import { MAX_BEATS, stripCaliper } from '@echometry/contract/rules/strip-caliper.ts';
import { can } from '../../tools/caliper/guards.ts';
import { isOn, openOf, statusOf, templateOf } from '../../tools/caliper/measure.ts';
import { OPEN_ID } from '../../tools/caliper/state.ts';
import { DASH, fixed } from '../../lib/format.ts';
import layout from '../../ui/layout.module.css';
import panel from '../measurements/measurements.module.css';
import { messages as measurementMessages } from '../measurements/messages.ts';
import { shownValue } from '../measurements/rows.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import type { PageContext } from '../parts.ts';
import classes from './caliper.module.css';
import type { CaliperOnPage } from './caliper-on-page.ts';
import { messages } from './messages.ts';
import { useCaliper } from './use-caliper.ts';

/** The caliper with its templates, and the measures of the image. */
export function CaliperSection({ caliper, context }: { caliper: CaliperOnPage; context: PageContext }) {
  const { state, context: known } = useCaliper(caliper, context);
  const measures = known.image?.measurements_caliper ?? [];
  const on = isOn(state, known);
  if (!known.image || (measures.length === 0 && !on)) return null;
  return (
    <section className={panel.section} aria-labelledby="calipers-heading" data-testid="calipers">
      <div className={`${layout.smallNotes} ${panel.head}`}>
        <h2 id="calipers-heading">{messages.title}</h2>
        <span>{on && statusOf(state, known)}</span>
      </div>
      {on && <Templates caliper={caliper} context={context} />}
      <ul className={panel.rows}>
        {measures.map((measure) => (
          <Measure
            key={measure.id}
            measure={measure}
            values={known.values.find(({ id }) => id === measure.id)}
            onName={known.mayChange ? (name) => caliper.send({ type: 'name', id: measure.id, name }) : null}
            onRemove={known.mayChange ? () => caliper.send({ type: 'remove', id: measure.id }) : null}
            onShow={() => measure.frame_number !== null && context.player?.seek(measure.frame_number - 1)}
          />
        ))}
      </ul>
    </section>
  );
}

function Templates({ caliper, context }: { caliper: CaliperOnPage; context: PageContext }) {
  const { state, context: known } = useCaliper(caliper, context);
  const template = templateOf(state, known);
  const now = can(state, known);
  const next = template?.points_name[openOf(known).length];
  const open = known.values.find(({ id }) => id === OPEN_ID);
  const status = statusOf(state, known);
  const whatNext = now.save ? messages.allPlaced : next !== undefined && messages.next(next);
  const constraint = template?.constraints ?? 'none';
  return (
    <div className={`${layout.column} ${classes.templates}`}>
      <div
        role="radiogroup"
        aria-label={messages.caliper}
        className={`${layout.chosen} ${layout.unseenInput} ${layout.wraps} ${classes.choices}`}
      >
        {known.templates.map(({ type, name }) => (
          <label key={type} data-checked={type === template?.type}>
            <input
              type="radio"
              name="caliper"
              checked={type === template?.type}
              onChange={() => caliper.send({ type: 'choose', template: type })}
            />
            {name}
          </label>
        ))}
      </div>
      {open && <Values values={open} />}
      <div className={`${layout.mainAction} ${layout.row} ${layout.small} ${classes.foot}`}>
        <span aria-live="polite">{status === 'finished' ? messages.finished : whatNext}</span>
        {constraint !== 'none' && (
          <button type="button" aria-pressed={state.locked} onClick={() => caliper.send({ type: 'lock' })}>
            {state.locked ? <IconLock size={14} stroke={1.6} /> : <IconLockOpen size={14} stroke={1.6} />}
            {constraint}
          </button>
        )}
        {now.showSave && (
          <button type="button" data-main disabled={!now.save} onClick={() => caliper.send({ type: 'save' })}>
            <IconCheck size={14} stroke={1.6} /> {messages.save}
          </button>
        )}
      </div>
    </div>
  );
}

function Measure({
  measure,
  values,
  onName,
  onRemove,
  onShow,
}: {
  measure: CaliperMeasurement;
  values: CaliperValues | undefined;
  onName: ((name: string) => void) | null;
  onRemove: (() => void) | null;
  onShow: () => void;
}) {
  const { cycle, event } = measure;
  const name = caliperName(measure);
  const [renaming, setRenaming] = useState(false);
  const place = cycle === null ? messages.unassigned : [messages.cycle(cycle + 1), event?.replaceAll('_', ' ')].filter(Boolean).join(', ');
  return (
    <li className={classes.measure} data-testid="caliper">
      <div className={`${layout.line} ${classes.of}`}>
        <button type="button" onClick={onShow}>
          {name} <small>{values?.superseded ? messages.superseded(place) : place}</small>
        </button>
        {onName && (
          <button type="button" aria-label={messages.rename(name)} title={messages.rename(name)} onClick={() => setRenaming(true)}>
            <IconPencil size={14} stroke={1.6} />
          </button>
        )}
        {onRemove && (
          <button type="button" aria-label={messages.remove(name)} title={messages.remove(name)} onClick={onRemove}>
            <IconTrash size={14} stroke={1.6} />
          </button>
        )}
      </div>
      {onName && renaming && (
        <input
          autoFocus
          className={classes.rename}
          aria-label={messages.nameLabel}
          maxLength={MAX_NAME_LENGTH}
          defaultValue={measure.name ?? ''}
          placeholder={measure.type}
          onBlur={({ currentTarget }) => {
            setRenaming(false);
            if (currentTarget.value.trim() !== (measure.name ?? '')) onName(currentTarget.value);
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.value = measure.name ?? '';
            if (key === 'Escape' || key === 'Enter') currentTarget.blur();
          }}
        />
      )}
      {values && <Values values={values} />}
    </li>
  );
}

function Values({ values: { type, distances, angles } }: { values: CaliperValues }) {
  const all = [...distances, ...angles];
  return (
    <>
      {all.map((value) => (
        <Value key={value.name} value={value} />
      ))}
      {type === STRIP && <Rates distances={distances} />}
    </>
  );
}

/** The template of strips (docs/image-types.md). */
const STRIP = 'Strip';

function Value({ value: { name, value, unit, reason, length_px } }: { value: CaliperValue }) {
  const inPixels = value === null && length_px !== null;
  const words = reason === null ? undefined : measurementMessages.reasons[reason];
  return (
    <div className={classes.value}>
      <span>{name}</span>
      <b data-testid="caliper-value">{shownValue(inPixels ? length_px : value)}</b>
      <span>{inPixels ? 'px' : unitShown(unit)}</span>
      {!inPixels && typeof words === 'string' && <small>{words}</small>}
    </div>
  );
}

/** Slope and heart rate of a caliper over a strip. */
function Rates({ distances: [dt, dv] }: { distances: readonly CaliperValue[] }) {
  const [beats, setBeats] = useState(1);
  const { slope, heart_rate_bpm: rate } = stripCaliper(dt?.value ?? null, dv?.value ?? null, beats);
  return (
    <>
      <div className={classes.value}>
        <span>{messages.slope}</span>
        <b>{shownValue(slope)}</b>
        <span>{dv?.unit === 'cm' ? 'cm/s' : 'cm/s²'}</span>
      </div>
      <div className={classes.value}>
        <label>
          {messages.heartRate}{' '}
          <input
            type="number"
            aria-label={messages.beatsLabel}
            min={1}
            max={MAX_BEATS}
            value={beats}
            onChange={({ target }) => setBeats(Math.min(Math.max(Math.round(Number(target.value)) || 1, 1), MAX_BEATS))}
          />{' '}
          {messages.beats(beats)}
        </label>
        <b data-testid="caliper-rate">{rate === null ? DASH : fixed(rate, 1)}</b>
        <span>bpm</span>
      </div>
    </>
  );
}
