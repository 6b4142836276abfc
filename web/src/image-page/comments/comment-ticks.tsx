import { anchorTarget } from '@echometry/contract/rules/anchors.ts';
import { chatOf } from '../../study/store/comment-ops.ts';
import type { PageContext } from '../parts.ts';
import layout from '../../ui/layout.module.css';
import classes from './comments.module.css';
import { useComments } from './use-comments.ts';

/** Frames of the clip that comments speak of, over its bar. They take no pointer: the bar below them does. */
export function CommentTicks({ context: { page, file, image } }: { context: PageContext }) {
  const comments = useComments();
  if (!file || file.number_of_frames < 2) return null;
  const frames = chatOf(comments, file.filename, page).flatMap(({ anchor, resolved }) => {
    const frame = anchor && !resolved ? anchorTarget(anchor, image, file.number_of_frames).frame_number : null;
    return frame === null ? [] : [frame];
  });
  return (
    <div className={`${layout.over} ${classes.ticks}`} data-testid="comment-ticks" aria-hidden="true">
      {[...new Set(frames)].map((frame) => (
        <span key={frame} data-frame-number={frame} style={{ left: `${(100 * (frame - 1)) / (file.number_of_frames - 1)}%` }} />
      ))}
    </div>
  );
}
