import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';
import type { DatabaseLocation } from '../src/db/connect.ts';
import { addMember } from '../src/db/projects.ts';
import { findSession, startSession } from '../src/db/sessions.ts';
import { acceptTerms, createUser, grantRole } from '../src/db/users.ts';
import { filenameOf } from '../src/imports/import-file.ts';
import { openWorkspace, type Workspace } from '../src/workspace/workspace.ts';
import { temporaryFolder } from '../test/temporary.ts';
import { type Seeded, seedWorld } from '../test/world.ts';
import type { LoadCase } from './cases.ts';
import { FILE_BYTES } from './limits.ts';
import { tracedImage } from './traced-image.ts';

/** A person with a separate study. */
export interface LoadPerson {
  email: string;
  token: string;
  studyId: string;
  images: AnalysisImage[];
}

export interface LoadSite {
  folder: string;
  env: NodeJS.ProcessEnv;
  people: LoadPerson[];
}

const SIGN_IN_MS = 24 * 60 * 60 * 1000;

/** An account with a session in the role of an Editor: no sign-in counts toward the limit. */
export async function addEditor({ db }: Workspace, projectId: number, email: string): Promise<string> {
  const { query } = db;
  const now = Date.now();
  const userId = await createUser(query, { email, name: 'Load', family_names: email }, now);
  await grantRole(query, userId, 'Editor', null, []);
  await acceptTerms(query, userId, TERMS_VERSION, now);
  await addMember(query, projectId, userId);
  const times = { userId, createdAt: now, expiresAt: now + SIGN_IN_MS };
  const signIn = await findSession(query, await startSession(query, { ...times, role: null, signInHash: null }), now);
  return startSession(query, { ...times, role: 'Editor', signInHash: signIn!.tokenHash });
}

/** A stored object that images are of. */
export interface LoadObject {
  key: string;
  bytes: number;
}

/** A study of a new patient, whose images are all one stored object. */
export async function addStudy(
  { db }: Workspace,
  seeded: Seeded,
  n: number,
  images: number,
  object: LoadObject,
): Promise<Pick<LoadPerson, 'studyId' | 'images'>> {
  const { query } = db;
  const { id: like, ...study } = await query
    .selectFrom('study')
    .selectAll()
    .where('study_id', '=', seeded.studyId)
    .executeTakeFirstOrThrow();
  const { id: _file, ...file } = await query
    .selectFrom('image_file')
    .selectAll()
    .where('study_id', '=', like)
    .limit(1)
    .executeTakeFirstOrThrow();
  const patient = await query
    .insertInto('patient')
    .values({ project_id: seeded.projectId, patient_key: `load-${n}`, patient_show: `L-${n}`, date_shift_days: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const studyId = `${patient.id}_20260102`;
  const { id } = await query
    .insertInto('study')
    .values({ ...study, patient_id: patient.id, study_id: studyId, study_instance_uid: `2.25.8.${n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = Array.from({ length: images }, (_, place) => `2.25.8.${n}.${place + 1}`);
  await query
    .insertInto('image_file')
    .values(
      ids.map((instance_id, place) => ({
        ...file,
        study_id: id,
        position: place + 1,
        instance_id,
        filename: filenameOf(instance_id),
        object_sha256: object.key,
        size_bytes: object.bytes,
      })),
    )
    .execute();
  const blank = ids.map((instance_id) =>
    blankImage({ instance_id, filename: filenameOf(instance_id), active: true, metadata: null }, 'adult'),
  );
  return { studyId, images: blank.map(tracedImage) };
}

export async function putObject({ db, objects }: Workspace, content: Buffer): Promise<LoadObject> {
  const key = await objects.put(content);
  await db.query
    .insertInto('stored_object')
    .values({ sha256: key, size_bytes: content.length, media_type: 'application/dicom', deid_profile: null, created_at: Date.now() })
    .execute();
  return { key, bytes: content.length };
}

/** Makes the workspace of a case. */
export async function makeLoadSite(location: DatabaseLocation, { people, images }: LoadCase): Promise<LoadSite> {
  const folder = path.join(await temporaryFolder('load'), 'workspace');
  const made: LoadPerson[] = [];
  const workspace = await openWorkspace({
    folder,
    kindIfNew: 'demo',
    ...(location.kind === 'postgres' ? { database: location } : {}),
    onNew: async (fresh) => {
      const seeded = await seedWorld(fresh.db, fresh.objects);
      const object = await putObject(fresh, randomBytes(FILE_BYTES));
      for (let n = 0; n < people; n += 1) {
        const email = `load-${n}@test`;
        made.push({ email, token: await addEditor(fresh, seeded.projectId, email), ...(await addStudy(fresh, seeded, n, images, object)) });
      }
    },
  });
  await workspace.close();
  return { folder, env: location.kind === 'postgres' ? { ECHOMETRY_DATABASE_URL: location.url } : {}, people: made };
}
