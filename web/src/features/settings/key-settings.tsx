import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MAX_KEYS_PER_ACTION } from '@echometry/contract/records/user-settings.ts';
import { ACTION_NAMES, SCOPES, actionOf, conflictsOf, keysOf, type ActionName, type Scope } from '../../lib/actions.ts';
import { keyName } from '../../lib/key-name.ts';
import { changeSettings, settings } from '../../lib/settings.ts';
import { Keys } from '../../ui/key-strip.tsx';
import layout from '../../ui/layout.module.css';
import classes from './settings.module.css';
import { messages } from './messages.ts';

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

function setKeys(name: ActionName, keys: readonly string[]): void {
  const shipped = actionOf(name).keys;
  const { [name]: _replaced, ...others } = settings.own.keys;
  const same = keys.length === shipped.length && keys.every((key, index) => key === shipped[index]);
  changeSettings({ keys: same ? others : { ...others, [name]: [...keys] } });
}

/** Every action with its keys: added by pressing them, removed by a click, stored with the person. */
export function KeySettings() {
  const { own } = useSnapshot(settings);
  const [waiting, setWaiting] = useState<ActionName | null>(null);
  useNextKey(waiting, () => setWaiting(null));
  return (
    <div className={classes.list}>
      <div className={`${layout.between} ${layout.small} ${classes.head}`}>
        <p>{messages.keys.hint}</p>
        <button
          type="button"
          disabled={Object.keys(own.keys).length === 0}
          onClick={() => {
            changeSettings({ keys: {} });
          }}
        >
          {messages.keys.restoreAll}
        </button>
      </div>
      {(Object.keys(SCOPES) as Scope[]).map((scope) => (
        <section key={scope}>
          <h3>{SCOPES[scope]}</h3>
          {ACTION_NAMES.filter((name) => actionOf(name).scope === scope).map((name) => (
            <ActionRow key={name} name={name} waits={waiting === name} onWait={() => setWaiting(name)} />
          ))}
        </section>
      ))}
    </div>
  );
}

/** Gives the next key that is pressed to the action that waits for one; Escape leaves it as it is. */
function useNextKey(waiting: ActionName | null, onDone: () => void): void {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!waiting) return;
    const onKey = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (MODIFIERS.includes(event.key)) return;
      done();
      if (event.key === 'Escape') return;
      const keys = keysOf(waiting, settings.own.keys);
      const key = keyName(event);
      if (!keys.includes(key)) setKeys(waiting, [...keys, key]);
    };
    // Before the dialog sees the key: Escape leaves the waiting, not the settings.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [waiting]);
}

/** One action: its keys, the way to another one, and what else they do. */
function ActionRow({ name, waits, onWait }: { name: ActionName; waits: boolean; onWait: () => void }) {
  const { own } = useSnapshot(settings);
  const keys = keysOf(name, own.keys);
  const { does } = actionOf(name);
  const conflicts = keys.flatMap((key) => conflictsOf(name, key, own.keys).map((other) => ({ key, other })));
  return (
    <div className={classes.row}>
      <span>{does}</span>
      <span className={layout.row}>
        {keys.map((key) => (
          <OneKey
            key={key}
            text={key}
            does={does}
            onTake={() => {
              setKeys(
                name,
                keys.filter((kept) => kept !== key),
              );
            }}
          />
        ))}
        {waits ? (
          <span className={classes.waiting} role="status">
            {messages.keys.press}
          </span>
        ) : (
          keys.length < MAX_KEYS_PER_ACTION && (
            <button type="button" className={classes.add} aria-label={messages.keys.add(does)} onClick={onWait}>
              <IconPlus size={14} stroke={1.6} />
            </button>
          )
        )}
        {own.keys[name] !== undefined && (
          <button
            type="button"
            onClick={() => {
              setKeys(name, actionOf(name).keys);
            }}
          >
            {messages.keys.restore}
          </button>
        )}
      </span>
      {conflicts.map(({ key, other }) => (
        <span key={`${key} ${other}`} className={classes.conflict} role="alert">
          <Keys text={key} /> {messages.keys.alsoDoes(actionOf(other).does)}
        </span>
      ))}
    </div>
  );
}

function OneKey({ text, does, onTake }: { text: string; does: string; onTake: () => void }) {
  return (
    <span className={classes.key}>
      <Keys text={text} />
      <button type="button" aria-label={messages.keys.remove(text, does)} onClick={onTake}>
        <IconX size={12} stroke={1.6} />
      </button>
    </span>
  );
}
