import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { verifyBackup } from '../../src/upkeep/backup/verify.ts';
import { ask, reachOwner } from '../../src/cli/control/ask.ts';
import type { CommandAnswer } from '../../src/workspace/command-answer.ts';
import type { Scenario } from '../scenario.ts';
import type { Site } from '../site.ts';
import { versionsIn } from './versions-in.ts';

/** Asks the running server as `npm run admin` does; null when it was gone before it responded. */
export async function administer(site: Site, request: object): Promise<CommandAnswer | null> {
  const socket = await reachOwner(path.join(site.folder, 'control.sock')).catch(() => null);
  if (socket === null) return null;
  try {
    for await (const message of ask(socket, request, new AbortController().signal)) {
      if (message.type === 'answer') return message.answer;
      if (message.type === 'refusal') throw new Error(message.message);
    }
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw error;
  }
  return null;
}

export const backUpInto = (site: Site, folder: string): Promise<CommandAnswer | null> =>
  administer(site, { command: 'maintain', action: 'backup', folder });

/** Faults of an acknowledged backup: it is sound, and has every save acknowledged before it began. */
export async function faultsOfBackup(folder: string, versions: readonly number[]): Promise<string[]> {
  const { faults } = await verifyBackup(folder);
  const held = versionsIn(path.join(folder, 'records.sqlite'));
  return [...faults, ...versions.filter((version) => !held.has(version)).map((version) => `LOST: version ${version} is not in a backup`)];
}

/** A backup amid saves: sound when it was acknowledged, refused when it was cut off. */
export const backingUp: Scenario = {
  name: 'backups',
  withinMs: 500,
  begin: async ({ number, site, ledger }) => {
    const folder = path.join(site.backups, `backup-${number}`);
    const before = ledger.saves.map(({ version }) => version);
    const made = backUpInto(site, folder);
    return {
      settled: async () => void (await made),
      verify: async () => {
        const answer = await made;
        if (answer === null && existsSync(folder)) {
          const refused = await verifyBackup(folder).then(
            ({ faults }) => faults.length > 0,
            () => true,
          );
          // A kill between the manifest and the response leaves a whole backup.
          if (!refused) ledger.faults.push(...(await faultsOfBackup(folder, before)));
        }
        const whole = path.join(site.backups, `again-${number}`);
        if (answer === null) await backUpInto(site, whole);
        ledger.faults.push(...(await faultsOfBackup(answer === null ? whole : folder, before)));
        for (const one of [folder, whole]) await rm(one, { recursive: true, force: true });
        return answer === null;
      },
    };
  },
};
