import { IconX } from '@tabler/icons-react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import { useCall } from './api.ts';
import { Differences } from './differences.tsx';
import { NotYet } from './loaded.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { messages } from './messages.ts';

/** Differences between the version in use and another one. */
export function ComparePanel({ name, pair, onClose }: { name: ConfigSetName; pair: { from: number; to: number }; onClose: () => void }) {
  const compared = useCall(CALLS.configurationCompare, { name, ...pair });
  return (
    <aside className={`${classes.panel ?? ''} ${classes.wide ?? ''}`} aria-label={messages.compare.label(pair.from, pair.to)} tabIndex={0}>
      <div className={classes.head}>
        <h2>{messages.compare.title(pair.from, pair.to)}</h2>
        <small>{compared.data && messages.compare.differences(compared.data.differences.length)}</small>
        <span className={classes.space} />
        <button type="button" className={layout.textButton} aria-label={messages.shared.close} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <NotYet state={compared} />
      {compared.data && <Differences differences={compared.data.differences} />}
    </aside>
  );
}
