import { useSnapshot } from 'valtio';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { alertUser } from '../lib/alerts.ts';
import { MetadataPanel } from '../viewer/facts/metadata-panel.tsx';
import type { Player } from '../viewer/clip/player.ts';
import { messages } from './messages.ts';
import type { PanelPart } from './parts.ts';

export const METADATA_PART: PanelPart & { refuse: () => void } = {
  id: 'metadata',
  label: messages.panel.metadata,
  render: ({ player }) => (player ? <Metadata player={player} /> : null),
  refuse: () => {
    alertUser(messages.notLoaded);
  },
};

function Metadata({ player }: { player: Player }) {
  const { metadata } = useSnapshot(player.state);
  return metadata ? <MetadataPanel metadata={metadata as ImageMetadata} /> : null;
}
