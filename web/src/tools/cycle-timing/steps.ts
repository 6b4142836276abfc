/** Parts of a step of the tool. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { NO_EFFECTS, type Step } from '../port.ts';
import type { CycleRules, CycleTimingContext, CycleTimingEffect, CycleTimingState } from './state.ts';

export type TimingStep = Step<CycleTimingState, CycleTimingEffect>;
/** A context in which something can be done. */
export type Ready = CycleTimingContext & { image: AnalysisImage; rules: CycleRules };

export const stay = (state: CycleTimingState): TimingStep => ({ state, effects: NO_EFFECTS });
export const act = (state: CycleTimingState, ...effects: CycleTimingEffect[]): TimingStep => ({ state, effects });
export const say = (message: string, level: 'soft' | 'hard' = 'soft'): CycleTimingEffect => ({ type: 'alert', level, message });
