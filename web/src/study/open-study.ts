/** The study that is open: what the server said of it, what the person changed, and how far that is saved. */
import { proxy, ref } from 'valtio';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import type { StudyHead } from '@echometry/contract/records/study.ts';
import { OPEN_BY_ANOTHER } from '@echometry/contract/rules/open-study.ts';
import { mayHoldOpen, maySave } from '@echometry/contract/rules/permissions.ts';
import { studyState as stateOfStudy } from '@echometry/contract/rules/study-state.ts';
import { alertUser } from '../lib/alerts.ts';
import { call } from '../lib/api.ts';
import { loadConfig, type LabelConfig } from '../lib/config.ts';
import { projectOf, session } from '../lib/session.ts';
import type { StudyLink } from '../lib/study-link.ts';
import { History } from './history.ts';
import { Journal, type Gesture } from './journal.ts';
import { stillWorking } from './last-work.ts';
import { byId, contentOf, mergeImages, rebase, type ImageConflict } from './merge.ts';
import { SaveQueue, type SaveState } from './save-queue.ts';

export interface OpenStudy {
  link: StudyLink;
  head: StudyHead;
  project: Project;
  config: LabelConfig;
  files: StudyFile[];
  selectionStored: boolean;
  /** E-mail of the person who opened it; nobody else's session may save it. */
  user: string;
  role: RoleName;
  readOnly: boolean;
  /** Person whose analysis is shown, when it is another's. */
  editor: string | null;
  images: AnalysisImage[];
  missing_images: string[];
  save: SaveState;
  conflicts: { author: string | null; images: ImageConflict[] } | null;
  canUndo: boolean;
  canRedo: boolean;
}

interface StudyState {
  study: OpenStudy | null;
  /** What failed when the study was opened. */
  failure: string | null;
}

export const studyState = proxy<StudyState>({ study: null, failure: null });

let journal: Journal | null = null;
const theJournal = (): Journal => (journal ??= new Journal());
const history = new History();
const closing = new Set<() => void>();

/** Calls the listener whenever a study is closed: what was kept for it goes. */
export const onStudyClosed = (listener: () => void): void => { closing.add(listener); };

let queue: SaveQueue | null = null;
/** Versions of each changed image as the server has them, for merging. */
let base = new Map<string, AnalysisImage | null>();
/** Images of the save under way or done last. */
let sent: AnalysisImage[] = [];
let opening: Promise<void> | null = null;

/** Which study of which project a call is about. */
export const scopeOf = (link: StudyLink) => ({ db_name: projectOf(link.project)?.db_name ?? link.project, medical_data_type: MEDICAL_DATA_TYPE }) as const;
const userOf = (): string => session.login?.email ?? '';

/** False once somebody else, or nobody, is signed in: then the study is neither shown nor saved. */
export const isMine = (study: Pick<OpenStudy, 'user'>): boolean => study.user !== '' && study.user === userOf();

/** A copy that shares nothing: the store wraps what it is given in place, and the journal takes plain records only. */
const plainCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Opens a study unless it is the one that is open; pages of one study share it. */
export function openStudy(link: StudyLink): Promise<void> {
  const open = studyState.study;
  if (open && open.link.study_id === link.study_id && open.link.project === link.project && open.role === session.login?.role && isMine(open)) return Promise.resolve();
  opening ??= load(link).finally(() => { opening = null; });
  return opening;
}

async function load(link: StudyLink): Promise<void> {
  await closeStudy();
  studyState.failure = null;
  const role = session.login?.role;
  if (!role) return;
  try {
    const scope = scopeOf(link);
    const [project, files, analysis, config] = await Promise.all([
      call(CALLS.projectsGet, null, { id: link.project }),
      call(CALLS.filesGet, { id: link.study_id, ...scope }),
      call(CALLS.analysisGet, { id: link.study_id, ...scope }),
      loadConfig(scope.db_name),
    ]);
    const record = analysis.analysis;
    const readOnly = !maySave(role);
    base = new Map();
    history.clear();
    const study: OpenStudy = {
      link, head: files.study, project, config: ref(config), files: files.images, selectionStored: files.selection_stored, user: userOf(), role, readOnly,
      editor: record?.editor ?? null, images: record ? [...record.images] : [], missing_images: record ? [...record.missing_images] : [],
      save: { state: 'saved', at: record?.updated_at ?? null }, conflicts: null, canUndo: false, canRedo: false,
    };
    studyState.study = study;
    stillWorking();
    if (!readOnly) await beginWork(record?.version ?? null);
    if (mayHoldOpen(role)) holdOpen(link);
  } catch (error) {
    studyState.study = null;
    studyState.failure = error instanceof Error ? error.message : String(error);
  }
}

/** Tells other editors that the study is open. Work goes on without it: a server that is away just now closes nothing. */
function holdOpen(link: StudyLink): void {
  call(CALLS.setOpen, { study_id: link.study_id, user: userOf(), open: true, ...scopeOf(link) })
    .then(({ mine }) => { if (!mine) alertUser(OPEN_BY_ANOTHER, 'soft'); })
    .catch(() => undefined);
}

/** Starts the save queue and brings back what an earlier session could not send. */
async function beginWork(version: number | null): Promise<void> {
  const study = studyState.study;
  if (!study) return;
  const id = study.link.study_id;
  const user = userOf();
  const kept = await theJournal().read(user, id);
  queue = new SaveQueue({
    version,
    onState: (state) => {
      if (studyState.study) studyState.study.save = state;
      // What the server said is told in its words; it is tried again all the same.
      if (state.state === 'offline' && state.refused) alertUser(state.reason, 'hard');
    },
    send: sendAnalysis,
    onSaved: (gestures, saved) => {
      base = rebase(base, sent, (studyState.study?.images ?? []) as AnalysisImage[]);
      return theJournal().acknowledge(user, id, gestures, saved);
    },
    onConflict: (answer) => { applyConflict(answer.images, answer.missing_images, answer.author); },
  });
  if (kept.gestures.length === 0) return;
  const mine = new Map(study.images.map((image) => [image.instance_id, image]));
  for (const gesture of kept.gestures) {
    for (const [instanceId, change] of Object.entries(gesture.images)) {
      if (!base.has(instanceId)) base.set(instanceId, change.before);
      if (change.after) mine.set(instanceId, change.after);
      else mine.delete(instanceId);
    }
  }
  const last = kept.gestures.at(-1);
  const merged = mergeImages(base, [...mine.values()], study.images);
  const unchanged = contentOf(merged.images) === contentOf(study.images);
  const current = studyState.study;
  if (!current) return;
  current.images = merged.images;
  if (last) current.missing_images = [...last.missing_images];
  if (merged.conflicts.length > 0) current.conflicts = { author: study.editor, images: merged.conflicts };
  if (!unchanged) alertUser(`${kept.gestures.length === 1 ? 'One change' : `${kept.gestures.length} changes`} kept in this browser brought back.`);
  queue.changed(kept.gestures.map(({ seq }) => seq));
}

async function sendAnalysis(base_version: number | null, save_id: string, keepalive: boolean) {
  const study = studyState.study;
  if (!study) throw new Error('No study is open.');
  if (!isMine(study)) throw new Error('The person who made these changes is not signed in any more.');
  sent = plainCopy(study.images) as AnalysisImage[];
  return call(CALLS.analysisUpdate, {
    id: study.link.study_id, images: sent, missing_images: [...study.missing_images],
    validated: false, editor: userOf(), project: study.link.project, study_state: stateOfStudy(sent, study.missing_images, study.project.image_requirements), ...scopeOf(study.link),
    format: 1, base_version, save_id, config_versions: study.config.versions as Record<ConfigSetName, number>,
  }, { keepalive });
}

/**
 * Makes one change: images and missing types before and after are compared, kept in the journal, put into the
 * history of the image the person worked on, and queued for saving.
 */
export function commit(instanceId: string, next: { images: readonly AnalysisImage[]; missing_images: readonly string[] }): void {
  const gesture = apply(next);
  if (!gesture) return;
  history.push(instanceId, gesture);
  showHistory(instanceId);
}

export function undo(instanceId: string): void {
  const gesture = history.undo(instanceId);
  if (gesture) replay(gesture, 'before');
  showHistory(instanceId);
}

export function redo(instanceId: string): void {
  const gesture = history.redo(instanceId);
  if (gesture) replay(gesture, 'after');
  showHistory(instanceId);
}

/** Tells the buttons what can be undone on the image now looked at. */
export function showHistory(instanceId: string): void {
  const { study } = studyState;
  if (!study) return;
  study.canUndo = history.canUndo(instanceId);
  study.canRedo = history.canRedo(instanceId);
}

function replay(gesture: Gesture, side: 'before' | 'after'): void {
  const { study } = studyState;
  if (!study) return;
  const images = new Map(study.images.map((image) => [image.instance_id, image]));
  for (const [instanceId, change] of Object.entries(gesture.images)) {
    const image = change[side];
    if (image) images.set(instanceId, image);
    else images.delete(instanceId);
  }
  apply({ images: [...images.values()], missing_images: side === 'before' ? (gesture.missing_before ?? study.missing_images) : gesture.missing_images });
}

function apply(next: { images: readonly AnalysisImage[]; missing_images: readonly string[] }): Gesture | null {
  const { study } = studyState;
  if (!study || study.readOnly || !queue) return null;
  const before = byId(plainCopy(study.images) as AnalysisImage[]);
  const after = byId(plainCopy(next.images) as AnalysisImage[]);
  const gesture: Gesture = { at: Date.now(), images: {}, missing_before: [...study.missing_images], missing_images: [...next.missing_images] };
  for (const instanceId of new Set([...before.keys(), ...after.keys()])) {
    const change = { before: before.get(instanceId) ?? null, after: after.get(instanceId) ?? null };
    if (contentOf(change.before) !== contentOf(change.after)) {
      gesture.images[instanceId] = change;
      if (!base.has(instanceId)) base.set(instanceId, change.before);
    }
  }
  if (Object.keys(gesture.images).length === 0 && contentOf(study.missing_images) === contentOf(next.missing_images)) return null;
  study.images = plainCopy([...after.values()]);
  study.missing_images = [...next.missing_images];
  stillWorking();
  const saving = queue;
  const write = theJournal().append(study.user, study.link.study_id, saving.version, gesture);
  write.catch(() => { alertUser('This change could not be kept in this browser. It is safe once the header says saved.', 'hard'); });
  saving.begin(write);
  return gesture;
}

function applyConflict(theirs: readonly AnalysisImage[], missing: readonly string[], author: string | null): void {
  const { study } = studyState;
  if (!study) return;
  const merged = mergeImages(base, study.images as AnalysisImage[], theirs);
  study.images = merged.images;
  study.missing_images = [...new Set([...missing, ...study.missing_images])].filter((type) => !merged.images.some((image) => image.type === type));
  if (merged.conflicts.length > 0) study.conflicts = { author, images: merged.conflicts };
  const theirsById = new Map(theirs.map((image) => [image.instance_id, image]));
  base = new Map([...base.keys()].map((instanceId) => [instanceId, theirsById.get(instanceId) ?? null]));
}

/** Settles an image both people changed; the choice is a gesture like any other. */
export function resolveConflict(instanceId: string, keep: 'mine' | 'theirs'): void {
  const { study } = studyState;
  const conflict = study?.conflicts?.images.find((image) => image.instance_id === instanceId);
  if (!study?.conflicts || !conflict) return;
  if (keep === 'theirs') {
    const images = study.images.filter((image) => image.instance_id !== instanceId);
    commit(instanceId, { images: conflict.theirs ? [...images, conflict.theirs] : images, missing_images: study.missing_images });
  }
  const left = study.conflicts.images.filter((image) => image.instance_id !== instanceId);
  study.conflicts = left.length > 0 ? { ...study.conflicts, images: left } : null;
}

/** Saves now. Answers 'nothing' when there is nothing to save. */
export async function saveNow(): Promise<'saved' | 'nothing' | 'kept'> {
  if (!queue?.dirty) return 'nothing';
  return (await queue.flush()) ? 'saved' : 'kept';
}

/** Version of the server that the open study builds on, with everything changed here saved; null when there is nothing to build on or it could not be saved. */
export async function savedVersion(): Promise<{ version: number | null } | null> {
  return queue && (await queue.flush()) ? { version: queue.version } : null;
}

/** Sends what is left before a logout; false when something stays behind. */
export async function flushAll(): Promise<boolean> {
  return queue ? queue.flush() : true;
}

/** Leaves the study: saves, and gives the open flag back. */
export async function closeStudy(): Promise<void> {
  const { study } = studyState;
  if (!study) return;
  if (queue) {
    const leaving = queue;
    if (isMine(study)) await leaving.flush();
    leaving.stop();
    queue = null;
  }
  studyState.study = null;
  for (const listener of closing) listener();
  releaseOpenFlag(study, false);
}

function releaseOpenFlag(study: Pick<OpenStudy, 'role' | 'link' | 'user'>, keepalive: boolean): void {
  if (!mayHoldOpen(study.role) || !isMine(study)) return;
  call(CALLS.setOpen, { study_id: study.link.study_id, user: userOf(), open: false, ...scopeOf(study.link) }, { keepalive }).catch(() => undefined);
}

/** The page goes away: what fits is sent, the journal keeps the rest. */
export function leavePage(): void {
  const { study } = studyState;
  if (!study) return;
  if (queue?.dirty && isMine(study)) void queue.flush({ keepalive: true });
  releaseOpenFlag(study, true);
}
