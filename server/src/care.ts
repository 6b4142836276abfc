import { statfs } from 'node:fs/promises';

/** What reading everything back is told, and tells. */
export interface CareOptions {
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total: number }) => void;
}

export interface CareReport {
  objects: number;
  documents: number;
  /** What is damaged, one sentence each. */
  faults: string[];
  cancelled: boolean;
}

/** What an administrator asks of the place that the workspace lies in. */
export interface Care {
  /** Reads everything that is stored back and compares it with its hash. */
  scrub: (options: CareOptions) => Promise<CareReport>;
  /** Room of the disk; null where the system does not say. */
  disk: () => Promise<{ free_bytes: number; total_bytes: number } | null>;
  /** Faults of the audit, one sentence each. */
  auditFaults: () => Promise<string[]>;
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
