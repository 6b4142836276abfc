import { IconAlertTriangle, IconDiamond } from '@tabler/icons-react';
import { useState } from 'react';
import type { Anomaly } from '@echometry/contract/records/statistics.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

/** Rows next to the plots; the rest on request. */
const FIRST_ROWS = 9;
const GRAVE: readonly Anomaly['kind'][] = ['implausible', 'outlier'];

interface Props {
  anomalies: readonly Anomaly[];
  /** Null for a role that opens no studies. */
  onOpen: ((anomaly: Anomaly) => void) | null;
}

/** Anomalies of the studies, each with a link. */
export function Anomalies({ anomalies, onOpen }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? anomalies : anomalies.slice(0, FIRST_ROWS);
  return (
    <div className={`${layout.cutSecond} ${classes.anomalies}`}>
      <div className={classes.caption}>
        <h3>{messages.anomalies.title}</h3> <small>{anomalies.length}</small>
        {anomalies.length > FIRST_ROWS && (
          <button type="button" className={layout.textButton} onClick={() => setAll(!all)}>
            {all ? messages.anomalies.fewer : messages.anomalies.all}
          </button>
        )}
      </div>
      {anomalies.length === 0 && <p className={classes.quiet}>{messages.anomalies.none}</p>}
      <ul data-all={all}>
        {shown.map((anomaly) => (
          <Row key={`${anomaly.study_id} ${anomaly.instance_id} ${anomaly.text}`} anomaly={anomaly} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  );
}

function Row({ anomaly, onOpen }: { anomaly: Anomaly; onOpen: Props['onOpen'] }) {
  const grave = GRAVE.includes(anomaly.kind);
  const Icon = grave ? IconDiamond : IconAlertTriangle;
  return (
    <li data-grave={grave}>
      <Icon size={14} stroke={1.8} aria-label={grave ? messages.anomalies.value : messages.anomalies.rule} />
      <span title={anomaly.text}>{anomaly.text}</span>
      {onOpen ? (
        <button
          type="button"
          className={layout.textButton}
          title={messages.anomalies.open(anomaly.patient_show)}
          onClick={() => onOpen(anomaly)}
        >
          {anomaly.patient_show}
        </button>
      ) : (
        <span className={classes.quiet}>{anomaly.patient_show}</span>
      )}
    </li>
  );
}
