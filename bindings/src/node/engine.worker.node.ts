/** Entry of Node's worker thread. */
import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import * as whole from '../../wasm/full/engine.js';
import { EngineWorker } from '../engine/engine-worker.ts';
import { sha256 } from './sha256.ts';
import { undecoded } from './undecoded-video.ts';
import { NodeDisk } from './worker-disk.ts';

if (!parentPort) throw new Error('This file runs as a worker thread only.');

const worker = new EngineWorker({ first: whole, sha256: async (bytes) => sha256(bytes), pictures: undecoded, disk: new NodeDisk() });
expose(worker, nodeEndpoint(parentPort));
