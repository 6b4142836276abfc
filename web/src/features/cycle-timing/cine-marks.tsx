import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { lengthsOf, marksOf } from '../../tools/cycle-timing/marks.ts';
import { colourOf } from '../../tools/palette.ts';
import { openProposals } from '../../tools/cycle-timing/proposals.ts';
import layout from '../../ui/layout.module.css';
import classes from './cycle-timing.module.css';
import { framesOfCycle } from './loop-cycle.ts';
import { messages } from './messages.ts';
import type { Timing } from './timing.ts';
import { useTiming, useTimingState } from './use-timing.ts';
import { milliseconds } from './format.ts';

/** The marked frames over the bar of a clip: cycles as spans with their length, end diastole and end systole as ticks. */
export function CineMarks({ timing, context }: { timing: Timing; context: PageContext }) {
  const { context: known } = useTiming(timing, context);
  const dropped = useTimingState(timing, context, (state) => state.dropped);
  const { image, frames, frameTimes } = known;
  if (!image || frames < 2) return null;
  const left = (frame: number): string => `${(100 * (frame - 1)) / (frames - 1)}%`;
  return (
    <div className={layout.over} data-testid="cine-marks" aria-hidden="true">
      {spansOf(image, frames, frameTimes).map(({ cycle, from, to, text }) => (
        <span
          key={cycle}
          className={classes.cineSpan}
          style={{ left: left(from), width: `${(100 * (to - from)) / (frames - 1)}%`, color: colourOf(cycle) }}
        >
          <b>{text}</b>
        </span>
      ))}
      {timing.rWaves().map((frame) => (
        <span key={`R ${frame}`} className={classes.cineR} data-testid="r-wave" style={{ left: left(frame) }} />
      ))}
      {openProposals({ dropped }, known, image).map(({ event, position }) => (
        <span key={`${event} ${position}?`} className={classes.cineMark} data-event={event} data-proposed style={{ left: left(position) }}>
          <i>{messages.shortMarks[event]}</i>
        </span>
      ))}
      {marksOf(image).map(({ event, at, places }) => (
        <span
          key={`${event} ${at}`}
          className={classes.cineMark}
          data-event={event}
          data-frame-number={at}
          style={{ left: left(at), color: colourOf(places[0]?.cycle ?? 0) }}
        >
          <i>{messages.shortMarks[event]}</i>
        </span>
      ))}
    </div>
  );
}

function spansOf(image: AnalysisImage, frames: number, frameTimes: readonly number[] | null) {
  const lengths = lengthsOf(image, frameTimes);
  return image.cardiac_events.flatMap((events, cycle) => {
    const part = framesOfCycle(image, cycle, frames);
    if (!part) return [];
    const length = lengths[cycle] ?? null;
    // The last cycle has no end yet: its span ends with its end systole.
    const end = length === null ? (typeof events.end_systole === 'number' ? events.end_systole : part.first + 1) : part.last + 2;
    const text = length === null ? '' : frameTimes ? `${milliseconds(length)} ms` : messages.beats.frames(length);
    return [{ cycle, from: part.first + 1, to: end, text: `${cycle + 1}${text && ` · ${text}`}` }];
  });
}
