import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { alertUser } from '../../lib/alerts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './section.module.css';
import type { People, ShownLink } from './use-people.ts';

/** A link that is shown once: the server keeps only what it hashes to. */
export function LinkDialog({ people: { link, leaveLink } }: { people: People }) {
  return (
    <Dialog
      opened={link !== null}
      onClose={leaveLink}
      closeOnClickOutside={false}
      title={link?.kind === 'password' ? `New password of ${link.email}` : `Invitation of ${link?.email ?? ''}`}
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
      .catch(() => alertUser('The browser did not copy the link. Select it and copy it with Ctrl+C.', 'hard'));
  };
  return (
    <>
      <p>
        {shown.mailed && shown.mailFailure === null
          ? 'The link was sent by mail. It works once, for seven days, and is shown here this one time.'
          : 'Give the person this link. It works once, for seven days. It is shown only now and is not stored.'}
      </p>
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
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <div className={classes.actions}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
