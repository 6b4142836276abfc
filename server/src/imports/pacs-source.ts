import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { PacsSelection } from '@echometry/contract/records/import.ts';
import { searchFault } from '@echometry/contract/rules/pacs-search.ts';
import type { Db } from '../db/connect.ts';
import { PacsFault } from '../dicomweb/fault.ts';
import { MAX_STUDIES, SEARCHES_AT_ONCE } from './dicomweb/limits.ts';
import type { Pacs } from '../dicomweb/pacs.ts';
import { retrieveInstance } from './dicomweb/retrieve.ts';
import { instancesOf, type PacsInstance, searchStudies } from './dicomweb/search.ts';
import { tried } from '../dicomweb/tried.ts';
import { Refusal } from '../errors.ts';
import { LOOKUP_ROWS, PACS_FILE_ROOM } from './limits.ts';
import { importedAmong } from './records.ts';
import type { Source } from './source.ts';

export interface PacsOrder {
  pacs: Pacs;
  selection: PacsSelection;
  /** Images of this project need not be fetched again. */
  projectId: number;
  db: Db;
  engine: Engine;
  deidKey: Uint8Array;
  signal: AbortSignal;
}

const RESUME = 'Images imported so far are kept. Import again: they are not fetched a second time.';

/** The configured PACS of a name. */
export function pacsNamed(configured: readonly Pacs[], name: string): Pacs {
  const found = configured.find((pacs) => pacs.name === name);
  if (found !== undefined) return found;
  throw new Refusal(
    configured.length === 0
      ? 'No PACS is configured. Name it in config.json, field pacs.'
      : `No PACS is named ${name}. Configured: ${configured.map((pacs) => pacs.name).join(', ')}.`,
  );
}

/** A fault of the PACS ends the import in words; anything else is passed on. */
const inWords = (error: unknown): unknown =>
  error instanceof PacsFault ? new Refusal(error.isGeneral ? `${error.message} ${RESUME}` : error.message) : error;

async function studiesOf({ pacs, selection, signal }: PacsOrder): Promise<readonly string[]> {
  if ('studies' in selection) return [...new Set(selection.studies)];
  const fault = searchFault(selection);
  if (fault !== null) throw new Refusal(`${fault.field}: ${fault.message}.`);
  const { studies, hasMore } = await searchStudies(pacs, selection, MAX_STUDIES, signal);
  if (hasMore) throw new Refusal(`The PACS ${pacs.name} has more than ${MAX_STUDIES} such studies. Narrow the selection.`);
  if (studies.length === 0) throw new Refusal(`The PACS ${pacs.name} has no such study.`);
  return studies.map((study) => study.study_uid);
}

/** Instances of all studies, in their order; a few lists are asked for at once. */
async function listAll(order: PacsOrder, studies: readonly string[]): Promise<PacsInstance[]> {
  const lists: PacsInstance[][] = Array.from({ length: studies.length });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < studies.length) {
      const at = next++;
      lists[at] = await instancesOf(order.pacs, studies[at]!, order.selection.modality, order.signal);
    }
  };
  await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, worker));
  return lists.flat();
}

/**
 * Images of a PACS: searched by QIDO-RS, fetched one by one by WADO-RS. Stored images of the project are not fetched, so that an
 * interrupted import continues where it ended. Nothing of it is ever written to the disk before it is de-identified.
 */
export async function pacsSource(order: PacsOrder): Promise<Source> {
  const { pacs, signal, db, engine, deidKey, projectId } = order;
  let instances: PacsInstance[];
  try {
    instances = await listAll(order, await studiesOf(order));
  } catch (error) {
    throw inWords(error);
  }

  const fetchOne = async (instance: PacsInstance, room: number): Promise<Uint8Array> => {
    try {
      return await tried(() => retrieveInstance(pacs, instance, room, signal), signal);
    } catch (error) {
      if (error instanceof PacsFault && error.isGeneral) throw inWords(error);
      throw error;
    }
  };

  return {
    total: instances.length,
    async *files() {
      for (let begin = 0; begin < instances.length; begin += LOOKUP_ROWS) {
        const some = instances.slice(begin, begin + LOOKUP_ROWS);
        const ids = await engine.pseudonyms(
          some.map((one) => one.instanceUid),
          deidKey,
        );
        if (!ids.ok) throw new Error(`Identifiers of the PACS could not be replaced: ${ids.error.message}`);
        const there = await importedAmong(db.query, projectId, ids.value);
        for (const [index, instance] of some.entries()) {
          const name = `${instance.studyUid}/${instance.instanceUid}`;
          const expected = ids.value[index]!;
          const studyId = there.get(expected);
          if (studyId !== undefined) yield { name, there: { instanceId: expected, studyId } };
          else yield { name, size: PACS_FILE_ROOM, expected, read: (room: number) => fetchOne(instance, room) };
        }
      }
    },
    close: async () => undefined,
  };
}
