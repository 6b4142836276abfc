/** Entry of the browser's worker. */
import { expose } from 'comlink';
import * as first from '../../wasm/first/engine.js';
import { EngineWorker } from '../engine/engine-worker.ts';
import { VideoFrames } from './video-frames.ts';

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

expose(new EngineWorker({ first, sha256, pictures: (stream, bytes) => new VideoFrames(stream, bytes), disk: null }));
