import { Button, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Making } from '@echometry/contract/calls/statistics.ts';
import type { AgreementReport } from '@echometry/contract/records/agreement.ts';
import type { ReaderSummary } from '@echometry/contract/records/reader-report.ts';
import { type Standard, STANDARD_READERS, STANDARDS } from '@echometry/contract/rules/standards.ts';
import { useKeys } from '../../lib/keys.ts';
import { Segments } from '../../ui/segments.tsx';
import { messages } from './messages.ts';
import { OverTime } from './over-time.tsx';
import { readerName } from './readers.ts';
import { DriftSources, measurementKey, ReaderCertificates, ReaderMeasurements } from './reader-side.tsx';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';
import { useReaderReport, useReadersOverTime } from './use-readers-over-time.ts';
import { isUnderWay } from './use-statistics.ts';

interface Choice {
  reader: string | null;
  standard: Standard | null;
  measurement: string | null;
}

const keyOf = ({ reader, blind }: ReaderSummary): string => JSON.stringify([reader, blind]);
const nameOf = ({ reader, blind }: ReaderSummary): string => readerName({ editor: reader, reviewer: null, blind, pass: 1 });

/** One entry for each reader. */
const readersOf = (summaries: readonly ReaderSummary[]): ReaderSummary[] =>
  summaries.filter((one, at) => summaries.findIndex((other) => keyOf(other) === keyOf(one)) === at);

/** The summaries of the chosen reader, by the weight of their standards. */
function ofReader(summaries: readonly ReaderSummary[], reader: string | null): ReaderSummary[] {
  const key = summaries.some((one) => keyOf(one) === reader) ? reader : summaries[0] && keyOf(summaries[0]);
  return summaries.filter((one) => keyOf(one) === key).toSorted((a, b) => STANDARDS.indexOf(a.standard) - STANDARDS.indexOf(b.standard));
}

/** The entry so many places further, round the end. */
const further = <T,>(all: readonly T[], at: number, by: number): T | undefined => all[(at + by + all.length) % all.length];

interface Props {
  db: string;
  onOpen: ((study_id: string, instance_id: string) => void) | null;
}

/** The chosen reader, standard and measurement, by keys too; without a choice the first of each. */
function useChoice(readers: readonly ReaderSummary[]) {
  const [choice, setChoice] = useState<Choice>({ reader: null, standard: null, measurement: null });
  const set = (change: Partial<Choice>) => setChoice((before) => ({ ...before, ...change }));
  const own = ofReader(readers, choice.reader);
  const summary = own.find(({ standard }) => standard === choice.standard) ?? own[0];
  const measured = summary?.measurements ?? [];
  const at = Math.max(
    measured.findIndex((one) => measurementKey(one) === choice.measurement),
    0,
  );
  const people = readersOf(readers);
  const place = people.findIndex((one) => summary !== undefined && keyOf(one) === keyOf(summary));
  const toReader = (by: number): void => {
    const next = further(people, place, by);
    if (next !== undefined) set({ reader: keyOf(next) });
  };
  const toMeasurement = (by: number): void => {
    const next = further(measured, at, by);
    if (next !== undefined) set({ measurement: measurementKey(next) });
  };
  useKeys({
    'statistics.next-reader': () => toReader(1),
    'statistics.previous-reader': () => toReader(-1),
    'statistics.next-measurement': () => toMeasurement(1),
    'statistics.previous-measurement': () => toMeasurement(-1),
  });
  return { people, own, summary, measurement: measured[at], set };
}

/** How each reader measures over time, against gold cases, consensuses or the other readers (docs/readers.md#readers-over-time). */
export function ReadersBlock({ db, onOpen }: Props) {
  const found = useReadersOverTime(db);
  const { readers, making, certificates } = found;
  const choice = useChoice(readers ?? []);
  const { summary, measurement, set } = choice;
  const { report, failure } = useReaderReport(db, summary);
  const key = measurement ? measurementKey(measurement) : null;
  const row = report?.values.find((one) => measurementKey(one) === key);
  const words = messages.readers;
  const fault = found.failure ?? failure;
  return (
    <div>
      <ReaderBar choice={choice} making={making} onUpdate={found.update} />
      {fault !== null && <p role="alert">{fault}</p>}
      {readers !== null && summary === undefined && !isUnderWay(making) && <p className={classes.quiet}>{words.none}</p>}
      {summary && (
        <div className={classes.overTimes}>
          <div>{report && row && <Measured report={report} row={row} summary={summary} onOpen={onOpen} />}</div>
          <aside aria-label={words.side(nameOf(summary))}>
            <ReaderMeasurements summary={summary} chosen={key} onChoose={(chosen) => set({ measurement: chosen })} />
            {report && row && <DriftSources report={report} row={row} />}
            <ReaderCertificates summary={summary} certificates={certificates} />
          </aside>
        </div>
      )}
    </div>
  );
}

interface BarProps {
  choice: ReturnType<typeof useChoice>;
  making: Making | null;
  onUpdate: () => void;
}

/** Who is compared with what, and since when. */
function ReaderBar({ choice: { people, own, summary, set }, making, onUpdate }: BarProps) {
  const words = messages.readers;
  return (
    <div className={`${layout.wraps} ${layout.small} ${classes.readers}`} role="group" aria-label={words.title}>
      {summary && (
        <>
          <Select
            aria-label={words.reader}
            size="xs"
            w={220}
            allowDeselect={false}
            data={people.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
            value={keyOf(summary)}
            onChange={(reader) => set({ reader })}
          />
          <Segments
            label={words.standard}
            value={summary.standard}
            segments={own.map(({ standard, studies }) => ({ value: standard, label: words.standardOf(standard, studies) }))}
            onChange={(standard) => set({ standard })}
          />
          <span>{words.made(summary.made_at)}</span>
        </>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
        disabled={isUnderWay(making)}
        onClick={onUpdate}
      >
        {words.update}
      </Button>
      {making && isUnderWay(making) && <span role="status">{words.progress(making)}</span>}
    </div>
  );
}

interface MeasuredProps {
  report: AgreementReport;
  row: AgreementReport['values'][number];
  summary: ReaderSummary;
  onOpen: Props['onOpen'];
}

function Measured({ report, row, summary, onOpen }: MeasuredProps) {
  const names = [readerName(STANDARD_READERS[summary.standard]), nameOf(summary)] as const;
  const open = onOpen && (({ study_id, instance_id }: { study_id: string; instance_id: string }) => onOpen(study_id, instance_id));
  if (row.over_time === undefined || row.over_time.points.length === 0) return <p className={classes.quiet}>{messages.readers.noTimes}</p>;
  return <OverTime row={row} chart={row.over_time} names={names} report={report} onOpen={open} />;
}
