import { Switch } from '@mantine/core';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { number } from '../../lib/format.ts';
import { openProposals } from '../../tools/cycle-timing/proposals.ts';
import type { Timing } from './timing.ts';
import { useTiming, useTimingState } from './use-timing.ts';
import { milliseconds } from './format.ts';
import { messages } from './messages.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { movedOf } from './moved.ts';
import layout from '../../ui/layout.module.css';
import classes from './cycle-timing.module.css';
import { search as progress } from './proposal-search.ts';
import { want, wanted } from './proposals-wanted.ts';

/** What the engine proposes on the image, how far it is looked for, and what became of it. */
export function ProposalsPart({ timing, context }: { timing: Timing; context: PageContext }) {
  const { on } = useSnapshot(wanted);
  const { context: known } = useTiming(timing, context);
  useEffect(() => {
    timing.refresh();
  }, [timing, on]);
  const { image } = known;
  if (!image || context.study.readOnly) return null;
  return (
    <section className={classes.proposals} aria-label={messages.proposals.title}>
      <div className={layout.between}>
        <h2>{messages.proposals.title}</h2>
        <Switch size="xs" aria-label={messages.proposals.propose} checked={on} onChange={(event) => want(event.currentTarget.checked)} />
      </div>
      {image.is_annotated ? <Kept timing={timing} image={image} /> : on && <Open timing={timing} context={context} />}
    </section>
  );
}

function Open({ timing, context }: { timing: Timing; context: PageContext }) {
  const { now: search } = useSnapshot(progress);
  const { context: known } = useTiming(timing, context);
  const dropped = useTimingState(timing, context, (state) => state.dropped);
  const { image } = known;
  if (search.state === 'looking')
    return (
      <p role="status">
        {messages.proposals.looking(number(search.share * 100, 0))}{' '}
        <button type="button" onClick={search.cancel}>
          {messages.proposals.cancel}
        </button>
      </p>
    );
  if (search.state === 'failed') return <p role="alert">{messages.proposals.failed(search.why)}</p>;
  if (!image || search.state === 'off') return null;
  const open = openProposals({ dropped }, known, image).length;
  const doubts = (timing.found?.unclear ?? []).map((doubt) => <p key={doubt}>{messages.proposals.unclear[doubt]}</p>);
  if (open === 0)
    return (
      <>
        <p>{emptyWords(timing, image)}</p>
        {doubts}
      </>
    );
  return (
    <>
      <p role="status">{messages.proposals.proposed(open, timing.found?.method ?? null)}</p>
      {doubts}
      <div className={classes.choices}>
        <ActionButton action="cycle-timing.accept" onClick={() => timing.send({ type: 'accept-next' })}>
          {messages.proposals.accept}
        </ActionButton>
        <ActionButton action="cycle-timing.accept-all" main onClick={() => timing.send({ type: 'accept-all' })}>
          {messages.proposals.acceptAll}
        </ActionButton>
        <ActionButton action="cycle-timing.drop" onClick={() => timing.send({ type: 'drop' })}>
          {messages.proposals.drop}
        </ActionButton>
      </div>
    </>
  );
}

/** Why nothing lies dashed over the picture. */
function emptyWords(timing: Timing, image: AnalysisImage): string {
  const { found } = timing;
  if (!found) return messages.proposals.nothingFound;
  if (image.cardiac_events.length > 0) return messages.proposals.noFurther;
  if (found.method === 'periodicity' && found.period === null) return messages.proposals.none;
  const first = messages.proposals.markFirst(image.modality === '2D');
  const ms = found.period === null ? null : timing.periodMs(found.period);
  return ms === null ? first : `${first} ${messages.proposals.repeats(milliseconds(ms))}`;
}

/** How the marks lie against their proposals. */
function Kept({ timing, image }: { timing: Timing; image: AnalysisImage }) {
  const moved = movedOf(image);
  if (!moved) return <p>{messages.proposals.byHand}</p>;
  const { proposed, marks, mean, greatest } = moved;
  if (greatest === 0) return <p>{messages.proposals.notMoved(proposed, marks)}</p>;
  const length = (distance: number): string =>
    image.modality === '2D' ? messages.proposals.frames(number(distance, 1)) : `${number(timing.columnsToMs(distance) ?? distance, 1)} ms`;
  return <p>{messages.proposals.moved(proposed, marks, length(mean), length(greatest))}</p>;
}
