import { Button } from '@mantine/core';
import { Fragment } from 'react';
import type { SendingRecord } from '@echometry/contract/records/export.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { whenText } from './format.ts';
import { messages, sendingText } from './messages.ts';
import classes from './page.module.css';
import { Log } from './under-way.tsx';
import { Table, unseen } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

interface SendingsProps {
  records: readonly SendingRecord[];
  /** Whose log is open. */
  open: string | null;
  onLog: (id: string | null) => void;
  onCancel: (id: string) => void;
}

/** Exports that were sent to a PACS, with what it took. */
export function Sendings({ records, ...actions }: SendingsProps) {
  if (records.length === 0) return null;
  return (
    <Section title={messages.sending.title}>
      <Table columns={[...messages.sending.columns, unseen(messages.earlier.actions)]} right={[4]}>
        {records.map((record) => (
          <Row key={record.id} record={record} {...actions} />
        ))}
      </Table>
    </Section>
  );
}

function Row({ record, open, onLog, onCancel }: Omit<SendingsProps, 'records'> & { record: SendingRecord }) {
  const isOpen = open === record.id;
  return (
    <Fragment>
      <tr data-testid="sending" data-state={record.status}>
        <td>{whenText(record.created_at)}</td>
        <td>{record.export}</td>
        <td>{record.pacs}</td>
        <td className={classes.state} aria-live="polite">
          {sendingText(record)}
        </td>
        <td>
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => onLog(isOpen ? null : record.id)}>
            {messages.earlier.log}
          </Button>
          {isUnderWay(record.status) && (
            <Button variant="default" size="compact-sm" onClick={() => onCancel(record.id)}>
              {messages.underWay.cancel}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <Log lines={record.log} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}
