import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { WarningCode } from '@echometry/contract/generated/image-metadata.ts';
import { ago, fixed, number } from '../../lib/format.ts';
import { messages as fileMessages } from '../../viewer/facts/messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './calibration.module.css';
import { messages } from './messages.ts';

/** Digits of a scale that a person can check against the picture. */
const SCALE_DIGITS = 5;

/** Current scale of the values of the image, its source, and its irregularities. */
export function ScaleFacts({
  scale,
  calibration,
  isChosen,
  modality,
}: {
  scale: ImageScale;
  calibration: ImageCalibration;
  /** The user chose it; otherwise it is the file's own. */
  isChosen: boolean;
  modality: string | null;
}) {
  const flow = scale.flowRegion(modality ?? undefined);
  const { source, author, at, version } = calibration;
  return (
    <section className={`${layout.column} ${classes.section}`} aria-labelledby="scale-in-use">
      <h2 id="scale-in-use">{messages.facts.title}</h2>
      <dl className={classes.facts}>
        <dt>{messages.facts.from}</dt>
        <dd data-testid="scale-source">{messages.source.names[source]}</dd>
        {flow && (
          <>
            <dt>{messages.facts.column}</dt>
            <dd data-testid="scale-x">
              {number(flow.spacing_x, SCALE_DIGITS)} <i>{`${flow.units_x}/px`}</i>
            </dd>
            <dt>{messages.facts.row}</dt>
            <dd data-testid="scale-y">
              {number(flow.spacing_y, SCALE_DIGITS)} <i>{flow.units_y === 'cm/s' ? messages.facts.cmPerSecond : `${flow.units_y}/px`}</i>
            </dd>
          </>
        )}
        {flow?.units_y === 'cm/s' && (
          <>
            <dt>{messages.facts.zeroLine}</dt>
            <dd data-testid="scale-zero">
              {flow.reference_y === null ? (
                messages.facts.noZeroLine
              ) : (
                <>
                  <i>{messages.facts.zeroRow}</i> {fixed(flow.reference_y, 1)}
                </>
              )}
            </dd>
          </>
        )}
        <dt>{messages.facts.setBy}</dt>
        <dd>{isChosen && author !== null ? messages.facts.setByPerson(author, ago(at, Date.now()), version) : setBy(calibration)}</dd>
      </dl>
      {!flow && <p className={layout.closeNote}>{messages.facts.noScale}</p>}
      {flow?.units_y === 'cm/s' && flow.reference_y === null && (
        <Warning text={messages.facts.noVelocities} what={messages.facts.markBelow} />
      )}
      {(scale.warnings() as WarningCode[]).map((code) => (
        <Warning key={code} text={fileMessages.warnings[code] ?? code} what={messages.facts.advice[code]} />
      ))}
    </section>
  );
}

const setBy = ({ flow_direction: flow }: ImageCalibration): string =>
  flow === 'away' ? messages.facts.setByPattern : messages.facts.setByFile;

function Warning({ text, what }: { text: string; what: string | undefined }) {
  return (
    <p className={classes.warning} data-testid="scale-warning">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {text} {what}
      </span>
    </p>
  );
}
