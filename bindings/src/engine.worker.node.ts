/** Entry of Node's worker thread. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { EngineWorker } from './engine-worker.ts';

if (!parentPort) throw new Error('This file runs as a worker thread only.');

/** A worker of Node hashes at once and where the bytes are: handing them to another thread would copy them. */
class NodeEngineWorker extends EngineWorker {
  protected override async sha256(bytes: Uint8Array): Promise<string> {
    return createHash('sha256').update(bytes).digest('hex');
  }
}

expose(new NodeEngineWorker(), nodeEndpoint(parentPort));
