import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PageContext } from '../../image-page/parts.ts';
import { stepHistory } from '../../image-page/step-history.ts';
import type { ActionName } from '../../lib/actions.ts';
import { can, type Can } from '../../tools/cycle-timing/guards.ts';
import type { CycleTimingContext, CycleTimingEvent, CycleTimingState } from '../../tools/cycle-timing/state.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import classes from './cycle-timing.module.css';
import { messages } from './messages.ts';
import type { Timing } from './timing.ts';
import { useTiming, useTimingState } from './use-timing.ts';

/** The actions that can be done now; actions of other states are dimmed and stay where they are. */
export function TimingActions({ timing, context }: { timing: Timing; context: PageContext }) {
  const { context: known } = useTiming(timing, context);
  // As text, so that a moving pointer redraws nothing.
  const able = useTimingState(timing, context, (state) => allowed(state, known)).split(' ');
  const may = (what: keyof Can | 'line') => able.includes(what);
  const kind = known.image?.modality;
  const button = (label: ReactNode, action: ActionName, event: CycleTimingEvent, now: boolean, main = false) => (
    <ActionButton action={action} disabled={!now} main={main} onClick={() => timing.send(event)}>
      {label}
    </ActionButton>
  );
  return (
    <div className={classes.actions} role="group" aria-label={messages.actions.title}>
      {kind !== '2D' && button(messages.marks.onset, 'cycle-timing.onset', { type: 'mark', event: 'onset' }, may('onset') && may('line'))}
      {(kind === '2D' || kind === 'M-Mode') && (
        <>
          {button(
            messages.marks.end_diastole,
            'cycle-timing.diastole',
            { type: 'mark', event: 'end_diastole' },
            may('diastole') && (kind === '2D' || may('line')),
          )}
          {button(
            messages.marks.end_systole,
            'cycle-timing.systole',
            { type: 'mark', event: 'end_systole' },
            may('systole') && (kind === '2D' || may('line')),
          )}
        </>
      )}
      <ActionButton action="cycle-timing.undo" disabled={!may('undo')} onClick={() => stepHistory(context, 'before')}>
        <IconArrowBackUp size={16} stroke={1.6} aria-hidden="true" /> {messages.actions.undo}
      </ActionButton>
      {kind !== '2D' && button(messages.actions.edit, 'cycle-timing.edit', { type: 'edit' }, may('edit'))}
      {kind === '2D' && button(messages.actions.reopen, 'cycle-timing.reopen', { type: 'reopen' }, may('reopen'))}
      {button(messages.actions.removeAll, 'cycle-timing.remove-all', { type: 'remove-all' }, may('removeAll'))}
      {button(messages.actions.finish, 'cycle-timing.finish', { type: 'finish' }, may('finish'), true)}
    </div>
  );
}

/** Available actions, by name; `line` while there is a cursor line to mark at. */
function allowed(state: CycleTimingState, context: CycleTimingContext): string {
  const names = Object.entries(can(state, context)).flatMap(([name, now]) => (now ? [name] : []));
  return [...names, ...(state.cursor ? ['line'] : [])].join(' ');
}
