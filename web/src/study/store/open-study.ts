/** The open study as its pages see it. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import type { StudyHead } from '@echometry/contract/records/study.ts';
import type { LabelConfig } from '../../lib/config.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { HistoryEntry } from './history.ts';
import type { ImageConflict } from './merge.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import type { OpenReview } from './review-copy.ts';
import type { SaveState } from './save-queue.ts';

export interface OpenStudy {
  link: StudyLink;
  head: StudyHead;
  project: Project;
  config: LabelConfig;
  files: StudyFile[];
  selectionStored: boolean;
  /** E-mail of the person who opened it; another person's session may not save it. */
  user: string;
  role: RoleName;
  readOnly: boolean;
  /** Person whose analysis is shown, when it is another's. */
  editor: string | null;
  images: AnalysisImage[];
  missing_images: string[];
  save: SaveState;
  /** False while the browser reports no network. */
  online: boolean;
  /** Why this browser keeps nothing of the study; null while its storage works. */
  notKept: string | null;
  /** Changes of an older version of the product that this browser holds, made in a role it did not write down. */
  unassigned: number;
  /** The review whose copy this is; null for an analysis. */
  review: OpenReview | null;
  conflicts: { author: string | null; images: ImageConflict[] } | null;
  canUndo: boolean;
  canRedo: boolean;
  /** History of the image that is looked at, oldest gesture first; those from `done` on are undone. */
  history: { instance_id: string; entries: readonly HistoryEntry[]; done: number } | null;
  /** Open caliper points, by instance_id: kept in this browser only. */
  open: ReadonlyMap<string, OpenCaliper>;
}

/** Result of one gesture on the analysis. */
export interface Labels {
  images: readonly AnalysisImage[];
  missing_images: readonly string[];
}
