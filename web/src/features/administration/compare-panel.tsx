import { IconX } from '@tabler/icons-react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import { useCall } from './api.ts';
import { Differences } from './differences.tsx';
import { NotYet } from './loaded.tsx';
import classes from './section.module.css';
import { counted } from './messages.ts';

/** Differences between the version in use and another one. */
export function ComparePanel({ name, pair, onClose }: { name: ConfigSetName; pair: { from: number; to: number }; onClose: () => void }) {
  const compared = useCall(CALLS.configurationCompare, { name, ...pair });
  return (
    <aside className={`${classes.panel ?? ''} ${classes.wide ?? ''}`} aria-label={`Versions ${pair.from} and ${pair.to}`} tabIndex={0}>
      <div className={classes.head}>
        <h2>
          v{pair.from} to v{pair.to}
        </h2>
        <small>{compared.data && counted(compared.data.differences.length, 'difference')}</small>
        <span className={classes.space} />
        <button type="button" className={classes.plain} aria-label="Close" onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <NotYet state={compared} />
      {compared.data && <Differences differences={compared.data.differences} />}
    </aside>
  );
}
