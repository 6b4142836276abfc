import { IconCheck, IconMapPin, IconTrash } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useSnapshot } from 'valtio';
import { anchorPlace, anchorTarget } from '@echometry/contract/rules/anchors.ts';
import type { CommentAnchor } from '@echometry/contract/records/comment.ts';
import { ago } from '../../lib/format.ts';
import { outbox } from '../../study/store/comment-calls.ts';
import type { ShownComment } from '../../study/store/comment-ops.ts';
import { resolveComment } from '../../study/store/comments.ts';
import { LINE_PALETTE } from '../../ui/tokens.ts';
import type { PageContext } from '../parts.ts';
import layout from '../../ui/layout.module.css';
import classes from './comments.module.css';
import { messages } from './messages.ts';
import { spot, toggleSpot } from './spot.ts';

/** A person keeps their colour: it follows from who they are. */
export function colourOf(user: string): string {
  let sum = 0;
  for (const letter of user) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return LINE_PALETTE[sum % LINE_PALETTE.length] ?? LINE_PALETTE[0];
}

export interface CommentRowProps {
  comment: ShownComment;
  context: PageContext;
  unread: boolean;
  onDelete: () => void;
}

/** One comment: who, when, what it is about, and what can be done about it. */
export function CommentRow({ comment, context, unread, onDelete }: CommentRowProps) {
  const { user, initials, date, anchor, resolved, content, waits } = comment;
  const isMine = user === context.study.user;
  return (
    <article className={classes.comment} data-resolved={resolved} data-testid="comment">
      <span className={classes.avatar} style={{ '--person': colourOf(user) } as CSSProperties} aria-hidden="true">
        {initials}
      </span>
      <div className={classes.body}>
        <div className={`${layout.line} ${classes.head}`}>
          <strong title={user}>{user}</strong>
          <time className={layout.small} dateTime={new Date(date).toISOString()} title={new Date(date).toLocaleString('en-GB')}>
            {ago(date, Date.now())}
          </time>
          {unread && <span className={classes.unread} role="img" aria-label={messages.unread} />}
          {waits && !comment.refused && <small>{messages.kept}</small>}
          <span className={classes.fill} />
          {anchor && isMine && <Resolve comment={comment} context={context} />}
          {anchor && !isMine && resolved && <ResolvedMark />}
          {isMine && (
            <button type="button" className={classes.tool} aria-label={messages.delete} title={messages.delete} onClick={onDelete}>
              <IconTrash size={14} stroke={1.6} />
            </button>
          )}
        </div>
        <p>
          {anchor && <AnchorChip comment={comment.id} anchor={anchor} context={context} />}
          {content}
        </p>
        {comment.refused && <Refused id={comment.id} reason={comment.refused} />}
      </div>
    </article>
  );
}

const ResolvedMark = () => (
  <span className={classes.resolved}>
    <IconCheck size={14} stroke={2} aria-hidden="true" /> {messages.resolved}
  </span>
);

function Resolve({ comment, context }: { comment: ShownComment; context: PageContext }) {
  return (
    <>
      {comment.resolved && <ResolvedMark />}
      <button type="button" className={classes.link} onClick={() => resolveComment(context.study.link, comment, !comment.resolved)}>
        {comment.resolved ? messages.reopen : messages.resolve}
      </button>
    </>
  );
}

interface AnchorChipProps {
  /** Identity of the comment. */
  comment: string;
  anchor: CommentAnchor;
  context: PageContext;
}

/** Subject of a comment; a click goes there, and a missing target is marked. */
function AnchorChip({ comment, anchor, context: { image, file, player } }: AnchorChipProps) {
  const { comment: shown } = useSnapshot(spot);
  const { label, frame_number, gone } = anchorTarget(anchor, image, file?.number_of_frames ?? 0);
  const words = (
    <>
      <IconMapPin size={13} stroke={1.6} aria-hidden="true" />
      {label}
    </>
  );
  if (gone !== null)
    return (
      <span className={`${layout.inlineRows} ${layout.inlineRow} ${classes.anchor}`} data-gone>
        <s>{words}</s> {gone}
      </span>
    );
  const place = anchorPlace(anchor, image);
  if (!player || (frame_number === null && place === null))
    return <span className={`${layout.inlineRows} ${layout.inlineRow} ${classes.anchor}`}>{words}</span>;
  const go = () => {
    if (frame_number !== null) player.seek(frame_number - 1);
    if (place !== null) toggleSpot(comment, place);
  };
  return (
    <button
      type="button"
      className={`${layout.inlineRows} ${layout.inlineRow} ${classes.anchor}`}
      title={frame_number === null ? messages.showInPicture : messages.goToFrame(frame_number)}
      aria-pressed={place === null ? undefined : shown === comment}
      onClick={go}
    >
      {words}
    </button>
  );
}

/** The server's refusal of a comment, which is kept here until the user decides. */
function Refused({ id, reason }: { id: string; reason: string }) {
  const { waiting } = useSnapshot(outbox.state);
  const one = waiting.find(({ op, refused }) => refused !== undefined && 'comment' in op && op.comment.id === id);
  return (
    <div className={classes.refused} role="alert">
      <span>{messages.notSaved(reason)}</span>
      {one && (
        <>
          <button type="button" className={classes.link} onClick={() => void outbox.again(one.key)}>
            {messages.tryAgain}
          </button>
          <button type="button" className={classes.link} onClick={() => void outbox.drop(one.key)}>
            {messages.giveUp}
          </button>
        </>
      )}
    </div>
  );
}
