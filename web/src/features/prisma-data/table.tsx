import type { StatisticsTable } from '@echometry/contract/records/statistics.ts';
import { DASH, decimalsOf, fixed } from '../../lib/format.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';

/** One table of statistics, with what its reader has to know. */
export function Table({ table: { name, columns, data, comments }, empty }: { table: StatisticsTable; empty?: string }) {
  const decimals = columns.map((_, at) => decimalsOf(data.map((row) => row[at] ?? null)));
  const isNumeric = columns.map((_, at) => data.some((row) => typeof row[at] === 'number'));
  return (
    <section className={`${layout.card} ${classes.card}`} aria-label={name}>
      <h2>{name}</h2>
      {data.length === 0 ? (
        <p className={classes.quiet}>{empty ?? messages.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column} scope="col" data-number={isNumeric[at]}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.join(' ')}>
                {row.map((cell, at) => (
                  <td key={columns[at]} data-number={isNumeric[at]}>
                    {typeof cell === 'number' ? fixed(cell, decimals[at] ?? 0) : (cell ?? DASH)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {comments?.map((line) => (
        <p key={line} className={classes.quiet}>
          {line}
        </p>
      ))}
    </section>
  );
}
