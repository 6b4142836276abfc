import { type AgreementReport, type Reader } from '@echometry/contract/records/agreement.ts';
import { type DatabaseLocation } from '../db/connect.ts';
import { type ProjectRules } from '../statistics/facts.ts';
import { type StatisticsFile } from '../statistics/project-statistics.ts';
import { type OnTheWay } from './thread.ts';

interface OfProject {
  root: string;
  location: DatabaseLocation;
  objectsFolder: string;
  projectId: number;
  /** Key of the project. */
  project: string;
}

/** What is made of a project as a whole. */
export type ProjectOrder =
  | (OfProject & { kind: 'statistics'; rules: ProjectRules })
  | (OfProject & { kind: 'agreement'; readers: readonly Reader[] });

export type ProjectMessage = OnTheWay | { type: 'statistics'; files: StatisticsFile[] } | { type: 'agreement'; report: AgreementReport };
