import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { alerts, dismissAlert } from '../lib/alerts.ts';
import classes from './kit.module.css';
import { messages } from './messages.ts';

/** Messages at the top centre of the stage, else of the window; clicks pass through them. */
export function Alerts() {
  const { list } = useSnapshot(alerts);
  const place = usePlace(list.length > 0);
  return (
    <div className={classes.list} style={place ?? undefined} role="log" aria-label={messages.alerts.title} aria-live="assertive">
      {list.map((alert) => (
        <div key={alert.id} className={classes.alert} data-level={alert.level}>
          {alert.level === 'hard' ? <IconAlertTriangle size={18} stroke={1.6} /> : <IconInfoCircle size={18} stroke={1.6} />}
          <span>{alert.text}</span>
          <button
            type="button"
            aria-label={messages.alerts.dismiss}
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

/** From the upper edge of the stage, in CSS pixels. */
const GAP_PX = 44;

/** Where the stage of the page is while messages are shown; null on pages without one. */
function usePlace(shown: boolean): { left: number; width: number; top: number } | null {
  const [place, setPlace] = useState<{ left: number; width: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const read = () => {
      const stage = document.querySelector('[data-messages]')?.getBoundingClientRect();
      setPlace(stage ? { left: stage.left, width: stage.width, top: stage.top + GAP_PX } : null);
    };
    if (!shown) return;
    read();
    window.addEventListener('resize', read);
    return () => {
      window.removeEventListener('resize', read);
    };
  }, [shown]);
  return place;
}
