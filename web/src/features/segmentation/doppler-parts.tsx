import { AskDialog, KeepDialog } from '../../image-page/keep-dialog.tsx';
import type { PageContext } from '../../image-page/parts.ts';
import { TimeZoom, zoomTime } from '../../image-page/time-zoom.tsx';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { questionOf } from '../../tools/doppler-trace/asking.ts';
import { DopplerGuide } from './doppler-guide.tsx';
import { dopplerHints } from './doppler-hints.ts';
import { DopplerPanel } from './doppler-panel.tsx';
import { DopplerState } from './doppler-state.tsx';
import { DopplerTools } from './doppler-tools.tsx';
import { DopplerTracing } from './doppler-tracing.ts';
import { messages } from './messages.ts';
import type { ModalityParts } from './modality-parts.ts';

/**
 * The page around the tool that traces Doppler strips.
 * @param caliperInHand the traces rest while it is
 */
export function dopplerParts(caliperInHand: () => boolean): ModalityParts {
  const tracing = new DopplerTracing(caliperInHand);
  const zoom = (steps: 1 | -1): void => zoomTime(tracing.stage, tracing.state.cursor, steps);
  return {
    mode: () => messages.modes[tracing.status],
    state: (context) => (
      <>
        <DopplerState tracing={tracing} context={context} />
        <KeepCycles tracing={tracing} context={context} />
        <AskFirst tracing={tracing} context={context} />
      </>
    ),
    over: (context) => <DopplerGuide tracing={tracing} context={context} />,
    controls: () => <TimeZoom shrink="segmentation.shrink" stretch="segmentation.stretch" onZoom={zoom} />,
    column: (context) => (context.study.readOnly ? null : <DopplerTools tracing={tracing} context={context} />),
    lines: (context) => <DopplerPanel tracing={tracing} context={context} />,
    tools: [tracing.part],
    hints: () => dopplerHints(tracing),
    keys: () => ({ 'segmentation.stretch': () => zoom(1), 'segmentation.shrink': () => zoom(-1) }),
  };
}

interface Part {
  tracing: DopplerTracing;
  context: PageContext;
}

function KeepCycles({ tracing, context }: Part) {
  const asking = useTool(context, () => tracing.state.choosing.asking);
  const count = useTool(context, () => tracing.state.choosing.chosen.length);
  return (
    <KeepDialog
      opened={asking}
      count={count}
      onNo={() => tracing.send({ type: 'cancel' })}
      onYes={() => tracing.send({ type: 'confirm' })}
    />
  );
}

/** Asks before traces are removed, or copies accepted that were never looked at. */
function AskFirst({ tracing, context }: Part) {
  const asked = useTool(context, () => tracing.state.asked);
  const answer = (yes: boolean) => () => tracing.send({ type: 'answer', yes });
  return (
    <AskDialog
      opened={asked !== null}
      title={asked?.about === 'aliasing' ? messages.traces.changeAliasing : messages.tools.finishAll}
      question={asked ? questionOf(asked) : ''}
      onNo={answer(false)}
      onYes={answer(true)}
    />
  );
}
