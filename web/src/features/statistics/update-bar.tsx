import { Button } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import type { Making } from '@echometry/contract/calls/statistics.ts';
import type { StatisticsTable } from '@echometry/contract/records/statistics.ts';
import { downloadText } from '../../lib/csv.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';
import { tablesCsv } from './tables-csv.ts';
import { isUnderWay, type Statistics } from './use-statistics.ts';

/** A moment as YYYY-MM-DD HH:MM in UTC (docs/specification.md#platform-9). */
const moment = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

function progress({ state, done, total }: Making): string {
  if (state === 'queued' || total === null) return messages.update.queued;
  return messages.update.reading(Math.min(done + 1, total), total);
}

interface Props {
  project: { id: string };
  statistics: Statistics;
  /** The tables of the page; null while values are judged. */
  tables: readonly StatisticsTable[] | null;
}

/** When the statistics were made, and the ways to new ones and to the tables. */
export function UpdateBar({ project, statistics: { files, making, update }, tables }: Props) {
  const underWay = isUnderWay(making);
  return (
    <div className={`${layout.wraps} ${layout.small} ${classes.bar}`}>
      <span role="status">
        {making !== null && underWay && progress(making)}
        {making?.state === 'error' && messages.update.failed(making.failure)}
      </span>
      {files && <span>{messages.update.last(moment(files.data.date))}</span>}
      <Button variant="default" size="xs" leftSection={<IconRefresh size={16} stroke={1.6} />} disabled={underWay} onClick={update}>
        {messages.update.update}
      </Button>
      {tables && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          onClick={() => {
            const { name, text } = tablesCsv(project.id, tables);
            downloadText(name, text, 'text/csv');
          }}
        >
          {messages.update.tables}
        </Button>
      )}
    </div>
  );
}
