/**
 * A Chromium without Playwright: Playwright listens to the network of every worker, and the browser then keeps a copy of all a
 * worker has fetched. Where memory is measured, the page is driven by DevTools messages over a pipe, and only its scripts are
 * run.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable, Writable } from 'node:stream';
import { CHROMIUM_SWITCHES } from '../../../scripts/lib/chromium.mjs';

interface Message {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
  method?: string;
  params?: { sessionId?: string; targetInfo?: { type: string } };
}

/**
 * `gc` for pages; and scripts are interpreted, because machine code of functions that get hot only by and by is the
 * browser's cache of about 1.2 MB, four times what the product's own objects vary by. WebAssembly is compiled as ever.
 */
const SCRIPT_FLAGS = ['--expose-gc', '--no-sparkplug', '--no-maglev', '--no-opt'];
const COLLECTIONS = 3;
const COLLECTION_PAUSE_MS = 400;
const LOADED_LOOKS = 200;
const LOADED_PAUSE_MS = 100;

export class BareChromium {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }>();
  readonly #workers = new Set<string>();
  #session: string | undefined;
  #next = 1;

  private constructor(process: ChildProcess, folder: string) {
    this.#process = process;
    this.#folder = folder;
    let pending = '';
    (process.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const messages = (pending + text).split('\0');
      pending = messages.pop() ?? '';
      for (const message of messages) this.#take(JSON.parse(message) as Message);
    });
    process.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Chromium ended'));
    });
  }

  /** One window with one page. */
  static async open(executable: string, address: string): Promise<BareChromium> {
    const folder = await mkdtemp(path.join(tmpdir(), 'echometry-chromium-'));
    const switches = [
      ...CHROMIUM_SWITCHES,
      '--headless',
      '--no-sandbox',
      '--remote-debugging-pipe',
      `--user-data-dir=${folder}`,
      `--js-flags=${SCRIPT_FLAGS.join(' ')}`,
      '--window-size=1440,900',
    ];
    const browser = new BareChromium(spawn(executable, switches, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] }), folder);
    const { targetId } = await browser.send('Target.createTarget', { url: address });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    browser.#session = String(sessionId);
    await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    await browser.#loaded(address);
    return browser;
  }

  /** Runs an expression in the page and returns what its promise brings, as JSON. */
  async run<T>(expression: string): Promise<T> {
    const answer = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
    const thrown = answer['exceptionDetails'] as { exception?: { description?: string }; text: string } | undefined;
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
    return (answer['result'] as { value: T }).value;
  }

  /** Bytes the process of the page has for itself once page and workers have collected their garbage (Linux). */
  async privateBytes(): Promise<number> {
    for (let pass = 0; pass < COLLECTIONS; pass += 1) {
      await Promise.all([this.#session, ...this.#workers].map((session) => this.#ask('Runtime.evaluate', { expression: 'gc()' }, session)));
      await sleep(COLLECTION_PAUSE_MS);
    }
    const { processInfo } = await this.#ask('SystemInfo.getProcessInfo', {}, undefined);
    const renderer = (processInfo as { type: string; id: number; cpuTime: number }[])
      .filter(({ type }) => type === 'renderer')
      .sort((a, b) => b.cpuTime - a.cpuTime)[0];
    if (!renderer) throw new Error('The browser names no renderer');
    const rollup = await readFile(`/proc/${renderer.id}/smaps_rollup`, 'utf8');
    return [...rollup.matchAll(/^(?:Private_Clean|Private_Dirty):\s+(\d+) kB/gm)].reduce(
      (sum, [, kilobytes]) => sum + Number(kilobytes) * 1024,
      0,
    );
  }

  send(method: string, parameters: object = {}): Promise<Record<string, unknown>> {
    return this.#ask(method, parameters, this.#session);
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#process.once('exit', () => {
        resolve();
      });
    });
    this.#process.kill('SIGKILL');
    await ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The page is there: before that an expression has no context to run in, or runs in the empty page before it. */
  async #loaded(address: string): Promise<void> {
    for (let look = 0; look < LOADED_LOOKS; look += 1) {
      const ready = await this.run<boolean>(
        `location.href.startsWith(${JSON.stringify(address)}) && document.readyState === 'complete'`,
      ).catch(() => false);
      if (ready) return;
      await sleep(LOADED_PAUSE_MS);
    }
    throw new Error(`The page was not loaded: ${address}`);
  }

  #ask(method: string, params: object, sessionId: string | undefined): Promise<Record<string, unknown>> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });
  }

  #take({ id, result, error, method, params }: Message): void {
    if (method === 'Target.attachedToTarget' && params?.sessionId && params.targetInfo?.type === 'worker')
      this.#workers.add(params.sessionId);
    if (method === 'Target.detachedFromTarget' && params?.sessionId) this.#workers.delete(params.sessionId);
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result ?? {});
  }
}
