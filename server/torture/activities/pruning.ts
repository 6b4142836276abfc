import { CALLS } from '@echometry/contract/calls/registry.ts';
import { readManifest } from '../../src/analyses/read.ts';
import { saveAnalysis } from '../../src/analyses/save.ts';
import { findUser } from '../../src/db/users.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import type { StudyOfMany } from '../../test/many-heads.ts';
import { emailOf, PROJECT, SCOPE } from '../../test/world.ts';
import type { Ledger } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { Round, Scenario } from '../scenario.ts';
import type { Site } from '../site.ts';
import { administer } from './backing-up.ts';
import { MARK, textOf } from './saving.ts';

/** Who worked long ago, unseen by Editors and by exports of drawn heads. */
const AUTHOR = emailOf('Ground-truth generator');
/** Studies that were worked on, sittings of each in a round, and versions of each sitting; all but the last of a sitting go. */
const STUDIES = 8;
const SITTINGS = 2;
const VERSIONS = 4;
/** Random text of a version, in characters. */
const TEXT = 2000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long ago the first of it was, in ms: far before the days that every version is kept. */
const LONG_AGO_MS = 300 * 24 * HOUR_MS;
/** From one version to the next, and from one sitting to the next, where a pause of half an hour ends one. */
const STEP_MS = 5 * MINUTE_MS;
const SITTING_MS = 2 * HOUR_MS;

/** A version as its author made it. */
interface Made {
  study: StudyOfMany;
  version: number;
  text: string;
  isLast: boolean;
}

const prune = (site: Site) => administer(site, { command: 'maintain', action: 'prune-versions', dry_run: false });

/** Versions that are too old to be all kept, removed amid saves: kept versions stay complete, and started work ends the next time. */
export class Pruning implements Scenario {
  readonly name = 'pruning';
  readonly withinMs = 150;
  readonly #made: Made[] = [];
  readonly #began = Date.now() - LONG_AGO_MS;
  #sittings = 0;

  /** Work of long ago, as it would have been saved then. */
  async prepare({ site, ledger, random }: Round): Promise<void> {
    const workspace = await site.open();
    try {
      const studies = site.drawn.slice(0, STUDIES);
      for (const study of studies) await this.#noLooseEnds(workspace, study, ledger);
      for (let sitting = 0; sitting < SITTINGS; sitting += 1) {
        const from = this.#began + this.#sittings * SITTING_MS;
        for (const study of studies)
          for (let n = 0; n < VERSIONS; n += 1) {
            const text = textOf(random, TEXT);
            const version = await save(workspace, study, text, from + n * STEP_MS);
            this.#made.push({ study, version, text, isLast: n === VERSIONS - 1 });
          }
        this.#sittings += 1;
      }
    } finally {
      await workspace.close();
    }
  }

  begin = async ({ site, people, ledger }: Round) => {
    const answered = prune(site);
    const author = people.savers.find(({ email }) => email === AUTHOR)!;
    return {
      settled: async () => void (await answered),
      verify: async () => {
        const met = (await answered) === null;
        await this.#areWhole(author, ledger);
        const again = await prune(site);
        if (again?.failed !== false) ledger.faults.push(`Pruning after a kill: ${again?.lines.join(' ') ?? 'no response'}`);
        await this.#areWhole(author, ledger);
        await this.#onlyLastAreLeft(author, ledger);
        return met;
      },
    };
  };

  /** Every version that is listed holds what was saved in it; the last of each sitting is listed. */
  async #areWhole(author: Person, ledger: Ledger): Promise<void> {
    const listed = await this.#listed(author);
    for (const { study, version, text, isLast } of this.#made) {
      if (!listed.has(version)) {
        if (isLast) ledger.faults.push(`LOST: version ${version}, the last of its sitting`);
        continue;
      }
      const reply = await author.send(CALLS.analysisGetVersion, { id: study.studyId, version, ...SCOPE });
      const found = reply?.status === 200 ? reply.answer.images[0]?.additional_labels[MARK] : undefined;
      if (found !== text) ledger.faults.push(`LOST: version ${version}, which is listed (${reply?.status ?? 'no response'})`);
    }
  }

  async #onlyLastAreLeft(author: Person, ledger: Ledger): Promise<void> {
    const listed = await this.#listed(author);
    for (const { version, isLast } of this.#made)
      if (!isLast && listed.has(version)) ledger.faults.push(`Version ${version} is not kept by the policy, and was not removed`);
  }

  async #listed(author: Person): Promise<Set<number>> {
    const listed = new Set<number>();
    for (const study of new Set(this.#made.map((made) => made.study))) {
      const { versions } = await author.ask(CALLS.analysisVersions, { id: study.studyId, ...SCOPE });
      for (const { version } of versions) listed.add(version);
    }
    return listed;
  }

  /** Exactly the documents that versions name exist. */
  async #noLooseEnds({ db: { query } }: Workspace, { studyId }: StudyOfMany, ledger: Ledger): Promise<void> {
    const { id } = await query.selectFrom('study').select('id').where('study_id', '=', studyId).executeTakeFirstOrThrow();
    const named = new Set<string>();
    for (const version of await query.selectFrom('analysis_version').select('id').where('study_id', '=', id).execute())
      for (const { sha256 } of (await readManifest(query, version.id)).manifest.images) named.add(sha256);
    const stored = await query.selectFrom('image_document').select('sha256').where('study_id', '=', id).execute();
    const loose = stored.filter(({ sha256 }) => !named.has(sha256)).length;
    if (loose > 0 || stored.length < named.size)
      ledger.faults.push(`Study ${studyId} has ${stored.length} documents, ${loose} of them without a version, and names ${named.size}`);
  }
}

async function save(workspace: Workspace, { studyId, images }: StudyOfMany, text: string, now: number): Promise<number> {
  const { query } = workspace.db;
  const study = await query.selectFrom('study').select(['id', 'data_type']).where('study_id', '=', studyId).executeTakeFirstOrThrow();
  const author = await findUser(query, AUTHOR);
  if (author === null) throw new Error(`There is no ${AUTHOR}`);
  const marked = images
    .slice(0, 1)
    .map((image) => ({ ...image, type: null, view: null, segmentation: [], additional_labels: { [MARK]: text } }));
  const saved = await saveAnalysis(workspace.db, {
    studyId: study.id,
    dataType: study.data_type,
    project: PROJECT,
    author,
    role: 'Ground-truth generator',
    scope: { see: 'own', userId: author.id },
    content: { kind: 'all', images: marked },
    missingImages: [],
    imagesSelected: 1,
    totalImages: images.length,
    configVersions: {},
    engineVersion: null,
    saveId: null,
    requestSha256: null,
    baseVersion: undefined,
    now,
  });
  if (saved.kind !== 'saved') throw new Error(`Work of long ago was not stored: ${saved.kind}`);
  return saved.version;
}
