/** Workspaces and questions made at random, the same at every run: who worked on what, who reviewed it, and how it is listed. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageRequirement } from '@echometry/contract/records/project.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { LIST_COLUMNS, LIST_STATUSES, type StudyListQuery } from '@echometry/contract/records/study-list.ts';
import { REVIEW_STATES, STUDY_STATES } from '@echometry/contract/records/study.ts';
import { OPEN_WINDOW_MS } from '@echometry/contract/rules/open-study.ts';
import { SEARCH_METHODS } from '@echometry/contract/rules/search.ts';
import { type Manifest, VERSION_FORMAT } from '../src/db/analyses.ts';
import type { Db } from '../src/db/connect.ts';
import { pack } from '../src/db/document.ts';
import { type ManifestEntry, packImage, storeImageDocuments } from '../src/db/image-documents.ts';
import { NOON } from './world.ts';

export interface Dice {
  /** A whole number below. */
  below: (limit: number) => number;
  chance: (probability: number) => boolean;
  one: <T>(of: readonly T[]) => T;
}

export function dice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, chance: (probability) => next() < probability, one: (of) => of[below(of.length)]! };
}

/** Requirements of the projects of these tests: images of these types are made, and of one that no project requires. */
const TYPES = ['4-chamber 2D', 'Mitral inflow', 'Aortic outflow'] as const;
const FREE_TYPE = 'Subcostal 2D';
/** Requirements of the projects, from none at all to ones that a strip meets only once it is timed. */
export const REQUIREMENTS: readonly (readonly ImageRequirement[])[] = [
  [{ type: TYPES[0], qc: true }],
  [],
  [
    { type: TYPES[1], segmentation_dop: true },
    { type: TYPES[0], qc: true, cycletiming: true, segmentation_2d: true },
  ],
  [{ type: TYPES[2], cycletiming: true }, { type: TYPES[0] }],
];
const CODES = ['P-%', 'p_%', 'P %', 'É%', 'a%b', '%', '%%', '\\%', '漢%', 'Zürich-%', '_%_', 'x.%'];

/** Authors of work, and their reviewers: by e-mail, as the accounts are made. */
export interface People {
  editors: readonly string[];
  blind: readonly string[];
  reviewers: readonly string[];
}

interface Made {
  query: Db['query'];
  projectId: number;
  idOf: (email: string) => number;
  dice: Dice;
}

async function addStudy({ query, projectId, dice: { below, chance, one } }: Made, n: number): Promise<number> {
  const patient = await query
    .insertInto('patient')
    .values({
      project_id: projectId,
      patient_key: `random ${n}`,
      patient_show: `${one(CODES).replace('%', String(below(300)))}·${n % 7}${chance(0.5) ? '' : n}`,
      date_shift_days: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const date = `2025010${1 + below(4)}`;
  const { id } = await query
    .insertInto('study')
    .values({
      project_id: projectId,
      patient_id: patient.id,
      study_id: `${patient.id}_${date}`,
      study_date: date,
      study_instance_uid: `2.25.77.${n}`,
      data_type: one(['adult', 'fetal', 'pediatric']),
      study_type: one([null, '', 'Enrollment', 'Scan']),
      code: null,
      active: chance(0.9) ? 1 : 0,
      created_at: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function randomImage({ below, chance, one }: Dice, study: number, n: number): AnalysisImage {
  const instance_id = `2.25.78.${study}.${n}`;
  return {
    ...blankImage({ instance_id, filename: `${instance_id}.dcm`, active: true, metadata: null }, 'adult'),
    type: one([...TYPES, FREE_TYPE, null]),
    view: chance(0.7) ? 'A4C' : null,
    modality: one(['2D', 'PW Doppler'] as const),
    reference: chance(0.6),
    accepted: one(['yes', 'no', null] as const),
    is_annotated: chance(0.5),
    is_segmented: chance(0.4),
    cardiac_events: Array.from({ length: below(3) }, (_, at) => ({ id: `c${at}`, end_diastole: 1 + at * 4, end_systole: 3 + at * 4 })),
  };
}

/** Images of a version with their documents; what is known of one in three was forgotten, as in documents of older programs. */
async function addImages({ query, dice: roll }: Made, study: number): Promise<ManifestEntry[]> {
  const images = Array.from({ length: roll.below(4) }, (_, n) => randomImage(roll, study, n));
  const packed = await Promise.all(images.map(packImage));
  await storeImageDocuments(query, study, packed);
  for (const { sha256 } of packed.filter(() => roll.chance(0.33)))
    await query.updateTable('image_document').set({ facts: null }).where('study_id', '=', study).where('sha256', '=', sha256).execute();
  return packed.map(({ instance_id, sha256 }) => ({ instance_id, sha256 }));
}

/** A version of a person's work with its head, after any earlier one. */
export async function addWork(made: Made, work: { study: number; email: string; blind: 0 | 1; pass: number }): Promise<number> {
  const { query, idOf, dice: roll } = made;
  const editor = idOf(work.email);
  const study_state = roll.chance(0.4) ? 'Incomplete' : roll.one(STUDY_STATES);
  const images = await addImages(made, work.study);
  const manifest: Manifest = { format: VERSION_FORMAT, images, missing_images: TYPES.filter(() => roll.chance(0.2)) };
  const { bytes, sha256 } = await pack(manifest);
  const bit = (): 0 | 1 => (roll.chance(0.5) ? 1 : 0);
  const { id } = await query
    .insertInto('analysis_version')
    .values({
      study_id: work.study,
      editor_id: editor,
      author_id: editor,
      role: work.blind === 1 ? 'Ground-truth generator' : 'Editor',
      blind: work.blind,
      created_at: NOON,
      config_versions: '{}',
      study_state,
      format: VERSION_FORMAT,
      document: bytes,
      sha256,
      pass: work.pass,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const facts = {
    version_id: id,
    updated_at: NOON - roll.below(5) * 1000,
    study_state,
    validated: 0 as const,
    qc: bit(),
    selected: bit(),
    annotated: bit(),
    segmented_dop: bit(),
    segmented_2d: bit(),
    segmented_bio: bit(),
    measured: bit(),
    images_selected: 0,
    images_calibrated: 0,
    images_segmented: 0,
    total_images: 0,
  };
  await query
    .insertInto('analysis_head')
    .values({ study_id: work.study, editor_id: editor, blind: work.blind, pass: work.pass, ...facts })
    .onConflict((conflict) => conflict.columns(['study_id', 'editor_id', 'blind', 'pass']).doUpdateSet(facts))
    .execute();
  return id;
}

async function addReview(made: Made, work: { study: number; email: string; blind: 0 | 1; version: number }, reviewer: string, n: number) {
  const { query, idOf, dice: roll } = made;
  const state = roll.one(REVIEW_STATES);
  // One in three is based on, or was finished on, work that was overtaken since.
  const version = roll.chance(0.66) ? work.version : work.version - 1;
  const decided = state === 'finished' && roll.chance(0.4);
  await query
    .insertInto('review')
    .values({
      study_id: work.study,
      editor_id: idOf(work.email),
      blind: work.blind,
      reviewer_id: idOf(reviewer),
      state,
      base_version: version,
      finished_version: state === 'finished' ? version : null,
      finished_at: state === 'finished' ? NOON + n : null,
      outcome_state: decided ? 'Suboptimal' : null,
      outcome_hidden_at: decided && roll.chance(0.5) ? NOON : null,
      created_at: NOON,
      updated_at: NOON + n,
    })
    .execute();
}

/** Studies with work and reviews of these people, some of it in second passes, and some studies held open. */
export async function fillAtRandom(made: Made, people: People, studies: number): Promise<number[]> {
  const { query, idOf, dice: roll } = made;
  const ids: number[] = [];
  for (let n = 0; n < studies; n += 1) {
    const study = await addStudy(made, n);
    ids.push(study);
    const hands = [
      ...people.editors.filter(() => roll.chance(0.4)).map((email) => ({ email, blind: 0 as const })),
      ...people.blind.filter(() => roll.chance(0.4)).map((email) => ({ email, blind: 1 as const })),
    ];
    while (hands.length > 0) {
      const [hand] = hands.splice(roll.below(hands.length), 1);
      if (hand === undefined) break;
      let version = await addWork(made, { study, ...hand, pass: 1 });
      if (roll.chance(0.2)) {
        const assigned = { assigned_by: idOf(hand.email), assigned_at: NOON };
        await query
          .insertInto('work_line')
          .values({ study_id: study, editor_id: idOf(hand.email), blind: hand.blind, pass: 2, ...assigned })
          .execute();
        if (roll.chance(0.5)) version = await addWork(made, { study, ...hand, pass: 2 });
      }
      for (const [place, reviewer] of people.reviewers.entries())
        if (roll.chance(0.4)) await addReview(made, { study, ...hand, version }, reviewer, n * 10 + place);
    }
    if (roll.chance(0.2)) {
      const opened_at = roll.chance(0.7) ? NOON - 1000 : NOON - OPEN_WINDOW_MS - 1;
      await query
        .insertInto('study_open')
        .values({ study_id: study, user_id: idOf(roll.one(people.editors)), opened_at })
        .execute();
    }
  }
  return ids;
}

const TEXTS = ['', 'p', 'P-1', '1', '%', '_', '\\', 'é', 'É', '漢', 'zür', '·3', 'p-1·1', 'none of them'];

/** A question to the list. */
export function randomQuestion(roll: Dice, emails: readonly string[], studies: readonly string[]): StudyListQuery {
  return {
    offset: roll.chance(0.6) ? 0 : roll.below(90),
    limit: roll.one([1, 7, 25, 100]),
    ...(roll.chance(0.9) ? { sort: { by: roll.one(LIST_COLUMNS), direction: roll.one(['ascending', 'descending'] as const) } } : {}),
    ...(roll.chance(0.4) ? { search: { text: roll.one(TEXTS), method: roll.one(SEARCH_METHODS) } } : {}),
    ...(roll.chance(0.3) ? { hide_completed: roll.chance(0.8) } : {}),
    ...(roll.chance(0.3) ? { status: roll.one(LIST_STATUSES) } : {}),
    ...(roll.chance(0.2) ? { editor: roll.one([...emails, 'nobody@test']) } : {}),
    ...(roll.chance(0.05) ? { study_id: roll.one(studies) } : {}),
    ...(roll.chance(0.25) ? { tasks: true } : {}),
  };
}
