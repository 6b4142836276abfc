import { EXPORT_FORMATS } from '@echometry/contract/rules/export-formats.ts';
import { REFUSALS } from './formats/refusals.ts';
import type { LeftOut } from './formats/source.ts';
import type { Preview } from './export-jobs.ts';
import { cellsOf, LONG_HEADER } from './columns.ts';
import { cellText } from '@echometry/contract/rules/csv.ts';
import type { ExportSource } from './export-source.ts';
import { type ExportOrder, type ExportPlace, openSource } from './run-export.ts';

/** Rows that a preview shows. */
const PREVIEW_ROWS = 20;
/** Works that a preview reads to find what the formats cannot contain; takes a second or two. */
const PREVIEW_WORKS = 200;
/** Whole works that a preview names. */
const NAMED_WORKS = 50;

type Place = Omit<ExportPlace, 'exportsFolder' | 'geometryFile'>;
type Order = Pick<ExportOrder, 'projectId' | 'project' | 'request' | 'signal'>;

/** The first rows of the long table, computed like the table itself; the rest is not looked at. */
async function firstRows(source: ExportSource): Promise<Pick<Preview, 'columns' | 'rows' | 'complete'>> {
  if (source.request.type !== 'measurements') return { columns: [], rows: [], complete: true };
  const rows: string[][] = [];
  for await (const { images } of source.measured()) {
    for (const row of images.flat()) {
      if (rows.length === PREVIEW_ROWS) return { columns: [...LONG_HEADER], rows, complete: false };
      rows.push(cellsOf(row).map(cellText));
    }
  }
  return { columns: [...LONG_HEADER], rows, complete: true };
}

const isWhole = ({ instance_id, format }: LeftOut): boolean => instance_id === '' && format === '';

/** Work that the export leaves out, only from the records: nothing is measured and no file is opened. */
async function leftOutOf(source: ExportSource): Promise<Preview['left_out']> {
  const { request } = source;
  const counts = new Map<string, Preview['left_out']['images'][number]>();
  let examined = 0;
  for await (const work of source.works()) {
    examined += 1;
    for (const { name: format } of EXPORT_FORMATS.filter(({ name }) => request.formats.includes(name)))
      for (const image of work.chosen) {
        const reason = REFUSALS[format](image);
        if (reason === null) continue;
        const key = `${format} ${reason}`;
        counts.set(key, { format, reason, count: (counts.get(key)?.count ?? 0) + 1 });
      }
    if (examined === PREVIEW_WORKS) break;
  }
  const whole = source.leftOut.filter(isWhole);
  const works = whole.slice(0, NAMED_WORKS).map(({ study_id, editor, reviewer, reason }) => ({ study_id, editor, reviewer, reason }));
  return { works, total: whole.length, images: [...counts.values()], examined };
}

/** Shows what an export will contain before it is created. */
export async function previewRows(place: Place, order: Order): Promise<Preview> {
  const opened = () => openSource(place, { ...order, onWork: () => undefined });
  const { source, works } = await opened();
  const rows = await firstRows(source);
  return { ...rows, works: works.length, left_out: await leftOutOf((await opened()).source) };
}
