import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';

/** The heading of a panel beside a list, with the button that closes it. */
export function PanelHead({ title, onClose }: { title: ReactNode; onClose: () => void }) {
  return (
    <div className={classes.head}>
      <h2>{title}</h2>
      <span className={classes.space} />
      <button type="button" className={layout.textButton} aria-label={messages.shared.close} onClick={onClose}>
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}
