/** The engine of this page: started at the first use, shared by all viewers. */
import type { EngineClient } from '@echometry/bindings/client-core.ts';
import { createEngine } from '@echometry/bindings/client-web.ts';

let engine: EngineClient | null = null;

export const theEngine = (): EngineClient => (engine ??= createEngine());
