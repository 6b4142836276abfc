import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { ExportRecord } from '@echometry/contract/records/export.ts';
import classes from './page.module.css';
import { Log } from './under-way.tsx';
import { bytes, contentsText, filtersText, formatsText, stateText, whenText } from './messages.ts';

interface EarlierProps {
  records: readonly ExportRecord[];
  keptDays: number;
  /** Whose log is open. */
  open: string | null;
  onLog: (id: string | null) => void;
  onDownload: (record: ExportRecord) => void;
  onAgain: (record: ExportRecord) => void;
}

/** Exports that have ended, with what they contained. */
export function Earlier({ records, keptDays, ...actions }: EarlierProps) {
  return (
    <section className={classes.part} aria-label="Earlier exports">
      <h2>
        Earlier exports<small>kept {keptDays} days</small>
      </h2>
      {records.length === 0 ? (
        <p className={classes.empty}>No export of this project yet. Create one on the left: it is made in the background.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              {['Created', 'Export', 'Formats', 'Filters', 'Contains', 'Size', 'State'].map((name) => (
                <th key={name}>{name}</th>
              ))}
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <Row key={record.id} record={record} {...actions} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ record, open, onLog, onDownload, onAgain }: Omit<EarlierProps, 'records' | 'keptDays'> & { record: ExportRecord }) {
  const { request, contents, output } = record;
  const isOpen = open === record.id;
  return (
    <Fragment>
      <tr data-testid="earlier-export" data-state={record.status}>
        <td>{whenText(record.created_at)}</td>
        <td>{request.type === 'measurements' ? 'Measurements' : 'Segmentations'}</td>
        <td>{formatsText(request)}</td>
        <td>{filtersText(request)}</td>
        <td>{contentsText(record)}</td>
        <td>{contents === null ? '—' : bytes(contents.size_bytes)}</td>
        <td className={classes.state}>{stateText(record)}</td>
        <td className={classes.actions}>
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => onLog(isOpen ? null : record.id)}>
            Log
          </Button>
          {output === null ? (
            <Button variant="default" size="compact-sm" onClick={() => onAgain(record)}>
              Run again
            </Button>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconDownload size={14} stroke={1.6} />}
              onClick={() => onDownload(record)}
            >
              Download
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
