import { Worker } from 'node:worker_threads';

/** Requests /health again and again from a separate thread, so that the test's own work delays no response. */
const POLL = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { Agent, get } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const waits = [];
  let isOver = false;
  const ask = () => new Promise((resolve, reject) => {
    const begun = performance.now();
    get(workerData + '/health', { agent }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - begun));
    }).on('error', reject);
  });
  parentPort.once('message', () => { isOver = true; });
  (async () => {
    while (!isOver) {
      waits.push(await ask());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    agent.destroy();
    parentPort.postMessage(waits);
  })();
`;

/** Times of /health during `work`, in ms, in ascending order. */
export async function healthDuring(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const poller = new Worker(POLL, { eval: true, workerData: url });
  const waits = new Promise<number[]>((resolve, reject) => {
    poller.once('message', resolve);
    poller.on('error', reject);
  });
  try {
    await work();
    poller.postMessage('over');
    return (await waits).sort((a, b) => a - b);
  } finally {
    await poller.terminate();
  }
}
