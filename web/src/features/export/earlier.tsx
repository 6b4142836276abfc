import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Fragment } from 'react';
import { type ExportRecord, FORMATS_FOR_PACS } from '@echometry/contract/records/export.ts';
import { DASH } from '../../lib/format.ts';
import { bytes, whenText } from './format.ts';
import { contentsText, filtersText, formatsText, messages, stateText } from './messages.ts';
import classes from './page.module.css';
import { SendButton } from './send-button.tsx';
import { Log } from './under-way.tsx';
import { Table, unseen } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

interface EarlierProps {
  records: readonly ExportRecord[];
  keptDays: number;
  /** Names of the PACS that take exports. */
  pacs: readonly string[];
  /** Whose log is open. */
  open: string | null;
  onLog: (id: string | null) => void;
  onDownload: (record: ExportRecord) => void;
  onAgain: (record: ExportRecord) => void;
  onSend: (record: ExportRecord, pacs: string) => void;
}

/** Exports that have ended, with what they contained. */
export function Earlier({ records, keptDays, ...actions }: EarlierProps) {
  return (
    <Section title={messages.earlier.title} note={messages.earlier.kept(keptDays)}>
      <Table columns={[...messages.earlier.columns, unseen(messages.earlier.actions)]} right={[7]} empty={messages.earlier.none}>
        {records.map((record) => (
          <Row key={record.id} record={record} {...actions} />
        ))}
      </Table>
    </Section>
  );
}

const hasObjects = ({ request, output }: ExportRecord): boolean =>
  output !== null && FORMATS_FOR_PACS.some((format) => request.formats.includes(format));

function Row({
  record,
  pacs,
  open,
  onLog,
  onDownload,
  onAgain,
  onSend,
}: Omit<EarlierProps, 'records' | 'keptDays'> & { record: ExportRecord }) {
  const { request, contents, output } = record;
  const isOpen = open === record.id;
  return (
    <Fragment>
      <tr data-testid="earlier-export" data-state={record.status}>
        <td>{whenText(record.created_at)}</td>
        <td>{messages.types[request.type]}</td>
        <td>{formatsText(request)}</td>
        <td>{filtersText(request)}</td>
        <td>{contentsText(record)}</td>
        <td>{contents === null ? DASH : bytes(contents.size_bytes)}</td>
        <td className={classes.state}>{stateText(record)}</td>
        <td>
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => onLog(isOpen ? null : record.id)}>
            {messages.earlier.log}
          </Button>
          {hasObjects(record) && <SendButton pacs={pacs} onSend={(to) => onSend(record, to)} />}
          {output === null ? (
            <Button variant="default" size="compact-sm" onClick={() => onAgain(record)}>
              {messages.earlier.again}
            </Button>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconDownload size={14} stroke={1.6} />}
              onClick={() => onDownload(record)}
            >
              {messages.earlier.download}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={8}>
            <Log lines={record.log} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}
