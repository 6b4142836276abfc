import { useSnapshot } from 'valtio';
import type { PageContext } from '../../image-page/parts.ts';
import { fixed, number } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { anchorRows, driftOfCycle, meanDrift, qualityOf } from './cycle-rows.ts';
import { cycleStateWords, messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './tracking.module.css';
import { useWholeCycle } from './use-whole-cycle.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';
import { Table } from '../../ui/table.tsx';

const MM_PER_CM = 10;

/** The lines on every frame of the cycle in work: followed, accepted, and the frames that hold them. */
export function WholeCyclePart({ whole, context }: { whole: WholeCycle; context: PageContext }) {
  const view = useWholeCycle(whole, context);
  if (!view) return null;
  const { span, known, cycle } = view;
  return (
    <section className={`${layout.closeNotes} ${classes.tracking}`} aria-label={messages.whole.title}>
      <div className={layout.spaced}>
        <h2>{messages.whole.ofCycle(cycle + 1)}</h2>
        <Chip tone={known && !view.outdated && !view.offered ? 'ok' : known ? 'warn' : 'plain'}>{cycleStateWords(view)}</Chip>
      </div>
      <p>{messages.whole.span(span.from, span.to, span.closed)}</p>
      <Search whole={whole} view={view} />
      {known && <Lines view={view} />}
      <Anchors whole={whole} view={view} />
      {view.mayChange && <Choices whole={whole} view={view} />}
    </section>
  );
}

function Search({ whole, view }: { whole: WholeCycle; view: WholeCycleView }) {
  const { now } = useSnapshot(whole.search);
  if (now.state === 'failed') return <p role="alert">{messages.tracking.failed(now.why)}</p>;
  if (now.state === 'off') return view.outdated ? <p role="status">{messages.whole.outdated}</p> : null;
  return (
    <div className={classes.progress}>
      <progress value={now.share} max={1} aria-label={messages.tracking.following} />
      <p role="status">{messages.tracking.progress(number(now.share * 100, 0))}</p>
      <ActionButton action="segmentation.drop" onClick={() => whole.send({ type: 'drop' })}>
        {messages.tracking.cancel}
      </ActionButton>
    </div>
  );
}

const mmOf = ({ ready }: WholeCycleView): number | null => (ready.scale ? ready.scale[1] * MM_PER_CM : null);

const distance = (px: number | null, mm: number | null): string =>
  px === null ? '–' : mm === null ? `${fixed(px, 1)} px` : `${fixed(px * mm, 1)} mm`;

function Lines({ view }: { view: WholeCycleView }) {
  const mm = mmOf(view);
  const lines = view.known?.lines.lines ?? [];
  return (
    <Table
      kind="figures"
      className={classes.quality}
      columns={[
        messages.tracking.line,
        { text: messages.tracking.quality, title: messages.whole.qualityHint },
        { text: messages.tracking.drift, title: messages.whole.driftHint },
      ]}
    >
      {lines.map((line) => {
        const { mean, least, frame, doubtful } = qualityOf(line);
        return (
          <tr key={line.name}>
            <th scope="row">{line.name}</th>
            <td data-doubtful={doubtful > 0}>
              {number(100 * mean, 0)} % <small>{messages.whole.least(number(100 * least, 0), frame)}</small>
              {doubtful > 0 && (
                <div>
                  <small>{messages.whole.doubtful(doubtful)}</small>
                </div>
              )}
            </td>
            <td>{distance(meanDrift(line.frames.at(-1)), mm)}</td>
          </tr>
        );
      })}

      <tr>
        <th scope="row" colSpan={2} title={messages.whole.meanDriftHint}>
          {messages.whole.meanDrift}
        </th>
        <td>{distance(driftOfCycle(lines), mm)}</td>
      </tr>
    </Table>
  );
}

/** Frames on which lines are drawn; each is a way to its frame. */
function Anchors({ whole, view }: { whole: WholeCycle; view: WholeCycleView }) {
  const mm = mmOf(view);
  return (
    <div className={classes.anchors} role="group" aria-label={messages.whole.anchors}>
      {anchorRows(view).map(({ frame, kind, lines, drift }) => (
        <button
          key={frame}
          type="button"
          aria-pressed={frame === view.frame}
          onClick={() => whole.send({ type: 'show', frame })}
          title={lines.join(', ')}
        >
          <b>{messages.whole.kinds[kind]}</b>
          <span>{messages.whole.frame(frame)}</span>
          <small>{drift === null ? messages.whole.linesOf(lines.length) : messages.whole.drift(distance(drift, mm))}</small>
        </button>
      ))}
    </div>
  );
}

function Choices({ whole, view: { can, known, offered } }: { whole: WholeCycle; view: WholeCycleView }) {
  const { send } = whole;
  return (
    <div className={layout.wrapping}>
      {offered && (
        <ActionButton action="segmentation.accept" main disabled={!can.accept} onClick={() => send({ type: 'accept' })}>
          {messages.whole.accept}
        </ActionButton>
      )}
      {can.follow && (
        <ActionButton action="segmentation.follow" main={!offered} onClick={() => send({ type: 'follow' })}>
          {known ? messages.whole.followAgain : messages.whole.follow}
        </ActionButton>
      )}
      {offered && (
        <ActionButton action="segmentation.drop" onClick={() => send({ type: 'drop' })}>
          {messages.tracking.drop}
        </ActionButton>
      )}
      {can.hold && (
        <ActionButton action="segmentation.add-point" onClick={() => send({ type: 'hold' })}>
          {messages.whole.hold}
        </ActionButton>
      )}
      {can.release && (
        <ActionButton action="segmentation.remove-shape" onClick={() => send({ type: 'release' })}>
          {messages.whole.release}
        </ActionButton>
      )}
      {can.remove && (
        <ActionButton action="segmentation.remove-all" onClick={() => send({ type: 'remove' })}>
          {messages.whole.remove}
        </ActionButton>
      )}
    </div>
  );
}
