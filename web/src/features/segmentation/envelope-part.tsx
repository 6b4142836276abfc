import { RangeSlider, Slider } from '@mantine/core';
import { useSnapshot } from 'valtio';
import type { EnvelopeSide } from '@echometry/contract/generated/envelope.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { fixed, number } from '../../lib/format.ts';
import { ENVELOPE_METHOD, envelopeNow, LEAST_WIDTH_PX, SHARE, searchNow } from '../../tools/doppler-trace/envelope.ts';
import type { EnvelopeSearch } from '../../tools/doppler-trace/envelope-search.ts';
import { messages as traceMessages } from '../../tools/doppler-trace/messages.ts';
import { readyOf } from '../../tools/doppler-trace/status.ts';
import { onsetsOf } from '../../tools/doppler-trace/trace.ts';
import { movedPoints } from '../../tools/lines/moved-points.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Segments } from '../../ui/segments.tsx';
import layout from '../../ui/layout.module.css';
import classes from './tracking.module.css';
import type { DopplerTracing } from './doppler-tracing.ts';
import { messages, movedWords } from './messages.ts';
import { useDopplerCan } from './use-doppler-can.ts';

interface Part {
  tracing: DopplerTracing;
  context: PageContext;
}

const SIDES: readonly { value: EnvelopeSide; label: string }[] = [
  { value: 'above', label: messages.envelope.above },
  { value: 'below', label: messages.envelope.below },
  { value: 'both', label: messages.envelope.both },
];

/** The envelope of the cycle in work: looked for between two limits, on a side of the zero line, above a threshold. */
export function EnvelopePart({ tracing, context }: Part) {
  const may = useDopplerCan(tracing, context);
  const image = useTool(context, () => tracing.context().image);
  if (context.study.readOnly || !image) return null;
  const moved = movedPoints(image, ENVELOPE_METHOD);
  if (!may('search') && !moved) return null;
  return (
    <section className={`${layout.closeNotes} ${classes.envelope}`} aria-label={messages.envelope.title}>
      <h2>{messages.envelope.title}</h2>
      {may('searching') && <Search tracing={tracing} context={context} />}
      {may('search') && !may('searching') && (
        <div className={layout.wrapping}>
          <ActionButton action="segmentation.follow" onClick={() => tracing.send({ type: 'look' })}>
            {messages.envelope.look}
          </ActionButton>
        </div>
      )}
      {moved && <p data-testid="envelope-share">{movedWords(moved)}</p>}
    </section>
  );
}

function Search({ tracing, context }: Part) {
  const search = useTool(context, () => searchOf(tracing));
  if (!search) return null;
  return (
    <>
      <Segments
        label={messages.envelope.side}
        value={search.side}
        segments={SIDES}
        onChange={(side) => tracing.send({ type: 'search', to: { side }, done: true })}
      />
      <Limits tracing={tracing} search={search} />
      <Threshold tracing={tracing} search={search} />
      <Found tracing={tracing} context={context} />
    </>
  );
}

const searchOf = (tracing: DopplerTracing): EnvelopeSearch | null => {
  const ready = readyOf(tracing.context());
  return ready ? searchNow(tracing.state, ready) : null;
};

function Limits({ tracing, search }: { tracing: DopplerTracing; search: EnvelopeSearch }) {
  const { image } = tracing.context();
  const onsets = image ? onsetsOf(image, search.cycle) : null;
  if (!onsets) return null;
  const set = (columns: [number, number], done: boolean) => tracing.send({ type: 'search', to: { columns }, done });
  return (
    <div className={classes.value}>
      <span>{messages.envelope.limits}</span>
      <b>
        {messages.envelope.from(fixed(search.columns[0], 0), fixed(search.columns[1], 0))} <i>px</i>
      </b>
      <RangeSlider
        min={onsets.start}
        max={onsets.end}
        minRange={LEAST_WIDTH_PX}
        step={1}
        value={[search.columns[0], search.columns[1]]}
        label={null}
        thumbFromLabel={messages.envelope.firstLimit}
        thumbToLabel={messages.envelope.lastLimit}
        onChange={(columns) => set(columns, false)}
        onChangeEnd={(columns) => set(columns, true)}
      />
    </div>
  );
}

function Threshold({ tracing, search }: { tracing: DopplerTracing; search: EnvelopeSearch }) {
  const set = (share: number, done: boolean) => tracing.send({ type: 'search', to: { share }, done });
  return (
    <div className={classes.value} title={messages.envelope.thresholdHint}>
      <span>{messages.envelope.threshold}</span>
      <b data-testid="envelope-threshold">
        {number(search.share * 100, 0)} <i>%</i>
      </b>
      <Slider
        min={SHARE.min}
        max={SHARE.max}
        step={SHARE.step}
        value={search.share}
        label={null}
        thumbLabel={messages.envelope.thresholdLabel}
        onChange={(share) => set(share, false)}
        onChangeEnd={(share) => set(share, true)}
      />
    </div>
  );
}

function Found({ tracing, context }: Part) {
  const { now } = useSnapshot(tracing.envelope.progress);
  const offered = useTool(context, () => {
    const ready = readyOf(tracing.context());
    return ready ? envelopeNow(tracing.state, ready) : null;
  });
  if (now.state === 'failed') return <p role="alert">{messages.envelope.failed(now.why)}</p>;
  return (
    <>
      <p role="status">
        {offered
          ? messages.envelope.offered((searchOf(tracing)?.cycle ?? 0) + 1)
          : now.state === 'looking'
            ? messages.envelope.looking
            : traceMessages.noFlow}
      </p>
      <div className={layout.wrapping}>
        <ActionButton action="segmentation.accept" main disabled={!offered} onClick={() => tracing.send({ type: 'accept' })}>
          {messages.envelope.accept}
        </ActionButton>
        <ActionButton action="segmentation.drop" onClick={() => tracing.send({ type: 'drop' })}>
          {messages.envelope.drop}
        </ActionButton>
      </div>
    </>
  );
}
