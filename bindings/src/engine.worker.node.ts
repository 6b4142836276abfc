/** Entry of Node's worker thread. */
import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { EngineWorker } from './engine-worker.ts';

if (!parentPort) throw new Error('This file runs as a worker thread only.');
expose(new EngineWorker(), nodeEndpoint(parentPort));
