import type { PageContext } from '../../image-page/parts.ts';
import { useCycleLines, useWholeCycle } from './use-whole-cycle.ts';
import type { WholeCycle } from './whole-cycle.ts';
import layout from '../../ui/layout.module.css';
import classes from './tracking.module.css';

/** Frames of the cycle in work that were corrected, over the bar of a clip. */
export function CycleTicks({ whole, context }: { whole: WholeCycle; context: PageContext }) {
  useCycleLines(whole, context);
  const view = useWholeCycle(whole, context);
  if (!view) return null;
  const last = view.ready.size.frames - 1;
  const frames = new Set(view.anchors.flatMap(({ kind, frame_number }) => (kind === 'corrected' ? frame_number : [])));
  return (
    <div className={`${layout.over} ${classes.ticks}`} aria-hidden="true">
      {[...frames].map((frame) => (
        <i key={frame} style={{ left: `${(100 * (frame - 1)) / last}%` }} />
      ))}
    </div>
  );
}
