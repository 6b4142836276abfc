import { Button } from '@mantine/core';
import { projectChanges } from '@echometry/contract/rules/project-changes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './section.module.css';
import type { Projects } from './use-projects.ts';
import { messages } from './messages.ts';

/** Another administrator saved the project while it was changed here: what they changed, and what happens to one's own. */
export function ConflictDialog({ projects: { conflict, current, changes, settle } }: { projects: Projects }) {
  const theirs = conflict && current ? projectChanges(current.project, conflict.theirs) : [];
  return (
    <Dialog
      opened={conflict !== null}
      onClose={() => settle('mine-on-top')}
      title={messages.conflict.title(conflict?.newest.version ?? '')}
      size="md"
    >
      <p>{conflict && messages.conflict.saved(conflict.newest.saved_by, conflict.newest.saved_at)}</p>
      <h3>{messages.conflict.theirs}</h3>
      <ul className={classes.effects}>
        {theirs.length === 0 && <li>{messages.conflict.noDifferences}</li>}
        {theirs.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <h3>{messages.conflict.mine}</h3>
      <ul className={classes.effects}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => settle('theirs')}>
          {messages.conflict.discard}
        </Button>
        <Button onClick={() => settle('mine-on-top')} data-autofocus>
          {messages.conflict.save}
        </Button>
      </div>
    </Dialog>
  );
}
