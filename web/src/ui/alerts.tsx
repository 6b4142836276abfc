import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useSnapshot } from 'valtio';
import { alerts, dismissAlert } from '../lib/alerts.ts';
import classes from './alerts.module.css';

/** Messages at the lower left, above the strip of keys; clicks go through them to what lies below. */
export function Alerts() {
  const { list } = useSnapshot(alerts);
  return (
    <div className={classes.list} role="log" aria-label="Messages" aria-live="assertive">
      {list.map((alert) => (
        <div key={alert.id} className={classes.alert} data-level={alert.level}>
          {alert.level === 'hard' ? <IconAlertTriangle size={18} stroke={1.6} /> : <IconInfoCircle size={18} stroke={1.6} />}
          <span>{alert.text}</span>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => {
              dismissAlert(alert.id);
            }}
          >
            <IconX size={14} stroke={1.6} />
          </button>
        </div>
      ))}
    </div>
  );
}
