import { IconRuler2, IconTag, IconTagOff, IconVectorBezier2, IconVectorOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { ToolButton } from '../../viewer/player/tool-button.tsx';
import type { PageContext } from '../parts.ts';
import { messages } from './messages.ts';
import { shown, toggleShown } from './shown.ts';
import { useWatched } from './use-watched.ts';

/** Shows and hides legend, measurements and segmentations. */
export function ShownButtons({ context }: { context: PageContext }) {
  const { tools } = context;
  useWatched(context);
  const { legend, measurements, segmentations } = useSnapshot(shown);
  useEffect(() => {
    tools.draw({ lines: segmentations, words: legend });
  }, [tools, legend, segmentations]);
  return (
    <>
      <ToolButton label={messages.legend} actions={[]} pressed={legend} onClick={() => toggleShown('legend')}>
        {legend ? <IconTag size={18} stroke={1.6} /> : <IconTagOff size={18} stroke={1.6} />}
      </ToolButton>
      <ToolButton
        label={messages.title}
        actions={['segmentation.measurements']}
        pressed={measurements}
        onClick={() => toggleShown('measurements')}
      >
        <IconRuler2 size={18} stroke={1.6} />
      </ToolButton>
      <ToolButton label={messages.segmentations} actions={[]} pressed={segmentations} onClick={() => toggleShown('segmentations')}>
        {segmentations ? <IconVectorBezier2 size={18} stroke={1.6} /> : <IconVectorOff size={18} stroke={1.6} />}
      </ToolButton>
    </>
  );
}
