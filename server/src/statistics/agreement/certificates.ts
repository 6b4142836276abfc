import { MAX_CERTIFICATE_DAYS, MIN_CERTIFIED_CASES } from '@echometry/contract/records/certificate.ts';
import { certifiedValues, comparesWithGold } from '@echometry/contract/rules/certificates.ts';
import { dayOf, daysBetween } from '@echometry/contract/rules/inbox.ts';
import type { Handlers } from '../../access/call-route.ts';
import type { Caller } from '../../access/caller.ts';
import { type ProjectAccess, projectByName } from '../../access/project-access.ts';
import { recordAct } from '../../db/audit.ts';
import { certificatesOfProject, endCertificate, issueCertificate } from '../../db/certificates.ts';
import { findUser } from '../../db/users.ts';
import { invalidField } from '../../errors.ts';
import { ownJob } from '../../exports/own-job.ts';
import { AGREEMENT_KIND } from '../project-kinds.ts';
import type { StatisticsServices } from '../services.ts';
import { reportIn, sees } from './agreement.ts';

type Calls = 'certificatesList' | 'certificatesIssue' | 'certificatesEnd';

const NO_COMPARISON = 'Not a finished comparison of a person’s own work with gold cases';

/** Certificates of readers: what a comparison with gold cases showed, and until when that holds. */
export function certificateHandlers(services: StatisticsServices): Pick<Handlers, Calls> {
  const { db, now } = services;

  const visible = async (caller: Caller, access: ProjectAccess) =>
    (await certificatesOfProject(db.query, access.id)).filter(({ reader, blind }) =>
      sees(caller, access, { editor: reader, reviewer: null, blind, pass: 1 }),
    );

  const certificatesIssue: Handlers['certificatesIssue'] = async ({ body: { comparison, image_type, expires_on }, caller }) => {
    const { job, access } = await ownJob(services, caller, comparison, AGREEMENT_KIND, 'comparison');
    const report = job.state === 'finished' && job.result !== null ? await reportIn(job.result) : null;
    if (report === null || !comparesWithGold(report)) throw invalidField('comparison', NO_COMPARISON);
    const [, reader] = report.readers;
    const person = reader === undefined ? null : await findUser(db.query, reader.editor);
    if (reader === undefined || person === null || !sees(caller, access, reader)) throw invalidField('comparison', NO_COMPARISON);
    const values = certifiedValues(report, image_type);
    if (values.length === 0)
      throw invalidField('image_type', `Fewer than ${MIN_CERTIFIED_CASES} gold cases of this image type were compared`);
    const at = now();
    const days = daysBetween(dayOf(at), expires_on);
    if (days < 0 || days > MAX_CERTIFICATE_DAYS)
      throw invalidField('expires_on', `Must be a day from today to ${MAX_CERTIFICATE_DAYS} days from now`);
    const id = await db.query.transaction().execute(async (inside) => {
      const made = await issueCertificate(inside, {
        projectId: access.id,
        readerId: person.id,
        blind: reader.blind ? 1 : 0,
        imageType: image_type,
        values,
        issuedBy: caller.user.id,
        issuedAt: at,
        expiresOn: expires_on,
      });
      await recordAct(inside, db.dialect, {
        at,
        actorId: caller.user.id,
        role: caller.role,
        act: 'certificate-issued',
        studyId: null,
        subject: access.project._id,
        detail: { reader: reader.editor, blind: reader.blind, image_type, expires_on, certificate: made },
      });
      return made;
    });
    return { id };
  };

  const certificatesEnd: Handlers['certificatesEnd'] = async ({ body: { db_name, id }, caller }) => {
    const access = await projectByName(services, caller, db_name);
    const found = (await visible(caller, access)).find((one) => one.id === id);
    if (found === undefined) return { changed: 0 };
    const at = now();
    const ended = await db.query.transaction().execute(async (inside) => {
      if (!(await endCertificate(inside, { projectId: access.id, id, now: at }))) return false;
      await recordAct(inside, db.dialect, {
        at,
        actorId: caller.user.id,
        role: caller.role,
        act: 'certificate-ended',
        studyId: null,
        subject: access.project._id,
        detail: { reader: found.reader, blind: found.blind, image_type: found.image_type, certificate: id },
      });
      return true;
    });
    return { changed: ended ? 1 : 0 };
  };

  return {
    certificatesList: async ({ body, caller }) => ({
      certificates: await visible(caller, await projectByName(services, caller, body.db_name)),
    }),
    certificatesIssue,
    certificatesEnd,
  };
}
