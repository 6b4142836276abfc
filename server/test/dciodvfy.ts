import { spawnSync } from 'node:child_process';

/** Errors that dciodvfy finds in a file; its warnings do not count. */
export function errorsIn(file: string): string[] {
  const { error, stdout, stderr } = spawnSync('dciodvfy', [file], { encoding: 'utf8' });
  if (error) throw error;
  return `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('Error'));
}
