// Runs programs: output goes to a log, a failure shows its end and names the log. Every child dies with us.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './root.mjs';

/** Lines of a failing program's log that are shown. */
const LOG_TAIL_LINES = 40;

const children = new Set();
/** Programs that lead a process group. */
const withOwnGroup = new WeakSet();

/** A failure that is explained to the person in full; no stack trace helps. */
export class Refusal extends Error {}

/** Ends every program started here, with its own children. */
export function stopAll(signal = 'SIGTERM') {
  for (const child of children) {
    try {
      process.kill(withOwnGroup.has(child) ? -child.pid : child.pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    stopAll('SIGTERM');
    setTimeout(() => process.exit(signal === 'SIGINT' ? 130 : 143), 5000).unref();
    if (children.size === 0) process.exit(signal === 'SIGINT' ? 130 : 143);
    const wait = setInterval(() => {
      if (children.size === 0) {
        clearInterval(wait);
        process.exit(signal === 'SIGINT' ? 130 : 143);
      }
    }, 50);
  });
}
process.once('exit', () => stopAll('SIGKILL'));

/** Gives every other program priority over a started one. */
function putLast(pid) {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
    // Linux shares processors among sessions first (sched(7), "The autogroup feature"); a separate process group is one.
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(os.constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended, or this system has no such thing: then it takes its share.
  }
}

/** @typedef {import('node:child_process').SpawnOptions & { last?: boolean }} StartOptions */
/** @typedef {{ log?: string, env?: Record<string, string | undefined>, cwd?: string, echo?: boolean, last?: boolean, onLine?: (line: string) => void }} RunOptions */

/** Starts a program in its own process group and keeps track of it. */
export function start(program, args, /** @type {StartOptions} */ { last = false, ...options } = {}) {
  const child = spawn(program, args, { cwd: inRoot(), detached: true, ...options, env: { ...process.env, ...options.env } });
  withOwnGroup.add(child);
  if (last && child.pid !== undefined) putLast(child.pid);
  children.add(child);
  child.once('close', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
}

/**
 * Runs a program to its end with the output in build/logs/<log>.log; `last` lets every other program go first.
 * @returns {Promise<string>} everything it printed
 */
export function run(program, args, /** @type {RunOptions} */ { log, env, cwd, echo = false, last = false, onLine } = {}) {
  const name = log ?? path.basename(program);
  const file = inRoot('build', 'logs', `${name}.log`);
  mkdirSync(path.dirname(file), { recursive: true });
  const sink = createWriteStream(file);
  return new Promise((resolve, reject) => {
    sink.once('error', (error) => {
      stopAll();
      reject(new Refusal(`build/logs/${name}.log could not be written: ${error.message}`));
    });
    const child = start(program, args, { env, last, ...(cwd ? { cwd } : {}), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let rest = '';
    const take = (chunk) => {
      sink.write(chunk);
      output += chunk;
      if (echo) process.stdout.write(chunk);
      if (onLine) {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(onLine);
      }
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      sink.end();
      reject(new Refusal(error.code === 'ENOENT' ? `${program} is not installed.` : `${program} could not be started: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      sink.end();
      if (code === 0) return resolve(output);
      const tail = echo ? '' : `\n${output.trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n')}`;
      const error = new Refusal(
        `${program} ${args.slice(0, 3).join(' ')} ended with ${signal ?? `status ${code}`}; its output is in build/logs/${name}.log${tail}`,
      );
      reject(Object.assign(error, { output, code }));
    });
  });
}

/** Output of a program, trimmed; null when it is not there or fails. */
export async function answer(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'ignore'], ...options });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? output.trim() : null));
  });
}
