import type { ExportRequest } from '@echometry/contract/records/export.ts';
import type { ReleaseSelection } from '@echometry/contract/records/release.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';

/** The export that chooses the same work, with every value. */
export const exportOf = (selection: ReleaseSelection): ExportRequest => ({
  ...defaultExport('measurements'),
  ...selection,
});
