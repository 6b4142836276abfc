import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { DOUBTFUL_QUALITY } from '@echometry/contract/generated/drawing-limits.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { fixed, number } from '../../lib/format.ts';
import { movedPoints } from '../../tools/lines/moved-points.ts';
import { offeredAt, openOffers, TRACKING_METHOD } from '../../tools/contours/tracking.ts';
import type { OfferedLine } from '../../tools/contours/track-offer.ts';
import { placeName } from '../../tools/contours/messages.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { messages, movedWords } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './tracking.module.css';
import type { Plane, PlaneView } from './plane.ts';
import { usePlane } from './use-plane.ts';
import { Table } from '../../ui/table.tsx';

const MM_PER_CM = 10;

/** Lines followed through the clip, their certainty, and later changes of accepted ones. */
export function TrackingPart({ plane, context }: { plane: Plane; context: PageContext }) {
  const view = usePlane(plane, context);
  const instance = context.file?.instance_id;
  useEffect(() => () => plane.tracking.drop(), [plane, instance]);
  if (!view || context.study.readOnly || view.work.place.event === null) return null;
  return (
    <section className={`${layout.closeNotes} ${classes.tracking}`} aria-label={messages.tracking.title}>
      <h2>{messages.tracking.title}</h2>
      <Now plane={plane} view={view} />
      <Kept view={view} />
    </section>
  );
}

function Now({ plane, view }: { plane: Plane; view: PlaneView }) {
  const { now: search } = useSnapshot(plane.tracking.search);
  const open = openOffers(view.ready);
  if (search.state === 'following')
    return (
      <div className={classes.progress}>
        <progress value={search.share} max={1} aria-label={messages.tracking.following} />
        <p role="status">{messages.tracking.progress(number(search.share * 100, 0))}</p>
        <ActionButton action="segmentation.drop" onClick={search.cancel}>
          {messages.tracking.cancel}
        </ActionButton>
      </div>
    );
  if (search.state === 'failed') return <p role="alert">{messages.tracking.failed(search.why)}</p>;
  if (open.length > 0) return <Offer plane={plane} view={view} open={open.length} />;
  if (view.can.follow)
    return (
      <div className={layout.wrapping}>
        <ActionButton action="segmentation.follow" onClick={() => plane.send({ type: 'follow' })}>
          {messages.tracking.follow}
        </ActionButton>
      </div>
    );
  return <p>{messages.tracking.hint}</p>;
}

function Offer({ plane, view: { ready, work }, open }: { plane: Plane; view: PlaneView; open: number }) {
  const here = offeredAt(ready, work.place);
  return (
    <>
      <p role="status">
        {messages.tracking.offered(open)}
        {here.length > 0 ? `, ${messages.tracking.here(placeName(work.place, false))}` : `. ${messages.tracking.showNext}`}
      </p>
      {here.length > 0 && (
        <Table
          kind="figures"
          className={classes.quality}
          columns={[
            messages.tracking.line,
            { text: messages.tracking.quality, title: messages.tracking.qualityHint },
            { text: messages.tracking.drift, title: messages.tracking.driftHint },
          ]}
        >
          {here.map((line) => (
            <QualityRow key={line.source.name} line={line} mm={ready.scale ? ready.scale[1] * MM_PER_CM : null} />
          ))}
        </Table>
      )}
      <div className={layout.wrapping}>
        <ActionButton action="segmentation.accept" main onClick={() => plane.send({ type: 'accept' })}>
          {here.length > 0 ? messages.tracking.accept : messages.tracking.show}
        </ActionButton>
        <ActionButton action="segmentation.accept-all" onClick={() => plane.send({ type: 'accept-all' })}>
          {messages.tracking.acceptAll}
        </ActionButton>
        <ActionButton action="segmentation.drop" onClick={() => plane.send({ type: 'drop' })}>
          {messages.tracking.drop}
        </ActionButton>
      </div>
    </>
  );
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function QualityRow({ line: { source, points }, mm }: { line: OfferedLine; mm: number | null }) {
  const qualities = points.map(({ quality }) => quality);
  const least = Math.min(...qualities);
  const drifts = points.flatMap(({ drift_px }) => drift_px ?? []);
  const drift = drifts.length === 0 ? null : mean(drifts);
  return (
    <tr>
      <th scope="row">{source.name}</th>
      <td data-doubtful={least < DOUBTFUL_QUALITY}>
        {number(100 * mean(qualities), 0)} % <small>{messages.tracking.least(number(100 * least, 0))}</small>
      </td>
      <td>{drift === null ? '–' : mm === null ? `${fixed(drift, 1)} px` : `${fixed(drift * mm, 1)} mm`}</td>
    </tr>
  );
}

/** The share of accepted points that the user moved later. */
function Kept({ view: { ready } }: { view: PlaneView }) {
  const moved = movedPoints(ready.image, TRACKING_METHOD);
  if (!moved) return null;
  return <p data-testid="tracked-share">{movedWords(moved)}</p>;
}
