import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useKeys } from '../lib/keys.ts';
import type { ToolStack } from '../tools/stack.ts';
import type { Stage } from '../viewer/stage.ts';
import type { PageContext, ToolPart } from './parts.ts';

/** Seats the tools of a page while an image is shown: they leave and enter again with every other image. */
export function usePageTools(tools: ToolStack, parts: readonly ToolPart[], context: PageContext, stage: Stage): void {
  const latest = useRef(context);
  latest.current = context;
  const [seats] = useState(() => parts.map((make) => make({ context: () => latest.current, stage })));
  const image = context.file?.instance_id ?? null;
  useEffect(() => {
    if (image === null) return;
    // The first of the list lies uppermost.
    const leave = seats.toReversed().map((one) => tools.add(one, 'tool'));
    return () => {
      for (const one of leave) one();
    };
  }, [tools, seats, image]);
}

/** The keys of every tool that is seated; they win over the page's and the viewer's. */
export function useToolKeys(tools: ToolStack): void {
  const actions = useSyncExternalStore(tools.subscribe, () => tools.actions().join(' '));
  const names = actions === '' ? [] : actions.split(' ');
  useKeys(Object.fromEntries(names.map((action) => [action, () => tools.act(action)])), 'tool');
}
