import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import layout from '../../ui/layout.module.css';
import panel from '../../image-page/panel.module.css';
import type { PageContext } from '../../image-page/parts.ts';
import { fixed, number } from '../../lib/format.ts';
import type { CycleTimingContext } from '../../tools/cycle-timing/state.ts';
import { isAnnotating } from '../../tools/cycle-timing/status.ts';
import { BeatTable } from './beat-table.tsx';
import { beatsOf, verdict, type Beats } from './beats.ts';
import classes from './cycle-timing.module.css';
import { OnsetChoice } from './onset-choice.tsx';
import { ProposalsPart } from './proposals-part.tsx';
import { Stills } from './stills.tsx';
import type { Timing } from './timing.ts';
import { TimingActions } from './timing-actions.tsx';
import { useTiming } from './use-timing.ts';
import { milliseconds } from './format.ts';
import { messages, nextMarkWords } from './messages.ts';

/** Actions, the table of beats with its statistics, and for a clip the marked frames side by side. */
export function CyclesPanel({ timing, context }: { timing: Timing; context: PageContext }) {
  const { status, context: known } = useTiming(timing, context);
  const { image, rules } = known;
  if (!image)
    return (
      <div className={panel.panel}>
        <p className={layout.smallNote}>{messages.panel.noImage}</p>
      </div>
    );
  const beats = rules ? beatsOf(image, image.modality === '2D' ? clipMs(known) : timing.columnsToMs, known.frameTimes, rules) : null;
  const next = nextMarkWords(image, known.maxCycles);
  return (
    <div className={panel.panel}>
      {image.modality !== '2D' && <OnsetChoice timing={timing} image={image} disabled={status === 'unactive'} />}
      {!context.study.readOnly && <TimingActions timing={timing} context={context} />}
      {isAnnotating(status) && (
        <p className={classes.next} data-testid="next-mark">
          {next === null ? (
            messages.panel.allSet
          ) : (
            <>
              {messages.panel.next} <b>{next}</b>
            </>
          )}
        </p>
      )}
      <ProposalsPart timing={timing} context={context} />
      <div className={`${layout.smallNotes} ${classes.head}`}>
        <h2>{messages.panel.title}</h2>
        <span>{messages.panel.max(known.maxCycles)}</span>
      </div>
      {beats && <BeatTable timing={timing} context={context} image={image} beats={beats.beats} />}
      {beats && beats.beats.length === 0 && <p className={layout.smallNote}>{messages.panel.empty}</p>}
      {image.modality !== '2D' && <LiveLength timing={timing} context={context} />}
      {beats && beats.count > 0 && <Statistics beats={beats} />}
      {beats && <Verdict beats={beats} />}
      {image.modality === '2D' && <Stills context={context} image={image} />}
    </div>
  );
}

/** Lengths of a clip are times already, or frames where it has no times. */
const clipMs =
  ({ frameTimes }: CycleTimingContext) =>
  (length: number): number | null =>
    frameTimes ? length : null;

function Statistics({ beats: { mean_ms, sd_ms, cv_pct } }: { beats: Beats }) {
  return (
    <p className={classes.statistics} data-testid="beat-statistics">
      <span>
        {messages.panel.mean} <b>{milliseconds(mean_ms)}</b> ms{mean_ms !== null && `, ${number(60_000 / mean_ms, 0)} bpm`}
      </span>
      <span>
        {messages.panel.sd} <b>{milliseconds(sd_ms)}</b>
      </span>
      <span>
        {messages.panel.cv} <b>{fixed(cv_pct, 1)}</b> %
      </span>
    </p>
  );
}

function Verdict({ beats }: { beats: Beats }) {
  const summary = verdict(beats);
  if (!summary) return null;
  return (
    <p className={classes.verdict} data-fine={summary.fine}>
      {summary.fine ? (
        <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
      )}
      {summary.text}
    </p>
  );
}

/** How long the open cycle would be if it ended at the cursor line. */
function LiveLength({ timing, context }: { timing: Timing; context: PageContext }) {
  const ms = useSyncExternalStore(context.tools.subscribe, () => openLength(timing));
  if (ms === null) return null;
  return (
    <p className={`${layout.smallNote} ${classes.live}`} aria-live="off">
      {messages.panel.toTheLine} <b>{milliseconds(ms)}</b> ms <b>{number(60_000 / ms, 0)}</b> bpm
    </p>
  );
}

function openLength(timing: Timing): number | null {
  const { image } = timing.context();
  const start = image?.cardiac_events.at(-1)?.onset_start;
  const { cursor } = timing.state;
  if (timing.status !== 'annotating-onsets' || typeof start !== 'number' || !cursor || cursor.x <= start) return null;
  return timing.columnsToMs(cursor.x - start);
}
