import type { ExportRequest } from '@echometry/contract/records/export.ts';

/** A name that sorts by time and stands for no other export. */
export function newExportId(project: string, request: Pick<ExportRequest, 'type'>, at: Date, random: string): string {
  const time = at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
  return `${project.replaceAll(/[^A-Za-z0-9.-]/g, '-')}_${request.type}_${time}_${random}`.replace(/^[^A-Za-z0-9]+/, '');
}
