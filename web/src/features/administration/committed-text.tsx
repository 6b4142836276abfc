import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './section.module.css';

interface Props {
  label: string;
  description?: string;
  value: string;
  /** The label is for screen readers. */
  hidden?: boolean;
  /** A colour shown in front. */
  swatch?: string;
  onCommit: (text: string) => void;
}

/** A text that counts as changed when the field is left or Enter is pressed, so that one change is one step to undo. */
export function CommittedText({ label, description, value, hidden = false, swatch, onCommit }: Props) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (): void => {
    const trimmed = text.trim();
    setText(trimmed);
    if (trimmed !== value) onCommit(trimmed);
  };
  return (
    <TextInput
      {...(hidden ? { 'aria-label': label, w: 112 } : { label })}
      {...(description === undefined ? {} : { description })}
      {...(swatch === undefined
        ? {}
        : { leftSection: <span className={classes.swatch} style={{ background: swatch }} aria-hidden="true" /> })}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(value);
      }}
    />
  );
}
