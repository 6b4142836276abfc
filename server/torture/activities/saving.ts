import { CALLS } from '@echometry/contract/calls/registry.ts';
import { PROJECT, SCOPE } from '../../test/world.ts';
import type { Acknowledged, Ledger, SaveBody } from '../ledger.ts';
import { MAX_TEXT, MIN_TEXT, SAVE_PAUSE_MS } from '../limits.ts';
import { pause } from '../pause.ts';
import type { Person, Reply } from '../person.ts';
import type { Site } from '../site.ts';

/** Under which label the text of a save is kept. */
export const MARK = 'mark';

/** Text that compression does not make small: every save is another one. */
export function textOf(random: () => number, length = MIN_TEXT + Math.floor(random() * (MAX_TEXT - MIN_TEXT))): string {
  let text = '';
  while (text.length < length) text += Math.floor(random() * 2 ** 48).toString(36);
  return text.slice(0, length);
}

/** The body of a save of the seeded study: of one image, the others as they are. */
export function saveBody(site: Site, email: string, saveId: string, text: string): SaveBody {
  const images = site.seeded.images.map((image, n) => (n === 0 ? { ...image, additional_labels: { [MARK]: saveId + text } } : image));
  return {
    id: site.seeded.studyId,
    images,
    missing_images: [],
    validated: false,
    editor: email,
    project: PROJECT._id,
    study_state: 'Valid',
    ...SCOPE,
    save_id: saveId,
  };
}

type SaveReply = Reply<typeof CALLS.analysisUpdate> | null;

/** Sends one save and notes it when it was acknowledged. */
export async function saveOnce(person: Person, site: Site, ledger: Ledger, saveId: string, text: string): Promise<SaveReply> {
  const body = saveBody(site, person.email, saveId, text);
  ledger.underWay.set(person.email, { body, text });
  const reply = await person.send(CALLS.analysisUpdate, body);
  if (reply === null) return null;
  ledger.underWay.delete(person.email);
  if (reply.status === 200 && reply.answer.conflict === false) ledger.saves.push({ saveId, version: reply.answer.version, text });
  return reply;
}

/** Saves one after the other until the server is gone. */
export async function saveUntilGone(
  person: Person,
  site: Site,
  ledger: Ledger,
  options: { mark: string; random: () => number; onFirst: () => void },
): Promise<void> {
  for (let n = 0; ; n += 1) {
    const reply = await saveOnce(person, site, ledger, `${options.mark}-${person.email}-${n}`, textOf(options.random));
    if (reply === null) return;
    if (reply.status !== 200) ledger.faults.push(`A save of a sound server got ${reply.status} ${JSON.stringify(reply.error)}`);
    options.onFirst();
    await pause(SAVE_PAUSE_MS);
  }
}

/** As the page does: a request without a response is repeated under the same name, and is one version. */
export async function sendAgain(people: readonly Person[], site: Site, ledger: Ledger): Promise<void> {
  for (const person of people) {
    const open = ledger.underWay.get(person.email);
    if (open === undefined) continue;
    const reply = await saveOnce(person, site, ledger, open.body.save_id ?? '', open.text);
    if (reply?.status !== 200) ledger.faults.push(`A repeated save of ${open.body.save_id} got ${reply?.status ?? 'no response'}`);
  }
}

/** Reads saves back through the server and compares them with what was sent. */
export async function readBack(
  reader: (saveId: string) => Person,
  site: Site,
  saves: readonly Acknowledged[],
  ledger: Ledger,
): Promise<void> {
  for (const { saveId, version, text } of saves) {
    const reply = await reader(saveId).send(CALLS.analysisGetVersion, { id: site.seeded.studyId, version, ...SCOPE });
    const found = reply?.status === 200 ? reply.answer.images[0]?.additional_labels[MARK] : undefined;
    if (found !== saveId + text)
      ledger.faults.push(`LOST: ${saveId}, acknowledged as version ${version} (${reply?.status ?? 'no response'})`);
  }
}
