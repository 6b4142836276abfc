/** Records of the journal of unsent gestures, and reading of older formats. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { HistoryEntry } from './history.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import type { Settling } from './review-copy.ts';
import type { NamedSequences } from '@echometry/contract/records/sequence.ts';
import { completeImage } from '@echometry/contract/rules/image-formats.ts';

/** Changes of one gesture: each image before and after it; null where it did not exist. */
export interface Gesture {
  at: number;
  images: Record<string, { before: AnalysisImage | null; after: AnalysisImage | null }>;
  /** Types declared missing before and after; journals of older versions only know the latter. */
  missing_before?: readonly string[];
  missing_images: readonly string[];
  /** Parts of the editor's newest version that a reviewer settled with it. */
  settled?: Settling;
  /** Lines on every frame that the images after it name, and the images before it do not. */
  sequences?: NamedSequences;
}

export interface StoredGesture extends Gesture {
  seq: number;
}

/** A gesture of any age with images of the newest format; what is complete stays as it is. */
export function completeGesture(gesture: StoredGesture): StoredGesture {
  const complete = (image: AnalysisImage | null): AnalysisImage | null => image && completeImage(image);
  const images = Object.entries(gesture.images).map(([id, { before, after }]) => [
    id,
    { before: complete(before), after: complete(after) },
  ]);
  return { ...gesture, images: Object.fromEntries(images) as Gesture['images'] };
}

/**
 * Whose work a gesture belongs to. The role is part of it, because what a person keeps as Editor must never be
 * replayed into the blind work of the same person; editor and reviewer name the analysis where it is another's.
 */
export interface WorkKey {
  user: string;
  role: RoleName;
  study: string;
  /** Whose analysis is worked on; null for one's own. */
  editor: string | null;
  /** Who reviews it; null outside of a review. */
  reviewer: string | null;
}

/** Stands for the role in records of format 1, which did not name it. */
const ROLE_UNKNOWN = null;

export const workName = ({ user, role, study, editor, reviewer }: WorkKey): string => JSON.stringify([user, role, study, editor, reviewer]);

/** Name of the work of format 1, of which the role is not known. */
export const unassignedName = (user: string, study: string): string => JSON.stringify([user, ROLE_UNKNOWN, study, null, null]);

/** A gesture as stored; `seq` is given by the store. */
export type GestureRecord = Gesture & { work: string; user: string; seq?: number };

export interface JournalHead {
  /** Name of the work. */
  key: string;
  /** Version the gestures build on; null when no analysis existed. */
  base_version: number | null;
}

/** A gesture of format 1, keyed only by user and study. */
export type GestureRecord1 = Gesture & { user: string; study: string; seq?: number };

export function gestureFromFormat1({ study, ...gesture }: GestureRecord1): GestureRecord {
  return { ...gesture, work: unassignedName(gesture.user, study) };
}

/** A head of format 1: its key is the JSON of user and study. */
export function headFromFormat1({ key, base_version }: JournalHead): JournalHead {
  const [user, study] = JSON.parse(key) as [string, string];
  return { key: unassignedName(user, study), base_version };
}

/** Kept gestures of one work, oldest first, with the version it builds on. */
export interface Kept {
  base_version: number | null;
  gestures: StoredGesture[];
}

/** An entry of the history of an image, as it is kept. */
export interface KeptEntry extends HistoryEntry {
  instance_id: string;
  /** Entries of one image in their order: the time of the gesture, counted on where two have the same. */
  order: number;
  undone: boolean;
  /** Format of the records its parts are of (DOCUMENT_FORMAT): of another one they fit no record any more. */
  format: number;
}

/** Data kept for an image in addition to its history. */
export interface KeptImage {
  instance_id: string;
  /** Mark of the work that the history ends with (`markOf`). */
  mark: string;
  open: OpenCaliper | null;
}

/** Data that the browser keeps for a work in addition to unsent gestures, until its user logs out. */
export interface Remembered {
  entries: KeptEntry[];
  images: KeptImage[];
}

/** A change of what is remembered. */
export interface Remembering {
  put: readonly KeptEntry[];
  /** Ids of entries. */
  drop: readonly string[];
  images: readonly KeptImage[];
  /** instance_ids that are forgotten; their entries are dropped by id. */
  forget: readonly string[];
}

/** A record of what is remembered, as it is stored. */
export type EntryRecord = KeptEntry & { work: string; user: string };
export type ImageRecord = KeptImage & { key: string; work: string; user: string };

/** The store of unsent gestures and of the history of images, as a study session uses it. */
export interface JournalStore {
  recall(work: WorkKey): Promise<Remembered>;
  remember(work: WorkKey, change: Remembering): Promise<void>;
  /** Appends one gesture; resolves with its number once it is on the disk. */
  append(work: WorkKey, base_version: number | null, gesture: Gesture): Promise<number>;
  read(work: WorkKey): Promise<Kept>;
  /** Forgets what the server has; what came later, or from another tab, stays and builds on the new version. */
  acknowledge(work: WorkKey, acknowledged: readonly number[], version: number | null): Promise<void>;
  /** Number of gestures of format 1 kept for a person and a study: the record does not contain the role. */
  unassigned(user: string, study: string): Promise<number>;
  /** Makes the gestures of format 1 part of this work: the person has confirmed it. */
  assign(work: WorkKey): Promise<void>;
}

/** Work of a person that is kept in this browser and not on the server yet. */
export interface KeptWork {
  study: string;
  /** Role it was done in; null for work of a version that did not name it. */
  role: RoleName | null;
  changes: number;
  images: number;
  /** When the last change was made, ms since 1970 UTC. */
  last: number;
}

/** Sums gestures by the work they belong to, the latest work first. */
export function keptWork(gestures: readonly GestureRecord[]): KeptWork[] {
  const byWork = new Map<string, GestureRecord[]>();
  for (const gesture of gestures) byWork.set(gesture.work, [...(byWork.get(gesture.work) ?? []), gesture]);
  return [...byWork]
    .map(([work, kept]) => {
      const [, role, study] = JSON.parse(work) as [string, RoleName | null, string];
      return {
        study,
        role,
        changes: kept.length,
        images: new Set(kept.flatMap(({ images }) => Object.keys(images))).size,
        last: Math.max(...kept.map(({ at }) => at)),
      };
    })
    .sort((a, b) => b.last - a.last);
}
