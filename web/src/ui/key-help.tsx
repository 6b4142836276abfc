import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { SCOPES, actionOf, keysOf, type ActionName, type Scope } from '../lib/actions.ts';
import { liveActions } from '../lib/keys.ts';
import { openSettings, settings } from '../lib/settings.ts';
import classes from './keys.module.css';
import { Keys } from './key-strip.tsx';
import { Dialog } from './dialog.tsx';
import { messages } from './messages.ts';

/** The keys that work now, from what is live on the screen. */
export function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { own } = useSnapshot(settings);
  const scopes = useMemo(() => {
    const found = new Map<Scope, ActionName[]>();
    if (opened)
      for (const name of new Set(liveActions())) found.set(actionOf(name).scope, [...(found.get(actionOf(name).scope) ?? []), name]);
    return [...found];
  }, [opened]);
  return (
    <Dialog opened={opened} onClose={onClose} title={messages.keys.help} size="lg">
      {scopes.map(([scope, names]) => (
        <section key={scope} className={classes.scope}>
          <h3>{SCOPES[scope]}</h3>
          <dl>
            {names.map((name) => {
              const keys = keysOf(name, own.keys);
              return (
                <div key={name}>
                  <dt>{keys.length === 0 ? <small>{messages.keys.none}</small> : keys.map((key) => <Keys key={key} text={key} />)}</dt>
                  <dd>{actionOf(name).does}</dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
      <button
        type="button"
        className={classes.change}
        onClick={() => {
          onClose();
          openSettings('keys');
        }}
      >
        {messages.keys.change}
      </button>
    </Dialog>
  );
}
