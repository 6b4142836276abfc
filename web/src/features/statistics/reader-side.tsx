import type { AgreementReport } from '@echometry/contract/records/agreement.ts';
import type { Certificate } from '@echometry/contract/records/certificate.ts';
import type { ReaderMeasurement, ReaderSummary } from '@echometry/contract/records/reader-report.ts';
import { certificateState } from '@echometry/contract/rules/certificates.ts';
import { driftSources } from '@echometry/contract/rules/drift-sources.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { DASH, signed } from '../../lib/format.ts';
import { StateIcon } from './agreement-tables.tsx';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

export const measurementKey = ({ image_type, name, units }: Pick<ReaderMeasurement, 'image_type' | 'name' | 'units'>): string =>
  JSON.stringify([image_type, name, units]);

interface MeasurementsProps {
  summary: ReaderSummary;
  chosen: string | null;
  onChoose: (key: string) => void;
}

/** The measurements of a reader: how far the last cases are from the standard, and the state of the charts. */
export function ReaderMeasurements({ summary, chosen, onChoose }: MeasurementsProps) {
  const words = messages.readers;
  return (
    <Table label={words.measurements} columns={words.measurementColumns} right={[1, 4]}>
      {summary.measurements.map((one) => {
        const key = measurementKey(one);
        return (
          <tr key={key} data-current={key === chosen}>
            <td>
              <button type="button" className={layout.textButton} aria-pressed={key === chosen} onClick={() => onChoose(key)}>
                {one.name}
              </button>{' '}
              <small>{[one.image_type, unitShown(one.units)].filter((part) => part !== '').join(', ')}</small>
            </td>
            <td>{signed(one.bias)}</td>
            <td>
              <Within bias={one.bias} sd={one.sd} />
            </td>
            <td className={classes.drift} data-state={one.state}>
              <StateIcon state={one.state} /> {messages.overTime.states[one.state]}
            </td>
            <td>{one.n}</td>
          </tr>
        );
      })}
    </Table>
  );
}

/** Width of the bar, which reaches to this many standard deviations on both sides. */
const BAR = 64;
const REACH_SD = 2;

/** The bias on a bar from minus to plus two standard deviations. */
function Within({ bias, sd }: Pick<ReaderMeasurement, 'bias' | 'sd'>) {
  if (bias === null || sd === null || sd === 0) return <>{DASH}</>;
  const share = Math.max(-1, Math.min(1, bias / (REACH_SD * sd)));
  return (
    <svg className={classes.within} width={BAR} height={10} role="img" aria-label={messages.readers.within(signed(bias / sd, 1))}>
      <line x1={0} x2={BAR} y1={5} y2={5} />
      <line x1={BAR / 2} x2={BAR / 2} y1={1} y2={9} />
      <circle cx={BAR / 2 + share * (BAR / 2 - 4)} cy={5} r={3.5} />
    </svg>
  );
}

/** Certificates of a reader; an alarm of a measurement since then puts one on hold. */
export function ReaderCertificates({ summary, certificates }: { summary: ReaderSummary; certificates: readonly Certificate[] }) {
  const words = messages.readers;
  const own = certificates.filter(({ reader, blind }) => reader === summary.reader && blind === summary.blind);
  return (
    <section aria-label={words.certificates}>
      <h3>{words.certificates}</h3>
      {own.length === 0 && <p className={classes.quiet}>{words.noCertificates}</p>}
      <dl className={classes.pairs}>
        {own.map((certificate) => (
          <div key={certificate.id}>
            <dt>{certificate.image_type}</dt>
            <dd>{words.certificate(certificate.expires_on, certificateState(certificate, summary.measurements, dayOf(Date.now())))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Sources of the drift of a measurement: lines farther from the standard, and marks on other frames. */
export function DriftSources({ report, row }: { report: AgreementReport; row: AgreementReport['values'][number] }) {
  const alarm = row.over_time?.alarm ?? null;
  if (alarm === null || report.cases === undefined) return null;
  const places = new Map(row.points.map(({ study_id, instance_id }, at) => [`${study_id} ${instance_id}`, at]));
  const placed = report.cases.flatMap((one) => {
    const at = places.get(`${one.study_id} ${one.instance_id}`);
    return at === undefined ? [] : [{ at, one }];
  });
  const side = (isSince: boolean) => placed.filter(({ at }) => at >= alarm.since === isSince).map(({ one }) => one);
  const sources = driftSources(side(false), side(true));
  const words = messages.readers;
  return (
    <section aria-label={words.sources(row.name)}>
      <h3>
        {words.sources(row.name)} <small>{words.sinceChange}</small>
      </h3>
      {sources.length === 0 && <p className={classes.quiet}>{words.noSources}</p>}
      <dl className={classes.pairs}>
        {sources.map((source) => (
          <div key={`${source.kind} ${source.name} ${source.event}`}>
            <dt>{words.source(source)}</dt>
            <dd>{words.sourceFigure(source)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
