import { type AnswerOf, type BodyOf, type Call, pathOf, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage, StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import type { FlowRegion } from '@echometry/contract/generated/image-metadata.ts';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Value } from 'typebox/value';
import { buildApp } from '../src/app.ts';
import { type Config, DEFAULT_CONFIG } from '../src/config.ts';
import { connect, type DatabaseLocation, type Db } from '../src/db/connect.ts';
import { storeConfigSet } from '../src/db/config-sets.ts';
import { pack } from '../src/db/document.ts';
import { migrate } from '../src/db/migrate.ts';
import { addMember, createProject } from '../src/db/projects.ts';
import { acceptTerms, createUser, grantRole } from '../src/db/users.ts';
import { SERVICE_PREFIX } from '../src/http/service-prefix.ts';
import type { Log } from '../src/http/operations/log.ts';
import { type SecretBox, secretBox } from '../src/workspace/secret-box.ts';
import { urlSigner } from '../src/objects/signed-url.ts';
import { type ObjectStore, openFolderStore } from '../src/objects/store.ts';
import { filenameOf } from '../src/imports/import-file.ts';
import { type EngineOnDemand, engineOnDemand } from '../src/imports/engine-on-demand.ts';
import { importsOf } from '../src/imports/imports.ts';
import { writeAuditHead } from '../src/workspace/audit-head.ts';
import { maskSamples } from '../src/imports/mask-samples.ts';
import { openUploads } from '../src/imports/uploads.ts';
import { upkeepOf } from '../src/upkeep/scrub/run-scrub.ts';
import { studyAliases } from '../src/access/study-aliases.ts';
import { snapshotMaker } from '../src/images/snapshot/make-snapshot.ts';
import type { AllServices } from '../src/calls.ts';
import { SHIPPED_SETS } from '../src/workspace/shipped-config.ts';
import { NO_DELIVERIES, NO_EXPORTS, NO_JOBS } from './no-jobs.ts';
import { emailOf, NOON, PACS, PROJECT, SCOPE } from './people.ts';
import { jsonOf } from './json-of.ts';
import { PreparedRecords } from './prepared-records.ts';
import { temporaryFolder } from './temporary.ts';

export { emailOf, NOON, PACS, PROJECT, SCOPE } from './people.ts';

/** Secret of de-identification in every test world. */
export const DEID_KEY = new Uint8Array(32).fill(9);
const ORIGIN = 'http://127.0.0.1:8080';

export interface Reply<C extends Call> {
  status: number;
  answer: AnswerOf<C>;
  error: { code: string; message: string; field?: string };
}

/** A database of a world: empty, or with the records of one already (databases.ts). */
export type WorldLocation = DatabaseLocation & { readonly isSeeded?: true };

/** Servers of the same workspace that take turns at the calls of a test: nothing a call needs may be kept in one process. */
const SERVERS = 2;

/** The configuration of a world that is given none. */
export const CONFIG: Config = { ...DEFAULT_CONFIG, pacsForExports: [PACS] };

/** A served workspace with a person for every role, one project, and one study of three images made without an engine. */
export class World {
  now = NOON;
  readonly tokens = new Map<string, string>();
  readonly images: AnalysisImage[] = [];
  studyId = '';
  private constructor(
    private readonly apps: readonly FastifyInstance[],
    readonly services: AllServices,
    readonly objectsFolder: string,
    readonly keysFolder: string,
    /** Notices of the server. */
    readonly notices: readonly string[],
  ) {
    this.db = services.db;
    this.objects = services.objects;
    this.secrets = services.secrets;
  }
  readonly db: Db;
  readonly objects: ObjectStore;
  readonly secrets: SecretBox;

  #turn = 0;
  /** The server whose turn it is. */
  get app(): FastifyInstance {
    this.#turn = (this.#turn + 1) % this.apps.length;
    return this.apps[this.#turn]!;
  }

  /** The same workspace as after a new start: what was read before is forgotten. */
  async servedAnew(): Promise<FastifyInstance> {
    return this.servedWith(await openFolderStore(this.objectsFolder));
  }

  /** The same workspace with another store of objects. */
  servedWith(objects: ObjectStore): Promise<FastifyInstance> {
    return buildApp({ services: { ...this.services, objects }, webRoot: null, log: false });
  }

  static async make(
    location: WorldLocation,
    options: { config?: Config; log?: Log; engine?: EngineOnDemand; objects?: (db: Db) => ObjectStore } = {},
  ): Promise<World> {
    const db = connect(location);
    const { isSeeded = false } = location;
    if (!isSeeded) await migrate(db);
    const objectsFolder = await temporaryFolder('objects');
    const keysFolder = await temporaryFolder('keys');
    const objects = options.objects?.(db) ?? (await openFolderStore(objectsFolder));
    const holder: { world: World | null } = { world: null };
    const secrets = secretBox(new Uint8Array(32).fill(8));
    const notices: string[] = [];
    const engine = options.engine ?? engineOnDemand(() => Promise.reject(new Error('This world has no engine')));
    const services: AllServices = {
      db,
      objects,
      signer: urlSigner(new Uint8Array(32).fill(7)),
      secrets,
      snapshots: snapshotMaker({
        db,
        objects,
        engine,
        deidKey: DEID_KEY,
        now: () => holder.world?.now ?? NOON,
      }),
      engine,
      upkeep: upkeepOf({ db, objects, folder: objectsFolder, keysFolder }, (line) => void notices.push(line)),
      aliases: studyAliases(DEID_KEY),
      cloud: 'local',
      demo: true,
      config: options.config ?? CONFIG,
      jobs: NO_JOBS,
      deliveries: NO_DELIVERIES,
      exports: NO_EXPORTS,
      imports: importsOf(
        options.config ?? CONFIG,
        await openUploads(path.join(await temporaryFolder('uploads'), 'uploads'), { now: () => holder.world?.now ?? NOON }),
        { shared: false, samples: maskSamples() },
      ),
      now: () => holder.world?.now ?? NOON,
    };
    const apps: FastifyInstance[] = [];
    for (let n = 0; n < SERVERS; n += 1)
      apps.push(
        await buildApp({ services, replica: true, webRoot: null, log: options.log ?? false, notice: (text) => void notices.push(text) }),
      );
    const world = new World(apps, services, objectsFolder, keysFolder, notices);
    holder.world = world;
    world.#take(isSeeded ? await seedObjects(db, objects) : await seedWorld(db, objects));
    await writeAuditHead({ db, keysFolder });
    return world;
  }

  async close(): Promise<void> {
    for (const app of this.apps) await app.close();
    await this.db.close();
  }

  /** Signs a person in and, with a role, acts in it. */
  async tokenOf(email: string, role?: RoleName): Promise<string> {
    const key = `${email} ${role ?? ''}`;
    const known = this.tokens.get(key);
    if (known !== undefined) return known;
    const signIn = await this.call(CALLS.demoSignIn, { body: { email } });
    let { token } = signIn.answer;
    if (role !== undefined) token = (await this.call(CALLS.actAs, { token, body: { role } })).answer.token;
    this.tokens.set(key, token);
    return token;
  }

  /** Makes a call; a 200 response is checked against its contract. */
  async call<C extends Call>(
    call: C,
    options: {
      token?: string;
      body?: BodyOf<C> | Record<string, unknown> | Uint8Array;
      id?: string;
      headers?: Record<string, string>;
    } = {},
  ): Promise<Reply<C>> {
    const response = await this.app.inject({
      method: call.method,
      url: SERVICE_PREFIX[call.service] + pathOf(call, options.id),
      remoteAddress: '127.0.0.1',
      headers: {
        host: '127.0.0.1:8080',
        ...(call.method === 'POST' ? { origin: ORIGIN } : {}),
        ...(options.token ? { [TOKEN_HEADER]: options.token } : {}),
        ...options.headers,
      },
      ...(call.method === 'POST' ? { payload: options.body instanceof Uint8Array ? Buffer.from(options.body) : (options.body ?? {}) } : {}),
    });
    const json: unknown = jsonOf(call, response.statusCode, response.body);
    if (response.statusCode === 200) {
      const errors = Value.Errors(call.answer, json);
      if (errors.length > 0) throw new Error(`${call.path} answered against its contract: ${JSON.stringify(errors.slice(0, 3))}`);
    }
    return { status: response.statusCode, answer: json as AnswerOf<C>, error: json as Reply<C>['error'] };
  }

  /** Adds a person who is a member of the project and holds a role there. */
  addPerson(email: string, roles: readonly RoleName[], options: PersonOptions = {}): Promise<number> {
    return addPerson(this.db, this.#projectId, email, roles, options);
  }

  /** Records that tests insert directly, in place of a program that would have made them. */
  get records(): PreparedRecords {
    return new PreparedRecords(this.db, this.secrets, this.#projectId);
  }

  #projectId = 0;

  #take(seeded: Seeded): void {
    this.#projectId = seeded.projectId;
    this.studyId = seeded.studyId;
    this.images.push(...seeded.images);
  }

  /** Body of a save of the study by a person. */
  save(
    email: string,
    images: AnalysisImage[],
    more: Partial<BodyOf<typeof CALLS.analysisUpdate>> = {},
  ): BodyOf<typeof CALLS.analysisUpdate> {
    return {
      id: this.studyId,
      images,
      missing_images: [],
      validated: false,
      editor: email,
      project: PROJECT._id,
      study_state: 'Valid',
      ...SCOPE,
      ...more,
    };
  }
}

interface PersonOptions {
  member?: boolean;
  reviewsTo?: string[];
  is_test?: boolean;
}

async function addPerson(
  db: Db,
  projectId: number,
  email: string,
  roles: readonly RoleName[],
  options: PersonOptions = {},
): Promise<number> {
  const { query } = db;
  const id = await createUser(query, { email, name: 'Test', family_names: email, ...(options.is_test ? { is_test: true } : {}) }, NOON);
  for (const role of roles) await grantRole(query, id, role, null, options.reviewsTo ?? []);
  await acceptTerms(query, id, TERMS_VERSION, NOON);
  if (options.member !== false) await addMember(query, projectId, id);
  return id;
}

/** Content of a test workspace. */
export interface Seeded {
  projectId: number;
  studyId: string;
  images: AnalysisImage[];
}

/** A person for every role, a second editor, a stranger, a project of another cloud, and one study of three images. */
export async function seedWorld(db: Db, objects: ObjectStore): Promise<Seeded> {
  const { query } = db;
  const projectId = await createProject(query, PROJECT);
  await createProject(query, { ...PROJECT, _id: 'elsewhere', db_name: 'elsewhere_db', cloud_system: 'another' });
  for (const role of ROLE_NAMES)
    await addPerson(db, projectId, emailOf(role), [role], { reviewsTo: [emailOf('Editor'), emailOf('Ground-truth generator')] });
  await addPerson(db, projectId, 'editor2@test', ['Editor']);
  await addPerson(db, projectId, 'stranger@test', ['Editor', 'Viewer', 'Reviewer', 'Ground-truth generator', 'Admin'], { member: false });
  for (const set of SHIPPED_SETS) await storeConfigSet(query, set, NOON);
  return { projectId, ...(await seedStudy(db, objects, projectId)) };
}

/** Objects for the records of a test workspace, which are there already. */
async function seedObjects(db: Db, objects: ObjectStore): Promise<Seeded> {
  const { query } = db;
  const { id } = await query.selectFrom('project').select('id').where('key', '=', PROJECT._id).executeTakeFirstOrThrow();
  const { study_id } = await query.selectFrom('study').select('study_id').executeTakeFirstOrThrow();
  for (const n of IMAGES) await objects.put(bytesOf(n));
  return { projectId: id, studyId: study_id, images: IMAGES.map(imageOf) };
}

const IMAGES = [1, 2, 3];
const bytesOf = (n: number): Uint8Array => new TextEncoder().encode(`object ${n} of a study`);
const instanceOf = (n: number): string => `2.25.1.${n}`;
const imageOf = (n: number): AnalysisImage =>
  blankImage({ instance_id: instanceOf(n), filename: filenameOf(instanceOf(n)), active: true, metadata: null }, 'adult');

const FLOW_REGION: FlowRegion = {
  region_location_min_x: 0,
  region_location_max_x: 799,
  region_location_min_y: 300,
  region_location_max_y: 599,
  spacing_x: 0.005,
  spacing_y: -0.5,
  reference_x: 0,
  reference_y: 150,
  units_x: 's',
  units_y: 'cm/s',
  physical_delta_x: 0.005,
  physical_delta_y: -0.5,
  region_index: null,
};

/** Metadata that an import would have read of an image: the second one has a region of velocities. */
export const metadataOf = (n: number): StoredMetadata => ({
  number_of_frames: 10,
  width: 800,
  height: 600,
  frame_rate: 40,
  manufacturer: null,
  modality: 'US',
  doppler_regions: [],
  flow_region: n === 2 ? FLOW_REGION : null,
});

async function seedStudy(db: Db, objects: ObjectStore, projectId: number): Promise<Omit<Seeded, 'projectId'>> {
  const { query } = db;
  const { id: patient } = await query
    .insertInto('patient')
    .values({ project_id: projectId, patient_key: 'k1', patient_show: 'P-1', date_shift_days: -3 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const studyId = `${patient}_20260102`;
  const study = await query
    .insertInto('study')
    .values({
      project_id: projectId,
      patient_id: patient,
      study_id: studyId,
      study_date: '20260102',
      study_instance_uid: '2.25.1',
      data_type: 'adult',
      study_type: null,
      code: null,
      active: 1,
      gestational_age_days: null,
      gestational_age_source: null,
      age_days: 9000,
      age_source: 'file',
      sex: 'F',
      sex_source: 'file',
      height_cm: null,
      height_source: null,
      weight_kg: null,
      weight_source: null,
      created_at: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const n of IMAGES) {
    const bytes = bytesOf(n);
    const key = await objects.put(bytes);
    await query
      .insertInto('stored_object')
      .values({ sha256: key, size_bytes: bytes.length, media_type: 'application/dicom', deid_profile: null, created_at: NOON })
      .execute();
    const { instance_id, filename } = imageOf(n);
    await query
      .insertInto('image_file')
      .values({
        study_id: study.id,
        position: n,
        instance_id,
        filename,
        object_sha256: key,
        small_icon_sha256: key,
        big_icon_sha256: key,
        size_bytes: bytes.length,
        number_of_frames: 10,
        frames_available: n === 3 ? 7 : 10,
        width: 800,
        height: 600,
        frame_rate: 40,
        manufacturer: null,
        modality: 'US',
        transfer_syntax_uid: '1.2.840.10008.1.2.1',
        metadata: (await pack(metadataOf(n))).bytes,
        may_carry_burned_in_text: 0,
        imported_at: NOON,
      })
      .execute();
  }
  return { studyId, images: IMAGES.map(imageOf) };
}
