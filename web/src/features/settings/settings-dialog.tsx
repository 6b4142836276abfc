import { Modal, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { leaveSettings, settingsDialog, type SettingsPage } from '../../lib/settings.ts';
import { messages } from './messages.ts';

// Fields and lists come when the dialog is opened: no page waits for them.
const KeySettings = lazy(async () => ({ default: (await import('./key-settings.tsx')).KeySettings }));
const MemorySettings = lazy(async () => ({ default: (await import('./memory-settings.tsx')).MemorySettings }));
const PlayerSettings = lazy(async () => ({ default: (await import('./player-settings.tsx')).PlayerSettings }));
const TokenSettings = lazy(async () => ({ default: (await import('./token-settings.tsx')).TokenSettings }));

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
          <Tabs.Tab value="tokens">{messages.pages.tokens}</Tabs.Tab>
        </Tabs.List>
        <Suspense>
          <Tabs.Panel value="keys">
            <KeySettings />
          </Tabs.Panel>
          <Tabs.Panel value="player">
            <PlayerSettings />
          </Tabs.Panel>
          <Tabs.Panel value="memory">
            <MemorySettings />
          </Tabs.Panel>
          <Tabs.Panel value="tokens">
            <TokenSettings />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </Modal>
  );
}
