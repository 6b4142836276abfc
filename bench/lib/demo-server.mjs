// The built server on a separate demo workspace, in a separate process.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DEMOS, nameOfDemo } from '../../scripts/lib/demo-name.mjs';
import { Refusal } from '../../scripts/lib/run.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { SMOKE } from './smoke.mjs';

let drawn = null;

/** A demo to copy in the smoke form: the demo of the journeys of this build, or a demo drawn once for all groups. */
async function demoToCopy() {
  const name = nameOfDemo(inRoot());
  if (name !== null && existsSync(path.join(DEMOS, name))) return path.join(DEMOS, name);
  drawn ??= (async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'echometry-bench-demo-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const server = await startedIn(folder, {});
    await server.end();
    return server.folder;
  })();
  return drawn;
}

/**
 * Starts it; `call(path, body, token)` posts JSON and returns JSON, `run` starts another built program on the workspace, whose
 * folder is `folder`.
 * @param {Record<string, string>} settings of the server, beside those of every bench
 * @param {{isFresh?: boolean}} how `isFresh` is a process that did not draw the demo, for what is measured of its memory
 */
export async function demoServer(settings = {}, { isFresh = false } = {}) {
  const parent = await mkdtemp(path.join(tmpdir(), 'echometry-bench-'));
  if (SMOKE) await cp(await demoToCopy(), path.join(parent, 'demo'), { recursive: true });
  const server = await startedIn(parent, settings);
  if (!isFresh || SMOKE) return server;
  await server.end();
  return startedIn(parent, settings);
}

async function startedIn(parent, settings) {
  const main = inRoot('server', 'dist', 'main.js');
  if (!existsSync(main)) throw new Refusal('The server is not built. Build it with: npm run build');
  const env = {
    ...process.env,
    ECHOMETRY_ROOT: inRoot(),
    ECHOMETRY_DATA: path.join(parent, 'demo'),
    ECHOMETRY_DATA_GIVEN: '1',
    ECHOMETRY_PORT: '0',
    ECHOMETRY_PROGRESS: 'json',
    ...settings,
  };
  const child = spawn(process.execPath, [main, '--demo'], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with status ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line);
      if (event.type === 'refusal') reject(new Refusal(event.message));
      if (event.type === 'ready') resolve(event.url);
    });
  });
  const call = async (place, body, token) => {
    const response = await fetch(url + place, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...(token ? { 'x-api-key': token } : {}) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${place} answered ${response.status}: ${answer.message}`);
    return answer;
  };
  const signIn = async (email, role) => {
    const { token } = await call('/auth/demo/sign-in', { email });
    return (await call('/api/admin/users/act_as', { role }, token)).token;
  };
  const run = (program, args) =>
    new Promise((resolve, reject) => {
      const done = spawn(process.execPath, [inRoot('server', 'dist', `${program}.js`), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env,
      });
      let output = '';
      done.stdout.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
      done.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(`${program} ended with status ${code}`))));
    });
  const end = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  const stop = async () => {
    await end();
    await rm(parent, { recursive: true, force: true });
  };
  /** Time the server's process has computed, in ms; null where the system does not report it (Linux does). */
  const computedMs = () => {
    try {
      // utime and stime of proc(5), in ticks of 10 ms; the name before them may hold spaces.
      const [utime, stime] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).map(Number);
      return (utime + stime) * 10;
    } catch {
      return null;
    }
  };
  /** Memory of the server's process that is in the machine, in MB; null where the system does not report it. */
  const residentMb = () => {
    try {
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1000;
    } catch {
      return null;
    }
  };
  return { url, folder: env.ECHOMETRY_DATA, call, signIn, run, computedMs, residentMb, end, stop };
}
