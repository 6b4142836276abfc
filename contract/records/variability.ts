import { Type, type Static } from 'typebox';
import { MIN_CERTIFIED_CASES } from './certificate.ts';
import { StandardName } from './reader-report.ts';
import { Instant, Nullable, Strict } from './strict.ts';

/** How a reader's values of a measurement differ from a standard (docs/readers.md#uncertainty), in `units`. */
export const Variability = Strict({
  image_type: Type.String(),
  name: Type.String(),
  units: Type.String(),
  /** Cases that were compared. */
  n: Type.Integer({ minimum: MIN_CERTIFIED_CASES }),
  /** Mean of the reader minus the standard; null for blind readers, who must not learn it from their reports. */
  bias: Nullable(Type.Number()),
  sd: Type.Number({ exclusiveMinimum: 0 }),
  standard: StandardName,
  /** By a certificate; otherwise by the newest comparison. */
  certified: Type.Boolean(),
  /** When the certificate was issued, or the comparison made. */
  since: Instant,
});
export type Variability = Static<typeof Variability>;
