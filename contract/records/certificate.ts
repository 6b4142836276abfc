import { Type, type Static } from 'typebox';
import { Day } from './assignment.ts';
import { Email } from './people.ts';
import { Instant, Name, Nullable, Strict } from './strict.ts';

/** Gold cases that a certificate needs for a measurement to state it. */
export const MIN_CERTIFIED_CASES = 10;
/** Days for which a certificate is valid at most. */
export const MAX_CERTIFICATE_DAYS = 730;
/** Image types that a project can require certificates for. */
export const MAX_CERTIFIED_TYPES = 100;

export const CertificateId = Type.String({ pattern: '^[0-9a-f]{16}$' });

/** Agreement with gold in one measurement. Bias and limits are of the reader minus gold, in `units`. */
export const CertifiedValue = Strict({
  name: Type.String(),
  units: Type.String(),
  n: Type.Integer({ minimum: MIN_CERTIFIED_CASES }),
  bias: Nullable(Type.Number()),
  lower: Nullable(Type.Number()),
  upper: Nullable(Type.Number()),
  icc: Nullable(Type.Number()),
});
export type CertifiedValue = Static<typeof CertifiedValue>;

/** A person reads an image type as gold does, in the judgement of the issuer. */
export const Certificate = Strict({
  id: CertificateId,
  reader: Email,
  /** Of blind work. */
  blind: Type.Boolean(),
  image_type: Name,
  values: Type.Array(CertifiedValue, { minItems: 1 }),
  issued_at: Instant,
  issued_by: Email,
  /** The last day on which it is valid. */
  expires_on: Day,
});
export type Certificate = Static<typeof Certificate>;
