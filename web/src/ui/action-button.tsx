import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { keyParts, keysOf, type ActionName } from '../lib/actions.ts';
import { settings } from '../lib/settings.ts';
import classes from './layout.module.css';
import { messages } from './messages.ts';

/** A button of a panel that shows its key. */
export function ActionButton({
  action,
  main = false,
  disabled = false,
  onClick,
  children,
}: {
  action: ActionName;
  main?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { own } = useSnapshot(settings);
  const keys = keysOf(action, own.keys).map((key) => keyParts(key).join(''));
  return (
    <button
      type="button"
      className={`${classes.mainAction} ${classes.action}`}
      data-main={main}
      data-tip={messages.keys.tip(keys)}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
