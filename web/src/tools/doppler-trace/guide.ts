import type { TraceContext, TraceState } from './state.ts';

/** The guide at the cursor: of the type whose cycles are not predicted, unless the person wants it otherwise. */
export const guideShown = ({ guide }: Pick<TraceState, 'guide'>, { type, rules }: Pick<TraceContext, 'type' | 'rules'>): boolean =>
  guide ?? (type !== null && rules !== null && !rules.predictsCycles(type.type, true));
