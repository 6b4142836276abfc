import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Options and reports of reading everything back. */
export interface VerifyOptions {
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total: number }) => void;
}

export interface VerifyReport {
  objects: number;
  documents: number;
  /** Damage, one sentence each. */
  faults: string[];
  cancelled: boolean;
}

/** Functions of an administrator for the place of the workspace. */
export interface Upkeep {
  /** Reads everything that is stored back and compares it with its hash. */
  scrub: (options: VerifyOptions) => Promise<VerifyReport>;
  /** Room of the disk; null where the system does not report it. */
  disk: () => Promise<{ free_bytes: number; total_bytes: number } | null>;
  /** Faults of the audit, one sentence each. */
  auditFaults: () => Promise<string[]>;
  /** Writes a little where the data lie, and removes it. @throws as the system does where that cannot be */
  write: () => Promise<void>;
  complain: (line: string) => void;
}

/** Room where a folder lies, as far as this account may use it. */
export async function roomOf(folder: string): Promise<{ free_bytes: number; total_bytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** A file that is written to see whether one can be. */
const PROBE_FILE = 'ready.probe';
const PROBE = Buffer.alloc(4096);
/** Room without which no save can be relied on, in bytes. */
const LEAST_ROOM_BYTES = 1024 * 1024;

/** Writes into a folder as a save does, and leaves nothing there. @throws ENOSPC as well where hardly any room is left */
export async function writeInto(folder: string): Promise<void> {
  const room = await roomOf(folder);
  if (room !== null && room.free_bytes < LEAST_ROOM_BYTES) throw Object.assign(new Error('The disk is nearly full'), { code: 'ENOSPC' });
  const file = path.join(folder, PROBE_FILE);
  try {
    await writeFile(file, PROBE, { mode: 0o600 });
  } finally {
    // A probe that stays is overwritten by the next one.
    await rm(file, { force: true }).catch(() => undefined);
  }
}
