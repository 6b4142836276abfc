// Processors of a machine are slowed down one by one, by neighbours that share them: contenders in two processes must meet the same one.
import { execFileSync } from 'node:child_process';

const taskset = (...args) => execFileSync('taskset', ['-pc', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * Keeps this thread and the programs it starts on one processor while `work` runs; where that is impossible (no taskset of util-linux) it reports it.
 */
export async function onOneProcessor(work) {
  const thread = String(process.pid);
  let all;
  try {
    all = taskset(thread).trim().split(' ').at(-1);
    taskset(all.split(/[,-]/).at(-1), thread);
  } catch {
    console.log('  not kept on one processor: taskset is not available');
    return work();
  }
  try {
    return await work();
  } finally {
    taskset(all, thread);
  }
}
