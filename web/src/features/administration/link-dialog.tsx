import { Button } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { CopyOnce } from './copy-once.tsx';
import classes from './section.module.css';
import type { People, ShownLink } from './use-people.ts';
import { messages } from './messages.ts';

/** A link that is shown once: the server keeps only what it hashes to. */
export function LinkDialog({ people: { link, leaveLink } }: { people: People }) {
  return (
    <Dialog
      opened={link !== null}
      onClose={leaveLink}
      closeOnClickOutside={false}
      title={link ? messages.link.title(link.kind, link.email) : ''}
      size="lg"
    >
      {link && <Content key={link.link} shown={link} onClose={leaveLink} />}
    </Dialog>
  );
}

function Content({ shown, onClose }: { shown: ShownLink; onClose: () => void }) {
  return (
    <>
      <p>{messages.link.hint(shown.mailed && shown.mailFailure === null)}</p>
      {shown.mailFailure !== null && (
        <p className={classes.fault} role="alert">
          {shown.mailFailure}
        </p>
      )}
      <CopyOnce text={shown.link} testId="one-time-link" />
      <div className={classes.actions}>
        <Button onClick={onClose}>{messages.link.done}</Button>
      </div>
    </>
  );
}
