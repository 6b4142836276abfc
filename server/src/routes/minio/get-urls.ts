import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type AnswerOf } from '@echometry/contract/calls/call.ts';
import { objectPathOf } from '@echometry/contract/rules/study-id.ts';
import { projectByName } from '../../access/project-access.ts';
import { rootOf } from '../../db/sessions.ts';
import { findStudyByObject } from '../../db/study-objects.ts';
import { type Handlers } from '../../http/call-route.ts';
import { notFound } from '../../problem.ts';
import { listedFiles } from '../../review/listed-files.ts';
import { type Services } from '../../services.ts';

/** Path of a study in a bucket; anything else reaches no query, and nothing of it ever reaches the file system. */
const OBJECT = /^(?:US\/)?([1-9][0-9]{0,14})\/([0-9]{8})\/?$/;

type SignedUrls = AnswerOf<typeof CALLS.getUrls>;

export function getUrlsHandlers(services: Services): Pick<Handlers, 'getUrls'> {
  const getUrls: Handlers['getUrls'] = async ({ body, caller }) => {
    const match = OBJECT.exec(body.object);
    const missing = notFound('object', 'No such study in this bucket');
    if (!match) throw missing;
    const [, patientId = '', date = ''] = match;
    const study = await findStudyByObject(services.db.query, Number(patientId), date);
    if (study === null) throw missing;
    const access = await projectByName(services, caller, study.db_name);
    const place = objectPathOf(access.project.bucket, study.patient_id, study.study_date);
    if (place.bucket !== body.bucket || place.object !== `${body.object.replace(/\/$/, '')}/`) throw missing;

    const now = services.now();
    const signIn = rootOf(caller.session);
    const signed = (target: string) =>
      services.signer.sign({ target, userId: caller.user.id, projectId: access.id, role: access.role, signIn }, now);
    const entry = (kind: SignedUrls[number]['kind'], target: string, filename: string | null, size: number | null): SignedUrls[number] => {
      const { url, expiresAt } = signed(target);
      return { kind, filename, url, size_bytes: size, expires_at: expiresAt };
    };
    const files = await listedFiles(services, caller, access, study.id);
    return [
      entry('listing', `listing/${study.study_id}`, null, null),
      ...files.flatMap((file) => [
        entry('small_icon', `object/${file.small_icon_sha256}`, file.filename, null),
        entry('big_icon', `object/${file.big_icon_sha256}`, file.filename, null),
        entry('dicom', `object/${file.object_sha256}`, file.filename, file.size_bytes),
      ]),
    ];
  };

  return { getUrls };
}
