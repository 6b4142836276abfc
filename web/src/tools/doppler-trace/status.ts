/** Where the tracing of a strip stands: read from its record, but for the cycle that the person went to. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { TraceContext, TraceRules, TraceState, TraceStatus } from './state.ts';
import type { Strip } from '../strip.ts';
import { cyclesOf, progressOf, type Progress } from './trace.ts';

/** A context in which something can be done. */
export type Ready = TraceContext & { image: AnalysisImage; type: ImageTypeRow; strip: Strip; rules: TraceRules };

/** The context with everything that is needed to show traces; null while something is missing. */
export function readyOf(context: TraceContext): Ready | null {
  const { image, type, strip, rules } = context;
  return image && type && strip && rules && image.cardiac_events.length > 0 ? { ...context, image, type, strip, rules } : null;
}

export const progresses = ({ image, type, rules }: Ready): Progress[] =>
  cyclesOf(image).map((cycle) => progressOf(type, image, cycle, rules));

const isOpen = (progress: Progress): boolean => progress === 'none' || progress === 'begun';

/** The cycle that is worked on: that which the person went to, as far as traces reach, otherwise the first one that is not finished. */
export function currentCycle({ at }: Pick<TraceState, 'at'>, context: Ready): number {
  const all = progresses(context);
  const open = all.findIndex(isOpen);
  const reach = open < 0 ? all.length - 1 : open;
  if (at !== null) return Math.min(at, reach);
  const unfinished = all.findIndex((progress) => progress !== 'traced');
  return Math.max(unfinished, 0);
}

export function statusOf(state: Pick<TraceState, 'at' | 'editing'>, context: TraceContext): TraceStatus {
  const ready = readyOf(context);
  if (!ready || !ready.mayChange) return 'unactive';
  if (ready.caliper) return 'caliper';
  if (ready.image.cardiac_events.length > ready.maxCycles) return 'selecting-cycles';
  const all = progresses(ready);
  if (all.every((progress) => progress === 'traced')) return state.editing ?? 'finished';
  return isOpen(all[currentCycle(state, ready)] ?? 'none') ? 'segmenting' : 'editing-segmentation';
}

export const isEditing = (status: TraceStatus): boolean => status === 'editing' || status === 'editing-segmentation';
