import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { readMark } from './mark.ts';
import { openWorkspace } from './workspace.ts';
import { temporaryFolder } from '../../test/temporary.ts';

const folderIn = async (): Promise<string> => path.join(await temporaryFolder('workspace'), 'a folder with spaces');
const open = (folder: string, more: Partial<Parameters<typeof openWorkspace>[0]> = {}) =>
  openWorkspace({ folder, kindIfNew: 'real', ...more });

describe('a workspace', () => {
  it('is made where nothing is, and opened as what it was made', async () => {
    const folder = await folderIn();
    const first = await open(folder);
    const keys = [first.signingKey, first.deidKey];
    await first.close();
    const again = await open(folder, { kindIfNew: 'demo' });
    expect(again.mark.kind).toBe('real');
    expect([again.signingKey, again.deidKey].map((k) => Buffer.from(k).toString('hex'))).toEqual(
      keys.map((k) => Buffer.from(k).toString('hex')),
    );
    await again.close();
    expect((await stat(path.join(folder, 'keys', 'deid.key'))).mode & 0o777).toBe(0o600);
  });

  it('belongs to one process: a second one is refused in a sentence, and free again when the first is killed', async () => {
    const folder = await folderIn();
    await (await open(folder)).close();
    const holder = spawn(
      process.execPath,
      [
        '-e',
        `
      const { DatabaseSync } = require('@photostructure/sqlite');
      globalThis.lock = new DatabaseSync(process.argv[1]);
      lock.exec('PRAGMA locking_mode=exclusive'); lock.exec('BEGIN EXCLUSIVE'); lock.exec('CREATE TABLE IF NOT EXISTS owner (pid INTEGER)'); lock.exec('DELETE FROM owner'); lock.exec('INSERT INTO owner VALUES (1)'); lock.exec('COMMIT');
      console.log('held'); setInterval(() => lock, 1000);`,
        path.join(folder, 'lock.sqlite'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface({ input: holder.stdout })) if (line === 'held') break;
    await expect(open(folder)).rejects.toThrow(/^Another Echometry already uses .*Stop it first/);
    const gone = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await gone;
    await (await open(folder)).close();
  });

  it('whose making was interrupted is made again, without leftovers', async () => {
    const folder = await folderIn();
    await expect(
      open(folder, {
        onNew: async (w) => {
          await w.objects.put(Buffer.from('half'));
          throw new Error('interrupted');
        },
      }),
    ).rejects.toThrow('interrupted');
    expect(readMark(folder)).toBeNull();
    let made = 0;
    const again = await open(folder, {
      onNew: async () => {
        made += 1;
      },
    });
    await again.close();
    expect(made).toBe(1);
    expect(
      (await readdir(path.join(folder, 'objects', 'sha256'), { recursive: true, withFileTypes: true })).filter((e) => e.isFile()),
    ).toEqual([]);
    const third = await open(folder, {
      onNew: async () => {
        made += 1;
      },
    });
    await third.close();
    expect(made).toBe(1);
  });

  it('is never made over files of another program', async () => {
    const folder = await folderIn();
    await mkdir(folder);
    await writeFile(path.join(folder, 'thesis.txt'), 'mine');
    await expect(open(folder)).rejects.toThrow(/contains files but is not a workspace/);
    expect(await readFile(path.join(folder, 'thesis.txt'), 'utf8')).toBe('mine');
  });

  it('is made around settings that were placed there before the first start, and keeps them', async () => {
    const folder = await folderIn();
    await mkdir(folder);
    await writeFile(path.join(folder, 'config.json'), '{}');
    await (await open(folder)).close();
    expect(await readFile(path.join(folder, 'config.json'), 'utf8')).toBe('{}');
  });

  it('is refused where a file is in the way', async () => {
    const folder = await folderIn();
    await writeFile(folder, 'a file');
    await expect(open(folder)).rejects.toThrow(/cannot be made a workspace: a file is in the way/);
  });

  it.each([
    ['of a newer format', '{"format": 4}', /made by a newer Echometry \(workspace format 4/],
    ['with a damaged description', '{', /is damaged: it holds no JSON/],
    ['with another description', '{"format": 1}', /is damaged/],
  ])('%s is refused by name', async (_what, mark, message) => {
    const folder = await folderIn();
    await (await open(folder)).close();
    await writeFile(path.join(folder, 'workspace.json'), mark);
    await expect(open(folder)).rejects.toThrow(message);
  });

  it('with a damaged database reports it', async () => {
    const folder = await folderIn();
    await (await open(folder)).close();
    const damaged = await folderIn();
    await mkdir(damaged);
    for (const name of ['workspace.json', 'records.sqlite']) await copyFile(path.join(folder, name), path.join(damaged, name));
    await writeFile(path.join(damaged, 'records.sqlite'), Buffer.alloc(8192, 0x55));
    await expect(open(damaged)).rejects.toThrow(/The database of .* is damaged: .*Restore it from a backup/);
  });
});
