import { Modal, Tabs } from '@mantine/core';
import { useSnapshot } from 'valtio';
import { leaveSettings, settingsDialog, type SettingsPage } from '../../lib/settings.ts';
import { KeySettings } from './key-settings.tsx';
import { MemorySettings } from './memory-settings.tsx';
import { messages } from './messages.ts';
import { PlayerSettings } from './player-settings.tsx';

/** Settings of a person. */
export function SettingsDialog() {
  const { page } = useSnapshot(settingsDialog);
  return (
    <Modal
      opened={page !== null}
      onClose={() => {
        settingsDialog.page = null;
      }}
      title={messages.title}
      returnFocus={false}
      onExitTransitionEnd={leaveSettings}
      size="lg"
    >
      <Tabs
        value={page}
        onChange={(value) => {
          settingsDialog.page = value as SettingsPage | null;
        }}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="keys">{messages.pages.keys}</Tabs.Tab>
          <Tabs.Tab value="player">{messages.pages.player}</Tabs.Tab>
          <Tabs.Tab value="memory">{messages.pages.memory}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="keys">
          <KeySettings />
        </Tabs.Panel>
        <Tabs.Panel value="player">
          <PlayerSettings />
        </Tabs.Panel>
        <Tabs.Panel value="memory">
          <MemorySettings />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
