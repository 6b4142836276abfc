/** Outside dependencies of a study session: handed in, so that tests hold all of it in their hands. */
import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { LabelConfig } from '../../lib/config.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { Gesture, JournalStore } from './journal-records.ts';
import type { Making } from './quality-entries.ts';
import type { OpenReview } from './review-copy.ts';
import type { SaveAnswer } from './save-queue.ts';
import type { NamedSequences } from '@echometry/contract/records/sequence.ts';

/** Who acts in this browser. */
export interface Person {
  email: string;
  role: RoleName;
  /** Roles of this person in which work is saved. */
  savingRoles: readonly RoleName[];
}

/** Work as it is stored: an analysis, or a review of one, of which `version` is null before its first save. */
export interface OpenedWork {
  version: number | null;
  editor: string;
  images: readonly AnalysisImage[];
  missing_images: readonly string[];
  updated_at: number | null;
}

/** Response of the server when a study is opened. */
export interface OpenedStudy {
  project: Project;
  files: AnswerOf<typeof CALLS.filesGet>;
  /** The current work; null where nothing is stored yet. */
  analysis: OpenedWork | null;
  /** The review that the work is a copy for. */
  review?: OpenReview;
  config: LabelConfig;
}

export type SaveBody = BodyOf<typeof CALLS.analysisUpdate> & {
  /** Where the work is a review's copy: which, and what of the editor's newest version is settled. */
  review?: { editor: string; blind: boolean; settled: string[]; settled_missing: boolean };
};

/** Calls of the server about one study. */
export interface StudyCalls {
  open(link: StudyLink): Promise<OpenedStudy>;
  save(body: Omit<SaveBody, 'db_name' | 'medical_data_type'>, link: StudyLink, keepalive: boolean): Promise<SaveAnswer>;
  /** Lines on every frame of cycles, by their hashes. */
  sequences(link: StudyLink, hashes: readonly string[]): Promise<NamedSequences>;
  /** Takes, renews or gives back the open flag for one tab; returns whether the study is this person's to hold. */
  hold(request: { link: StudyLink; user: string; open: boolean; lease: string }, keepalive: boolean): Promise<boolean>;
}

export interface StudyPorts {
  calls: StudyCalls;
  journal: JournalStore;
  /** Milliseconds since 1970. */
  now(): number;
  /** Who acts now; null without a sign-in. */
  person(): Person | null;
  /** False when the browser knows that it has no network. */
  online(): boolean;
  say(text: string, level?: 'soft' | 'hard'): void;
  /** Called for every gesture, for its effects elsewhere. */
  made?(link: StudyLink, gesture: Gesture, how: Making): void;
}
