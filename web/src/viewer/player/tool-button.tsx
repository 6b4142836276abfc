import type { ComponentPropsWithRef } from 'react';
import { useSnapshot } from 'valtio';
import { keyParts, keysOf, type ActionName } from '../../lib/actions.ts';
import { settings } from '../../lib/settings.ts';
import classes from './player.module.css';

export interface ToolButtonProps extends ComponentPropsWithRef<'button'> {
  label: string;
  /** Actions with keys, for the tip that shows when the pointer rests on it. */
  actions: readonly ActionName[];
  main?: boolean;
  pressed?: boolean;
}

/** One icon of the player, with its words and keys. */
export function ToolButton({ label, actions, main, pressed, children, ...button }: ToolButtonProps) {
  const { own } = useSnapshot(settings);
  const keys = actions.flatMap((name) => keysOf(name, own.keys).slice(0, 1)).map((key) => keyParts(key).join(''));
  return (
    <button
      {...button}
      type="button"
      className={classes.tool}
      data-main={main}
      data-tip={keys.length === 0 ? label : `${label} (${keys.join(' ')})`}
      aria-label={label}
      aria-pressed={pressed}
    >
      {children}
    </button>
  );
}
