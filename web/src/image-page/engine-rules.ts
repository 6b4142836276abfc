/** The rules of the engine, on the calling thread, as the tools ask for them. */
import * as cycles from '@echometry/bindings/engine/cycles.ts';
import * as drawing from '@echometry/bindings/engine/drawing.ts';
import type { CaliperRules } from '../tools/caliper/state.ts';
import type { CycleRules } from '../tools/cycle-timing/state.ts';
import type { DrawingRules, PredictionRules } from '../tools/lines/rules.ts';

export const ENGINE_RULES: CaliperRules & CycleRules & DrawingRules & PredictionRules = { ...drawing, ...cycles };
