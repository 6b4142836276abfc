import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconChecks,
  IconEraser,
  IconGhost2,
  IconPencil,
  IconTrash,
  IconWand,
  type Icon,
} from '@tabler/icons-react';
import { Tooltip } from '@mantine/core';
import { useSnapshot } from 'valtio';
import type { PageContext } from '../../image-page/parts.ts';
import { keyParts, keysOf, type ActionName } from '../../lib/actions.ts';
import { settings } from '../../lib/settings.ts';
import { currentSession } from '../../study/store/current-study.ts';
import classes from './segmentation.module.css';
import type { Plane } from './plane.ts';
import { usePlane } from './use-plane.ts';

const CTRL = 'Ctrl+';

/** The tools of the line in work in one column, each with its key. */
export function PlaneTools({ plane, context }: { plane: Plane; context: PageContext }) {
  const view = usePlane(plane, context);
  const may = view?.can;
  const { send } = plane;
  const { file, study } = context;
  const clip = view?.work.place.event != null;
  return (
    <div className={classes.column} role="toolbar" aria-label="Tools" aria-orientation="vertical">
      <Tool icon={IconPencil} label="Edit" action="segmentation.edit" able={may?.edit} onClick={() => send({ type: 'edit' })} />
      <Tool icon={IconCheck} label="Finish" action="segmentation.finish" able={may?.finish} onClick={() => send({ type: 'finish' })} />
      <Tool
        icon={IconChecks}
        label="Finish all"
        action="segmentation.finish-all"
        able={may?.finishAll}
        onClick={() => send({ type: 'finish-all' })}
      />
      <Tool
        icon={IconWand}
        label="Predict from the cycle before"
        action="segmentation.predict"
        able={may?.predict}
        onClick={() => send({ type: 'predict' })}
      />
      <hr />
      <Tool icon={IconArrowBackUp} label="Undo" action="segmentation.undo" able={may?.undo} onClick={() => send({ type: 'undo' })} />
      <Tool
        icon={IconArrowForwardUp}
        label="Redo"
        action="selection.redo"
        able={study.canRedo && !study.readOnly}
        onClick={() => file && currentSession()?.redo(file.instance_id)}
      />
      <hr />
      <Tool
        icon={IconEraser}
        label="Remove the line"
        action="segmentation.remove-shape"
        able={may?.removeShape}
        onClick={() => send({ type: 'remove-shape' })}
      />
      <Tool
        icon={IconTrash}
        label="Remove all lines"
        action="segmentation.remove-all"
        able={may?.removeAll === true && view !== null && view.ready.image.segmentation.length > 0}
        onClick={() => send({ type: 'remove-all' })}
      />
      {clip && (
        <Tool
          icon={IconGhost2}
          label="The other event's lines"
          action="segmentation.ghost"
          able
          pressed={plane.state.ghost}
          onClick={() => send({ type: 'ghost' })}
        />
      )}
    </div>
  );
}

/** One icon with its key in the corner. */
function Tool({
  icon: Drawn,
  label,
  action,
  able = false,
  pressed,
  onClick,
}: {
  icon: Icon;
  label: string;
  action: ActionName;
  able?: boolean | undefined;
  pressed?: boolean;
  onClick: () => void;
}) {
  const { own } = useSnapshot(settings);
  const [key] = keysOf(action, own.keys);
  const written = key === undefined ? '' : key.startsWith(CTRL) ? `^${keyParts(key.slice(CTRL.length)).join('')}` : keyParts(key).join('');
  return (
    <Tooltip label={key === undefined ? label : `${label} (${keyParts(key).join('')})`} position="right">
      <button type="button" aria-label={label} aria-pressed={pressed} data-key={written} disabled={!able} onClick={onClick}>
        <Drawn size={18} stroke={1.6} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
