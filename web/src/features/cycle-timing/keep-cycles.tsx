import { Button, Modal } from '@mantine/core';
import type { PageContext } from '../../image-page/parts.ts';
import { keepQuestion } from '../../tools/cycle-timing/texts.ts';
import classes from './cycle-timing.module.css';
import type { Timing } from './timing.ts';
import { useTimingState } from './use-timing.ts';

/** Asks before the cycles that were not chosen go. */
export function KeepDialog({ timing, context }: { timing: Timing; context: PageContext }) {
  const asking = useTimingState(timing, context, ({ choosing }) => choosing.asking);
  const count = useTimingState(timing, context, ({ choosing }) => choosing.chosen.length);
  return (
    <Modal opened={asking} onClose={() => timing.send({ type: 'cancel' })} title="Keep the chosen cycles">
      <p className={classes.question}>{keepQuestion(count)}</p>
      <div className={classes.answers}>
        <Button variant="default" onClick={() => timing.send({ type: 'cancel' })}>
          No
        </Button>
        <Button data-autofocus onClick={() => timing.send({ type: 'confirm' })}>
          Yes
        </Button>
      </div>
    </Modal>
  );
}
