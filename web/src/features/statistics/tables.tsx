import { useState } from 'react';
import type { StatisticsTable } from '@echometry/contract/records/statistics.ts';
import { DASH, decimalsOf, fixed } from '../../lib/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';
import classes from './statistics.module.css';

type Cell = StatisticsTable['data'][number][number];

export const cell = (value: Cell, decimals: number): string =>
  value === null ? DASH : typeof value === 'number' ? fixed(value, decimals) : value;

/** The tables of a project, one at a time. */
export function Tables({ stats }: { stats: readonly [StatisticsTable, ...StatisticsTable[]] }) {
  const [name, setName] = useState(stats[0].name);
  const table = stats.find((one) => one.name === name) ?? stats[0];
  return (
    <div className={classes.tables}>
      <Segments
        label={messages.data.table}
        value={table.name}
        segments={stats.map((one) => ({ value: one.name, label: one.name }))}
        onChange={setName}
      />
      <Figures table={table} />
      {table.comments?.map((comment) => (
        <p key={comment} className={classes.quiet}>
          {comment}
        </p>
      ))}
    </div>
  );
}

function Figures({ table: { name, columns, data } }: { table: StatisticsTable }) {
  const decimals = columns.map((_, column) => decimalsOf(data.map((row) => row[column] ?? null)));
  const isNumber = (column: number): boolean => data.every((row) => typeof row[column] !== 'string');
  return (
    <Table label={name} empty={messages.data.empty} columns={columns} right={columns.flatMap((_, at) => (isNumber(at) ? [at] : []))}>
      {data.map((row) => (
        <tr key={row.join('\n')}>
          {row.map((value, at) => (
            <td key={columns[at]}>{cell(value, decimals[at] ?? 0)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
