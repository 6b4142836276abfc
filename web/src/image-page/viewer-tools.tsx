import { IconArrowsMinimize, IconInfoCircle, IconLink, IconMaximize } from '@tabler/icons-react';
import { useContext } from 'react';
import { useSnapshot } from 'valtio';
import { ToolButton } from '../viewer/player/tool-button.tsx';
import { copyFrameLink } from './linked-frame.ts';
import { HistoryMenu } from './history-menu.tsx';
import { messages } from './messages.ts';
import { METADATA_PART } from './metadata-part.tsx';
import { AssessmentButton } from './assessment-button.tsx';
import { panel } from './panel-place.ts';
import type { PageContext } from './parts.ts';
import { AddressOfPage } from './use-address.ts';
import { SnapshotButton } from './snapshot/snapshot-button.tsx';

const icon = { size: 18, stroke: 1.6 } as const;

/** Tools that the page adds to the player: a link to the frame, the whole screen, metadata. */
export function ViewerTools({
  context,
  full,
  onFull,
  onMetadata,
}: {
  context: PageContext;
  full: boolean;
  onFull: () => void;
  onMetadata: () => void;
}) {
  const { open } = useSnapshot(panel);
  const { link, file, player } = context;
  const within = useContext(AddressOfPage);
  return (
    <>
      <HistoryMenu context={context} />
      <ToolButton
        label={messages.tools.copyLink}
        actions={['viewer.copy-link']}
        onClick={() => {
          if (file && player) void copyFrameLink(within ?? context.page, link, file, player);
        }}
      >
        <IconLink {...icon} />
      </ToolButton>
      <ToolButton
        label={full ? messages.tools.leaveFullScreen : messages.tools.fullScreen}
        actions={['viewer.full-screen']}
        pressed={full}
        onClick={onFull}
      >
        {full ? <IconArrowsMinimize {...icon} /> : <IconMaximize {...icon} />}
      </ToolButton>
      <SnapshotButton context={context} />
      <AssessmentButton context={context} />
      <ToolButton label={messages.panel.metadata} actions={['viewer.metadata']} pressed={open === METADATA_PART.id} onClick={onMetadata}>
        <IconInfoCircle {...icon} />
      </ToolButton>
    </>
  );
}
