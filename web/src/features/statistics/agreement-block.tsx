import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Making } from '@echometry/contract/calls/statistics.ts';
import type { AgreementPoint, AgreementReport } from '@echometry/contract/records/agreement.ts';
import { comparesWithGold } from '@echometry/contract/rules/certificates.ts';
import { BlandAltman } from './bland-altman.tsx';
import { Certificates } from './certificates.tsx';
import { EventsTable, LinesTable, rowKey, ValuesTable } from './agreement-tables.tsx';
import { messages } from './messages.ts';
import { OverTime } from './over-time.tsx';
import { ModelLines } from './model-lines.tsx';
import { chosenReaders, NO_CHOICE, ReaderChoice } from './reader-choice.tsx';
import { readerName } from './readers.ts';
import classes from './statistics.module.css';
import { useAgreement, useReaders } from './use-agreement.ts';

const progress = ({ state, done, total }: Making): string =>
  state === 'queued' || total === null ? messages.agreement.queued : messages.agreement.comparing(Math.min(done + 1, total), total);

interface Props {
  project: { id: string; db: string };
  /** The person may add lines of a model. */
  predicts: boolean;
  onOpen: ((study_id: string, instance_id: string) => void) | null;
}

/** How far readers of the same images agree (docs/agreement.md). */
export function AgreementBlock({ project, predicts, onOpen }: Props) {
  const { readers, failure, reload } = useReaders(project.db);
  const [choice, setChoice] = useState(NO_CHOICE);
  const [adding, setAdding] = useState(false);
  const chosen = readers ? chosenReaders(readers, choice) : [];
  const {
    report,
    id,
    making,
    failure: failed,
  } = useAgreement(
    project.db,
    chosen.map(({ studies: _counted, ...reader }) => reader),
  );
  const fault = failure ?? failed;
  return (
    <div>
      {predicts && !adding && (
        <Button className={classes.adds} variant="default" size="xs" onClick={() => setAdding(true)}>
          {messages.model.open}
        </Button>
      )}
      {adding && <ModelLines project={project.id} onStored={reload} onClose={() => setAdding(false)} />}
      {readers && <ReaderChoice readers={readers} choice={choice} onChange={setChoice} />}
      {readers && chosen.length === 0 && (
        <p className={classes.quiet}>{choice.comparing === 'between' ? messages.agreement.noneBetween : messages.agreement.noneWithin}</p>
      )}
      {fault !== null && <p role="alert">{fault}</p>}
      {making && <p role="status">{progress(making)}</p>}
      {report && <Report report={report} onOpen={onOpen} />}
      {report && id !== null && comparesWithGold(report) && <Certificates db={project.db} comparison={id} report={report} />}
    </div>
  );
}

/** Values that the table leaves out. */
function withoutPairs(left: number, common: number): string {
  if (common === 0) return messages.agreement.noValues;
  return left === 0 ? '' : messages.agreement.leftOut(left);
}

function Report({ report, onOpen }: { report: AgreementReport; onOpen: Props['onOpen'] }) {
  const [key, setKey] = useState<string | null>(null);
  const common = report.values.filter(({ n }) => n > 0);
  const row = common.find((one) => rowKey(one) === key) ?? common.find(({ points }) => points.length > 1) ?? common[0];
  const [first, second] = report.readers.map(readerName);
  const open = onOpen && (({ study_id, instance_id }: AgreementPoint) => onOpen(study_id, instance_id));
  if (report.images === 0) return <p className={classes.quiet}>{messages.agreement.noImages}</p>;
  return (
    <>
      <p className={classes.quiet}>{messages.agreement.counted(report)}</p>
      <div className={classes.agreement}>
        {row && row.points.length > 0 && <BlandAltman row={row} names={[first ?? '', second ?? '']} onOpen={open} />}
        <div>
          {row && <ValuesTable rows={common} chosen={rowKey(row)} onChoose={setKey} />}
          <p className={classes.quiet}>{withoutPairs(report.values.length - common.length, common.length)}</p>
          <LinesTable rows={report.lines} />
          <EventsTable rows={report.events} />
          <p className={classes.quiet}>{messages.agreement.legend}</p>
        </div>
      </div>
      {row?.over_time && row.over_time.points.length > 0 && (
        <OverTime row={row} chart={row.over_time} names={[first ?? '', second ?? '']} onOpen={open} />
      )}
    </>
  );
}
