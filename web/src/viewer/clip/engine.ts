/** The engine of this page: started at the first use, shared by all viewers. */
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { createEngine } from '@echometry/bindings/browser/client.ts';

let engine: EngineClient | null = null;

export const theEngine = (): EngineClient => (engine ??= createEngine());
