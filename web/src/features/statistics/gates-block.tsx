import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { GateState } from '@echometry/contract/records/gates.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';
import { useKeys } from '../../lib/keys.ts';
import { Block } from './block.tsx';
import { messages } from './messages.ts';
import kit from '../../ui/kit.module.css';
import { Table } from '../../ui/table.tsx';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

const ICONS = { met: IconCircleCheck, failed: IconAlertTriangle, unknown: IconCircleDashed } as const;
/** Colours of the states of charts, which mean the same. */
const TONES = { met: 'steady', failed: 'alarm', unknown: 'too-few' } as const;

interface Props {
  db: string;
  /** Opens a study; null for a role that opens none. */
  onOpen: ((study_id: string) => void) | null;
}

/** The quality gates of a project as they stand, with the way to what fails; nothing where the project has none. */
export function GatesBlock({ db, onOpen }: Props) {
  const [gates, setGates] = useState<readonly GateState[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [open, setOpen] = useState(true);
  useEffect(() => {
    const request = new AbortController();
    call(CALLS.gatesGet, { db_name: db }, { signal: request.signal }).then(
      (answer) => setGates(answer.gates),
      (error: unknown) => request.signal.aborted || setFailure(messageOf(error)),
    );
    return () => request.abort();
  }, [db]);
  const toggle = () => setOpen((before) => !before);
  useKeys(gates.length > 0 ? { 'statistics.gates': toggle } : {});
  const words = messages.gates;
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (gates.length === 0) return null;
  const met = gates.filter(({ state }) => state === 'met').length;
  return (
    <Block name={words.title} open={open} onToggle={toggle} aside={<span>{words.met(met, gates.length)}</span>}>
      <Table label={words.table} columns={words.columns}>
        {gates.map((gate) => (
          <Gate key={gate.kind} gate={gate} onOpen={onOpen} />
        ))}
      </Table>
    </Block>
  );
}

function Gate({ gate, onOpen }: { gate: GateState; onOpen: Props['onOpen'] }) {
  const words = messages.gates;
  const Icon = ICONS[gate.state];
  return (
    <tr data-testid={`gate-${gate.kind}`}>
      <td>{words.names[gate.kind]}</td>
      <td className={classes.drift} data-state={TONES[gate.state]}>
        <Icon size={14} stroke={1.6} aria-hidden="true" /> {words.states[gate.state]}
      </td>
      <td>{words.figure(gate)}</td>
      <td>{words.limit(gate)}</td>
      <td>
        <ul className={kit.bare}>
          {gate.failures.map(({ what, study_id }) => (
            <li key={`${what} ${study_id}`}>
              {study_id !== null && onOpen ? (
                <button type="button" className={layout.textButton} onClick={() => onOpen(study_id)}>
                  {what}
                </button>
              ) : (
                what
              )}
            </li>
          ))}
          {gate.further > 0 && <li>{words.further(gate.further)}</li>}
        </ul>
      </td>
    </tr>
  );
}
