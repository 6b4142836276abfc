import { IconMessage } from '@tabler/icons-react';
import { useSnapshot } from 'valtio';
import { mayRead } from '@echometry/contract/rules/permissions.ts';
import { ToolButton } from '../viewer/player/tool-button.tsx';
import { assessmentLabel } from './assessment-part.tsx';
import classes from './image-page.module.css';
import { useNotes } from './comments/use-comments.ts';
import { messages } from './messages.ts';
import { ASSESSMENT, panel, togglePanel } from './panel-place.ts';
import type { PageContext } from './parts.ts';

/** Opens quality and comments; a dot marks unread comments of the image. */
export function AssessmentButton({ context }: { context: PageContext }) {
  const { page, file, study } = context;
  const { open } = useSnapshot(panel);
  const notes = useNotes(page, study.user);
  const unread = file ? (notes.get(file.filename)?.unread ?? 0) : 0;
  const label = assessmentLabel(context);
  if (label === null) return null;
  return (
    <ToolButton
      label={unread > 0 ? messages.assessment.unread(label, unread) : label}
      actions={mayRead(study.role) ? ['viewer.quality', 'viewer.comments'] : ['viewer.quality']}
      pressed={open === ASSESSMENT}
      onClick={() => togglePanel(ASSESSMENT)}
    >
      <span className={classes.icon} data-unread={unread > 0}>
        <IconMessage size={18} stroke={1.6} />
      </span>
    </ToolButton>
  );
}
