import { useState } from 'react';
import type { DeviceMask } from '@echometry/contract/records/device-mask.ts';
import classes from './imports.module.css';
import { MaskEditor } from './mask-editor.tsx';
import { useMasks } from './use-masks.ts';

const STATE_WORDS: Readonly<Record<DeviceMask['state'], string>> = {
  waiting: 'waits for approval',
  approved: 'approved',
  refused: 'refused',
};

const deviceName = ({ manufacturer, model }: DeviceMask): string =>
  [manufacturer ?? 'Unknown maker', model].filter((part) => part !== null).join(' ');

/** Devices whose pictures are blacked out, and what stays visible of them. */
export function Masks({ held }: { held: number }) {
  const state = useMasks(held);
  const [open, setOpen] = useState<string | null>(null);
  const { masks, failure } = state;
  if (masks.length === 0 && failure === null) return null;
  const idOf = (one: DeviceMask): string => `${one.project} ${one.device}`;
  const shown = masks.find((one) => idOf(one) === open);
  const waiting = masks.filter((one) => one.state === 'waiting').length;
  return (
    <section className={classes.part} aria-label="Masks">
      <h2>
        Masks
        <small>{waiting === 0 ? 'No device waits for approval' : `${waiting} of ${masks.length} devices wait for approval`}</small>
      </h2>
      {failure !== null && (
        <p className={classes.fault} role="alert">
          {failure}{' '}
          <button type="button" onClick={state.reload}>
            Try again
          </button>
        </p>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            {['Device', 'Picture', 'Project', 'State', 'By'].map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {masks.map((one) => (
            <tr key={idOf(one)} data-testid="device-mask">
              <td className={classes.name}>
                <button
                  type="button"
                  className={classes.opens}
                  aria-expanded={idOf(one) === open}
                  onClick={() => setOpen(idOf(one) === open ? null : idOf(one))}
                >
                  {deviceName(one)}
                </button>
              </td>
              <td>
                {one.columns} × {one.rows}, {one.regions.length} {one.regions.length === 1 ? 'region' : 'regions'}
              </td>
              <td>{one.project}</td>
              <td>{STATE_WORDS[one.state]}</td>
              <td>{one.decided_by ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown !== undefined && <MaskEditor key={`${idOf(shown)} ${shown.version}`} device={shown} name={deviceName(shown)} state={state} />}
    </section>
  );
}
