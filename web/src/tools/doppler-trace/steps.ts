/** Parts of a step of the tool. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { NO_EFFECTS, type Step } from '../port.ts';
import type { TraceEffect, TraceState } from './state.ts';

export type TraceStep = Step<TraceState, TraceEffect>;

export const stay = (state: TraceState): TraceStep => ({ state, effects: NO_EFFECTS });
export const act = (state: TraceState, ...effects: TraceEffect[]): TraceStep => ({ state, effects });
export const say = (message: string, level: 'soft' | 'hard' = 'soft'): TraceEffect => ({ type: 'alert', level, message });

/** One gesture of the person. */
export const commit = (state: TraceState, image: AnalysisImage): TraceStep => act(state, { type: 'commit', image });
