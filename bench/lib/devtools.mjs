// One page of headless Chromium driven over DevTools' own pipe: rules for the network then apply to its workers too.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHROMIUM_SWITCHES, ensureChromium } from '../../scripts/lib/chromium.mjs';

/** Two handles after standard input, output and error: what Chromium reads from and writes to. */
const READS = 3;
const WRITES = 4;

/**
 * Opens an empty page with a separate profile.
 * @returns {Promise<{send: (method: string, params?: object) => Promise<object>, evaluate: (expression: string) => Promise<unknown>, onTarget: (listener: (send: (method: string, params?: object) => void) => void) => void, close: () => Promise<void>}>}
 */
export async function openPage() {
  const profile = await mkdtemp(path.join(tmpdir(), 'echometry-bench-profile-'));
  const child = spawn(
    await ensureChromium(),
    [...CHROMIUM_SWITCHES, '--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, '--window-size=1440,900'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const waiting = new Map();
  let next = 1;
  const reads = /** @type {import('node:stream').Writable} */ (child.stdio[READS]);
  const writes = /** @type {import('node:stream').Readable} */ (child.stdio[WRITES]);
  /** @type {(send: (method: string, params?: object) => void) => void} */
  let prepare = () => undefined;
  const ask =
    (sessionId) =>
    (method, params = {}) => {
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        reads.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
      });
    };
  /** Prepares a worker before its first line runs, and whatever it starts. */
  const attach = (sessionId) => {
    // Sent in order and not waited for: a service worker responds to some of it only once it runs.
    const send = (method, params) => void ask(sessionId)(method, params).catch(() => undefined);
    send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    prepare(send);
    send('Runtime.runIfWaitingForDebugger');
  };
  let pending = '';
  writes.setEncoding('utf8').on('data', (text) => {
    const messages = (pending + text).split('\0');
    pending = messages.pop();
    for (const { id, result, error, method, params } of messages.map((message) => JSON.parse(message))) {
      if (method === 'Target.attachedToTarget' && params.waitingForDebugger) attach(params.sessionId);
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error) reject?.(new Error(error.message));
      else resolve?.(result);
    }
  });
  const { targetId } = await ask()('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await ask()('Target.attachToTarget', { targetId, flatten: true });
  const send = ask(sessionId);
  await send('Page.enable');
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const close = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const onTarget = (listener) => {
    prepare = listener;
  };
  return { send, evaluate, onTarget, close };
}
