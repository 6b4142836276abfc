import { Button } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';
import { messages as choiceMessages } from '../tools/choosing/messages.ts';
import kit from '../ui/kit.module.css';
import classes from './panel.module.css';
import { messages } from './messages.ts';

export interface AskDialogProps {
  opened: boolean;
  title: string;
  question: string;
  onNo: () => void;
  onYes: () => void;
}

/** Asks before work is removed or accepted. The focus is on No, which changes nothing. */
export function AskDialog({ opened, title, question, onNo, onYes }: AskDialogProps) {
  return (
    <Dialog opened={opened} onClose={onNo} title={title}>
      <p className={classes.question}>{question}</p>
      <div className={kit.answers}>
        <Button variant="default" data-autofocus onClick={onNo}>
          {messages.ask.no}
        </Button>
        <Button onClick={onYes}>{messages.ask.yes}</Button>
      </div>
    </Dialog>
  );
}

/** Asks before the cycles that were not chosen go. */
export const KeepDialog = ({ count, ...answers }: { count: number } & Pick<AskDialogProps, 'opened' | 'onNo' | 'onYes'>) => (
  <AskDialog {...answers} title={messages.ask.keepCycles} question={choiceMessages.keep(count)} />
);
