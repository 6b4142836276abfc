import type { StatisticsTable } from '@echometry/contract/records/statistics.ts';
import { toCsv } from '../../lib/csv.ts';

/** The tables of a project as one file: each below its name, a blank line between them. */
export const tablesCsv = (project: string, tables: readonly StatisticsTable[]): { name: string; text: string } => ({
  name: `${project}_statistics.csv`,
  text: tables
    .map(({ name, columns, data }) =>
      toCsv(
        [name],
        [columns, ...data].map((row) => row.map((value) => value ?? '')),
      ),
    )
    .join('\r\n'),
});
