import { Menu } from '@mantine/core';
import { IconArrowBackUpDouble } from '@tabler/icons-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { keysOf, type ActionName } from '../lib/actions.ts';
import { useKeys } from '../lib/keys.ts';
import { settings } from '../lib/settings.ts';
import type { HistoryEntry, Side } from '../study/store/history.ts';
import { Keys } from '../ui/key-strip.tsx';
import { ToolButton } from '../viewer/player/tool-button.tsx';
import classes from './history.module.css';
import { messages } from './messages.ts';
import type { PageContext } from './parts.ts';
import { goToGesture, stepHistory } from './step-history.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The gestures on the image that is shown, the newest first; a press goes back to the state after one, or on to it. */
export function HistoryMenu({ context }: { context: PageContext }) {
  const [opened, setOpened] = useState(false);
  useKeys(context.study.readOnly ? {} : { 'viewer.gestures': () => setOpened(true) });
  if (context.study.readOnly) return null;
  const { history } = context.study;
  const known = history && history.instance_id === context.file?.instance_id ? history : null;
  return (
    <Menu position="top-end" opened={opened} onChange={setOpened} withinPortal>
      <Menu.Target>
        <ToolButton label={messages.tools.undoHistory} actions={['viewer.gestures']}>
          <IconArrowBackUpDouble size={18} stroke={1.6} />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Step context={context} to="before" entry={known?.entries[known.done - 1]} />
        <Step context={context} to="after" entry={known?.entries[known.done]} />
        <Menu.Divider />
        {known === null || known.entries.length === 0 ? (
          <Menu.Label>{messages.gestures.none}</Menu.Label>
        ) : (
          <Gestures context={context} entries={known.entries} done={known.done} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const STEPS = {
  before: { named: messages.gestures.undo, nothing: messages.gestures.nothingToUndo, action: 'selection.undo' },
  after: { named: messages.gestures.redo, nothing: messages.gestures.nothingToRedo, action: 'selection.redo' },
} as const satisfies Record<Side, { named: (name: string) => string; nothing: string; action: ActionName }>;

function Step({ context, to, entry }: { context: PageContext; to: Side; entry: HistoryEntry | undefined }) {
  const { own } = useSnapshot(settings);
  const { named, nothing, action } = STEPS[to];
  const [key] = keysOf(action, own.keys);
  return (
    <Menu.Item
      disabled={!entry}
      closeMenuOnClick={false}
      rightSection={key === undefined ? null : <Keys text={key} />}
      onClick={() => stepHistory(context, to)}
    >
      {entry ? named(entry.name) : nothing}
    </Menu.Item>
  );
}

function Gestures({ context, entries, done }: { context: PageContext; entries: readonly HistoryEntry[]; done: number }) {
  return (
    <div className={classes.menuList} role="group" aria-label={messages.gestures.label}>
      {entries
        .map(({ id, name, at }, place) => (
          <Menu.Item
            key={id}
            className={classes.gesture}
            data-testid="gesture"
            data-undone={place >= done}
            aria-current={place === done - 1 ? 'step' : undefined}
            rightSection={<time dateTime={new Date(at).toISOString()}>{place >= done ? messages.gestures.undone : clock.format(at)}</time>}
            onClick={() => goToGesture(context, place + 1)}
          >
            {name}
          </Menu.Item>
        ))
        .toReversed()}
      <Menu.Item aria-current={done === 0 ? 'step' : undefined} onClick={() => goToGesture(context, 0)}>
        {messages.gestures.beforeThese}
      </Menu.Item>
    </div>
  );
}
