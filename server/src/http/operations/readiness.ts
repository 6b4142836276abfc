/** Whether this process can do its work now: the database and the store of objects respond and have room, and its folder can be written. */
import type { Db } from '../../db/connect.ts';
import { respond } from '../../db/respond.ts';
import { isStorageFull } from '../../db/storage-full.ts';
import type { ObjectStore } from '../../objects/store.ts';

/** A response that takes longer counts as none, in ms. */
const WITHIN_MS = 2000;
/** The result is valid this long, in ms: a balancer that asks often costs nothing. */
const HOLDS_MS = 1000;

/** Why nothing can be written: known of a folder in each case, of the others where they have no room. */
type WriteFault = 'disk-full' | 'not-writable' | 'too-slow';

export type Readiness = { ready: true } | { ready: false; away: ('database' | 'objects' | 'folder')[]; reason?: WriteFault };

interface Asked {
  db: Pick<Db, 'query' | 'dialect'>;
  objects: Pick<ObjectStore, 'respond'>;
  /** Writes a little where the data are. */
  upkeep: { write: () => Promise<void> };
}

export type Watched = Asked & { now: () => number };

/** Null for a successful check, otherwise its error, or `late` after WITHIN_MS. */
async function faultOf(question: Promise<unknown>): Promise<unknown> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<'late'>((resolve) => {
    late = setTimeout(() => resolve('late'), WITHIN_MS);
  });
  try {
    return await Promise.race([
      question.then(
        () => null,
        (error: unknown) => error ?? 'no reason',
      ),
      tooLate,
    ]);
  } finally {
    clearTimeout(late);
  }
}

const writeFault = (fault: unknown): WriteFault => (fault === 'late' ? 'too-slow' : isStorageFull(fault) ? 'disk-full' : 'not-writable');

async function look({ db, objects, upkeep }: Asked): Promise<Readiness> {
  const [database, store, folder] = await Promise.all([faultOf(respond(db)), faultOf(objects.respond()), faultOf(upkeep.write())]);
  if (database === null && store === null && folder === null) return { ready: true };
  const away = [
    ...(database === null ? [] : (['database'] as const)),
    ...(store === null ? [] : (['objects'] as const)),
    ...(folder === null ? [] : (['folder'] as const)),
  ];
  if (folder !== null) return { ready: false, away, reason: writeFault(folder) };
  return { ready: false, away, ...(isStorageFull(database) || isStorageFull(store) ? { reason: 'disk-full' } : {}) };
}

/** Asks at most once in a while, for all clients. */
export function readinessOf(services: Watched): () => Promise<Readiness> {
  let asked: { at: number; found: Promise<Readiness> } | null = null;
  return () => {
    const now = services.now();
    if (asked === null || now - asked.at >= HOLDS_MS || now < asked.at) asked = { at: now, found: look(services) };
    return asked.found;
  };
}
