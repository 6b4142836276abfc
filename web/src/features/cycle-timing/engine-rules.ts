import { checkCycles, checkFrame, checkOnset, checkOrder, checkPosition, cycleAlarms } from '@echometry/bindings/engine/cycles.ts';
import type { CycleRules } from '../../tools/cycle-timing/state.ts';

/** The rules of the engine, on the calling thread; there is no second form of them. */
export const ENGINE_RULES: CycleRules = { checkFrame, checkOnset, checkPosition, checkOrder, checkCycles, cycleAlarms };
