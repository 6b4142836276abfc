import { Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';

const command = Type.Literal('maintain');
const action = <A extends string>(name: A) => ({ command, action: Type.Literal(name) });

/** Long work that `npm run admin` asks of the process that owns the workspace. */
export const MaintenanceRequest = Type.Union([
  /** Absolute path of an empty or new folder. */
  Strict({ ...action('backup'), folder: Type.String({ minLength: 1 }) }),
  Strict({ ...action('scrub') }),
  Strict({ ...action('quarantine') }),
  /** A null key restores everything. */
  Strict({ ...action('quarantine-restore'), key: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]) }),
  Strict({ ...action('quarantine-purge') }),
]);
export type MaintenanceRequest = Static<typeof MaintenanceRequest>;
