import { Button } from '@mantine/core';
import { use, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { StoredComment } from '@echometry/contract/records/comment.ts';
import { COMMENTING_ROLES } from '@echometry/contract/rules/comments.ts';
import { chatOf, type ShownComment } from '../../study/store/comment-ops.ts';
import { commentsState, loadComments, removeComment, restoreComment } from '../../study/store/comments.ts';
import { isUnread, markName, markRead, readMarks } from '../../study/store/read-marks.ts';
import { FocusHome } from '../../ui/focus-home.ts';
import { closeSection, goToSection } from '../panel-place.ts';
import { Segments } from '../../ui/segments.tsx';
import type { PageContext } from '../parts.ts';
import type { SectionProps } from '../quality/quality-section.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { useSectionFocus } from '../use-section-focus.ts';
import { CommentRow } from './comment-row.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './comments.module.css';
import { Composer } from './composer.tsx';
import { EarlierComments } from './earlier-comments.tsx';
import { messages } from './messages.ts';
import { useComments, useOlder } from './use-comments.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';

type Filter = 'all' | 'open';

const isOpen = ({ anchor, resolved }: StoredComment): boolean => anchor !== null && !resolved;

/** The chat about the image that is shown, as far as the person sees it on this page. */
export function CommentsSection({ context, file, folded, sections }: SectionProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const home = use(FocusHome);
  const chat = chatOf(useComments(), file.filename, context.page);
  const open = chat.filter(isOpen);
  const older = useOlder(file.filename, context.page);
  const all = older.count + chat.length;
  const anchored = older.open > 0 || chat.some(({ anchor }) => anchor !== null);
  const chosen: Filter = anchored ? filter : 'all';
  const close = () => {
    closeSection('comments', sections);
    home?.current?.focus({ preventScroll: true });
  };
  return (
    <section className={`${layout.column} ${classes.section}`} aria-label={messages.title} data-folded={folded} data-empty={all === 0}>
      <SectionHeading name="comments" title={messages.title} folded={folded}>
        {folded
          ? all > 0 && <small className={classes.count}>{all}</small>
          : anchored && <FilterChoice filter={chosen} all={all} open={older.open + open.length} onFilter={setFilter} />}
      </SectionHeading>
      {!folded && (
        <Chat
          key={file.instance_id}
          context={context}
          filename={file.filename}
          comments={chosen === 'open' ? open : chat}
          all={chat}
          older={older.count}
          onClose={close}
        />
      )}
    </section>
  );
}

function FilterChoice({ filter, all, open, onFilter }: { filter: Filter; all: number; open: number; onFilter: (filter: Filter) => void }) {
  const segments = [
    { value: 'all', label: messages.all(all) },
    { value: 'open', label: messages.open(open) },
  ] as const;
  return <Segments label={messages.filter} value={filter} segments={segments} onChange={onFilter} />;
}

/** When the person had read this far when they came to the image; what they read now counts as read. */
function useReadBefore(user: string, filename: string, comments: readonly ShownComment[]): number | undefined {
  const { read } = useSnapshot(readMarks);
  const [before] = useState(read[markName(user, filename)]);
  const newest = Math.max(0, ...comments.filter((comment) => comment.user !== user).map(({ date }) => date));
  useEffect(() => {
    if (newest > 0) markRead(user, filename, newest);
  }, [user, filename, newest]);
  return before;
}

interface ChatProps {
  context: PageContext;
  filename: string;
  comments: readonly ShownComment[];
  /** Without the filter. */
  all: readonly ShownComment[];
  /** How many come before these. */
  older: number;
  onClose: () => void;
}

function Chat({ context, filename, comments, all, older, onClose }: ChatProps) {
  const { study } = context;
  const [deleted, setDeleted] = useState<readonly StoredComment[]>([]);
  const readBefore = useReadBefore(study.user, filename, all);
  const composer = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const mayWrite = COMMENTING_ROLES.some((role) => role === study.role);
  const focus = useSectionFocus('comments', true, () => (composer.current ?? list.current)?.focus());
  useSteadyScroll(list, comments[0]?.id, all.at(-1)?.id);
  return (
    <div
      className={kit.rest}
      data-keeps-focus
      {...focus}
      onKeyDown={(event) => {
        // The menu of anchors is elsewhere on the page and closes automatically.
        const within = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key !== 'Escape' || event.defaultPrevented || !within) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div ref={list} className={`${layout.scroll} ${classes.list}`} role="log" aria-label={messages.list} tabIndex={0}>
        <EarlierComments context={context} filename={filename} count={older} />
        <Told context={context} none={comments.length === 0 && older === 0} filtered={comments.length < all.length} />
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            context={context}
            unread={isUnread(comment, study.user, readBefore)}
            onDelete={() => {
              setDeleted([...deleted, comment]);
              removeComment(study.link, comment);
            }}
          />
        ))}
        {deleted
          .filter(({ id }) => !all.some((comment) => comment.id === id))
          .map((comment) => (
            <p key={comment.id} className={`${layout.row} ${classes.deleted}`}>
              {messages.deleted}
              <button
                type="button"
                autoFocus
                onClick={() => {
                  setDeleted(deleted.filter(({ id }) => id !== comment.id));
                  restoreComment(study.link, comment);
                  goToSection('comments');
                }}
              >
                {messages.undo}
              </button>
            </p>
          ))}
      </div>
      {mayWrite && <Composer field={composer} context={context} filename={filename} onClose={onClose} />}
    </div>
  );
}

/** Text in place of the comments: they are being read, they could not be read, or there are none. */
function Told({ context, none, filtered }: { context: PageContext; none: boolean; filtered: boolean }) {
  const { loading, failure, list } = useSnapshot(commentsState);
  if (failure !== null)
    return (
      <div className={classes.failure} role="alert">
        <span>{messages.notRead(failure)}</span>
        <Button size="xs" variant="default" onClick={() => void loadComments(context.study.link)}>
          {messages.tryAgain}
        </Button>
      </div>
    );
  if (!none) return null;
  if (loading && list.length === 0) return <p className={classes.none}>{messages.reading}</p>;
  return <p className={classes.none}>{filtered ? messages.noneOpen : messages.none}</p>;
}
