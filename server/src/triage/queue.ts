import { createHash } from 'node:crypto';
import type { MachineValue } from '@echometry/contract/records/machine.ts';
import { MAX_TRIAGED, type TriageEntry } from '@echometry/contract/records/triage.ts';
import { reviewTask } from '@echometry/contract/rules/review-task.ts';
import { drawOf, queueOrder, triage } from '@echometry/contract/rules/triage.ts';
import { Differences, judged, type ReadImage, type Usual } from '@echometry/contract/rules/triage-facts.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Caller } from '../access/caller.ts';
import { type ProjectAccess, projectByName } from '../access/project-access.ts';
import type { Services } from '../access/services.ts';
import type { HeadRecord } from '../db/analyses.ts';
import { breathe } from '../db/breathe.ts';
import { type ReviewRecord, reviewsBy } from '../db/reviews.ts';
import { type MadeRow, rowsOfProject } from '../studies/rows.ts';
import { machineOf, type ProjectFacts, projectFacts, readImages } from './project-facts.ts';
import { readAhead, workImages } from './work-values.ts';

interface Work extends MadeRow {
  head: HeadRecord;
}

const hasWork = (row: MadeRow): row is Work => row.head !== undefined;
const keyOf = ({ study_id, editor_id, blind }: Pick<ReviewRecord, 'study_id' | 'editor_id' | 'blind'>): string =>
  [study_id, editor_id, blind].join(' ');

/** Reads what is known of each piece of work, one after the other. */
class QueueReading {
  readonly #byStudy: ReadonlyMap<number, Work[]>;
  readonly #machines = new Map<number, Promise<MachineValue[]>>();

  constructor(
    readonly services: Services,
    readonly access: ProjectAccess,
    readonly facts: ProjectFacts,
    all: readonly Work[],
    /** Versions that the caller's own reviews are based on. */
    readonly bases: ReadonlyMap<string, number>,
  ) {
    const byStudy = new Map<number, Work[]>();
    for (const work of all) byStudy.set(work.study.id, [...(byStudy.get(work.study.id) ?? []), work]);
    this.#byStudy = byStudy;
  }

  /** Of incomplete work the version that the caller's review is based on: later work is not shown before it is complete. */
  #versionOf({ head }: Work): number {
    return head.study_state === 'Incomplete' ? (this.bases.get(keyOf(head)) ?? head.version_id) : head.version_id;
  }

  #imagesOf(work: Work) {
    return workImages(this.services.db.query, { studyId: work.study.id, version: this.#versionOf(work) }, this.access.project.plausibility);
  }

  /** Reads the versions of works and of those they are compared with, many in one query. */
  readAhead(works: readonly Work[]): Promise<void> {
    const versions = works.flatMap((work) => [work, ...this.#othersOf(work)].map((one) => this.#versionOf(one)));
    return readAhead(this.services.db.query, versions, this.access.project.plausibility);
  }

  /** Work of the same study by other readers. */
  #othersOf({ study, head }: Work): Work[] {
    return (this.#byStudy.get(study.id) ?? []).filter(
      (one) => one.head.editor_id !== head.editor_id && one.head.study_state !== 'Incomplete',
    );
  }

  #machineOf({ study }: Work): Promise<MachineValue[]> {
    const known = this.#machines.get(study.id) ?? machineOf(this.services, this.facts, study.id);
    this.#machines.set(study.id, known);
    return known;
  }

  /** Everything that an entry is made of: versions never change. */
  async sourcesOf(work: Work): Promise<unknown> {
    const { row, study, head } = work;
    const versions = [work, ...this.#othersOf(work)].map((one) => this.#versionOf(one));
    return [row.study_id, study.data_type, study.sex, head.editor, head.blind, versions, await this.#machineOf(work)];
  }

  async read(work: Work): Promise<ReadImage[]> {
    const { study, head } = work;
    const ofOthers = [];
    for (const other of this.#othersOf(work)) ofOthers.push(await this.#imagesOf(other));
    return readImages(
      {
        study,
        author: { email: head.editor, blind: head.blind === 1 },
        images: await this.#imagesOf(work),
        machine: await this.#machineOf(work),
        others: ofOthers,
      },
      this.facts,
    );
  }
}

interface TriageServices extends Services {
  readonly secrets: {
    /** A keyed hash. */
    mark: (purpose: string, text: string) => string;
  };
}

/** Queues that one server keeps, of up to a megabyte each: a person's in a project. */
const QUEUES_KEPT = 20;

/** The last order of each queue with the key of all that it follows from, by workspace. */
const kept = new WeakMap<Services['db']['query'], Map<string, { key: string; entries: TriageEntry[] }>>();

/** Names all that the order of some work follows from. */
async function keyOfOrder(reading: QueueReading, first: readonly Work[]): Promise<string> {
  const { facts, access } = reading;
  const thresholds = [...facts.thresholds].map(([type, values]) => [type, [...values]]);
  const hash = createHash('sha256').update(JSON.stringify([{ ...facts, thresholds, reported: [] }, access.project.plausibility ?? null]));
  for (const work of first) {
    hash.update(JSON.stringify(await reading.sourcesOf(work)));
    await breathe();
  }
  return hash.digest('hex');
}

/** Puts work in its order by all values of the queue. */
async function ordered(services: TriageServices, reading: QueueReading, first: readonly Work[]): Promise<TriageEntry[]> {
  await reading.readAhead(first);
  const differences = new Differences();
  const read: { work: Work; images: ReadImage[] }[] = [];
  for (const work of first) {
    const images = await reading.read(work);
    for (const image of images) differences.add(image);
    read.push({ work, images });
    await breathe();
  }
  const usual = new Map<string, Usual>();
  for (const [key, found] of differences.usual()) {
    usual.set(key, found);
    await breathe();
  }
  const found: (Omit<TriageEntry, 'drawn'> & { draw: number })[] = [];
  for (const { work, images } of read) {
    const { study_id } = work.row;
    const { editor } = work.head;
    const blind = work.head.blind === 1;
    // Under a secret: editors should not be able to compute whose work is drawn.
    const draw = drawOf(services.secrets.mark('drawn for review', JSON.stringify([reading.access.project._id, study_id, editor, blind])));
    found.push({ study_id, editor, blind, ...triage(images.map((image) => judged(image, usual))), draw });
    await breathe();
  }
  return queueOrder(found).map(({ draw: _draw, ...entry }): TriageEntry => entry);
}

async function queueOf(
  services: TriageServices,
  caller: Caller,
  access: ProjectAccess,
): Promise<{ entries: TriageEntry[]; waiting: number }> {
  const { query } = services.db;
  const rows = (await rowsOfProject(services, caller, access, true)).filter(hasWork);
  const waiting = rows.filter(({ row }) => reviewTask(row.review) !== null);
  const own = await reviewsBy(query, access.id, caller.user.id);
  const bases = new Map(own.map((review) => [keyOf(review), review.base_version]));
  await breathe();
  const reading = new QueueReading(services, access, await projectFacts(services, access), rows, bases);
  const first = waiting.slice(0, MAX_TRIAGED);
  const queues = kept.get(query) ?? new Map<string, { key: string; entries: TriageEntry[] }>();
  kept.set(query, queues);
  const place = `${access.id} ${caller.user.id}`;
  const key = await keyOfOrder(reading, first);
  const before = queues.get(place);
  const entries = before?.key === key ? before.entries : await ordered(services, reading, first);
  // The latest requests are kept longest.
  queues.delete(place);
  queues.set(place, { key, entries });
  if (queues.size > QUEUES_KEPT) queues.delete(queues.keys().next().value ?? place);
  return { entries, waiting: waiting.length };
}

/** The work that waits for a Reviewer, with likely changes first. */
export const queueHandlers = (services: TriageServices): Pick<Handlers, 'reviewsQueue'> => ({
  reviewsQueue: async ({ body, caller }) => queueOf(services, caller, await projectByName(services, caller, body.db_name)),
});
