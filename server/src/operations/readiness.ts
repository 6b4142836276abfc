/** Whether this process can do its work now: the database and the store of objects answer. */
import { sql } from 'kysely';
import type { Services } from '../services.ts';

/** An answer that takes longer is none, in ms. */
const WITHIN_MS = 2000;
/** What was found holds this long, in ms: a balancer that asks often costs nothing. */
const HOLDS_MS = 1000;

/** A key that names no object: asking for it reaches the store and reads nothing. */
const NO_OBJECT = '0'.repeat(64);

export type Readiness = { ready: true } | { ready: false; away: ('database' | 'objects')[] };

async function answers(question: Promise<unknown>): Promise<boolean> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<false>((resolve) => {
    late = setTimeout(() => resolve(false), WITHIN_MS);
  });
  try {
    return await Promise.race([
      question.then(
        () => true,
        () => false,
      ),
      tooLate,
    ]);
  } finally {
    clearTimeout(late);
  }
}

async function look({ db, objects }: Pick<Services, 'db' | 'objects'>): Promise<Readiness> {
  const [database, store] = await Promise.all([answers(sql`select 1`.execute(db.query)), answers(objects.size(NO_OBJECT))]);
  if (database && store) return { ready: true };
  return { ready: false, away: [...(database ? [] : (['database'] as const)), ...(store ? [] : (['objects'] as const))] };
}

/** Asks at most once in a while, whoever asks. */
export function readinessOf(services: Pick<Services, 'db' | 'objects' | 'now'>): () => Promise<Readiness> {
  let asked: { at: number; found: Promise<Readiness> } | null = null;
  return () => {
    const now = services.now();
    if (asked === null || now - asked.at >= HOLDS_MS || now < asked.at) asked = { at: now, found: look(services) };
    return asked.found;
  };
}
