import { Button, Pagination } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ImportOutcome, ImportRecord } from '@echometry/contract/records/import.ts';
import { alertUser } from '../../lib/alerts.ts';
import { Segments } from '../../ui/segments.tsx';
import classes from './imports.module.css';
import { downloadReport, useReport } from './use-report.ts';
import { counted, OUTCOME_WORDS, outcomeCounts, sourceText, whenText } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const ALL = 'all';
const ROWS_NAMED = 20;

/** Outcome of each file of an import, and why. */
export function ImportReport({ record }: { record: ImportRecord }) {
  const state = useReport(record.id);
  const { counts } = record;
  const count = outcomeCounts(record).reduce((sum, [, files]) => sum + files, 0);
  return (
    <section className={classes.part} aria-label="Report of the import" data-testid="import-report">
      <h2>
        Report
        <small>
          {sourceText(record)} into {record.project_name}, {whenText(record.created_at)}
        </small>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} stroke={1.6} />}
          onClick={() => void downloadReport(record, state.outcome).catch((error: unknown) => alertUser(messageOf(error), 'hard'))}
        >
          CSV
        </Button>
      </h2>
      {record.failure !== null && (
        <p className={classes.fault} role="alert">
          {record.failure}
        </p>
      )}
      <Notes record={record} />
      <Segments<ImportOutcome | typeof ALL>
        label="Outcome"
        value={state.outcome ?? ALL}
        segments={[
          { value: ALL, label: `All ${count.toLocaleString('en-GB')}` },
          ...outcomeCounts(record).map(([outcome, files]) => ({
            value: outcome,
            label: `${OUTCOME_WORDS[outcome]} ${files.toLocaleString('en-GB')}`,
          })),
        ]}
        onChange={(outcome) => state.setOutcome(outcome === ALL ? null : outcome)}
      />
      {state.failure !== null && (
        <p className={classes.fault} role="alert">
          {state.failure}
        </p>
      )}
      {state.files?.length === 0 && <p className={classes.empty}>No files with this outcome.</p>}
      {state.files !== null && state.files.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              {['File', 'Outcome', 'Why', 'Study'].map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {state.files.map((file, index) => (
              <tr key={index}>
                <td className={classes.name}>{file.file}</td>
                <td data-outcome={file.outcome}>{OUTCOME_WORDS[file.outcome]}</td>
                <td className={classes.reason}>{file.reason}</td>
                <td>{file.study_id ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {state.pages > 1 && (
        <Pagination size="sm" total={state.pages} value={state.page} onChange={state.setPage} aria-label="Pages of the report" />
      )}
      {counts.mapping_rows_unused.length > 0 && (
        <p className={classes.warning}>
          {counted(counts.mapping_rows_unused.length, 'row')} of the mapping without a study:{' '}
          {counts.mapping_rows_unused.slice(0, ROWS_NAMED).join(', ')}
          {counts.mapping_rows_unused.length > ROWS_NAMED && ' and more'}.
        </p>
      )}
    </section>
  );
}

function Notes({ record: { counts } }: { record: ImportRecord }) {
  const notes = [
    counts.studies > 0 ? `${counted(counts.studies, 'study', 'studies')} got images.` : '',
    counts.held > 0
      ? `${counted(counts.held, 'file')} ${counts.held === 1 ? 'waits' : 'wait'} until what stays visible of the device's pictures is approved: look under Masks, approve, then import the files again.`
      : '',
    counts.blacked_out > 0 ? `Text was blacked out in ${counted(counts.blacked_out, 'image')}, every frame verified.` : '',
    counts.may_carry_burned_in_text > 0
      ? `${counted(counts.may_carry_burned_in_text, 'image')} may carry text burned into the picture: look at them before sharing.`
      : '',
    counts.burned_in_text_unverified > 0
      ? `${counted(counts.burned_in_text_unverified, 'image')} ${counts.burned_in_text_unverified === 1 ? 'is' : 'are'} marked by the device as free of such text; this was not verified.`
      : '',
    counts.ages_left_out > 0
      ? `${counted(counts.ages_left_out, 'image')} came without the age of the patient, as its dates are impossible.`
      : '',
  ].filter((note) => note !== '');
  return notes.length === 0 ? null : <p className={classes.hint}>{notes.join(' ')}</p>;
}
