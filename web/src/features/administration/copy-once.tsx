import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { alertUser } from '../../lib/alerts.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { messages } from './messages.ts';

/** A text that is shown once, with a button that copies it and has the focus. */
export function CopyOnce({ text, testId }: { text: string; testId: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard
      .writeText(text)
      .then(() => setCopied(true))
      .catch(() => alertUser(messages.link.notCopied, 'hard'));
  };
  return (
    <div className={`${layout.row} ${classes.link}`}>
      <code data-testid={testId}>{text}</code>
      <Button
        variant="default"
        data-autofocus
        autoFocus
        leftSection={copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
        onClick={copy}
      >
        {copied ? messages.link.copied : messages.link.copy}
      </Button>
    </div>
  );
}
