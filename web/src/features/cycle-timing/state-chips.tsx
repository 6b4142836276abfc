import { useSnapshot } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { useToolScale } from '../../image-page/use-tool-on-page.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { marksOf } from '../../tools/cycle-timing/marks.ts';
import { colourOf } from '../../tools/palette.ts';
import { messages as choiceMessages } from '../../tools/choosing/messages.ts';
import { Chip } from '../../ui/chip.tsx';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import layout from '../../ui/layout.module.css';
import { useProposals } from './use-proposals.ts';
import type { Timing } from './timing.ts';
import { useTiming, useTimingState } from './use-timing.ts';
import { messages } from './messages.ts';

/** The next step of the user, and the mark on the current frame. */
export function StateChips({ timing, context }: { timing: Timing; context: PageContext }) {
  useToolScale(timing, context);
  useProposals(timing, context);
  const { status, context: known } = useTiming(timing, context);
  const chosen = useTimingState(timing, context, ({ choosing }) => choosing.chosen.length);
  const { frameIndex } = useSnapshot(context.player?.state ?? NO_CLIP_STATE);
  if (status === 'selecting-cycles')
    return (
      <Chip tone="warn">
        {choiceMessages.selectUpTo(known.maxCycles)}
        {chosen > 0 && ` · ${messages.chosen(chosen)}`}
      </Chip>
    );
  return known.image?.modality === '2D' ? <FrameMark image={known.image} frame={frameIndex + 1} /> : null;
}

function FrameMark({ image, frame }: { image: AnalysisImage; frame: number }) {
  const mark = marksOf(image).find(({ at }) => at === frame);
  const cycle = mark?.places[0]?.cycle;
  if (!mark || cycle === undefined) return null;
  return (
    <Chip icon={<span className={layout.swatch} style={{ background: colourOf(cycle) }} />}>
      {messages.markInCycle(mark.event, cycle + 1)}
    </Chip>
  );
}
