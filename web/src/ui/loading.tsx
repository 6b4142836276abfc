import { Button, Loader } from '@mantine/core';
import classes from './kit.module.css';
import { messages } from './messages.ts';

/** The loading screen of docs/specification.md#platform-2: spinner, percent where it is known, Cancel where there is something to cancel. */
export function Loading({ percent, what, onCancel }: { percent?: number; what?: string; onCancel?: () => void }) {
  return (
    <div className={classes.loading} role="status" aria-live="polite">
      <Loader size={32} color="accent" aria-hidden />
      {what && <span>{what}</span>}
      {percent !== undefined && <span className={classes.percent}>{Math.round(percent)} %</span>}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {messages.cancel}
        </Button>
      )}
    </div>
  );
}

interface LineProps {
  text: string;
  /** The text, a spinner with the text as its name, or both. */
  look?: 'words' | 'spinner' | 'both';
  /** Of the spinner, in px. */
  size?: number;
  className?: string | undefined;
}

/** One line in place of content that is still being loaded. Screen readers ignore the name of a spinner without a role. */
export function LoadingLine({ text, look = 'words', size = 20, className }: LineProps) {
  if (look === 'words')
    return (
      <p className={className} role="status">
        {text}
      </p>
    );
  if (look === 'spinner') return <Loader size={size} color="accent" role="status" aria-label={text} />;
  return (
    <div className={className ?? classes.line} role="status">
      <Loader size={size} color="accent" aria-hidden />
      <span>{text}</span>
    </div>
  );
}
