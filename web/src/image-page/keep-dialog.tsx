import { Button } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';
import { keepQuestion } from '../tools/choosing/texts.ts';
import classes from './keep-dialog.module.css';

/** Asks before the cycles that were not chosen go. */
export function KeepDialog({ opened, count, onNo, onYes }: { opened: boolean; count: number; onNo: () => void; onYes: () => void }) {
  return (
    <Dialog opened={opened} onClose={onNo} title="Keep the chosen cycles">
      <p className={classes.question}>{keepQuestion(count)}</p>
      <div className={classes.answers}>
        <Button variant="default" onClick={onNo}>
          No
        </Button>
        <Button data-autofocus onClick={onYes}>
          Yes
        </Button>
      </div>
    </Dialog>
  );
}
