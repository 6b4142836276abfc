import { useState } from 'react';
import type { DeviceMask } from '@echometry/contract/records/device-mask.ts';
import { Failure } from '../../ui/failure.tsx';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { MaskEditor } from './mask-editor.tsx';
import { messages } from './messages.ts';
import { useMasks } from './use-masks.ts';
import { Table } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

const { device: deviceName } = messages.masks;

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
    <Section title={messages.masks.title} note={messages.masks.waiting(waiting, masks.length)}>
      {failure !== null && <Failure className={classes.fault} text={failure} onRetry={state.reload} />}
      <Table columns={messages.masks.columns}>
        {masks.map((one) => (
          <tr key={idOf(one)} data-testid="device-mask">
            <td className={classes.name}>
              <button
                type="button"
                className={layout.textButton}
                aria-expanded={idOf(one) === open}
                onClick={() => setOpen(idOf(one) === open ? null : idOf(one))}
              >
                {deviceName(one)}
              </button>
            </td>
            <td>{messages.masks.picture(one)}</td>
            <td>{one.project}</td>
            <td>{messages.masks.states[one.state]}</td>
            <td>{one.decided_by ?? ''}</td>
          </tr>
        ))}
      </Table>
      {shown !== undefined && <MaskEditor key={`${idOf(shown)} ${shown.version}`} device={shown} name={deviceName(shown)} state={state} />}
    </Section>
  );
}
