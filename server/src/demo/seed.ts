import { MappingIndex } from '@echometry/contract/rules/import-mapping.ts';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { generateDemo, MANIFEST_FILE } from './plan/generate-demo.ts';
import type { DemoImage, DemoManifest, DemoPatient, DemoProject } from './plan/manifest.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import { addMember, createProject } from '../db/projects.ts';
import { acceptTerms, createUser, grantRole } from '../db/users.ts';
import type { FileOutcome } from '../imports/import-file.ts';
import { importAll } from '../imports/import-all.ts';
import { REFUSE_PLACEHOLDERS } from '../imports/patient-choice.ts';
import type { Source } from '../imports/source.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Outcomes } from './outcomes.ts';
import { DEMO_PEOPLE, type People, REVIEWED_EDITORS } from './people.ts';
import { demoProjects } from './projects.ts';
import { STORIES } from './story.ts';
import { seedStory } from './seed-story.ts';
import { maskSamples } from '../imports/mask-samples.ts';

export interface SeedOptions {
  engine: Engine;
  /** The built drawing program; asked for only where the studies are not drawn yet. */
  phantomBinary: () => string;
  /** A folder of the studies, drawn before (scripts/lib/demo-ahead.mjs); null where this process draws them. */
  drawn: string | null;
  signal: AbortSignal;
  onProgress: (what: string, done: number, total: number) => void;
  now: () => number;
}

/** Roles that see the work of the editors given to them. */
const REVIEWING: readonly RoleName[] = ['Reviewer', 'Admin', 'Prisma study review'];

/** Makes the people of the demo; every one has accepted the terms except the one with several roles, who shows that page. */
async function seedPeople(workspace: Workspace, now: number): Promise<People> {
  const people = new Map<string, number>();
  await workspace.db.query.transaction().execute(async (query) => {
    for (const person of DEMO_PEOPLE) {
      const id = await createUser(query, person, now);
      people.set(person.email, id);
      const reviews = (role: RoleName) => (REVIEWING.includes(role) ? [...REVIEWED_EDITORS, ...(person.settles ?? [])] : []);
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

const filesOf = ({ images, report }: DemoPatient): string[] => [
  ...images.map(({ file }) => file),
  ...(report === undefined ? [] : [report]),
];

const sourceOf = (folder: string, files: readonly string[]): Source => ({
  total: files.length,
  async *files() {
    for (const name of files) {
      const place = path.join(folder, name);
      yield { name, size: (await stat(place)).size, read: () => readFile(place) };
    }
  },
  close: async () => undefined,
});

/** Fills a demo workspace that was just made. Interrupted, it leaves a workspace that counts as never made. */
export async function seedDemo(workspace: Workspace, options: SeedOptions): Promise<void> {
  if (options.drawn !== null) return fillDemo(workspace, options, options.drawn, await readManifest(options.drawn));
  const folder = path.join(workspace.folder, 'drawn');
  await mkdir(folder, { recursive: true });
  const manifest = await generateDemo({
    outDir: folder,
    phantomBinary: options.phantomBinary(),
    signal: options.signal,
    visibleEdges: false,
    onProgress: (done, total) => options.onProgress('Drawing synthetic studies', done, total),
  });
  await fillDemo(workspace, options, folder, manifest);
  await rm(folder, { recursive: true, force: true });
}

const readManifest = async (folder: string): Promise<DemoManifest> =>
  JSON.parse(await readFile(path.join(folder, MANIFEST_FILE), 'utf8')) as DemoManifest;

/** Imports the drawn studies of a folder and lets their stories happen. */
export async function fillDemo(
  workspace: Workspace,
  options: Omit<SeedOptions, 'phantomBinary' | 'drawn'>,
  folder: string,
  manifest: DemoManifest,
): Promise<void> {
  const people = await seedPeople(workspace, options.now());
  const projects = await seedProjects(workspace, people);
  const total = manifest.projects.reduce((n, project) => n + project.patients.reduce((m, patient) => m + filesOf(patient).length, 0), 0);
  let done = 0;
  for (const drawn of manifest.projects) {
    const target = projects.get(drawn.name);
    if (target === undefined) throw new Error(`The generator drew an unknown project ${drawn.name}`);
    const seeded = new Set<string>();
    for (const patient of drawn.patients) {
      const outcomes = await importPatient(workspace, options, folder, drawn, patient, target.id, () =>
        options.onProgress('Importing them', (done += 1), total),
      );
      await describePatient(workspace, patient, outcomes);
      const story = STORIES[`${drawn.name}/${patient.patient_show}`];
      const isFirst = !seeded.has(patient.patient_show);
      seeded.add(patient.patient_show);
      if (story !== undefined && (isFirst || story.everyVisit === true))
        await seedStory(workspace, { engine: options.engine, now: options.now, folder, story, people, project: target.project, outcomes });
    }
  }
}

async function importPatient(
  workspace: Workspace,
  options: Omit<SeedOptions, 'phantomBinary' | 'drawn'>,
  folder: string,
  drawn: DemoProject,
  patient: DemoPatient,
  projectId: number,
  onFile: () => void,
): Promise<Outcomes> {
  const byName = new Map(patient.images.map((image) => [image.file, image]));
  const outcomes = new Map<string, { image: DemoImage; studyId: string }>();
  const note = (name: string, outcome: FileOutcome): void => {
    onFile();
    if (outcome.kind === 'measurements') return;
    if (outcome.kind !== 'imported')
      throw new Error(`${name} was not imported: ${outcome.kind === 'skipped' ? outcome.reason : outcome.kind}`);
    const image = byName.get(name);
    if (image !== undefined) outcomes.set(outcome.instanceId, { image, studyId: outcome.studyId });
  };
  await importAll(
    {
      db: workspace.db,
      objects: workspace.objects,
      engine: options.engine,
      deidKey: workspace.deidKey,
      now: options.now,
      signal: options.signal,
      samples: maskSamples(),
    },
    {
      source: sourceOf(folder, filesOf(patient)),
      project: drawn.name,
      target: {
        projectId,
        dataType: drawn.data_type,
        patientShow: patient.patient_show,
        patients: REFUSE_PLACEHOLDERS,
        mapping: new MappingIndex([]),
        blackOut: false,
      },
      onFile: note,
    },
  );
  options.signal.throwIfAborted();
  // Files finish in any order; people work through them in the order of the study.
  const place = new Map(patient.images.map((image, index) => [image, index]));
  return new Map([...outcomes].sort(([, a], [, b]) => (place.get(a.image) ?? 0) - (place.get(b.image) ?? 0)));
}

/** Facts without an attribute in ultrasound files come from the making of the workspace. */
async function describePatient(workspace: Workspace, patient: DemoPatient, outcomes: Outcomes): Promise<void> {
  const [first] = outcomes.values();
  if (first === undefined || patient.gestational_age_days === null) return;
  await workspace.db.query
    .updateTable('study')
    .set({ gestational_age_days: patient.gestational_age_days, gestational_age_source: 'administrator' })
    .where('study_id', '=', first.studyId)
    .where('gestational_age_days', 'is', null)
    .execute();
}
