import { useSnapshot } from 'valtio';
import { bringBack, removed } from './gestures.ts';
import { messages } from './messages.ts';
import classes from './validation.module.css';

/** Names the image that was removed last, and brings it back. */
export function Removed() {
  const { image } = useSnapshot(removed);
  if (image === null) return null;
  return (
    <p className={classes.removed} role="status">
      {messages.pane.removed(image.name)}{' '}
      <button type="button" onClick={bringBack}>
        {messages.undo}
      </button>
    </p>
  );
}
