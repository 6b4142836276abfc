import { Button, Pagination } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ImportOutcome, ImportRecord } from '@echometry/contract/records/import.ts';
import { alertUser } from '../../lib/alerts.ts';
import { Segments } from '../../ui/segments.tsx';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { downloadReport, useReport } from './use-report.ts';
import { whenText, whole } from './format.ts';
import { fromInto, messages, notesOf, OUTCOME_WORDS } from './messages.ts';
import { outcomeCounts } from './record.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { Table } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

const ALL = 'all';

/** Outcome of each file of an import, and why. */
export function ImportReport({ record }: { record: ImportRecord }) {
  const state = useReport(record.id);
  const { counts } = record;
  const count = outcomeCounts(record).reduce((sum, [, files]) => sum + files, 0);
  const notes = notesOf(record);
  return (
    <Section
      title={messages.report.title}
      label={messages.report.label}
      note={
        <>
          {fromInto(record)}, {whenText(record.created_at)}
        </>
      }
      tools={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} stroke={1.6} />}
          onClick={() => void downloadReport(record, state.outcome).catch((error: unknown) => alertUser(messageOf(error), 'hard'))}
        >
          {messages.report.csv}
        </Button>
      }
      data-testid="import-report"
    >
      {record.failure !== null && (
        <p className={classes.fault} role="alert">
          {record.failure}
        </p>
      )}
      {notes !== '' && <p className={`${layout.hint} ${classes.hint}`}>{notes}</p>}
      <Segments<ImportOutcome | typeof ALL>
        label={messages.report.outcome}
        value={state.outcome ?? ALL}
        segments={[
          { value: ALL, label: messages.report.all(count) },
          ...outcomeCounts(record).map(([outcome, files]) => ({
            value: outcome,
            label: `${OUTCOME_WORDS[outcome]} ${whole(files)}`,
          })),
        ]}
        onChange={(outcome) => state.setOutcome(outcome === ALL ? null : outcome)}
      />
      {state.failure !== null && (
        <p className={classes.fault} role="alert">
          {state.failure}
        </p>
      )}
      {state.files !== null && (
        <Table columns={messages.report.columns} empty={messages.report.none}>
          {state.files.map((file, index) => (
            <tr key={index}>
              <td className={classes.name}>{file.file}</td>
              <td data-outcome={file.outcome}>{OUTCOME_WORDS[file.outcome]}</td>
              <td className={classes.reason}>{file.reason}</td>
              <td>{file.study_id ?? ''}</td>
            </tr>
          ))}
        </Table>
      )}
      {state.pages > 1 && (
        <Pagination size="sm" total={state.pages} value={state.page} onChange={state.setPage} aria-label={messages.report.pages} />
      )}
      {counts.mapping_rows_unused.length > 0 && (
        <p className={`${layout.hint} ${classes.warning}`}>{messages.report.unusedRows(counts.mapping_rows_unused)}</p>
      )}
    </Section>
  );
}
