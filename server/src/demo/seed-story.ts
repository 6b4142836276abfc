import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow, QualityRow } from '@echometry/contract/records/config-rows.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { requiredCycles } from '@echometry/contract/rules/study-state.ts';
import type { Truth } from './plan/truth.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkImages } from '../analyses/image-check.ts';
import { saveAnalysis } from '../analyses/save.ts';
import { currentConfigSet, currentConfigVersions } from '../db/config-sets.ts';
import { type FileRecord, filesOfStudy, storeInactiveFiles } from '../db/files.ts';
import { takeOpenFlag } from '../db/open-flags.ts';
import { assignPass, currentPass } from '../db/work-lines.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { writeEntries } from './entries.ts';
import type { Hand } from './hand.ts';
import { labelledImages } from './labels.ts';
import { measuredImages } from './measure.ts';
import type { Outcomes } from './outcomes.ts';
import { ADMINISTRATOR, type People, REVIEWER } from './people.ts';
import { withQuality } from './quality.ts';
import { seedReview } from './review.ts';
import type { Story } from './story.ts';
import { traceImage } from './trace.ts';

export interface Seeding {
  engine: Engine;
  now: () => number;
  /** Where the drawn files and their truth lie. */
  folder: string;
  story: Story;
  people: People;
  project: Project;
  outcomes: Outcomes;
}

interface Study {
  id: number;
  files: readonly FileRecord[];
  facts: Parameters<typeof measuredImages>[0]['facts'];
}

/** Lets a study's story happen, through the same saves a person would make. */
export async function seedStory(workspace: Workspace, seeding: Seeding): Promise<void> {
  const { story, people } = seeding;
  const { query } = workspace.db;
  const [first] = seeding.outcomes.values();
  if (first === undefined) return;
  const row = await query.selectFrom('study').selectAll().where('study_id', '=', first.studyId).executeTakeFirstOrThrow();
  const { sex, height_cm, weight_kg, age_days, gestational_age_days } = row;
  const study: Study = {
    id: row.id,
    files: await filesOfStudy(query, row.id, { see: 'all' }),
    facts: { data_type: row.data_type, sex, height_cm, weight_kg, age_days, gestational_age_days },
  };
  const idOf = (email: string): number => {
    const id = people.get(email);
    if (id === undefined) throw new Error(`The demo has no ${email}`);
    return id;
  };
  if (story.labelledBy !== undefined) {
    const editorId = idOf(story.labelledBy);
    await leaveOut(workspace, seeding, study, editorId);
    const version = await save(workspace, seeding, study, { editorId, role: 'Editor' });
    if (story.review !== undefined) {
      const key = { studyId: study.id, editorId, blind: 0, reviewerId: idOf(REVIEWER) } as const;
      const measured = (images: AnalysisImage[]) =>
        story.measured ? measuredImages({ ...seeding, query, facts: study.facts, images }) : Promise.resolve(images);
      await seedReview(workspace, key, story.review, { version, project: seeding.project, now: seeding.now, measured });
    }
    if (story.changedSince) await save(workspace, seeding, study, { editorId, role: 'Editor', without: study.files.at(-1)?.instance_id });
  }
  if (story.blindBy !== undefined)
    await seedBlindWork(workspace, seeding, study, { editorId: idOf(story.blindBy), by: idOf(ADMINISTRATOR) });
  if (story.openBy !== undefined) await takeOpenFlag(query, study.id, idOf(story.openBy), seeding.now());
}

/** The blind work of a person, pass by pass. */
async function seedBlindWork(workspace: Workspace, seeding: Seeding, study: Study, { editorId, by }: { editorId: number; by: number }) {
  const hands = seeding.story.blindPasses ?? [undefined];
  for (const [at, hand] of hands.entries()) {
    if (at > 0) await assignPass(workspace.db.query, { studyId: study.id, editorId, blind: 1 }, { userId: by, now: seeding.now() });
    await save(workspace, seeding, study, { editorId, role: 'Ground-truth generator', hand });
  }
}

/** Preview with the last images of the study left out. */
async function leaveOut(workspace: Workspace, { story, now }: Seeding, study: Study, editorId: number): Promise<void> {
  if (story.leftOut === undefined) return;
  const inactive = study.files.slice(-story.leftOut).map((file) => file.filename);
  await storeInactiveFiles(workspace.db.query, study.id, editorId, inactive, now());
}

interface Sitting {
  editorId: number;
  role: RoleName;
  /** The image whose work is taken back in this version. */
  without?: string | undefined;
  /** Drawing of a second reader after another one; blind work without it has only labels. */
  hand?: Hand | undefined;
}

async function save(workspace: Workspace, seeding: Seeding, study: Study, { editorId, role, without, hand }: Sitting): Promise<number> {
  const { story, project } = seeding;
  const worked = await work(workspace, seeding, study, { role, hand });
  const images = worked.filter((image) => image.instance_id !== without);
  checkImages(images, new Map(study.files.map((file) => [file.instance_id, file.filename])));
  const saved = await saveAnalysis(workspace.db, {
    studyId: study.id,
    dataType: project.data_type,
    project,
    author: { id: editorId },
    role,
    scope: isBlind(role) ? { see: 'own', userId: editorId } : { see: 'shared' },
    content: { kind: 'all', images },
    // Types without a picture of the patient are declared missing, so that studies with known quality are complete.
    missingImages:
      story.quality === undefined
        ? []
        : project.image_requirements.map((r) => r.type).filter((type) => !images.some((i) => i.type === type)),
    imagesSelected: study.files.length - (story.leftOut ?? 0),
    totalImages: study.files.length,
    configVersions: await currentConfigVersions(workspace.db.query, null),
    engineVersion: null,
    saveId: null,
    requestSha256: null,
    baseVersion: undefined,
    now: seeding.now(),
  });
  if (saved.kind !== 'saved') throw new Error(`The work of ${role} was not stored: ${saved.kind}`);
  const remarks = isBlind(role) ? [] : (story.remarks ?? []);
  const pass = await currentPass(workspace.db.query, { studyId: study.id, editorId, blind: isBlind(role) ? 1 : 0 });
  await writeEntries(workspace, { pass, studyId: study.id, authorId: editorId, role, images, remarks, now: seeding.now });
  return saved.version;
}

/** Labels, quality, timing, lines and measurements of one person. Blind work without a drawing reader has only labels. */
async function work(
  workspace: Workspace,
  seeding: Seeding,
  study: Study,
  { role, hand }: Pick<Sitting, 'role' | 'hand'>,
): Promise<AnalysisImage[]> {
  const { story, project, outcomes } = seeding;
  // In the order of the files: outcomes are in the order in which imports of several at once ended.
  const drawn = study.files.flatMap(({ instance_id: id }) => {
    const outcome = outcomes.get(id);
    return outcome === undefined ? [] : [[id, outcome.image] as const];
  });
  const labels = new Map(drawn.slice(0, story.images ?? outcomes.size - (story.leftOut ?? 0)));
  const labelled = await labelledImages(study.files, labels, {
    dataType: project.data_type,
    role,
    uniqueReference: project.unique_reference,
  });
  const quality = await rowsOf<QualityRow>(workspace, 'echo_image_quality');
  const judged = labelled.map((image) => withQuality(image, story.quality, quality, project.data_type));
  if ((isBlind(role) && hand === undefined) || story.work === undefined) return judged;
  const traced = await trace(workspace, seeding, judged, hand);
  return story.measured ? measuredImages({ ...seeding, query: workspace.db.query, facts: study.facts, images: traced }) : traced;
}

async function trace(
  workspace: Workspace,
  { story, project, outcomes, folder }: Seeding,
  images: readonly AnalysisImage[],
  hand: Hand | undefined,
): Promise<AnalysisImage[]> {
  const types = await rowsOf<ImageTypeRow>(workspace, 'echo_image_types');
  const { progress, of: count } = story.work ?? { progress: 'timed' as const };
  const maxCycles = requiredCycles(project.cardiac_cycles) ?? Number.POSITIVE_INFINITY;
  const traced: AnalysisImage[] = [];
  for (const [index, image] of images.entries()) {
    const type = types.find((row) => row.type === image.type);
    const drawn = outcomes.get(image.instance_id)?.image;
    if (type === undefined || drawn === undefined || index >= (count ?? images.length)) {
      traced.push(image);
      continue;
    }
    const truth = JSON.parse(await readFile(path.join(folder, drawn.truth), 'utf8')) as Truth;
    const by = hand === undefined ? {} : { by: { hand, image: drawn.file } };
    traced.push(traceImage(image, truth, { type, pattern: drawn.pattern, progress, maxCycles, ...by }));
  }
  return traced;
}

async function rowsOf<Row>(workspace: Workspace, name: 'echo_image_types' | 'echo_image_quality'): Promise<Row[]> {
  const set = await currentConfigSet(workspace.db.query, name, null);
  if (set === null) throw new Error(`The workspace has no ${name}`);
  return set.data as Row[];
}
