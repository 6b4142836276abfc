import { useSnapshot } from 'valtio';
import { bringBack, removed } from './gestures.ts';
import classes from './validation.module.css';

/** Names the image that was removed last, and brings it back. */
export function Removed() {
  const { image } = useSnapshot(removed);
  if (image === null) return null;
  return (
    <p className={classes.removed} role="status">
      {image.name} was removed from the review.{' '}
      <button type="button" onClick={bringBack}>
        Undo
      </button>
    </p>
  );
}
