import { IconCheck, IconChecks, IconEraser, IconGhost2, IconPencil, IconRoute, IconTrash, IconWand } from '@tabler/icons-react';
import type { PageContext } from '../../image-page/parts.ts';
import type { Plane } from './plane.ts';
import { StepTools } from './step-tools.tsx';
import { ColumnTool, ToolColumn } from './tool-column.tsx';
import { usePlane } from './use-plane.ts';

/** The tools of the line in work in one column, each with its key. */
export function PlaneTools({ plane, context }: { plane: Plane; context: PageContext }) {
  const view = usePlane(plane, context);
  const may = view?.can;
  const { send } = plane;
  const clip = view?.work.place.event != null;
  return (
    <ToolColumn>
      <ColumnTool icon={IconPencil} label="Edit" action="segmentation.edit" able={may?.edit} onClick={() => send({ type: 'edit' })} />
      <ColumnTool
        icon={IconCheck}
        label="Finish"
        action="segmentation.finish"
        able={may?.finish}
        onClick={() => send({ type: 'finish' })}
      />
      <ColumnTool
        icon={IconChecks}
        label="Finish all"
        action="segmentation.finish-all"
        able={may?.finishAll}
        onClick={() => send({ type: 'finish-all' })}
      />
      <ColumnTool
        icon={IconWand}
        label="Predict from the cycle before"
        action="segmentation.predict"
        able={may?.predict}
        onClick={() => send({ type: 'predict' })}
      />
      {clip && (
        <ColumnTool
          icon={IconRoute}
          label="Follow the lines through the clip"
          action="segmentation.follow"
          able={may?.follow}
          onClick={() => send({ type: 'follow' })}
        />
      )}
      <hr />
      <StepTools undo={may?.undo === true} context={context} />
      <hr />
      <ColumnTool
        icon={IconEraser}
        label="Remove the line"
        action="segmentation.remove-shape"
        able={may?.removeShape}
        onClick={() => send({ type: 'remove-shape' })}
      />
      <ColumnTool
        icon={IconTrash}
        label="Remove all lines"
        action="segmentation.remove-all"
        able={may?.removeAll === true && view !== null && view.ready.image.segmentation.length > 0}
        onClick={() => send({ type: 'remove-all' })}
      />
      {clip && (
        <ColumnTool
          icon={IconGhost2}
          label="The other event's lines"
          action="segmentation.ghost"
          able
          pressed={plane.state.ghost}
          onClick={() => send({ type: 'ghost' })}
        />
      )}
    </ToolColumn>
  );
}
