/** The one study that is open in this page. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { isTeamReview, mayReview, maySave } from '@echometry/contract/rules/permissions.ts';
import { splitStudyId } from '@echometry/contract/rules/study-id.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { loadConfig } from '../../lib/config.ts';
import { keepBucket, session } from '../../lib/session.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { sendEffort } from '../effort/effort.ts';
import { Ahead } from './ahead.ts';
import { forgetComments, outbox } from './comment-calls.ts';
import { closeComments, REMARK, remarkOn, removeEntries, writeEntry } from './comments.ts';
import { addressesOf, addressOf, askAddresses } from './file-addresses.ts';
import type { Gesture } from './journal-records.ts';
import { Journal, JOURNAL_DATABASE } from './journal.ts';
import { OneStudy } from './one-study.ts';
import type { OpenedStudy, Person, StudyCalls, StudyPorts } from './ports.ts';
import { entryChanges, type Making } from './quality-entries.ts';
import { openedReview, saveReview } from './review-calls.ts';
import { scopeOf } from './study-scope.ts';
import type { StudySession } from './study-session.ts';
import { forgetUnsentLinks, unsentLinks } from './unsent-links.ts';
import { LOOK_EVERY_MS, UnsentWork } from './unsent-work.ts';

/** True for roles that work on a review's copy, or decide about a review. */
const readsReview = (role: RoleName | null): boolean => mayReview(role) || isTeamReview(role);

/** The page that lists every image begins with the first where its address names none. */
const LISTS_ALL = '/selection';

/** The image that the page of an address will probably show first; undefined where that depends on more than the files. */
function firstShown({ image }: StudyLink, files: readonly StudyFile[]): StudyFile | undefined {
  const active = files.filter((file) => file.active);
  const named = active.find(({ instance_id, filename }) => instance_id === image || filename === image);
  return named ?? (window.location.pathname === LISTS_ALL ? active[0] : undefined);
}

/** Begins to read a file. @returns lets go of it where no page has opened it */
type ReadAhead = (url: URL) => () => void;
let readAhead: ReadAhead = () => () => undefined;
let forgetFirst = (): void => undefined;

/** Sets what reads the image that is shown first, before the page that shows it is drawn. */
export const readFirstBy = (read: ReadAhead): void => {
  readAhead = read;
};

/**
 * Asks for the addresses of the files at once, where the link and an earlier visit to the project show in which place they are. Addresses
 * of another place are not used, and a failed request is repeated.
 */
function askAddressesAhead({ study_id, patient_id, project }: StudyLink): void {
  const bucket = ownValue(session.login?.buckets, project);
  if (bucket === undefined || splitStudyId(study_id)?.patient !== String(patient_id)) return;
  askAddresses({ studyId: study_id, patient: patient_id, bucket }).catch(() => undefined);
}

/** Asks for the addresses of the files, and begins to read the image that is shown first. A failure is reported where a file is shown. */
async function readFirst(link: StudyLink, { bucket }: Project, { study, images }: OpenedStudy['files']): Promise<void> {
  const files = { studyId: link.study_id, patient: study.patient_id, bucket };
  keepBucket(link.project, bucket);
  try {
    await addressesOf(files).catch(() => askAddresses(files));
    const first = firstShown(link, images);
    const url = first ? await addressOf(files, first.filename, 'dicom') : null;
    if (url !== null) forgetFirst = readAhead(new URL(url, window.location.href));
  } catch {
    // As above.
  }
}

/**
 * Asks for everything a study is opened with. The addresses of its files are asked for as soon as it is known where they lie, and the
 * first image is requested before the page that shows it is drawn.
 */
async function readStudy(link: StudyLink, shown = true): Promise<OpenedStudy> {
  const scope = scopeOf(link);
  if (shown) askAddressesAhead(link);
  const where = Promise.all([call(CALLS.projectsGet, null, { id: link.project }), call(CALLS.filesGet, { id: link.study_id, ...scope })]);
  const [[project, files], work, config] = await Promise.all([
    where,
    readsReview(session.login?.role ?? null)
      ? openedReview(link)
      : call(CALLS.analysisGet, { id: link.study_id, comments: false, ...scope }),
    loadConfig(scope.db_name),
    where.then(([project, files]) => (shown ? readFirst(link, project, files) : undefined)),
  ]);
  return { project, files, config, ...work };
}

const ahead = new Ahead(
  (link) => readStudy(link),
  () => session.login?.role_token ?? null,
);

/**
 * Asks for a study while the page is still on its way; the opening that follows takes what comes. Nothing is opened, held or
 * shown by it: the server checks the person again.
 */
export function askAhead(link: StudyLink): void {
  ahead.ask(link);
  journal.openAhead();
}

/** Reads a study without opening it, for a page that shows something of it next to others. */
export const lookInto = (link: StudyLink): Promise<OpenedStudy> => readStudy(link, false);

const calls: StudyCalls = {
  open: (link) => ahead.take(link) ?? readStudy(link),
  save: ({ review, ...body }, link, keepalive) =>
    review ? saveReview(body, review, link, keepalive) : call(CALLS.analysisUpdate, { ...body, ...scopeOf(link) }, { keepalive }),
  sequences: async (link, hashes) =>
    (await call(CALLS.analysisGetSequences, { id: link.study_id, hashes: [...hashes], ...scopeOf(link) })).sequences,
  hold: async ({ link, ...request }, keepalive) =>
    (await call(CALLS.setOpen, { study_id: link.study_id, ...request, ...scopeOf(link) }, { keepalive })).mine,
};

function person(): Person | null {
  const { login } = session;
  if (!login?.role) return null;
  return { email: login.email, role: login.role, savingRoles: login.user_roles.map(({ role }) => role).filter(maySave) };
}

/** Remarks that went with a deleted evaluation, by file: they come back with it. */
const lostRemarks = new Map<string, string>();

/** Entries of quality control follow the record, and the address of the study is kept for its unsent work. */
function made(link: StudyLink, gesture: Gesture, how: Making): void {
  unsentLinks.add(link);
  for (const { image, write, remove } of entryChanges(gesture, how)) {
    const subject = { link, filename: image.filename, label: image.type };
    if (remove.includes(REMARK)) lostRemarks.set(image.filename, remarkOn(image.filename));
    if (remove.length > 0) removeEntries(subject, remove);
    for (const { type, content } of write) writeEntry(subject, type, content);
    const lost = lostRemarks.get(image.filename) ?? '';
    if (how === 'undone' && write.length > 0 && lost !== '') writeEntry(subject, REMARK, lost);
    if (write.length > 0) lostRemarks.delete(image.filename);
  }
}

const journal = new Journal();
const ports: StudyPorts = { calls, journal, now: Date.now, person, online: () => navigator.onLine, say: alertUser, made };

const one = new OneStudy(ports);

/** Sends what was left in this browser by studies that are not open any more. */
export const unsent = new UnsentWork({
  ...ports,
  // Nothing of it is shown: no addresses of files, no message, no hold.
  calls: { ...calls, open: (link) => readStudy(link, false) },
  say: () => undefined,
  made: () => undefined,
  kept: (user) => journal.keptOf(user),
  links: unsentLinks,
  open: () => one.state.study?.link.study_id ?? null,
  alone: (task) => navigator.locks.request('echometry-unsent', { ifAvailable: true }, (lock) => (lock ? task() : undefined)),
});

const lookForUnsent = (): void => {
  unsent.look().catch((error: unknown) => {
    console.warn('This browser could not be searched for unsaved work.', error);
  });
};
setInterval(lookForUnsent, LOOK_EVERY_MS);
window.addEventListener('online', lookForUnsent);
one.onClosed(lookForUnsent);
/** For pages that list studies: what waits is known at once. */
export { lookForUnsent };

one.onClosed(closeComments);
one.onClosed(() => forgetFirst());
one.onClosed(() => sendEffort());

export const studyState = one.state;

/** The session of the open study; null while none is open. */
export const currentSession = (): StudySession | null => one.session;

/** Calls the listener whenever a study is closed: what was kept for it goes. */
export const onStudyClosed = (listener: () => void): void => {
  one.onClosed(listener);
};

/** Opens a study unless it is the one that is open; pages of one study share it. */
export const openStudy = (link: StudyLink): Promise<void> => one.open(link);

/** Leaves the study: saves, and gives the open flag back. */
export const closeStudy = (): Promise<void> => one.close();

/** Sends what is left before a logout; false when something stays behind. */
export async function flushAll(): Promise<boolean> {
  sendEffort();
  const sent = outbox.flush();
  await one.session?.saveNow();
  const others = await unsent.sendEverything();
  return (await sent) && (one.session?.saved ?? true) && others;
}

/**
 * Takes what a person kept here out of the browser, for their own logout.
 * @returns names of databases that must stay: unsent work of other people is not this person's to delete
 */
export async function forgetKept(user: string): Promise<string[]> {
  forgetUnsentLinks();
  return (await Promise.all([forgetComments(user), forgetJournal(user)])).flat();
}

async function forgetJournal(user: string): Promise<string[]> {
  try {
    const others = await journal.forget(user);
    await journal.close();
    return others ? [JOURNAL_DATABASE] : [];
  } catch (error) {
    console.warn('The journal could not be cleared; it is left as it is.', error);
    return [JOURNAL_DATABASE];
  }
}

window.addEventListener('pagehide', () => {
  one.session?.pageGone();
  sendEffort({ keepalive: true });
});
// A page the browser brings back as it was holds its study again.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) one.session?.begin();
});
window.addEventListener('online', () => one.session?.setOnline(true));
window.addEventListener('offline', () => one.session?.setOnline(false));
window.addEventListener('beforeunload', (event) => {
  if (one.session?.live && one.session.unkept > 0) event.preventDefault();
});
