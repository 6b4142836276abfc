import { Type } from 'typebox';
import { AuditRecord } from '../../records/administered-work.ts';
import { Instant, MAX_NAME_LENGTH, Nullable, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Acts of one page. */
export const AUDIT_PAGE = 100;
const Part = Type.String({ maxLength: MAX_NAME_LENGTH });

/** Acts of the audit, the newest first: by person, act, study or subject, and time. An empty text asks for nothing. */
export const auditSearch = defineCall({
  path: 'audit/search',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    /** Part of an e-mail. */
    person: Part,
    act: Part,
    /** Part of a study's id or of what an act was done to. */
    about: Part,
    from: Nullable(Instant),
    /** Up to and without. */
    to: Nullable(Instant),
    /** Acts before this one; null for the newest. */
    before: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  answer: Strict({
    entries: Type.Array(AuditRecord, { maxItems: AUDIT_PAGE }),
    more: Type.Boolean(),
    /** Every act there is, to choose from. */
    acts: Type.Array(Type.String()),
  }),
});
