/** Entry of the browser's worker. */
import { expose } from 'comlink';
import { EngineWorker } from '../engine/engine-worker.ts';

expose(new EngineWorker());
