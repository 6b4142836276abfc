/** The rules of the engine, as the tools ask for them. */
import * as cycles from '@echometry/bindings/engine/cycles.ts';
import * as drawing from '@echometry/bindings/engine/drawing.ts';
import type { CaliperRules } from '../../tools/caliper/state.ts';
import type { DrawingRules, PredictionRules } from '../../tools/lines/rules.ts';

export const DRAWING_RULES: DrawingRules = drawing;
export const PREDICTION_RULES: PredictionRules = cycles;
export const CALIPER_RULES: CaliperRules = drawing;
