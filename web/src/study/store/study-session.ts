/**
 * One open study: the server's response, the person's changes, and how far they are saved. A session ends with its study or its
 * person; responses that come after its end change nothing.
 */
import { proxy, ref } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { takeTheirs } from '@echometry/contract/rules/merge-image.ts';
import { OPEN_BY_ANOTHER } from '@echometry/contract/rules/open-study.ts';
import { isBlind, mayHoldOpen, mayReview, maySave, mayWork } from '@echometry/contract/rules/permissions.ts';
import { studyState as stateOfStudy } from '@echometry/contract/rules/study-state.ts';
import { CallError } from '../../lib/api.ts';
import { sameWork, type StudyLink } from '../../lib/study-link.ts';
import { messages } from '../messages.ts';
import { gestureName, missingName, openCaliperName } from './gesture-name.ts';
import { holdFresh, holdImage, plainCopy } from './held-image.ts';
import { changeBetween, isMerge, stepped, type HistoryEntry, type Side } from './history.ts';
import { ImageHistories } from './image-histories.ts';
import { completeGesture, type Gesture, type Kept, type Remembered, type Remembering, type WorkKey } from './journal-records.ts';
import { withoutLateWork } from './late-work.ts';
import { byId, changesOf, mergeImages, rebase, type Changes, type ImageConflict } from './merge.ts';
import { OpenLease } from './open-lease.ts';
import type { Labels, OpenStudy } from './open-study.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import type { OpenedStudy, Person, SaveBody, StudyPorts } from './ports.ts';
import type { Making } from './quality-entries.ts';
import { afterSettling, NOTHING_SETTLED, type OpenReview, type Settling } from './review-copy.ts';
import { Sequences } from './sequences.ts';
import { SaveQueue, type ConflictAnswer, type SaveAnswer, type SaveState } from './save-queue.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Kept gestures of a work in this browser; `failure` when its storage could not be read. */
interface Found {
  kept: Kept;
  remembered: Remembered;
  unassigned: number;
  failure: string | null;
}
/** My side of a merge with conflicts, to be stored before anything else: the person who takes the other side can have it back. */
interface Aside {
  base_version: number | null;
  changes: Changes;
  missing_images: string[];
  save_id: string;
}
const NOTHING_KEPT: Kept = { base_version: null, gestures: [] };
const NOTHING_REMEMBERED: Remembered = { entries: [], images: [] };

/** How a gesture was made, for its entry in the history. */
export interface MadeBy {
  /** Its name, where the changed parts do not give one. */
  name?: string | undefined;
  tool?: string;
  /** Frame that was shown, from 1. */
  frame?: number | null;
  /** The new open caliper points of the image; without it they stay. */
  open?: OpenCaliper | null;
}

export class StudySession {
  /** State for the pages; only the session writes it. */
  readonly study: OpenStudy;
  /** Time of the last change of the person, or of the opening, in ms since 1970. */
  lastWork: number;
  /** Lines on every frame of cycles. */
  readonly sequences: Sequences;
  readonly #ports: StudyPorts;
  readonly #work: WorkKey;
  readonly #histories: ImageHistories;
  /** Writes of the history into the journal, one after the other. */
  #remembering: Promise<void> = Promise.resolve();
  readonly #queue: SaveQueue | null;
  readonly #lease: OpenLease | null;
  /** Each image changed here as the server has it, for merging. */
  #base = new Map<string, AnalysisImage | null>();
  /** Changes in the current or last save. */
  #sent: Changes = { images: [], removed: [] };
  /** Version that the save under way, or done last, builds on. */
  #sentOn: number | null = null;
  #aside: Aside | null = null;
  /** Settled images that the server does not have yet. */
  #settled: Settling = NOTHING_SETTLED;
  #settledSent: Settling = NOTHING_SETTLED;
  #ended = false;
  #toldOfRepeat = false;

  /**
   * Asks the server and the journal for a study.
   * @returns the session, which holds nothing of the server yet (`begin`)
   * @throws CallError when the server does not give it
   */
  static async open(ports: StudyPorts, link: StudyLink, person: Person): Promise<StudySession> {
    const opening = ports.calls.open(link);
    // The server may have to decide whose work a Reviewer's address means.
    const review = mayReview(person.role) ? ((await opening).review ?? null) : null;
    const work = workOf(person, link, review);
    const [opened, found] = await Promise.all([
      opening,
      mayWork(person.role)
        ? readKept(ports, work, person)
        : { kept: NOTHING_KEPT, remembered: NOTHING_REMEMBERED, unassigned: 0, failure: null },
    ]);
    const kept = await withoutLateWork({ ports, link, person, opened, kept: found.kept }, work);
    return new StudySession(ports, link, person, opened, { ...found, kept });
  }

  private constructor(ports: StudyPorts, link: StudyLink, person: Person, opened: OpenedStudy, found: Found) {
    this.#ports = ports;
    this.#work = workOf(person, link, opened.review ?? null);
    this.lastWork = ports.now();
    this.study = proxy(studyOf(link, person, opened, found));
    this.sequences = new Sequences((hashes) => ports.calls.sequences(link, hashes));
    this.sequences.stored(opened.analysis?.images ?? []);
    for (const { sequences } of [...found.kept.gestures, ...found.remembered.entries]) this.sequences.bring(sequences);
    this.#queue = this.study.readOnly ? null : this.#makeQueue(opened.analysis?.version ?? null);
    this.#lease = mayHoldOpen(person.role)
      ? new OpenLease((open, lease, keepalive) => ports.calls.hold({ link, user: person.email, open, lease }, keepalive))
      : null;
    const blind = isBlind(person.role);
    // A repeat that begins has nothing to do with what was done before it.
    const remembered = this.study.readOnly || (blind && opened.analysis === null) ? NOTHING_REMEMBERED : found.remembered;
    this.#histories = new ImageHistories({ remembered, now: () => ports.now(), write: (change) => this.#remember(change) });
    this.#bringBack(found.kept);
    this.#histories.reconcile(byId(this.study.images), blind);
    this.study.open = ref(this.#histories.open);
    if (!ports.online()) this.setOnline(false);
  }

  /** The study is current now: other editors are notified. */
  begin(): void {
    this.#lease?.hold(() => {
      if (this.live) this.#ports.say(OPEN_BY_ANOTHER, 'soft');
    });
  }

  /** False once the study was left, or after a change of the signed-in person: then it is neither shown nor saved. */
  get live(): boolean {
    const person = this.#ports.person();
    return !this.#ended && person !== null && person.email === this.study.user;
  }

  /** The person still acts in the role the study was opened in. */
  isAbout(link: StudyLink): boolean {
    const { study } = this;
    return this.live && sameWork(study.link, link) && this.#ports.person()?.role === study.role;
  }

  stillWorking(): void {
    this.lastWork = this.#ports.now();
  }

  /**
   * Makes one change: images and missing types before and after are compared, kept in the journal, put into the
   * history of the image the person worked on, and queued for saving.
   * @returns false when it changed nothing
   */
  commit(instanceId: string, next: Labels, by: MadeBy = {}): boolean {
    return this.#enter(instanceId, this.#apply(next, 'made'), by);
  }

  /**
   * Puts what was computed from the work into it: kept and saved like a gesture, but undo passes over it.
   * @param computed images with other values and nothing else that is other
   */
  amend(computed: readonly AnalysisImage[]): void {
    const amended = byId(computed);
    const images = this.study.images.map((image) => amended.get(image.instance_id) ?? image);
    this.#apply({ images, missing_images: this.study.missing_images }, 'made');
  }

  /**
   * Settles what the editor changed since the version a review is based on: with the images as they are to be, taken over or
   * kept as reviewed. Kept and saved like a gesture.
   */
  settle(instanceId: string | null, settled: Settling, next: Labels): void {
    const gesture = this.#apply(next, 'made', settled);
    if (instanceId !== null) this.#enter(instanceId, gesture, { name: messages.history.settled });
  }

  /** Takes the server's current state of the editor's newest version; what is settled here stays settled. */
  setNewer(review: OpenReview): void {
    const { study } = this;
    if (study.review && this.live) study.review = ref(afterSettling({ ...review, state: study.review.state }, this.#settled));
  }

  /** Images that are changed here and not on the server yet. */
  get changedHere(): string[] {
    return [...this.#base.keys()];
  }

  /** The gesture on an image that undo (to the side before it) or redo (to the side after it) would apply to. */
  nextStep(instanceId: string, to: Side): HistoryEntry | null {
    return this.#histories.of(instanceId).at(to);
  }

  undo(instanceId: string): boolean {
    return this.#step(instanceId, 'before');
  }

  redo(instanceId: string): boolean {
    return this.#step(instanceId, 'after');
  }

  /** Shows the history of the image now looked at. */
  showHistory(instanceId: string): void {
    const { entries, done } = this.#histories.of(instanceId);
    const { study } = this;
    if (study.history?.instance_id === instanceId && study.history.done === done && study.history.entries.at(-1) === entries.at(-1)) return;
    study.history = ref({ instance_id: instanceId, entries: [...entries], done });
    study.canUndo = done > 0;
    study.canRedo = done < entries.length;
  }

  /** Settles the parts of an image both people changed; the choice is a gesture like any other. */
  resolveConflict(instanceId: string, keep: 'mine' | 'theirs'): void {
    const { study } = this;
    const conflict = study.conflicts?.images.find((image) => image.instance_id === instanceId);
    if (!study.conflicts || !conflict) return;
    if (keep === 'theirs') {
      const images = study.images.filter((image) => image.instance_id !== instanceId);
      const mine = byId(study.images).get(instanceId) ?? null;
      const chosen = takeTheirs(mine, conflict.theirs, conflict.parts);
      const next = { images: chosen ? [...images, chosen] : images, missing_images: study.missing_images };
      this.commit(instanceId, next, { name: messages.history.theirsTaken });
    }
    const left = study.conflicts.images.filter((image) => image.instance_id !== instanceId);
    study.conflicts = left.length > 0 ? { ...study.conflicts, images: left } : null;
  }

  /** Takes changes of format 1 into this work, after the person confirmed that they were made in this role. */
  async takeUnassigned(): Promise<void> {
    await this.#ports.journal.assign(this.#work);
    const kept = await this.#ports.journal.read(this.#work);
    if (!this.live) return;
    this.study.unassigned = 0;
    this.#bringBack(kept);
  }

  /** Saves now. Returns 'nothing' when there is nothing to save. */
  async saveNow(): Promise<'saved' | 'nothing' | 'kept'> {
    if (!this.#queue?.dirty || !this.live) return 'nothing';
    return (await this.#queue.flush()) ? 'saved' : 'kept';
  }

  /** Version of the server that the work builds on, with everything changed here saved; null when it could not be saved. */
  async savedVersion(): Promise<{ version: number | null } | null> {
    return this.#queue && this.live && (await this.#queue.flush()) ? { version: this.#queue.version } : null;
  }

  /** True when everything changed here is on the server. */
  get saved(): boolean {
    return !this.#queue?.dirty;
  }

  /** Changes that would be gone if the page were closed now. */
  get unkept(): number {
    return this.#queue?.unkept ?? 0;
  }

  /** The browser's network state, as soon as it changes. */
  setOnline(online: boolean): void {
    this.study.online = online;
    if (online) void this.saveNow();
    else this.#queue?.networkLost(messages.open.offline);
  }

  /** Leaves the study: saves, and gives the open flag back. */
  async leave(): Promise<void> {
    if (this.#ended) return;
    if (this.live) await this.#queue?.flush();
    this.end();
  }

  /** Ends at once; what is not saved stays in the journal. */
  end(): void {
    if (this.#ended) return;
    // Only the holder can give the flag back.
    if (this.live) this.#lease?.release();
    this.#ended = true;
    this.#queue?.stop();
  }

  /** The page goes away: what fits is sent, the journal keeps the rest. */
  pageGone(): void {
    if (!this.live) return;
    if (this.#queue?.dirty) void this.#queue.flush({ keepalive: true });
    this.#lease?.release({ keepalive: true });
  }

  #makeQueue(version: number | null): SaveQueue {
    return new SaveQueue({
      version,
      onState: (state) => {
        if (this.live) this.#showState(state);
      },
      send: (base, saveId, keepalive) => this.#send(base, saveId, keepalive),
      onSaved: async (gestures, saved) => {
        if (!this.live) return;
        this.#base = rebase(this.#base, this.#sent, this.study.images);
        this.sequences.stored(this.#sent.images);
        this.#settled = without(this.#settled, this.#settledSent);
        this.#begun();
        await this.#ports.journal.acknowledge(this.#work, gestures, saved);
      },
      onConflict: (answer) => {
        if (this.live) this.#mergeTheirs(answer);
      },
    });
  }

  /** A review that was saved is there. */
  #begun(): void {
    const { study } = this;
    if (study.review?.state === null) study.review = ref<OpenReview>({ ...study.review, state: 'draft' });
  }

  #settle(settled: Settling): void {
    const { study } = this;
    if (!study.review) return;
    this.#settled = {
      images: [...new Set([...this.#settled.images, ...settled.images])],
      missing: this.#settled.missing || settled.missing,
    };
    study.review = ref(afterSettling(study.review, settled));
  }

  #showState(state: SaveState): void {
    const before = this.study.save;
    this.study.save = state;
    // The server's message is shown once; it is tried again all the same.
    if (state.state === 'offline' && state.refused && before.state !== 'offline') this.#ports.say(state.reason, 'hard');
  }

  /** Replays what an earlier session could not send. */
  #bringBack(kept: Kept): void {
    const { study } = this;
    if (kept.gestures.length === 0 || !this.#queue) return;
    const gestures = kept.gestures.map(completeGesture);
    const mine = new Map(study.images.map((image) => [image.instance_id, image]));
    const brought = new Set<string>();
    for (const gesture of gestures) {
      if (gesture.settled) this.#settle(gesture.settled);
      for (const [instanceId, change] of Object.entries(gesture.images)) {
        if (!this.#base.has(instanceId)) {
          this.#base.set(instanceId, change.before);
          brought.add(instanceId);
        }
        if (change.after) mine.set(instanceId, change.after);
        else mine.delete(instanceId);
      }
    }
    const theirs = [...study.images];
    const merged = mergeImages(this.#base, [...mine.values()], theirs);
    this.#keepAside(merged.conflicts, kept.base_version, changesOf(this.#base, [...mine.values()]));
    const unchanged = contentOf(merged.images) === contentOf(study.images);
    study.images = merged.images.map(holdImage);
    this.#buildOn(theirs, [...brought]);
    const last = gestures.at(-1);
    if (last) study.missing_images = [...last.missing_images];
    if (merged.conflicts.length > 0) study.conflicts = { author: study.editor, images: merged.conflicts };
    if (!unchanged) this.#ports.say(messages.notices.restored(gestures.length));
    this.#queue.changed(gestures.map(({ seq }) => seq));
  }

  async #send(base_version: number | null, save_id: string, keepalive: boolean) {
    const { study } = this;
    if (!this.live) throw new Error(messages.open.personLeft);
    await this.#sendAside(keepalive);
    this.#sent = plainCopy(changesOf(this.#base, study.images));
    this.#sentOn = base_version;
    const missing_images = [...study.missing_images];
    this.#settledSent = this.#settled;
    const answer = await this.#save({ base_version, save_id, missing_images, changes: this.#sent }, keepalive);
    this.#tellOfRepeat(answer);
    return answer;
  }

  /** Notifies the person once that this page shows a reading that is to be repeated. */
  #tellOfRepeat(answer: SaveAnswer): void {
    if (!('earlier_pass' in answer) || this.#toldOfRepeat || !this.live) return;
    this.#toldOfRepeat = true;
    this.#ports.say(messages.repeat.assigned, 'hard');
  }

  #save(work: Pick<SaveBody, 'base_version' | 'save_id' | 'missing_images' | 'changes' | 'without_head'>, keepalive: boolean) {
    const { study } = this;
    const sequences = this.sequences.unsent(work.changes?.images ?? []);
    return this.#ports.calls.save(
      {
        id: study.link.study_id,
        validated: false,
        editor: study.user,
        project: study.link.project,
        study_state: stateOfStudy(study.images, study.missing_images, study.project.image_requirements),
        format: DOCUMENT_FORMAT,
        config_versions: study.config.versions,
        ...(study.review ? { review: this.#reviewOf(study.review, work.without_head === true) } : {}),
        ...(sequences.length > 0 ? { sequences } : {}),
        ...work,
      },
      study.link,
      keepalive,
    );
  }

  #reviewOf({ editor, blind }: OpenReview, aside: boolean): NonNullable<SaveBody['review']> {
    const { images, missing } = aside ? NOTHING_SETTLED : this.#settledSent;
    return { editor, blind, settled: [...images], settled_missing: missing };
  }

  #keepAside(conflicts: readonly ImageConflict[], base_version: number | null, changes: Changes): void {
    if (conflicts.length === 0) return;
    const missing_images = [...this.study.missing_images];
    this.#aside = { base_version, changes: plainCopy(changes), missing_images, save_id: crypto.randomUUID() };
  }

  /** Stores my side of a conflict as a version of the history. */
  async #sendAside(keepalive: boolean): Promise<void> {
    const aside = this.#aside;
    if (aside === null) return;
    try {
      await this.#save({ ...aside, without_head: true }, keepalive);
    } catch (error) {
      // Work that the server refuses would be refused again; the save that follows still holds my side.
      if (!(error instanceof CallError) || error.kind !== 'refused' || error.status !== 400) throw error;
      console.warn('The history will not list one side of the conflict separately.', error);
    }
    if (this.#aside === aside) this.#aside = null;
  }

  /** Puts a gesture into the history of an image, and its open caliper points with it. */
  #enter(instanceId: string, gesture: Gesture | null, by: MadeBy): boolean {
    if (!this.#queue || !this.live) return false;
    const entry = this.#entryOf(instanceId, gesture, by);
    if (isMerge(entry)) return false;
    this.#histories.push(instanceId, entry, byId(this.study.images));
    this.#afterStep(instanceId, entry);
    return true;
  }

  #entryOf(instanceId: string, gesture: Gesture | null, { name, tool, frame = null, open }: MadeBy): HistoryEntry {
    const changes = Object.entries(gesture?.images ?? {});
    const before = this.study.open.get(instanceId) ?? null;
    const points = open === undefined || contentOf(open) === contentOf(before) ? null : { before, after: open };
    const missing =
      gesture?.missing_before && contentOf(gesture.missing_before) !== contentOf(gesture.missing_images)
        ? { before: gesture.missing_before, after: gesture.missing_images }
        : null;
    const own = gesture?.images[instanceId] ?? changes[0]?.[1];
    const words = own ? gestureName(own.before, own.after) : points ? openCaliperName(points.before, points.after) : missingName(missing);
    return {
      id: crypto.randomUUID(),
      name: changes.length > 1 ? messages.history.inImages(name ?? words, changes.length) : (name ?? words),
      tool: tool ?? null,
      frame,
      at: this.#ports.now(),
      images: Object.fromEntries(changes.map(([id, change]) => [id, changeBetween(change.before, change.after)])),
      missing,
      open: points,
      ...(gesture?.sequences ? { sequences: gesture.sequences } : {}),
    };
  }

  #step(instanceId: string, to: Side): boolean {
    const { study } = this;
    const entry = this.#histories.of(instanceId).at(to);
    if (!this.#queue || !this.live) return false;
    if (!entry) {
      this.#ports.say(messages.history.nothingLeft[to]);
      return false;
    }
    const present = { images: study.images, missing_images: study.missing_images, open: study.open.get(instanceId) ?? null };
    const done = stepped(entry, to, present, instanceId);
    if (!done || !this.sequences.canName(done.next.images)) {
      this.#ports.say(messages.history.cannot(entry.name, to), 'hard');
      return false;
    }
    this.#apply(done.next, to === 'before' ? 'undone' : 'redone');
    this.#histories.moved(instanceId, entry, to, byId(study.images));
    this.#afterStep(instanceId, entry);
    if (isMerge(entry)) this.#ports.say(messages.history.crossed(entry.name, to));
    if (done.left.length > 0) this.#ports.say(messages.history.left(done.left.length));
    return true;
  }

  #afterStep(instanceId: string, { images, open }: HistoryEntry): void {
    if (open) this.study.open = ref(this.#histories.open);
    const others = Object.keys(images).filter((id) => id !== instanceId);
    if (others.length > 0) this.#histories.note(others, byId(this.study.images));
    this.showHistory(instanceId);
  }

  /** Keeps the history in the journal. Without it the work itself is as safe as it was. */
  #remember(change: Remembering): void {
    this.#remembering = this.#remembering
      .then(() => (this.live ? this.#ports.journal.remember(this.#work, change) : undefined))
      .catch((error: unknown) => {
        console.warn('The browser could not keep the history of the image.', error);
      });
  }

  #apply(next: Labels, how: Making, settled?: Settling): Gesture | null {
    const { study } = this;
    const queue = this.#queue;
    if (!queue || !this.live) return null;
    const images = next.images.map(holdImage);
    const change = gestureBetween(study, { ...next, images }, this.#ports.now(), settled);
    if (!change) return null;
    const gesture = this.sequences.joined(change);
    if (settled) this.#settle(settled);
    for (const [instanceId, { before }] of Object.entries(gesture.images))
      if (!this.#base.has(instanceId)) this.#base.set(instanceId, before);
    study.images = images;
    study.missing_images = [...next.missing_images];
    this.stillWorking();
    const builtOn = queue.version;
    queue.begin(() => this.#write(builtOn, gesture));
    this.#ports.made?.(study.link, gesture, how);
    return gesture;
  }

  async #write(builtOn: number | null, gesture: Gesture): Promise<number> {
    try {
      const seq = await this.#ports.journal.append(this.#work, builtOn, gesture);
      if (this.live) this.study.notKept = null;
      return seq;
    } catch (error) {
      if (this.live) this.study.notKept = messageOf(error);
      throw error;
    }
  }

  #mergeTheirs({ images: theirs, missing_images: missing, author }: ConflictAnswer): void {
    const { study } = this;
    this.sequences.stored(theirs);
    const mine = byId(study.images);
    const merged = mergeImages(this.#base, study.images, theirs);
    this.#keepAside(merged.conflicts, this.#sentOn, changesOf(this.#base, study.images));
    study.images = merged.images.map(holdImage);
    study.missing_images = [...new Set([...missing, ...study.missing_images])].filter(
      (type) => !merged.images.some((image) => image.type === type),
    );
    if (merged.conflicts.length > 0) study.conflicts = { author, images: merged.conflicts };
    this.#buildOn(theirs, [...this.#base.keys()]);
    const by = author === study.user ? messages.history.anotherTab : author;
    this.#histories.merged(messages.history.merged(by), mine, byId(study.images));
    if (study.history) this.showHistory(study.history.instance_id);
  }

  /** Changes of some images now build on the server's version of them. */
  #buildOn(theirs: readonly AnalysisImage[], instanceIds: readonly string[]): void {
    const theirsById = byId(theirs);
    for (const instanceId of instanceIds) this.#base.set(instanceId, theirsById.get(instanceId) ?? null);
  }
}

/** Work on one's own analysis, or on a review's copy: blind work of a person is another than the shared. */
const workOf = ({ email, role }: Person, link: StudyLink, review: OpenReview | null): WorkKey => ({
  user: email,
  role,
  study: link.study_id,
  editor: review ? `${review.blind ? 'blind ' : ''}${review.editor}` : (link.editor ?? null),
  reviewer: mayReview(role) ? email : null,
});

/** Settled and unsent images. */
const without = (all: Settling, sent: Settling): Settling => ({
  images: all.images.filter((id) => !sent.images.includes(id)),
  missing: all.missing && !sent.missing,
});

/** Reads the journal. A study opens without it as well, and then shows what is at risk. */
async function readKept({ journal }: StudyPorts, work: WorkKey, { savingRoles }: Person): Promise<Found> {
  try {
    const [kept, remembered, unassigned] = await Promise.all([
      journal.read(work),
      journal.recall(work),
      // Journals of format 1 are older than reviews.
      work.reviewer === null ? journal.unassigned(work.user, work.study) : 0,
    ]);
    // A person with one role that saves can only have worked in that one.
    if (unassigned === 0 || savingRoles.length !== 1) return { kept, remembered, unassigned, failure: null };
    await journal.assign(work);
    return { kept: await journal.read(work), remembered, unassigned: 0, failure: null };
  } catch (error) {
    return { kept: NOTHING_KEPT, remembered: NOTHING_REMEMBERED, unassigned: 0, failure: messageOf(error) };
  }
}

function studyOf(link: StudyLink, person: Person, { project, files, analysis, config, review }: OpenedStudy, found: Found): OpenStudy {
  return {
    link,
    head: files.study,
    project,
    config: ref(config),
    files: files.images,
    selectionStored: files.selection_stored,
    user: person.email,
    role: person.role,
    // A finished review is locked until it is reopened.
    readOnly: !(maySave(person.role) || (mayReview(person.role) && review !== undefined && review.state !== 'finished')),
    editor: analysis?.editor ?? null,
    images: analysis ? analysis.images.map(holdFresh) : [],
    missing_images: analysis ? [...analysis.missing_images] : [],
    save: { state: 'saved', at: analysis?.updated_at ?? null },
    online: true,
    notKept: found.failure,
    unassigned: found.unassigned,
    review: review ? ref(review) : null,
    conflicts: null,
    canUndo: false,
    canRedo: false,
    history: null,
    open: ref(new Map()),
  };
}

/** Differences of a change, image by image; null when it changes nothing. */
function gestureBetween(study: OpenStudy, next: Labels, at: number, settled?: Settling): Gesture | null {
  const before = byId(study.images);
  const after = byId(next.images);
  const images: Gesture['images'] = {};
  for (const instanceId of new Set([...before.keys(), ...after.keys()])) {
    const change = { before: before.get(instanceId) ?? null, after: after.get(instanceId) ?? null };
    if (change.before !== change.after && contentOf(change.before) !== contentOf(change.after)) images[instanceId] = change;
  }
  const changes = Object.keys(images).length > 0 || contentOf(study.missing_images) !== contentOf(next.missing_images);
  if (!changes && !settled) return null;
  const missing = { missing_before: [...study.missing_images], missing_images: [...next.missing_images] };
  return { at, images, ...missing, ...(settled ? { settled } : {}) };
}
