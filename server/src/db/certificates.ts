/** Certificates of readers. */
import { randomBytes } from 'node:crypto';
import { type Certificate, CertifiedValue } from '@echometry/contract/records/certificate.ts';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database, Flag } from './schema.ts';

type Query = Kysely<Database>;

const ID_BYTES = 8;
const Figures = Type.Array(CertifiedValue);

/** Certificates of a project that were not taken back, expired ones included, by reader and image type. */
export async function certificatesOfProject(query: Query, projectId: number): Promise<Certificate[]> {
  const rows = await query
    .selectFrom('certificate')
    .innerJoin('user_account as reading', 'reading.id', 'certificate.reader_id')
    .innerJoin('user_account as issuing', 'issuing.id', 'certificate.issued_by')
    .select(['certificate.id', 'certificate.blind', 'image_type', 'figures', 'issued_at', 'expires_on'])
    .select(['reading.email as reader', 'issuing.email as issuer'])
    .where('certificate.project_id', '=', projectId)
    .where('certificate.ended_at', 'is', null)
    .orderBy('reading.email')
    .orderBy('image_type')
    .execute();
  return rows.map(({ id, reader, blind, image_type, figures, issued_at, issuer, expires_on }) => ({
    id,
    reader,
    blind: blind === 1,
    image_type,
    values: Value.Parse(Figures, JSON.parse(figures)),
    issued_at,
    issued_by: issuer,
    expires_on,
  }));
}

export interface NewCertificate {
  projectId: number;
  readerId: number;
  blind: Flag;
  imageType: string;
  values: readonly CertifiedValue[];
  issuedBy: number;
  issuedAt: number;
  expiresOn: string;
}

/** Issues a certificate in place of an earlier one. Returns its id. */
export async function issueCertificate(query: Query, made: NewCertificate): Promise<string> {
  await query
    .updateTable('certificate')
    .set({ ended_at: made.issuedAt })
    .where('project_id', '=', made.projectId)
    .where('reader_id', '=', made.readerId)
    .where('blind', '=', made.blind)
    .where('image_type', '=', made.imageType)
    .where('ended_at', 'is', null)
    .execute();
  const id = randomBytes(ID_BYTES).toString('hex');
  await query
    .insertInto('certificate')
    .values({
      id,
      project_id: made.projectId,
      reader_id: made.readerId,
      blind: made.blind,
      image_type: made.imageType,
      figures: JSON.stringify(made.values),
      issued_by: made.issuedBy,
      issued_at: made.issuedAt,
      expires_on: made.expiresOn,
      ended_at: null,
    })
    .execute();
  return id;
}

/** Takes a certificate of a project back. False where there is none. */
export async function endCertificate(
  query: Query,
  { projectId, id, now }: { projectId: number; id: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('certificate')
    .set({ ended_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
