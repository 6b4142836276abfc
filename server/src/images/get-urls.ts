import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { isProjectFile, PROJECT_FILES, projectFilePath, TEAM_LIST } from '@echometry/contract/records/project-files.ts';
import { maySeeImages } from '@echometry/contract/rules/permissions.ts';
import { objectPathOf } from '@echometry/contract/rules/study-id.ts';
import type { Caller } from '../access/caller.ts';
import { shownId } from '../access/blinding.ts';
import { type ProjectAccess, projectByKey, studyAtPath } from '../access/project-access.ts';
import { rootOf } from '../db/sessions.ts';
import type { Handlers } from '../access/call-route.ts';
import { forbidden, notFound } from '../errors.ts';
import { listedFiles } from '../reviews/listed-files.ts';
import type { ImageServices } from './services.ts';

/** Path of a study in a bucket; anything else reaches no query, and nothing of it ever reaches the file system. */
const OBJECT = /^(?:US\/)?([1-9][0-9]{0,14})\/([0-9]{8})\/?$/;

/** A file of statistics of a project, by the project's name. */
const PROJECT_OBJECT = /^project_statistics\/([^/]{1,256})\/(.+)$/;

type SignedUrls = AnswerOf<typeof CALLS.getUrls>;

export function getUrlsHandlers(services: ImageServices): Pick<Handlers, 'getUrls'> {
  const entryOf = (caller: Caller, access: ProjectAccess) => {
    const now = services.now();
    const signIn = rootOf(caller.session);
    return (kind: SignedUrls[number]['kind'], target: string, filename: string | null, size: number | null): SignedUrls[number] => {
      const grant = { target, userId: caller.user.id, projectId: access.id, role: access.role, signIn };
      const { url, expiresAt } = services.signer.sign(grant, now);
      return { kind, filename, url, size_bytes: size, expires_at: expiresAt };
    };
  };

  const ofProject = async (caller: Caller, bucket: string, key: string, file: string): Promise<SignedUrls> => {
    if (!isProjectFile(file)) throw notFound('object', 'No such file of a project');
    if (!PROJECT_FILES[file].some((role) => role === caller.role)) throw forbidden('Your role does not read this file');
    const access = await projectByKey(services, caller, key);
    if (projectFilePath(access.project, file).bucket !== bucket) throw notFound('object', 'No such file in this bucket');
    const target = file === TEAM_LIST ? `json/${file}` : `statistics/${file}`;
    return [entryOf(caller, access)('json', target, null, null)];
  };

  const getUrls: Handlers['getUrls'] = async ({ body, caller }) => {
    const [, key = '', file = ''] = PROJECT_OBJECT.exec(body.object) ?? [];
    if (key !== '') return ofProject(caller, body.bucket, key, file);
    if (!maySeeImages(caller.role)) throw forbidden('Your role may not read images of studies');
    const match = OBJECT.exec(body.object);
    const missing = notFound('object', 'No such study in this bucket');
    if (!match) throw missing;
    const [, patientId = '', date = ''] = match;
    const found = await studyAtPath(services, caller, { patientId: Number(patientId), date });
    if (found === null) throw missing;
    const { access, study } = found;
    const place = objectPathOf(access.project.bucket, study.patient_id, date);
    if (place.bucket !== body.bucket || place.object !== `${body.object.replace(/\/$/, '')}/`) throw missing;
    const entry = entryOf(caller, access);
    const files = await listedFiles(services, caller, access, study.id, 'object');
    return [
      entry('listing', `listing/${shownId(services, access, study.study_id)}`, null, null),
      ...files.flatMap((file) => [
        entry('small_icon', `object/${file.small_icon_sha256}`, file.filename, null),
        entry('big_icon', `object/${file.big_icon_sha256}`, file.filename, null),
        entry('dicom', `object/${file.object_sha256}`, file.filename, file.size_bytes),
      ]),
    ];
  };

  return { getUrls };
}
