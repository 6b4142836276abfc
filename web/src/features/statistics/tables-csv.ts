import type { DataStatistics } from '@echometry/contract/records/statistics.ts';
import { toCsv } from '../../lib/csv.ts';

/** The three tables of a project as one file: each below its name, a blank line between them. */
export const tablesCsv = (project: string, { stats }: Pick<DataStatistics, 'stats'>): { name: string; text: string } => ({
  name: `${project}_statistics.csv`,
  text: stats
    .map(({ name, columns, data }) =>
      toCsv(
        [name],
        [columns, ...data].map((row) => row.map((value) => value ?? '')),
      ),
    )
    .join('\r\n'),
});
