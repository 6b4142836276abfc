import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { keyParts, keysOf, type ActionName } from '../../lib/actions.ts';
import { settings } from '../../lib/settings.ts';
import { messages } from './messages.ts';
import classes from './segmentation.module.css';

const CTRL = 'Ctrl+';

/** The tools next to the picture, one below the other. */
export const ToolColumn = ({ children }: { children: ReactNode }) => (
  <div className={classes.column} role="toolbar" aria-label={messages.tools.title} aria-orientation="vertical">
    {children}
  </div>
);

/** One icon with its key in the corner. */
export function ColumnTool({
  icon: Drawn,
  label,
  action,
  able = false,
  pressed,
  onClick,
}: {
  icon: Icon;
  label: string;
  action: ActionName;
  able?: boolean | undefined;
  pressed?: boolean;
  onClick: () => void;
}) {
  const { own } = useSnapshot(settings);
  const [key] = keysOf(action, own.keys);
  const written = key === undefined ? '' : key.startsWith(CTRL) ? `^${keyParts(key.slice(CTRL.length)).join('')}` : keyParts(key).join('');
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      data-key={written}
      data-tip={key === undefined ? label : `${label} (${keyParts(key).join('')})`}
      data-tip-side="right"
      disabled={!able}
      onClick={onClick}
    >
      <Drawn size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
