import { IconAlertTriangle, IconBan, IconCheck, IconRotate } from '@tabler/icons-react';
import { memo, useState, type ReactNode } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { DASH, fixed, number } from '../../lib/format.ts';
import { valueOf } from '../../tools/cycle-timing/marks.ts';
import { colourOf } from '../../tools/palette.ts';
import type { Beat } from './beats.ts';
import layout from '../../ui/layout.module.css';
import classes from './cycle-timing.module.css';
import { ExcludeForm } from './exclude-form.tsx';
import { messages } from './messages.ts';
import type { Timing } from './timing.ts';
import { useTimingState, useTimingStatus } from './use-timing.ts';
import { milliseconds } from './format.ts';
import { Table, unseen } from '../../ui/table.tsx';

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

export interface BeatTableProps {
  timing: Timing;
  context: PageContext;
  image: AnalysisImage;
  beats: readonly Beat[];
}

/** One row for each beat: where it begins, its length and rate, and whether it counts. */
export function BeatTable({ timing, context, image, beats }: BeatTableProps) {
  const [excluding, setExcluding] = useState<string | null>(null);
  const clip = image.modality === '2D';
  if (beats.length === 0) return null;
  return (
    <Table
      kind="figures"
      className={classes.beats}
      columns={[
        unseen(messages.beats.cycle),
        clip ? messages.beats.diastole : messages.beats.start,
        ...(clip ? [messages.beats.systole] : []),
        messages.beats.length,
        messages.beats.rate,
        unseen(messages.beats.counts),
      ]}
    >
      {beats.map((beat) => (
        <BeatRow key={beat.id} beat={beat} clip={clip} timing={timing} tools={context.tools} onExclude={setExcluding}>
          {excluding === beat.id && (
            <ExcludeForm
              onDone={(reason) => {
                setExcluding(null);
                if (reason !== null) timing.send({ type: 'exclude', cycle: beat.id, reason });
              }}
            />
          )}
        </BeatRow>
      ))}
    </Table>
  );
}

interface RowProps {
  beat: Beat;
  clip: boolean;
  timing: Timing;
  tools: PageContext['tools'];
  onExclude: (id: string) => void;
  children: ReactNode;
}

/** Beats are counted again with every mark, and most of them are unchanged. */
const sameRow = ({ beat, ...row }: RowProps, next: RowProps): boolean =>
  contentOf(beat) === contentOf(next.beat) && (Object.keys(row) as (keyof typeof row)[]).every((part) => row[part] === next[part]);

const BeatRow = memo(function BeatRow({ beat, clip, timing, tools, onExclude, children }: RowProps) {
  const status = useTimingStatus(timing, tools);
  const chosen = useTimingState(timing, { tools }, ({ choosing }) => choosing.chosen.includes(beat.id));
  const { cycle, events, length_ms, rate_bpm, state, reason } = beat;
  const choosing = status === 'selecting-cycles';
  const colour = state === 'excluded' ? 'var(--text-3)' : colourOf(cycle);
  return (
    <>
      <tr data-state={state} data-testid="beat">
        <td>
          <Cycle timing={timing} beat={beat} choosing={choosing} chosen={chosen} colour={colour} />
        </td>
        <td>
          {clip ? <Frame timing={timing} frame={valueOf(events, 'end_diastole')} /> : startText(timing, valueOf(events, 'onset_start'))}
        </td>
        {clip && (
          <td>
            <Frame timing={timing} frame={valueOf(events, 'end_systole')} />
          </td>
        )}
        <td>
          {state === 'open' && length_ms === null ? messages.beats.open : `${milliseconds(length_ms)}${length_ms === null ? '' : ' ms'}`}
        </td>
        <td>{rate_bpm === null ? DASH : `${number(rate_bpm, 0)} bpm`}</td>
        <td>
          <Counts timing={timing} beat={beat} may={status !== 'unactive'} onExclude={() => onExclude(beat.id)} />
        </td>
      </tr>
      {(reason !== null || children) && (
        <tr className={classes.reason}>
          <td />
          <td colSpan={clip ? 5 : 4}>{children || reason}</td>
        </tr>
      )}
    </>
  );
}, sameRow);

const startText = (timing: Timing, x: number | null): string => {
  if (x === null) return DASH;
  const strip = timing.context().strip;
  const time = strip ? timing.reading({ x, y: (strip.top + strip.bottom) / 2 })?.x : null;
  return time ? `${fixed(time.value, 3)} ${time.unit}` : `${fixed(x, 0)} px`;
};

/** The colour and number of a cycle; a box while cycles are chosen. */
function Cycle({
  timing,
  beat,
  choosing,
  chosen,
  colour,
}: {
  timing: Timing;
  beat: Beat;
  choosing: boolean;
  chosen: boolean;
  colour: string;
}) {
  const swatch = <span className={layout.swatch} style={{ background: colour }} />;
  if (!choosing)
    return (
      <span className={`${layout.smallChecks} ${classes.cycle}`}>
        {swatch}
        <span className="visually-hidden">{messages.beats.cycle}</span> {beat.cycle + 1}
      </span>
    );
  return (
    <label className={`${layout.smallChecks} ${classes.cycle}`}>
      <input type="checkbox" checked={chosen} onChange={() => timing.send({ type: 'choose', cycle: beat.id })} />
      {swatch}
      <span className="visually-hidden">{messages.beats.cycle}</span> {beat.cycle + 1}
    </label>
  );
}

function Frame({ timing, frame }: { timing: Timing; frame: number | null }) {
  if (frame === null) return DASH;
  return (
    <button type="button" className={classes.frame} aria-label={messages.beats.goToFrame(frame)} onClick={() => timing.goTo(frame)}>
      {frame}
    </button>
  );
}

/** Whether a beat counts, and the button that changes it. */
function Counts({ timing, beat, may, onExclude }: { timing: Timing; beat: Beat; may: boolean; onExclude: () => void }) {
  const { state, cycle, id } = beat;
  const sign = state === 'outlier' ? <IconAlertTriangle {...icon} /> : state === 'fine' ? <IconCheck {...icon} /> : null;
  return (
    <span className={classes.counts}>
      <span className={classes.sign}>{sign}</span>
      {may && state === 'excluded' && (
        <button
          type="button"
          aria-label={messages.beats.includeCycle(cycle + 1)}
          title={messages.beats.include}
          onClick={() => timing.send({ type: 'include', cycle: id })}
        >
          <IconRotate {...icon} />
        </button>
      )}
      {may && state !== 'excluded' && (
        <button type="button" aria-label={messages.beats.excludeCycle(cycle + 1)} title={messages.beats.exclude} onClick={onExclude}>
          <IconBan {...icon} />
        </button>
      )}
    </span>
  );
}
