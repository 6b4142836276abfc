import { IconRulerMeasure } from '@tabler/icons-react';
import { can } from '../../tools/caliper/guards.ts';
import { isOn } from '../../tools/caliper/measure.ts';
import { ToolButton } from '../../viewer/player/tool-button.tsx';
import type { PageContext } from '../parts.ts';
import type { CaliperOnPage } from './caliper-on-page.ts';
import { messages } from './messages.ts';
import { useCaliper, useCaliperScale } from './use-caliper.ts';

/** Takes the caliper in hand and puts it away. */
export function CaliperButton({ caliper, context }: { caliper: CaliperOnPage; context: PageContext }) {
  useCaliperScale(caliper, context);
  const { state, context: known } = useCaliper(caliper, context);
  if (!can(state, known).toggle) return null;
  return (
    <ToolButton
      label={messages.caliper}
      actions={['segmentation.caliper']}
      pressed={isOn(state, known)}
      onClick={() => caliper.send({ type: 'toggle' })}
    >
      <IconRulerMeasure size={18} stroke={1.6} />
    </ToolButton>
  );
}
