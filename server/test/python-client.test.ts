/** The Python package: offered by a real server on the demo workspace, installed from it, and run against it. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { NewToken } from '@echometry/contract/records/personal-token.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wheelName } from '../../scripts/lib/wheel.mjs';
import { ensureReaders } from '../../scripts/lib/python.mjs';
import { demoWorkspace } from '../../web/e2e/support/kept-demo.ts';
import { ended, post, type RunningServer, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary.ts';

const PREPARING_MS = 300_000;
const RUN_MS = 600_000;
const CLIENT = path.join(checkoutRoot(), 'clients', 'python');
const ENGINE = path.join(checkoutRoot(), 'target', 'release', 'echometry-engine');

const run = promisify(execFile);
let python: string;
let folder: string;
let server: RunningServer;
let environment: NodeJS.ProcessEnv;

async function tokenOf(email: string, role: RoleName, write: NewToken['write']): Promise<string> {
  const signIn = await post(server.url, CALLS.demoSignIn, { email });
  const { token } = await post(server.url, CALLS.actAs, { role }, signIn.token);
  return (await post(server.url, CALLS.tokensCreate, { name: 'Python', role, projects: null, write, days: 1 }, token)).token;
}

/** Runs Python where the package is installed from the server; a failure shows its output. */
async function runPython(...args: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run(python, args, { cwd: CLIENT, env: environment, maxBuffer: 64 * 1024 * 1024 });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

const wheelUrl = () => `${server.url}/downloads/${wheelName()}`;

beforeAll(async () => {
  python = await ensureReaders();
  folder = await temporaryFolder('python-client');
  const workspace = path.join(folder, 'workspace');
  await demoWorkspace(workspace);
  server = await startServer(workspace);
  const installed = path.join(folder, 'installed');
  await mkdir(installed);
  environment = {
    ...process.env,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: installed,
    ECHOMETRY_ROOT: checkoutRoot(),
    ECHOMETRY_ENGINE: ENGINE,
  };
  await runPython(
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--no-index',
    '--target',
    installed,
    wheelUrl(),
  );
  environment['ECHOMETRY_URL'] = server.url;
  environment['ECHOMETRY_TOKEN'] = await tokenOf('data@demo', 'Data scientist', true);
  environment['ECHOMETRY_SPENT_TOKEN'] = await tokenOf('data@demo', 'Data scientist', false);
  environment['ECHOMETRY_EDITOR_TOKEN'] = await tokenOf('editor@demo', 'Editor', true);
}, PREPARING_MS);
afterAll(async () => {
  server?.child.kill('SIGTERM');
  if (server) await ended(server.child);
});

describe('the Python package', () => {
  it('is offered for download on a page that pip reads, without a token', async () => {
    const page = await fetch(`${server.url}/downloads`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain(`pip install ${wheelUrl()}`);
    const found = path.join(folder, 'found');
    await runPython(
      '-m',
      'pip',
      'download',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--no-index',
      '--find-links',
      `${server.url}/downloads`,
      '--dest',
      found,
      'echometry',
    );
  });

  it('has the version of the server, its licence and its extras in its metadata', async () => {
    const read = [
      'import importlib.metadata as m, json, tomllib, pathlib',
      'd = m.distribution("echometry")',
      'p = tomllib.loads(pathlib.Path("pyproject.toml").read_text())["project"]',
      'print(json.dumps({"version": d.version, "license": d.metadata["License-Expression"], "text": d.read_text("licenses/LICENSE")[:11],',
      '  "requires": d.requires, "project": p}))',
    ].join('\n');
    const found = JSON.parse(await runPython('-c', read)) as {
      version: string;
      license: string;
      text: string;
      requires: string[];
      project: { version: string; dependencies: string[]; 'optional-dependencies': Record<string, string[]> };
    };
    const { info } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { info: { version: string } };
    const { project } = found;
    expect([found.version, project.version]).toEqual([info.version, info.version]);
    expect([found.license, found.text]).toEqual(['MIT', 'MIT License']);
    const extras = Object.entries(project['optional-dependencies']).flatMap(([extra, names]) =>
      names.map((name) => `${name} ; extra == '${extra}'`),
    );
    const plain = (names: string[]) => names.map((name) => name.replaceAll(/["' ]/g, ''));
    expect(plain(found.requires)).toEqual(plain([...project.dependencies, ...extras]));
  });

  it.each([
    ['figures of agreement are the published ones', 'test_statistics.py'],
    ['records have the fields of the contract', 'test_records.py'],
    ['scales of pixels are the ones of stored and typed calibrations', 'test_frames.py'],
    ['reads values without the packages of its extras', 'test_without_extras.py'],
    ['reads, exports, decodes and compares what the server has', 'test_server.py'],
    ['has notebooks that run and show what is committed', 'test_notebooks.py'],
    ['runs the tutorial of the documentation as it stands', 'test_tutorial.py'],
  ])(
    '%s',
    async (_what, file) => {
      const output = await runPython(path.join('tests', file), '-v');
      expect(output).toMatch(/Ran [1-9]\d* tests?/);
      expect(output).not.toContain('skipped');
    },
    RUN_MS,
  );

  it(
    'is typed without a gap',
    async () => {
      expect(await runPython('-m', 'mypy', '--no-incremental', '--cache-dir', path.join(folder, 'mypy'))).toContain('no issues found');
    },
    RUN_MS,
  );
});
