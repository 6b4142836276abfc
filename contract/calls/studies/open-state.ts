import { Type, type Static } from 'typebox';
import { Instant, Nullable, Strict } from '../../records/strict.ts';

/** Who holds a study open, within the one-day window (docs/specification.md#platform-4). */
export const OpenState = Strict({
  is_open: Type.Boolean(),
  /** The caller is the holder. */
  mine: Type.Boolean(),
  open_by: Nullable(Type.String()),
  /** Last time the holder renewed the flag. */
  since: Nullable(Instant),
});
export type OpenState = Static<typeof OpenState>;
