import { Switch } from '@mantine/core';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ProposalMethod, Unclear } from '@echometry/contract/generated/proposals.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { number } from '../../lib/format.ts';
import { openProposals } from '../../tools/cycle-timing/proposals.ts';
import type { Timing } from './timing.ts';
import { useTiming, useTimingState } from './use-timing.ts';
import { milliseconds } from './messages.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { movedOf } from './moved.ts';
import classes from './proposals.module.css';
import { search as progress } from './proposal-search.ts';
import { want, wanted } from './proposals-wanted.ts';

const BY: Readonly<Record<ProposalMethod, string>> = {
  'r-wave-times': 'by the R waves of the file',
  'ecg-trace': 'by the ECG in the picture',
  periodicity: 'by repetition of the picture',
};

const UNCLEAR: Readonly<Record<Unclear, string>> = {
  'r-waves': 'Check the R waves: other waves of the ECG stand out nearly as much.',
  period: 'The picture repeats itself, but the length of a cycle is unclear.',
  'end-systole': 'End systole is unclear: motion continues after contraction.',
};

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
    <section className={classes.proposals} aria-label="Proposals">
      <div className={classes.head}>
        <h2>Proposals</h2>
        <Switch size="xs" aria-label="Propose marks" checked={on} onChange={(event) => want(event.currentTarget.checked)} />
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
        Looking at the picture, {number(search.share * 100, 0)} %{' '}
        <button type="button" onClick={search.cancel}>
          Cancel
        </button>
      </p>
    );
  if (search.state === 'failed') return <p role="alert">Nothing could be proposed: {search.why}</p>;
  if (!image || search.state === 'off') return null;
  const open = openProposals({ dropped }, known, image).length;
  const doubts = (timing.found?.unclear ?? []).map((doubt) => <p key={doubt}>{UNCLEAR[doubt]}</p>);
  if (open === 0)
    return (
      <>
        <p>{emptyWords(timing, image)}</p>
        {doubts}
      </>
    );
  return (
    <>
      <p role="status">
        {open} {open === 1 ? 'mark' : 'marks'} proposed {timing.found ? BY[timing.found.method] : ''}.
      </p>
      {doubts}
      <div className={classes.choices}>
        <ActionButton action="cycle-timing.accept" onClick={() => timing.send({ type: 'accept-next' })}>
          Accept
        </ActionButton>
        <ActionButton action="cycle-timing.accept-all" main onClick={() => timing.send({ type: 'accept-all' })}>
          Accept all
        </ActionButton>
        <ActionButton action="cycle-timing.drop" onClick={() => timing.send({ type: 'drop' })}>
          Drop
        </ActionButton>
      </div>
    </>
  );
}

/** Why nothing lies dashed over the picture. */
function emptyWords(timing: Timing, image: AnalysisImage): string {
  const { found } = timing;
  if (!found) return 'No ECG and no repetition was found in the picture.';
  if (image.cardiac_events.length > 0) return 'No further proposals.';
  if (found.method === 'periodicity' && found.period === null) return 'No proposals.';
  const first = image.modality === '2D' ? 'end diastole' : 'onset';
  const ms = found.period === null ? null : timing.periodMs(found.period);
  const every = ms === null ? '' : ` The picture repeats every ${milliseconds(ms)} ms.`;
  return `Mark the first ${first}; the next is proposed from there.${every}`;
}

/** How the marks lie against their proposals. */
function Kept({ timing, image }: { timing: Timing; image: AnalysisImage }) {
  const moved = movedOf(image);
  if (!moved) return <p>All marks were placed by hand.</p>;
  const unit = image.modality === '2D' ? 'frames' : 'ms';
  const length = (distance: number): string => number(unit === 'frames' ? distance : (timing.columnsToMs(distance) ?? distance), 1);
  const where =
    moved.greatest === 0
      ? 'and were not moved.'
      : `and were moved by ${length(moved.mean)} ${unit} on average, ${length(moved.greatest)} ${unit} at most.`;
  return (
    <p>
      {moved.proposed} of {moved.marks} marks were proposed {where}
    </p>
  );
}
