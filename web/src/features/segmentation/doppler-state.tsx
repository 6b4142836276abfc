import { useEffect } from 'react';
import type { PageContext } from '../../image-page/parts.ts';
import { useTool, useToolScale } from '../../image-page/use-tool-on-page.ts';
import { useDraft } from '../../study/react/use-draft.ts';
import { messages as choiceMessages } from '../../tools/choosing/messages.ts';
import { colourOf } from '../../tools/palette.ts';
import { Chip } from '../../ui/chip.tsx';
import layout from '../../ui/layout.module.css';
import classes from './doppler.module.css';
import type { DopplerTracing } from './doppler-tracing.ts';
import { messages } from './messages.ts';

interface Part {
  tracing: DopplerTracing;
  context: PageContext;
}

/** Which cycle is worked on, or what is asked of the person. */
export function DopplerState({ tracing, context }: Part) {
  useToolScale(tracing, context);
  useWrappedStrip({ tracing, context });
  const status = useTool(context, () => tracing.status);
  const cycle = useTool(context, () => tracing.cycle);
  const count = useTool(context, () => tracing.context().image?.cardiac_events.length ?? 0);
  const pattern = useTool(context, () => tracing.pattern);
  const chosen = useTool(context, () => tracing.state.choosing.chosen.length);
  const most = useTool(context, () => tracing.context().maxCycles);
  if (status === 'selecting-cycles')
    return (
      <Chip tone="warn">
        {choiceMessages.selectUpTo(most)}
        {chosen > 0 && ` · ${messages.chosen(chosen)}`}
      </Chip>
    );
  if (cycle === null) return null;
  return (
    <Chip icon={<span className={layout.swatch} style={{ background: colourOf(cycle) }} />}>
      {messages.cycle(cycle + 1)} {messages.ofCycles(count)}
      {pattern !== null && <span className={classes.used}> · {pattern}</span>}
    </Chip>
  );
}

/** Draws the rows of the strip that a correction of aliasing moves where they belong, also while a slider is held. */
function useWrappedStrip({ tracing, context }: Part): void {
  const known = useTool(context, () => tracing.context());
  const draft = useDraft();
  const shown = draft?.instance_id === known.image?.instance_id ? draft : known.image;
  const correction = shown?.correct_aliasing;
  const { strip, rules } = known;
  const rows = strip && rules && correction ? rules.aliasedRows(strip.bottom - strip.top + 1, correction) : null;
  const [up, down] = [rows?.up ?? 0, rows?.down ?? 0];
  const { left, right, top, bottom } = strip ?? { left: 0, right: 0, top: 0, bottom: 0 };
  const { stage } = tracing;
  useEffect(() => {
    if (!stage || (up === 0 && down === 0)) return;
    stage.wrap = { left, right, top, bottom, up, down };
    return () => {
      stage.wrap = null;
    };
  }, [stage, left, right, top, bottom, up, down]);
}
