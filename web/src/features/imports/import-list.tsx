import { Button, Progress } from '@mantine/core';
import type { ImportRecord } from '@echometry/contract/records/import.ts';
import layout from '../../ui/layout.module.css';
import { Table, unseen } from '../../ui/table.tsx';
import classes from './imports.module.css';
import { whenText, whole } from './format.ts';
import { fromInto, messages, OUTCOME_WORDS, sourceText, stateText, timeText, underWayText } from './messages.ts';
import { columnsOf, countsIn, isUnderWay } from './record.ts';
import { useNow } from './use-now.ts';
import { Section } from '../../ui/section.tsx';

/** An import that waits or runs: how far it is, and the way to end it. */
export function ImportUnderWay({ record, onCancel }: { record: ImportRecord; onCancel: () => void }) {
  const now = useNow();
  const share = record.total === null || record.total === 0 ? 0 : record.done / record.total;
  return (
    <Section
      title={underWayText(record)}
      label={messages.underWay.label}
      note={fromInto(record)}
      tools={
        <Button variant="default" size="xs" onClick={onCancel}>
          {messages.underWay.cancel}
        </Button>
      }
      data-testid="import-under-way"
    >
      {record.waits_for_mask ? (
        <p className={`${layout.hint} ${classes.hint}`}>{messages.underWay.maskHint}</p>
      ) : (
        <>
          <div className={classes.progress}>
            <strong>{Math.floor(100 * share)} %</strong>
            <Progress value={100 * share} aria-label={messages.underWay.progress} />
            <span>{messages.underWay.done(record.done, record.total, timeText(record.started_at, share, now))}</span>
          </div>
          <p className={`${layout.hint} ${classes.hint}`}>{messages.underWay.hint}</p>
        </>
      )}
    </Section>
  );
}

/** Imports of the installation, the newest first. */
export function ImportList({
  records,
  open,
  onOpen,
}: {
  records: readonly ImportRecord[];
  open: string | null;
  onOpen: (id: string | null) => void;
}) {
  const ended = records.filter((record) => !isUnderWay(record));
  const columns = columnsOf(ended);
  return (
    <Section title={messages.list.title} note={messages.list.hint}>
      <Table
        columns={[
          ...messages.list.columns,
          ...columns.map((outcome) => OUTCOME_WORDS[outcome]),
          messages.list.state,
          unseen(messages.actions),
        ]}
        right={[...columns.map((_, at) => messages.list.columns.length + at), messages.list.columns.length + columns.length + 1]}
        empty={messages.list.none}
      >
        {ended.map((record) => (
          <tr key={record.id} data-testid="earlier-import" data-state={record.status} aria-current={record.id === open}>
            <td>{whenText(record.created_at)}</td>
            <td>{sourceText(record)}</td>
            <td>{record.project_name}</td>
            <td>{record.by}</td>
            {countsIn(columns, record).map(([outcome, count]) => (
              <td key={outcome} data-outcome={count === 0 ? 'none' : outcome}>
                {whole(count)}
              </td>
            ))}
            <td className={classes.state}>{stateText(record)}</td>
            <td>
              <Button
                variant="default"
                size="compact-sm"
                aria-expanded={record.id === open}
                onClick={() => onOpen(record.id === open ? null : record.id)}
              >
                {record.id === open ? messages.list.closeReport : messages.report.title}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
