/** Work of a reading that was not sent before a repeat of it was assigned: it goes to that reading and is never shown in the repeat. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { studyState } from '@echometry/contract/rules/study-state.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { messages } from '../messages.ts';
import { completeGesture, type Kept, type WorkKey } from './journal-records.ts';
import { byId, changesOf, mergeImages, type Changes } from './merge.ts';
import type { OpenedStudy, Person, StudyPorts } from './ports.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Kept work may be of an earlier reading: a blinded reader's, made on another version than the one that opens. */
const mayBeLate = ({ role }: Person, { analysis }: OpenedStudy, { base_version, gestures }: Kept): boolean =>
  isBlind(role) && gestures.length > 0 && base_version !== null && base_version !== (analysis?.version ?? null);

/** Result of gestures in all of the images they touched. */
function madeOf({ gestures }: Kept) {
  const base = new Map<string, AnalysisImage | null>();
  const current = new Map<string, AnalysisImage>();
  for (const { images } of gestures.map(completeGesture)) {
    for (const [id, { before, after }] of Object.entries(images)) {
      if (!base.has(id)) base.set(id, before);
      if (after) current.set(id, after);
      else current.delete(id);
    }
  }
  return { base, current: [...current.values()], missing_images: [...(gestures.at(-1)?.missing_images ?? [])] };
}

/** Where kept work is sent from. */
interface Late {
  ports: StudyPorts;
  link: StudyLink;
  person: Person;
  opened: OpenedStudy;
  kept: Kept;
}

function send({ ports, link, person, opened, kept }: Late, base_version: number, changes: Changes, missing_images: string[]) {
  const sequences = kept.gestures.flatMap(({ sequences: brought }) => Object.values(brought ?? {}));
  return ports.calls.save(
    {
      id: link.study_id,
      validated: false,
      editor: person.email,
      project: link.project,
      study_state: studyState(changes.images, missing_images, opened.project.image_requirements),
      format: DOCUMENT_FORMAT,
      config_versions: opened.config.versions,
      base_version,
      save_id: crypto.randomUUID(),
      changes,
      missing_images,
      ...(sequences.length > 0 ? { sequences } : {}),
    },
    link,
    false,
  );
}

/** Sends kept work until it is stored on the newest version of its reading; null where that is the reading that opens. */
async function stored(late: Late, base_version: number): Promise<number | null> {
  const { opened, kept } = late;
  const { base, current, missing_images } = madeOf(kept);
  let answer = await send(late, base_version, changesOf(base, current), missing_images);
  // Each time another browser of the person stored something in between, which stays in the history.
  while (answer.conflict) {
    const { version, images: theirs } = answer;
    if (version === null || version === opened.analysis?.version) return null;
    const theirsById = byId(theirs);
    const theirBase = new Map([...base.keys()].map((id) => [id, theirsById.get(id) ?? null]));
    answer = await send(late, version, changesOf(theirBase, mergeImages(base, current, theirs).images), missing_images);
  }
  return answer.version;
}

/**
 * Sends kept work of an earlier reading to where it belongs, before the repeat opens: the two must not meet in the journal either.
 * @returns what the reading that opens has to bring back: all of it where it was made on that, else nothing
 * @throws where it cannot be stored now
 */
export async function withoutLateWork(late: Late, work: WorkKey): Promise<Kept> {
  const { ports, person, opened, kept } = late;
  const { base_version, gestures } = kept;
  if (!mayBeLate(person, opened, kept) || base_version === null) return kept;
  try {
    const version = await stored(late, base_version);
    if (version === null) return kept;
    await ports.journal.acknowledge(
      work,
      gestures.map(({ seq }) => seq),
      version,
    );
  } catch (error) {
    throw new Error(messages.repeat.storeFirst(gestures.length, messageOf(error)));
  }
  ports.say(messages.repeat.stored(gestures.length));
  return { base_version: null, gestures: [] };
}
