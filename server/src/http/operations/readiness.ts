/** Whether this process can do its work now: the database and the store of objects respond, and its folder can be written. */
import { sql } from 'kysely';
import { isStorageFull } from '../../db/storage-full.ts';
import type { Db } from '../../db/connect.ts';
import type { ObjectStore } from '../../objects/store.ts';

/** A response that takes longer counts as none, in ms. */
const WITHIN_MS = 2000;
/** The result is valid this long, in ms: a balancer that asks often costs nothing. */
const HOLDS_MS = 1000;

/** A key that names no object: asking for it reaches the store and reads nothing. */
const NO_OBJECT = '0'.repeat(64);

/** Why nothing can be written where the data lie. */
type WriteFault = 'disk-full' | 'not-writable' | 'too-slow';

export type Readiness = { ready: true } | { ready: false; away: ('database' | 'objects' | 'folder')[]; reason?: WriteFault };

interface Asked {
  db: Pick<Db, 'query'>;
  objects: Pick<ObjectStore, 'size'>;
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
  const [database, store, folder] = await Promise.all([
    faultOf(sql`select 1`.execute(db.query)),
    faultOf(objects.size(NO_OBJECT)),
    faultOf(upkeep.write()),
  ]);
  if (database === null && store === null && folder === null) return { ready: true };
  const away = [
    ...(database === null ? [] : (['database'] as const)),
    ...(store === null ? [] : (['objects'] as const)),
    ...(folder === null ? [] : (['folder'] as const)),
  ];
  return { ready: false, away, ...(folder === null ? {} : { reason: writeFault(folder) }) };
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
