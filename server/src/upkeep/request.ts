import { Nullable, OneOf, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';
import { STORE_ACCESS } from '../objects/bucket-settings.ts';

const command = Type.Literal('maintain');
const action = <A extends string>(name: A) => ({ command, action: Type.Literal(name) });

/** The bucket that is configured where the command is given; the server that runs may not know it. */
const Bucket = Strict({
  endpoint: Type.String(),
  publicEndpoint: Type.String(),
  region: Type.String(),
  bucket: Type.String(),
  prefix: Type.String(),
  pathStyle: Type.Boolean(),
  access: OneOf(STORE_ACCESS),
  accessKeyId: Type.String(),
  secretAccessKey: Type.String(),
});

const MoveRequest = Strict({
  ...action('move-objects'),
  /** Null removes what was moved from where it came from. */
  to: Nullable(OneOf(['folder', 'bucket'] as const)),
  bucket: Nullable(Bucket),
  /** Switches although objects at the source are damaged already. */
  leave_damaged: Type.Boolean(),
});
export type MoveRequest = Static<typeof MoveRequest>;

/** Long work that `npm run admin` asks of the process that owns the workspace. */
export const MaintenanceRequest = Type.Union([
  /** Absolute path of an empty or new folder. */
  Strict({ ...action('backup'), folder: Type.String({ minLength: 1 }) }),
  Strict({ ...action('scrub') }),
  /** Images that an earlier version stored lose what their streams carry besides their pictures. */
  Strict({ ...action('clean-streams') }),
  /** Puts images in the order of their acquisition; a folder or ZIP file of the originals, or null for what is stored. */
  Strict({ ...action('reorder'), place: Nullable(Type.String({ minLength: 1 })) }),
  Strict({ ...action('quarantine') }),
  /** A null key restores everything. */
  Strict({ ...action('quarantine-restore'), key: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]) }),
  Strict({ ...action('quarantine-purge') }),
  /** `dry_run` lists the versions, and removes nothing. */
  Strict({ ...action('prune-versions'), dry_run: Type.Boolean() }),
  MoveRequest,
]);
export type MaintenanceRequest = Static<typeof MaintenanceRequest>;
