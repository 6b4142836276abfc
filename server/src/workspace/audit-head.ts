/**
 * The newest act of the audit, written next to the keys: who replaces all acts in the database cannot replace this too.
 * It lags behind by seconds; what it names must be in the database whatever came later.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { Strict } from '@echometry/contract/records/strict.ts';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { faultsOfAudit, faultsOfHead } from '../db/audit-check.ts';
import { type AuditHead, NO_ACT } from '../db/audit-hash.ts';
import { newestAct } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { writeWhole } from './mark.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export const AUDIT_HEAD_FILE = 'audit-head.json';
/** How often the newest act is written down while the server runs, in ms. */
const WRITE_EVERY_MS = 5000;

const Stored = Strict({ entry_id: Type.Integer({ minimum: 0 }), hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) });

/** Parts of the workspace: its records and the folder of its keys. */
interface Place {
  readonly db: Pick<Db, 'query'>;
  readonly keysFolder: string;
}

type Read = { head: AuditHead | null } | { fault: string };

async function readHead(keysFolder: string): Promise<Read> {
  const file = path.join(keysFolder, AUDIT_HEAD_FILE);
  if (!existsSync(file)) return { head: null };
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(Stored, stored) ? { head: stored } : { fault: `${AUDIT_HEAD_FILE} in the folder of the keys is damaged.` };
  } catch {
    return { fault: `${AUDIT_HEAD_FILE} in the folder of the keys cannot be read.` };
  }
}

/** Everything wrong with the audit, one sentence each: its chains, its identities, and the act that is recorded in `keysFolder`. */
export async function faultsOfRecordedAudit({ db, keysFolder }: Place): Promise<string[]> {
  const read = await readHead(keysFolder);
  const faults = await faultsOfAudit(db.query, 'head' in read ? read.head : null);
  if ('fault' in read) return [...faults, read.fault];
  if (read.head === null && (await newestAct(db.query)) !== null)
    return [...faults, `The folder of the keys has no ${AUDIT_HEAD_FILE}, so that acts removed at the end cannot be detected.`];
  return faults;
}

/**
 * Writes the newest act down, unless an act that was written down before is missing now: that record stays as evidence.
 * @returns what is wrong, or null
 */
export async function writeAuditHead({ db, keysFolder }: Place): Promise<string | null> {
  const read = await readHead(keysFolder);
  if ('fault' in read) return read.fault;
  const [fault] = read.head === null ? [] : await faultsOfHead(db.query, read.head);
  if (fault !== undefined) return fault;
  const newest = (await newestAct(db.query)) ?? NO_ACT;
  if (newest.entry_id === read.head?.entry_id) return null;
  // Servers that share the folder may write at the same time: each writes a separate file first.
  const own = path.join(keysFolder, `${AUDIT_HEAD_FILE}.${randomUUID()}`);
  await writeWhole(own, newest);
  await rename(own, path.join(keysFolder, AUDIT_HEAD_FILE));
  return null;
}

/** Writes the newest act down now and every few seconds until `close`; each new fault is logged once. */
export async function keepAuditHead(place: Place, log: (line: string) => void): Promise<{ close: () => Promise<void> }> {
  let logged: string | null = null;
  const turn = async (): Promise<void> => {
    const fault = await writeAuditHead(place).catch(
      (error: unknown) => `The newest act of the audit cannot be written to the folder of the keys: ${messageOf(error)}`,
    );
    if (fault !== null && fault !== logged) log(fault);
    logged = fault;
  };
  let running = turn();
  await running;
  const timer = setInterval(() => {
    running = running.then(turn);
  }, WRITE_EVERY_MS);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await running.then(turn);
    },
  };
}
