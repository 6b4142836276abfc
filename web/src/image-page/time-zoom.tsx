import { IconArrowAutofitContent, IconArrowAutofitWidth } from '@tabler/icons-react';
import type { ActionName } from '../lib/actions.ts';
import type { Point } from '../tools/point.ts';
import { ToolButton } from '../viewer/player/tool-button.tsx';
import type { Stage } from '../viewer/stage.ts';
import { messages } from './messages.ts';

/** One step of the zoom along time. */
const TIME_ZOOM = 1.25;

/** One step of the zoom along the time of a strip, about a place of the picture where there is one. */
export function zoomTime(stage: Stage | null, about: Point | null, steps: 1 | -1): void {
  const at = about ? stage?.view.toScreen(about) : null;
  stage?.view.stretchBy(TIME_ZOOM ** steps, at ?? undefined);
}

export function TimeZoom({ shrink, stretch, onZoom }: { shrink: ActionName; stretch: ActionName; onZoom: (steps: 1 | -1) => void }) {
  return (
    <>
      <ToolButton label={messages.tools.zoomOutInTime} actions={[shrink]} onClick={() => onZoom(-1)}>
        <IconArrowAutofitContent size={18} stroke={1.6} />
      </ToolButton>
      <ToolButton label={messages.tools.zoomInInTime} actions={[stretch]} onClick={() => onZoom(1)}>
        <IconArrowAutofitWidth size={18} stroke={1.6} />
      </ToolButton>
    </>
  );
}
