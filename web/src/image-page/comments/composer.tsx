import { Menu } from '@mantine/core';
import { IconMapPin, IconX } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { anchorsOf, anchorTarget } from '@echometry/contract/rules/anchors.ts';
import { MAX_COMMENT_LENGTH, type CommentAnchor } from '@echometry/contract/records/comment.ts';
import { commentText } from '@echometry/contract/rules/comments.ts';
import { keepDraft, readDraft } from '../../lib/drafts.ts';
import { actionOfKey } from '../../lib/own-keys.ts';
import { writeComment } from '../../study/store/comments.ts';
import type { PageContext } from '../parts.ts';
import layout from '../../ui/layout.module.css';
import classes from './comments.module.css';
import { messages } from './messages.ts';

interface Begun {
  text: string;
  anchor: CommentAnchor | null;
}
const NOTHING: Begun = { text: '', anchor: null };

export interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  context: PageContext;
  filename: string;
  onClose: () => void;
}

/** Where a comment is written: Enter sends it, Shift+Enter breaks the line, Escape closes. A started text is kept. */
export function Composer({ field, context, filename, onClose }: ComposerProps) {
  const { study, image, page } = context;
  const name = `comment ${JSON.stringify([study.user, study.role, page, filename])}`;
  const [begun, setBegun] = useState(() => readDraft<Begun>(name) ?? NOTHING);
  const keep = (next: Begun) => {
    setBegun(next);
    keepDraft(name, next === NOTHING ? null : next);
  };
  const send = () => {
    // An empty text is ignored.
    if (commentText(begun.text) === '') return;
    writeComment({ link: study.link, filename, label: image?.type ?? null }, page, begun.text, begun.anchor);
    keep(NOTHING);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const action = actionOfKey(event.nativeEvent, ['comments.send', 'comments.line', 'comments.close']);
    // The box itself breaks the line.
    if (!action || action === 'comments.line') return;
    event.preventDefault();
    if (action === 'comments.send') send();
    else onClose();
  };
  return (
    <div className={`${layout.wraps} ${classes.composer}`}>
      {begun.anchor && (
        <span className={`${layout.inlineRows} ${layout.inlineRow} ${classes.anchor}`}>
          <IconMapPin size={13} stroke={1.6} aria-hidden="true" />
          {anchorTarget(begun.anchor, image, context.file?.number_of_frames ?? 0).label}
          <button
            type="button"
            aria-label={messages.removeAnchor}
            title={messages.removeAnchor}
            onClick={() => keep({ ...begun, anchor: null })}
          >
            <IconX size={12} stroke={1.8} />
          </button>
        </span>
      )}
      <textarea
        ref={field}
        aria-label={messages.write}
        placeholder={messages.write}
        rows={1}
        maxLength={MAX_COMMENT_LENGTH}
        value={begun.text}
        onChange={(event) => keep({ ...begun, text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <AnchorMenu
        context={context}
        onAnchor={(anchor) => {
          keep({ ...begun, anchor });
          field.current?.focus();
        }}
      />
    </div>
  );
}

/** Possible subjects of a new comment on the image, as of the opening of the menu. */
function AnchorMenu({ context, onAnchor }: { context: PageContext; onAnchor: (anchor: CommentAnchor) => void }) {
  const { image, file, player } = context;
  const [offered, setOffered] = useState<readonly CommentAnchor[]>([]);
  const frames = file?.number_of_frames ?? 0;
  const look = () => setOffered(anchorsOf(image, frames > 1 && player ? player.state.frameIndex + 1 : null));
  const none = frames <= 1 && anchorsOf(image, null).length === 0;
  return (
    <Menu position="top-end" width={220} onOpen={look} returnFocus={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.tool}
          disabled={none}
          aria-label={messages.anchor}
          title={none ? messages.noAnchor : messages.anchor}
        >
          <IconMapPin size={16} stroke={1.6} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        {offered.map((anchor) => (
          <Menu.Item key={JSON.stringify(anchor)} onClick={() => onAnchor(anchor)}>
            {anchorTarget(anchor, image, frames).label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
