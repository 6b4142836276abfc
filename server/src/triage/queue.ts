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
import { workImages } from './work-values.ts';

interface Work extends MadeRow {
  head: HeadRecord;
}

const hasWork = (row: MadeRow): row is Work => row.head !== undefined;
const keyOf = ({ study_id, editor_id, blind }: Pick<ReviewRecord, 'study_id' | 'editor_id' | 'blind'>): string =>
  [study_id, editor_id, blind].join(' ');

/** Reads what is known of each piece of work, one after the other. */
class QueueReading {
  readonly #byStudy: ReadonlyMap<number, Work[]>;

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
  #imagesOf({ study, head }: Work) {
    const version = head.study_state === 'Incomplete' ? (this.bases.get(keyOf(head)) ?? head.version_id) : head.version_id;
    return workImages(this.services.db.query, study.id, version, this.access.project.plausibility);
  }

  async read(work: Work): Promise<ReadImage[]> {
    const { study, head } = work;
    const others = (this.#byStudy.get(study.id) ?? []).filter(
      (one) => one.head.editor_id !== head.editor_id && one.head.study_state !== 'Incomplete',
    );
    const ofOthers = [];
    for (const other of others) ofOthers.push(await this.#imagesOf(other));
    return readImages(
      {
        study,
        author: { email: head.editor, blind: head.blind === 1 },
        images: await this.#imagesOf(work),
        machine: await machineOf(this.services, this.facts, study.id),
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

async function queueOf(
  services: TriageServices,
  caller: Caller,
  access: ProjectAccess,
): Promise<{ entries: TriageEntry[]; waiting: number }> {
  const rows = (await rowsOfProject(services, caller, access, true)).filter(hasWork);
  const waiting = rows.filter(({ row }) => reviewTask(row.review) !== null);
  const own = await reviewsBy(services.db.query, access.id, caller.user.id);
  const bases = new Map(own.map((review) => [keyOf(review), review.base_version]));
  await breathe();
  const reading = new QueueReading(services, access, await projectFacts(services, access), rows, bases);
  const differences = new Differences();
  const read: { work: Work; images: ReadImage[] }[] = [];
  for (const work of waiting.slice(0, MAX_TRIAGED)) {
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
    const draw = drawOf(services.secrets.mark('drawn for review', JSON.stringify([access.project._id, study_id, editor, blind])));
    found.push({ study_id, editor, blind, ...triage(images.map((image) => judged(image, usual))), draw });
    await breathe();
  }
  const entries = queueOrder(found).map(({ draw: _draw, ...entry }): TriageEntry => entry);
  return { entries, waiting: waiting.length };
}

/** The work that waits for a Reviewer, with likely changes first. */
export const queueHandlers = (services: TriageServices): Pick<Handlers, 'reviewsQueue'> => ({
  reviewsQueue: async ({ body, caller }) => queueOf(services, caller, await projectByName(services, caller, body.db_name)),
});
