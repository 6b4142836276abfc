import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { dicomFile } from './dicom-file.ts';
import { ADMIN, ended, environment, IMPORT, post, type RunningServer, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary.ts';

let folder: string;
let temporary: string;
let server: RunningServer;

const run = (program: string, ...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], { env: environment(folder), encoding: 'utf8' });
const stop = async (): Promise<void> => {
  server.child.kill('SIGTERM');
  await ended(server.child);
};
const linkIn = (text: string): string => /http:\/\/\S+\/auth\/link#[\w-]+/.exec(text)?.[0] ?? '';

beforeAll(async () => {
  temporary = await temporaryFolder('real');
  folder = path.join(temporary, 'workspace');
  server = await startServer(folder);
});
afterAll(stop);

describe('a real workspace', () => {
  it('starts empty, without one-click sign-in, and prints the link for the first administrator', async () => {
    expect(server.note).toContain('This workspace is empty and has no administrator yet.');
    expect(linkIn(server.note)).toContain(`${server.url}/auth/link#`);
    expect(await (await fetch(`${server.url}/auth/demo/users`)).json()).toEqual({ offered: false, users: [] });
    await expect(post(server.url, CALLS.demoSignIn, { email: 'editor@demo' })).rejects.toThrow('403');
  });

  it('takes projects, invitations and images by the command line while it runs', async () => {
    expect(run(ADMIN, 'create-project', 'first', '--data-type', 'adult')).toMatchObject({
      status: 0,
      stdout: 'Project first made. Import into it with: npm run import -- FOLDER --project first\n',
    });
    const invited = run(ADMIN, 'invite', 'one@example.org', '--role', 'Editor', '--project', 'first');
    expect(linkIn(invited.stdout)).toContain(`${server.url}/auth/link#`);
    const source = path.join(temporary, 'incoming');
    await mkdir(source);
    await writeFile(
      path.join(source, 'a.dcm'),
      dicomFile({ patientId: 'R1', uid: '1.2.9.1', studyUid: '1.2.9', date: '20260312', shade: 1 }),
    );
    expect(JSON.parse(run(IMPORT, source, '--project', 'first', '--json').stdout)).toMatchObject({ imported: 1, skipped: [] });
  });

  it('is backed up while it runs, verified, and restored elsewhere by the command line', () => {
    const backup = path.join(temporary, 'backup');
    expect(run(ADMIN, 'backup', backup)).toMatchObject({ status: 0, stderr: '' });
    expect(run(ADMIN, 'backup', backup)).toMatchObject({ status: 1 });
    expect(run(ADMIN, 'verify', backup).stdout).toContain('is a sound backup of workspace');
    expect(JSON.parse(run(ADMIN, 'scrub', '--json').stdout)).toMatchObject({ objects: 3, faults: [], cancelled: false });
    expect(run(ADMIN, 'quarantine').stdout).toBe('The quarantine is empty.\n');
    const restored = { ...environment(path.join(temporary, 'restored')) };
    const restore = () => spawnSync(process.execPath, [ADMIN, 'restore', backup], { env: restored, encoding: 'utf8' });
    expect(restore()).toMatchObject({ status: 0, stderr: '' });
    expect(restore().stderr).toMatch(/is a workspace\. .*never restored over a workspace/);
    const list = spawnSync(process.execPath, [ADMIN, 'list'], { env: restored, encoding: 'utf8' });
    expect(list.stdout).toContain('Projects: first');
  });

  it('refuses wrong arguments with status 2 and what cannot be done with 1', () => {
    expect(run(ADMIN).status).toBe(2);
    expect(run(ADMIN, 'disable', 'nobody@example.org')).toMatchObject({
      status: 1,
      stderr: 'nobody@example.org has no account.\n',
    });
  });

  it('prints a new link at the next start without an administrator; the older one is void', async () => {
    const older = linkIn(server.note);
    await stop();
    server = await startServer(folder);
    const newer = linkIn(server.note);
    expect(newer).not.toBe('');
    const open = async (link: string): Promise<string> => {
      const page = await fetch(`${server.url}/auth/link`);
      const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
      const guard = /name="guard" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
      const answer = await fetch(`${server.url}/auth/link`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ guard, code: link.split('#')[1] ?? '' }),
      });
      return /<h1>([^<]+)<\/h1>/.exec(await answer.text())?.[1] ?? '';
    };
    expect([await open(older), await open(newer)]).toEqual(['One-time link', 'First administrator']);
  });

  it('keeps to this computer until it has an administrator, and a demo always does', async () => {
    await stop();
    server = await startServer(folder, { env: { ECHOMETRY_HOST: '0.0.0.0' } });
    expect(server.note).toContain('Until there is one, only this computer has access');
    const port = new URL(server.url).port;
    const listening = execFileSync('cat', ['/proc/net/tcp'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(`:${Number(port).toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`));
    expect(listening.map((line) => line.trim().split(/\s+/)[1])).toEqual([
      `0100007F:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`,
    ]);
  });

  it('takes the same commands while it is stopped', async () => {
    await stop();
    const listed = run(ADMIN, 'list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({
      projects: [{ _id: 'first' }],
      people: [],
      invitations: [{ email: 'one@example.org' }],
    });
    expect(linkIn(run(ADMIN, 'invite', 'two@example.org', '--role', 'Viewer').stdout)).toContain('http://127.0.0.1:');
    server = await startServer(folder);
    expect(JSON.parse(run(ADMIN, 'list', '--json').stdout)).toMatchObject({
      invitations: [{ email: 'one@example.org' }, { email: 'two@example.org' }],
    });
  });

  it('refuses a wrong field of config.json by name', async () => {
    await stop();
    await writeFile(path.join(folder, 'config.json'), '{"inactivity": {"period_minutes": -1, "check_seconds": 60, "timeout_seconds": 30}}');
    await expect(startServer(folder)).rejects.toThrow('config.json: inactivity.period_minutes');
    await writeFile(path.join(folder, 'config.json'), '{"surprise": 1}');
    await expect(startServer(folder)).rejects.toThrow('config.json: Unknown field surprise');
    await writeFile(
      path.join(folder, 'config.json'),
      '{"inactivity": {"period_minutes": 5, "check_seconds": 60, "timeout_seconds": 20}, "role_addresses": {"Explorer app": "https://explorer.example/"}}',
    );
    server = await startServer(folder);
    expect(await (await fetch(`${server.url}/config/endpoints.json`)).json()).toMatchObject({
      inactivity: { period_minutes: 5, check_seconds: 60, timeout_seconds: 20 },
    });
  });

  it('keeps its keys and its socket to its owner', async () => {
    for (const name of ['keys/login.key', 'keys/signing.key', 'keys/deid.key', 'control.sock'])
      expect([name, (await stat(path.join(folder, name))).mode & 0o077]).toEqual([name, 0]);
    expect((await readFile(path.join(folder, 'keys', 'login.key'))).length).toBe(32);
  });
});
