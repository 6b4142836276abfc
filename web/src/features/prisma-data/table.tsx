import type { StatisticsTable } from '@echometry/contract/records/statistics.ts';
import { DASH, decimalsOf, fixed } from '../../lib/format.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { Table } from '../../ui/table.tsx';

/** One table of statistics, with what its reader has to know. */
export function TableCard({ table: { name, columns, data, comments }, empty }: { table: StatisticsTable; empty?: string }) {
  const decimals = columns.map((_, at) => decimalsOf(data.map((row) => row[at] ?? null)));
  const isNumeric = (at: number): boolean => data.some((row) => typeof row[at] === 'number');
  return (
    <section className={`${layout.card} ${classes.card}`} aria-label={name}>
      <h2>{name}</h2>
      <Table columns={columns} right={columns.flatMap((_, at) => (isNumeric(at) ? [at] : []))} empty={empty ?? messages.none}>
        {data.map((row) => (
          <tr key={row.join(' ')}>
            {row.map((cell, at) => (
              <td key={columns[at]}>{typeof cell === 'number' ? fixed(cell, decimals[at] ?? 0) : (cell ?? DASH)}</td>
            ))}
          </tr>
        ))}
      </Table>
      {comments?.map((line) => (
        <p key={line} className={classes.quiet}>
          {line}
        </p>
      ))}
    </section>
  );
}
