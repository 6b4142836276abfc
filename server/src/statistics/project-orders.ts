import type { AgreementReport, Reader } from '@echometry/contract/records/agreement.ts';
import type { Dialect } from '../db/dialect.ts';
import type { PackedFile } from '../db/project-statistics.ts';
import type { NewReaderReport } from '../db/reader-reports.ts';
import type { ObjectsPlace } from '../objects/place.ts';
import type { ProjectRules } from './facts.ts';

interface OfProject {
  root: string;
  dialect: Dialect;
  objects: ObjectsPlace;
  projectId: number;
  /** Key of the project. */
  project: string;
}

/** Orders for a project as a whole. */
export type ProjectOrder =
  | (OfProject & { kind: 'statistics'; rules: ProjectRules })
  | (OfProject & { kind: 'agreement'; readers: readonly Reader[] })
  | (OfProject & { kind: 'readers' });

/** Their results. */
export type ProjectOutcome =
  | { type: 'statistics'; files: PackedFile[] }
  | { type: 'agreement'; report: AgreementReport }
  | { type: 'readers'; reports: NewReaderReport[] };
