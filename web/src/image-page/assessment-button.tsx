import { IconMessage } from '@tabler/icons-react';
import { useSnapshot } from 'valtio';
import { ToolButton } from '../viewer/player/tool-button.tsx';
import classes from './assessment-button.module.css';
import { useNotes } from './comments/use-comments.ts';
import { ASSESSMENT, panel, togglePanel } from './panel-place.ts';
import type { PageContext } from './parts.ts';

/** Opens quality and comments; a dot says that the image has comments that were not read. */
export function AssessmentButton({ context: { page, file, study } }: { context: PageContext }) {
  const { open } = useSnapshot(panel);
  const notes = useNotes(page, study.user);
  const unread = file ? (notes.get(file.filename)?.unread ?? 0) : 0;
  return (
    <ToolButton
      label={unread > 0 ? `Quality and comments, ${unread} unread` : 'Quality and comments'}
      actions={['viewer.quality', 'viewer.comments']}
      pressed={open === ASSESSMENT}
      onClick={() => togglePanel(ASSESSMENT)}
    >
      <span className={classes.icon} data-unread={unread > 0}>
        <IconMessage size={18} stroke={1.6} />
      </span>
    </ToolButton>
  );
}
