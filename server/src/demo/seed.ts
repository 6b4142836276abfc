import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Engine } from '@echometry/bindings/api.ts';
import { generateDemo } from '@echometry/generator/generate-demo.ts';
import { type DemoImage, type DemoPatient, type DemoProject } from '@echometry/generator/manifest.ts';
import { type Project } from '@echometry/contract/records/project.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import { saveAnalysis } from '../analysis/save.ts';
import { newestConfigVersions } from '../db/config-sets.ts';
import { filesOfStudy } from '../db/files.ts';
import { takeOpenFlag } from '../db/open-flags.ts';
import { addMember, createProject } from '../db/projects.ts';
import { recordValidation } from '../db/validations.ts';
import { acceptTerms, createUser, grantRole } from '../db/users.ts';
import { type FileOutcome } from '../services/import/import-file.ts';
import { importAll } from '../services/import/import-all.ts';
import { type Source } from '../services/import/source.ts';
import { type Workspace } from '../workspace.ts';
import { labelledImages } from './labels.ts';
import { DEMO_PEOPLE, REVIEWED_EDITORS, REVIEWER } from './people.ts';
import { demoProjects } from './projects.ts';
import { STORIES, type Story } from './story.ts';

export interface SeedOptions {
  engine: Engine;
  /** The built drawing program. */
  phantomBinary: string;
  signal: AbortSignal;
  onProgress: (what: string, done: number, total: number) => void;
  now: () => number;
}

type People = ReadonlyMap<string, number>;

/** Makes the people of the demo; every one has accepted the terms except the one with several roles, who shows that page. */
async function seedPeople(workspace: Workspace, now: number): Promise<People> {
  const people = new Map<string, number>();
  await workspace.db.query.transaction().execute(async (query) => {
    for (const person of DEMO_PEOPLE) {
      const id = await createUser(query, person, now);
      people.set(person.email, id);
      const reviews = (role: RoleName) => (role === 'Reviewer' || role === 'Admin' ? REVIEWED_EDITORS : []);
      for (const role of person.roles) await grantRole(query, id, role, null, reviews(role));
      if (person.roles.length === 1) await acceptTerms(query, id, TERMS_VERSION, now);
    }
  });
  return people;
}

async function seedProjects(workspace: Workspace, people: People): Promise<Map<string, { id: number; project: Project }>> {
  const projects = new Map<string, { id: number; project: Project }>();
  for (const project of demoProjects(workspace.mark.cloud)) {
    const id = await createProject(workspace.db.query, project);
    for (const userId of people.values()) await addMember(workspace.db.query, id, userId);
    projects.set(project._id, { id, project });
  }
  return projects;
}

const sourceOf = (folder: string, images: readonly DemoImage[]): Source => ({
  total: images.length,
  async *files() {
    for (const image of images) {
      const place = path.join(folder, image.file);
      yield { name: image.file, size: (await stat(place)).size, read: () => readFile(place) };
    }
  },
  close: async () => undefined,
});

/** Fills a demo workspace that was just made. Interrupted, it leaves a workspace that counts as never made. */
export async function seedDemo(workspace: Workspace, options: SeedOptions): Promise<void> {
  const folder = path.join(workspace.folder, 'drawn');
  await mkdir(folder, { recursive: true });
  const manifest = await generateDemo({
    outDir: folder, phantomBinary: options.phantomBinary, signal: options.signal,
    onProgress: (done, total) => options.onProgress('Drawing synthetic studies', done, total),
  });
  const people = await seedPeople(workspace, options.now());
  const projects = await seedProjects(workspace, people);
  const total = manifest.projects.reduce((n, project) => n + project.patients.reduce((m, patient) => m + patient.images.length, 0), 0);
  let done = 0;
  for (const drawn of manifest.projects) {
    const target = projects.get(drawn.name);
    if (target === undefined) throw new Error(`The generator drew an unknown project ${drawn.name}`);
    const told = new Set<string>();
    for (const patient of drawn.patients) {
      const outcomes = await importPatient(workspace, options, folder, drawn, patient, target.id, () => options.onProgress('Importing them', (done += 1), total));
      await describePatient(workspace, patient, outcomes);
      const story = told.has(patient.patient_show) ? undefined : STORIES[`${drawn.name}/${patient.patient_show}`];
      told.add(patient.patient_show);
      if (story !== undefined) await tell(workspace, options, { story, people, project: target.project, outcomes });
    }
  }
  await rm(folder, { recursive: true, force: true });
}

type Outcomes = Map<string, { image: DemoImage; studyId: string }>;

async function importPatient(
  workspace: Workspace, options: SeedOptions, folder: string, drawn: DemoProject, patient: DemoPatient, projectId: number, onFile: () => void,
): Promise<Outcomes> {
  const byName = new Map(patient.images.map((image) => [image.file, image]));
  const outcomes: Outcomes = new Map();
  const note = (name: string, outcome: FileOutcome): void => {
    onFile();
    if (outcome.kind !== 'imported') throw new Error(`${name} was not imported: ${outcome.kind === 'skipped' ? outcome.reason : outcome.kind}`);
    const image = byName.get(name);
    if (image !== undefined) outcomes.set(outcome.instanceId, { image, studyId: outcome.studyId });
  };
  await importAll(
    { db: workspace.db, objects: workspace.objects, engine: options.engine, deidKey: workspace.deidKey, now: options.now, signal: options.signal },
    { source: sourceOf(folder, patient.images), project: drawn.name, target: { projectId, dataType: drawn.data_type, patientShow: patient.patient_show }, onFile: note },
  );
  options.signal.throwIfAborted();
  return outcomes;
}

/** What ultrasound files have no attribute for comes from who made the workspace. */
async function describePatient(workspace: Workspace, patient: DemoPatient, outcomes: Outcomes): Promise<void> {
  const [first] = outcomes.values();
  if (first === undefined || patient.gestational_age_days === null) return;
  await workspace.db.query.updateTable('study').set({ gestational_age_days: patient.gestational_age_days, gestational_age_source: 'administrator' })
    .where('study_id', '=', first.studyId).where('gestational_age_days', 'is', null).execute();
}

interface Telling { story: Story; people: People; project: Project; outcomes: Outcomes }

/** Lets a study's story happen, through the same saves a person would make. */
async function tell(workspace: Workspace, options: SeedOptions, { story, people, project, outcomes }: Telling): Promise<void> {
  const { query } = workspace.db;
  const [first] = outcomes.values();
  if (first === undefined) return;
  const study = await query.selectFrom('study').selectAll().where('study_id', '=', first.studyId).executeTakeFirstOrThrow();
  const files = await filesOfStudy(query, study.id);
  const labels = new Map([...outcomes].slice(0, story.images ?? outcomes.size).map(([id, { image }]) => [id, image]));
  const idOf = (email: string): number => {
    const id = people.get(email);
    if (id === undefined) throw new Error(`The demo has no ${email}`);
    return id;
  };
  const label = async (email: string, role: RoleName): Promise<number> => {
    const images = await labelledImages(files, labels, { dataType: project.data_type, role, uniqueReference: project.unique_reference });
    const saved = await saveAnalysis(workspace.db, {
      studyId: study.id, dataType: project.data_type, project, author: { id: idOf(email) }, role,
      scope: isBlind(role) ? { see: 'own', userId: idOf(email) } : { see: 'shared' },
      images: story.accepted ? images.map((image) => ({ ...image, accepted: 'yes' as const })) : images,
      // What the patient has no picture of is declared missing, so that accepted studies are complete.
      missingImages: story.accepted ? project.image_requirements.map((r) => r.type).filter((type) => !images.some((i) => i.type === type)) : [],
      imagesSelected: files.length, totalImages: files.length, configVersions: await newestConfigVersions(query),
      engineVersion: null, saveId: null, baseVersion: undefined, now: options.now(),
    });
    return saved.version ?? 0;
  };

  if (story.labelledBy !== undefined) {
    const version = await label(story.labelledBy, 'Editor');
    if (story.validated) {
      await recordValidation(query, { studyId: study.id, editorId: idOf(story.labelledBy), reviewerId: idOf(REVIEWER), version, now: options.now() });
    }
  }
  if (story.blindBy !== undefined) await label(story.blindBy, 'Ground-truth generator');
  if (story.openBy !== undefined) await takeOpenFlag(query, study.id, idOf(story.openBy), options.now());
}
