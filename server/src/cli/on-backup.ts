import { counted } from '@echometry/contract/rules/counted.ts';
import { restoreBackup } from '../upkeep/backup/restore.ts';
import { verifyBackup } from '../upkeep/backup/verify.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';
import { readConfig } from '../config.ts';
import { databaseOf, workspaceFolder } from '../workspace/workspace-folder.ts';
import type { BackupRequest } from './admin-command.ts';

type Progress = (progress: { done: number; total: number }) => void;

async function verify(folder: string, onProgress: Progress): Promise<CommandAnswer> {
  const { manifest, faults } = await verifyBackup(folder, onProgress);
  const made = new Date(manifest.made_at).toISOString();
  const whole = `${folder} is a sound backup of workspace ${manifest.workspace.workspace_id}, made ${made}: ${counted(manifest.objects.length, 'object')}.`;
  return {
    lines:
      faults.length === 0
        ? [whole]
        : [...faults, `${counted(faults.length, 'fault')} in the backup made ${made}. Keep an older one until there is a sound one.`],
    data: { made_at: manifest.made_at, workspace: manifest.workspace, objects: manifest.objects.length, faults },
    failed: faults.length > 0,
  };
}

async function restore(backup: string, onProgress: Progress): Promise<CommandAnswer> {
  const folder = workspaceFolder(process.env);
  const mark = await restoreBackup({
    backup,
    folder,
    database: databaseOf(process.env),
    bucket: readConfig(folder, process.env).objectStore,
    now: Date.now,
    onProgress,
  });
  return {
    lines: [
      `${folder} is workspace ${mark.workspace_id} as the backup has it. Everybody signs in again, and open invitations and links are void.`,
    ],
    data: { folder, workspace: mark },
  };
}

/** Looks at a backup, or makes a workspace of it; no server takes part. */
export const performOnBackup = ({ action, folder }: BackupRequest, onProgress: Progress): Promise<CommandAnswer> =>
  action === 'verify' ? verify(folder, onProgress) : restore(folder, onProgress);
