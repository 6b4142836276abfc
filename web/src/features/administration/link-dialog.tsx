import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { alertUser } from '../../lib/alerts.ts';
import { Dialog } from '../../ui/dialog.tsx';
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
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard
      .writeText(shown.link)
      .then(() => setCopied(true))
      .catch(() => alertUser(messages.link.notCopied, 'hard'));
  };
  return (
    <>
      <p>{messages.link.hint(shown.mailed && shown.mailFailure === null)}</p>
      {shown.mailFailure !== null && (
        <p className={classes.fault} role="alert">
          {shown.mailFailure}
        </p>
      )}
      <div className={classes.link}>
        <code data-testid="one-time-link">{shown.link}</code>
        <Button
          variant="default"
          data-autofocus
          leftSection={copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
          onClick={copy}
        >
          {copied ? messages.link.copied : messages.link.copy}
        </Button>
      </div>
      <div className={classes.actions}>
        <Button onClick={onClose}>{messages.link.done}</Button>
      </div>
    </>
  );
}
