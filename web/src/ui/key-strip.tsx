import { Fragment, memo } from 'react';
import { useSnapshot } from 'valtio';
import { keyParts, keysOf, type ActionName } from '../lib/actions.ts';
import { settings } from '../lib/settings.ts';
import layout from './layout.module.css';
import classes from './keys.module.css';
import { messages } from './messages.ts';

export interface KeyHint {
  /** Actions the words stand for; each is shown with its first key. */
  actions: readonly ActionName[];
  does: string;
}

/** The strip that names the mode and the keys that work now, as the person set them. */
export function KeyStrip({ mode, hints, more }: { mode: string; hints: readonly KeyHint[]; more?: KeyHint & { onClick: () => void } }) {
  return (
    <div className={classes.strip} aria-label={messages.keys.strip(mode)} role="note">
      <span className={classes.mode}>{mode}</span>
      <div className={classes.hints}>
        {hints.map((hint) => (
          <span key={hint.does} className={`${layout.inlineWords} ${classes.hint}`}>
            <ActionKeys actions={hint.actions.join(' ')} /> {hint.does}
          </span>
        ))}
      </div>
      {more && (
        <button type="button" className={`${layout.inlineWords} ${classes.more}`} onClick={more.onClick}>
          <ActionKeys actions={more.actions.join(' ')} /> {more.does}
        </button>
      )}
    </div>
  );
}

const namesIn = (actions: string): ActionName[] => (actions === '' ? [] : (actions.split(' ') as ActionName[]));

/** The first key of each action; the names are one text, so that equal hints are not drawn again. */
const ActionKeys = memo(function ActionKeys({ actions }: { actions: string }) {
  const { own } = useSnapshot(settings);
  return (
    <>
      {namesIn(actions).map((name) => {
        const [first] = keysOf(name, own.keys);
        return first === undefined ? null : <Keys key={name} text={first} />;
      })}
    </>
  );
});

/** One key, or several pressed together, as they are written on the keyboard. */
export function Keys({ text }: { text: string }) {
  return (
    <span className={`${layout.inlineRow} ${classes.keys}`}>
      {keyParts(text).map((part, index) => (
        <Fragment key={index}>{part === ' + ' ? '+' : <kbd>{part}</kbd>}</Fragment>
      ))}
    </span>
  );
}
