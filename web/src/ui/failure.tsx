import { messages } from './messages.ts';

/** Why something could not be read, and the way to try again. */
export function Failure({ text, className, onRetry }: { text: string; className?: string | undefined; onRetry: () => void }) {
  return (
    <p className={className} role="alert">
      {text}{' '}
      <button type="button" onClick={onRetry}>
        {messages.tryAgain}
      </button>
    </p>
  );
}
