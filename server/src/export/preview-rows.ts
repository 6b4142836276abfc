import type { Preview } from '../jobs/jobs.ts';
import { cellsOf, LONG_HEADER } from './columns.ts';
import { cellText } from './csv.ts';
import { type ExportOrder, type ExportPlace, openSource } from './run-export.ts';

/** Rows that a preview shows. */
const PREVIEW_ROWS = 20;

/** The first rows of the long table, computed like the table itself; the rest is not looked at. */
export async function previewRows(
  place: Omit<ExportPlace, 'exportsFolder' | 'geometryFile'>,
  order: Pick<ExportOrder, 'projectId' | 'project' | 'request' | 'signal'>,
): Promise<Preview> {
  const { source, works } = await openSource(place, { ...order, onWork: () => undefined });
  const rows: string[][] = [];
  for await (const { images } of source.measured()) {
    for (const row of images.flat()) {
      if (rows.length === PREVIEW_ROWS) return { columns: [...LONG_HEADER], rows, works: works.length, complete: false };
      rows.push(cellsOf(row).map(cellText));
    }
  }
  return { columns: [...LONG_HEADER], rows, works: works.length, complete: true };
}
