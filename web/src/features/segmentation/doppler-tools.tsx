import { IconChecks, IconColumnRemove, IconPencil, IconSeparatorVertical, IconTrash, IconWaveSawTool } from '@tabler/icons-react';
import type { PageContext } from '../../image-page/parts.ts';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { guideShown } from '../../tools/doppler-trace/guide.ts';
import type { DopplerTracing } from './doppler-tracing.ts';
import { messages } from './messages.ts';
import { StepTools } from './step-tools.tsx';
import { ColumnTool, ToolColumn } from './tool-column.tsx';
import { useDopplerCan } from './use-doppler-can.ts';

/** The tools of a strip, each with its key. */
export function DopplerTools({ tracing, context }: { tracing: DopplerTracing; context: PageContext }) {
  const may = useDopplerCan(tracing, context);
  const guide = useTool(context, () => guideShown(tracing.state, tracing.context()));
  const { send } = tracing;
  return (
    <ToolColumn>
      <ColumnTool
        icon={IconPencil}
        label={messages.tools.edit}
        action="segmentation.edit"
        able={may('edit')}
        onClick={() => send({ type: 'edit' })}
      />
      <ColumnTool
        icon={IconChecks}
        label={messages.tools.finishAll}
        action="segmentation.finish-all"
        able={may('finish')}
        onClick={() => send({ type: 'finish-all' })}
      />
      <ColumnTool
        icon={IconWaveSawTool}
        label={messages.envelope.look}
        action="segmentation.follow"
        able={may('search') && !may('searching')}
        onClick={() => send({ type: 'look' })}
      />
      <hr />
      <StepTools undo={may('undo')} context={context} />
      <hr />
      <ColumnTool
        icon={IconColumnRemove}
        label={messages.tools.removeLastCycle}
        action="segmentation.remove-last-cycle"
        able={may('removeLastCycle')}
        onClick={() => send({ type: 'remove-last-cycle' })}
      />
      <ColumnTool
        icon={IconTrash}
        label={messages.tools.removeAllTraces}
        action="segmentation.remove-all"
        able={may('removeAll')}
        onClick={() => send({ type: 'remove-all' })}
      />
      <hr />
      <ColumnTool
        icon={IconSeparatorVertical}
        label={messages.tools.guide}
        action="segmentation.guide"
        able={may('look')}
        pressed={guide}
        onClick={() => send({ type: 'guide' })}
      />
    </ToolColumn>
  );
}
