/** Reference values of a project: a large set, read once it is needed. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { CONFIG_PLATFORM } from '@echometry/contract/records/config-set.ts';
import { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { call } from './api.ts';
import { readRows } from './config-rows.ts';
import { messages } from './messages.ts';

const SET = 'echo_references';

export interface ReferenceSet {
  version: number;
  packs: ReferencePack[];
  /** Packs that could not be read, in words. */
  refused: string[];
}

const loaded = new Map<string, Promise<ReferenceSet>>();

export function loadReferences(project: string): Promise<ReferenceSet> {
  const known = loaded.get(project);
  if (known) return known;
  const reading = readSet(project);
  loaded.set(project, reading);
  reading.catch(() => loaded.delete(project));
  return reading;
}

async function readSet(project: string): Promise<ReferenceSet> {
  const [set] = await call(CALLS.configGet, { platform: CONFIG_PLATFORM, config: SET, db_name: project });
  if (set?.name !== SET) throw new Error(messages.config.notSent(SET));
  const { rows, refused } = readRows(ReferencePack, SET, set.data, 'id');
  return { version: set.version, packs: rows, refused };
}
