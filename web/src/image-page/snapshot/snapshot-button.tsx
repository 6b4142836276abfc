import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { maySave } from '@echometry/contract/rules/permissions.ts';
import { ToolButton } from '../../viewer/player/tool-button.tsx';
import type { PageContext } from '../parts.ts';
import { messages } from './messages.ts';
import { SnapshotDialog } from './snapshot-dialog.tsx';

/** View of sweeps: clips that pass several planes, of which one may become a separate image. */
const SWEEP = 'Sweep';

/** Makes an image of the frame that is shown; for roles that label images, on sweeps. */
export function SnapshotButton({ context }: { context: PageContext }) {
  const { study, file, image, player, link } = context;
  const [frame, setFrame] = useState<number | null>(null);
  if (!maySave(study.role) || image?.view !== SWEEP || !file || !player) return null;
  // Selection that is open already keeps its image until another one is chosen.
  const choose = ({ instance_id }: StudyFile) => context.send({ type: 'choose', image: instance_id, how: 'alone' });
  return (
    <>
      <ToolButton label={messages.button} actions={[]} onClick={() => setFrame(player.state.frameIndex + 1)}>
        <IconCamera size={18} stroke={1.6} />
      </ToolButton>
      <SnapshotDialog link={link} filename={file.filename} frame={frame} onClose={() => setFrame(null)} onMade={choose} />
    </>
  );
}
