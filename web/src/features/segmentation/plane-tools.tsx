import {
  IconCheck,
  IconChecks,
  IconEraser,
  IconGhost2,
  IconPencil,
  IconRoute,
  IconTimeline,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import type { PageContext } from '../../image-page/parts.ts';
import { messages } from './messages.ts';
import type { Plane } from './plane.ts';
import { StepTools } from './step-tools.tsx';
import { ColumnTool, ToolColumn } from './tool-column.tsx';
import { usePlane } from './use-plane.ts';
import { useWholeCycle } from './use-whole-cycle.ts';
import type { WholeCycle } from './whole-cycle.ts';

/** The tools of the line in work in one column, each with its key. */
export function PlaneTools({ plane, whole, context }: { plane: Plane; whole: WholeCycle; context: PageContext }) {
  const view = usePlane(plane, context);
  const may = view?.can;
  const { send } = plane;
  const clip = view?.work.place.event != null;
  return (
    <ToolColumn>
      <ColumnTool
        icon={IconPencil}
        label={messages.tools.edit}
        action="segmentation.edit"
        able={may?.edit}
        onClick={() => send({ type: 'edit' })}
      />
      <ColumnTool
        icon={IconCheck}
        label={messages.tools.finish}
        action="segmentation.finish"
        able={may?.finish}
        onClick={() => send({ type: 'finish' })}
      />
      <ColumnTool
        icon={IconChecks}
        label={messages.tools.finishAll}
        action="segmentation.finish-all"
        able={may?.finishAll}
        onClick={() => send({ type: 'finish-all' })}
      />
      <ColumnTool
        icon={IconWand}
        label={messages.tools.predict}
        action="segmentation.predict"
        able={may?.predict}
        onClick={() => send({ type: 'predict' })}
      />
      {clip && <FollowTools plane={plane} whole={whole} context={context} />}
      <hr />
      <StepTools undo={may?.undo === true} context={context} />
      <hr />
      <ColumnTool
        icon={IconEraser}
        label={messages.tools.removeLine}
        action="segmentation.remove-shape"
        able={may?.removeShape}
        onClick={() => send({ type: 'remove-shape' })}
      />
      <ColumnTool
        icon={IconTrash}
        label={messages.tools.removeAllLines}
        action="segmentation.remove-all"
        able={may?.removeAll === true && view !== null && view.ready.image.segmentation.length > 0}
        onClick={() => send({ type: 'remove-all' })}
      />
      {clip && (
        <ColumnTool
          icon={IconGhost2}
          label={messages.tools.otherLines}
          action="segmentation.ghost"
          able
          pressed={plane.state.ghost}
          onClick={() => send({ type: 'ghost' })}
        />
      )}
    </ToolColumn>
  );
}

/** The tools that follow lines: to the other events, and through the whole cycle. */
function FollowTools({ plane, whole, context }: { plane: Plane; whole: WholeCycle; context: PageContext }) {
  const may = usePlane(plane, context)?.can;
  const cycle = useWholeCycle(whole, context);
  return (
    <>
      <ColumnTool
        icon={IconRoute}
        label={messages.tools.follow}
        action="segmentation.follow"
        able={cycle ? cycle.can.follow : may?.follow}
        onClick={() => (cycle ? whole : plane).send({ type: 'follow' })}
      />
      <ColumnTool
        icon={IconTimeline}
        label={messages.whole.tool}
        action="segmentation.whole-cycle"
        able={cycle !== null || whole.canOpen}
        pressed={cycle !== null}
        onClick={() => whole.send({ type: cycle ? 'close' : 'open' })}
      />
    </>
  );
}
