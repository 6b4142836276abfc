import { Fragment } from 'react';
import classes from './key-strip.module.css';

export interface KeyHint {
  /** Keys as written on them: alternatives, or pressed together where ' + ' stands between. */
  keys: readonly string[];
  does: string;
}

/** The strip that names the mode and the keys that work now. */
export function KeyStrip({ mode, hints, more }: { mode: string; hints: readonly KeyHint[]; more?: KeyHint & { onClick: () => void } }) {
  return (
    <div className={classes.strip} aria-label={`Keys of ${mode}`} role="note">
      <span className={classes.mode}>{mode}</span>
      <div className={classes.hints}>
        {hints.map((hint) => (
          <span key={hint.does} className={classes.hint}>
            <Keys keys={hint.keys} /> {hint.does}
          </span>
        ))}
      </div>
      {more && (
        <button type="button" className={classes.more} onClick={more.onClick}>
          <Keys keys={more.keys} /> {more.does}
        </button>
      )}
    </div>
  );
}

export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.keys}>
      {keys.map((key) => (key === ' + ' ? <Fragment key={key}>+</Fragment> : <kbd key={key}>{key}</kbd>))}
    </span>
  );
}
