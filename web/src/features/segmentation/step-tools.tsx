import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { PageContext } from '../../image-page/parts.ts';
import { stepHistory } from '../../image-page/step-history.ts';
import { messages } from './messages.ts';
import { ColumnTool } from './tool-column.tsx';

/** Undo, as far as the state of the tool has the button, and redo. */
export function StepTools({ undo, context }: { undo: boolean; context: PageContext }) {
  const { study } = context;
  return (
    <>
      <ColumnTool
        icon={IconArrowBackUp}
        label={messages.tools.undo}
        action="segmentation.undo"
        able={undo}
        onClick={() => stepHistory(context, 'before')}
      />
      <ColumnTool
        icon={IconArrowForwardUp}
        label={messages.tools.redo}
        action="selection.redo"
        able={study.canRedo && !study.readOnly}
        onClick={() => stepHistory(context, 'after')}
      />
    </>
  );
}
