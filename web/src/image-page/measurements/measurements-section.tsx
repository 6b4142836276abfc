import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import { oddities } from '@echometry/contract/rules/plausibility.ts';
import { useDraft } from '../../study/react/use-draft.ts';
import { useJudging } from '../../study/measuring/judging.ts';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { Measured, StudyMeasuring } from '../../study/measuring/study-measuring.ts';
import { toggleSpot } from '../comments/spot.ts';
import type { PageContext } from '../parts.ts';
import { Explained } from './explained.tsx';
import layout from '../../ui/layout.module.css';
import classes from './measurements.module.css';
import { definitionOf } from './definitions.ts';
import { messages } from './messages.ts';
import { isStill, type Measured as About } from './reasons.ts';
import { cyclesOf, isUncalibrated, rowsOf, type ValueRow } from './rows.ts';
import type { ValuesOnPage } from './values-on-page.ts';

/** Measurements of the current image, as it is drawn now. */
export function MeasurementsSection({ values, context }: { values: ValuesOnPage; context: PageContext }) {
  const measuring = studyMeasuring();
  const instanceId = context.file?.instance_id ?? null;
  useEffect(() => values.follow(), [values, measuring]);
  if (!measuring || instanceId === null) return null;
  const metadata = context.player?.metadata;
  const times = metadata && metadata.frame_time_source !== 'assumed' ? metadata.frame_times_ms : null;
  return <Values values={values} measuring={measuring} times={times} context={context} />;
}

function Values({
  values,
  measuring,
  times,
  context,
}: {
  values: ValuesOnPage;
  measuring: StudyMeasuring;
  times: readonly number[] | null;
  context: PageContext;
}) {
  const { image, failure } = useSnapshot(measuring.shown) as Measured;
  const { name, explanation, compared } = useSnapshot(values.chosen) as typeof values.chosen;
  const judging = useJudging(context.study, image !== null);
  const rows = image ? rowsOf(image, aboutOf(context), judging.rows) : [];
  useLinkedValue(values, image, context);
  return (
    <>
      <section className={classes.section} aria-labelledby="measurements-heading" data-testid="measurements">
        <div className={`${layout.smallNotes} ${classes.head}`}>
          <h2 id="measurements-heading">{messages.title}</h2>
          <span>{image && meanWords(image)}</span>
        </div>
        {image && isUncalibrated(image) && (
          <p className={classes.banner}>
            <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
            {messages.noScale}
          </p>
        )}
        {failure !== null && <p className={layout.smallNote}>{messages.failed(failure)}</p>}
        {!image && failure === null && <Waiting />}
        {image && rows.length === 0 && <p className={layout.smallNote}>{messages.nothing}</p>}
        <ul className={classes.rows}>
          {rows.map((row) => (
            <Row key={row.name} row={row} open={row.name === name} onChoose={() => values.choose(row.name)} />
          ))}
        </ul>
        {image && <Oddities image={image} context={context} />}
      </section>
      {name !== null && rows.some((row) => row.name === name) && (
        <Explained name={name} explanation={explanation} compared={compared} times={times} onClose={() => values.choose(null)} />
      )}
    </>
  );
}

/** An address may name a value of its image: its explanation is open when the values are there, once. */
function useLinkedValue(values: ValuesOnPage, image: ImageMeasurements | null, { link, file }: PageContext): void {
  const done = useRef(false);
  const { measurement, image: named } = link;
  const here = image !== null && (named === image.instance_id || named === file?.filename);
  useEffect(() => {
    if (done.current || !here || measurement === undefined) return;
    done.current = true;
    if (image.measurements.some(({ name }) => name === measurement) && values.chosen.name === null) values.choose(measurement);
  }, [values, here, image, measurement]);
}

/** Facts for the reasons of a measurement of the image in view. */
const aboutOf =
  ({ study, image, file }: PageContext) =>
  (name: string): About => ({
    definition: definitionOf(study.config.measuring.measurements, image?.type ?? '', name),
    isStill: isStill(image?.modality ?? null, file?.number_of_frames ?? 1),
    image,
  });

function meanWords(image: ImageMeasurements): string {
  const cycles = cyclesOf(image);
  return cycles > 1 ? messages.mean(cycles) : '';
}

function Row({ row, open, onChoose }: { row: ValueRow; open: boolean; onChoose: () => void }) {
  const { name, value, unit, cycles, range, stands, reasons, ends } = row;
  return (
    <li data-testid="measured">
      <button type="button" className={classes.row} aria-expanded={open} onClick={onChoose}>
        <span className={layout.cutText}>{name}</span>
        <b className={classes.value} data-range={range} data-testid="value">
          {value}
        </b>
        <span className={classes.unit}>{unit}</span>
        {messages.ranges[range] !== null && <span className={classes.unseen}>{messages.ranges[range]}</span>}
        <span className={classes.second} title={reasons.join(' ')} hidden={ends.length > 0}>
          {stands !== '' && (
            <span className={classes.stands} data-testid="stands">
              {stands}
            </span>
          )}
          {cycles.length > 0 && <span className={classes.cycles}>{cycles.join(' · ')}</span>}
          {reasons.map((reason) => (
            <span key={reason} className={classes.reason}>
              {reason}
            </span>
          ))}
        </span>
      </button>
      {ends.length > 0 && (
        <span className={classes.ends}>
          {ends.map(({ text, place }) => (
            <button key={text} type="button" title={text} onClick={() => toggleSpot(text, place)}>
              {text}
            </button>
          ))}
        </span>
      )}
    </li>
  );
}

/** Implausible values by the rules of the project, while drawing; it blocks nothing. */
function Oddities({ image, context }: { image: ImageMeasurements; context: PageContext }) {
  const draft = useDraft();
  const drawn = draft?.instance_id === image.instance_id ? draft : context.image;
  if (!drawn) return null;
  const examined = { image: drawn, measurements: image.measurements, heartRate: heartRateOf(context.player?.metadata ?? null) };
  const found = oddities(examined, context.study.project.plausibility);
  if (found.length === 0) return null;
  return (
    <ul className={classes.odd} aria-label={messages.implausible} data-testid="oddities">
      {found.map(({ text }) => (
        <li key={text}>
          <IconAlertTriangle size={14} stroke={1.6} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Heart rate that the file names, in beats a minute; null without one. */
function heartRateOf(metadata: ImageMetadata | null): number | null {
  const listed = metadata?.full_metadata.find(({ keyword, depth }) => keyword === 'HeartRate' && depth === 0)?.value ?? '';
  const rate = Number(listed);
  return listed !== '' && rate > 0 ? rate : null;
}

/** Rows as wide as values will be, so that nothing moves when they come. */
function Waiting() {
  return (
    <div className={classes.waiting} role="status" aria-label={messages.measuring}>
      {[0, 1, 2, 3].map((row) => (
        <span key={row} />
      ))}
    </div>
  );
}
