import { Button } from '@mantine/core';
import { projectChanges } from '@echometry/contract/rules/project-changes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './section.module.css';
import type { Projects } from './use-projects.ts';
import { wholeTime } from './messages.ts';

/** Another administrator saved the project while it was changed here: what they changed, and what happens to one's own. */
export function ConflictDialog({ projects: { conflict, current, changes, settle } }: { projects: Projects }) {
  const theirs = conflict && current ? projectChanges(current.project, conflict.theirs) : [];
  return (
    <Dialog
      opened={conflict !== null}
      onClose={() => settle('mine-on-top')}
      title={`Version ${conflict?.newest.version ?? ''} was saved in the meantime`}
      size="md"
    >
      <p>
        {conflict?.newest.saved_by ?? 'Somebody'} saved it
        {conflict?.newest.saved_at ? ` ${wholeTime(conflict.newest.saved_at)}` : ''}, so yours was not saved.
      </p>
      <h3>They changed</h3>
      <ul className={classes.effects}>
        {theirs.length === 0 && <li>no differences from your form</li>}
        {theirs.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <h3>You changed</h3>
      <ul className={classes.effects}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => settle('theirs')}>
          Discard my changes
        </Button>
        <Button onClick={() => settle('mine-on-top')} data-autofocus>
          Save mine as the new version
        </Button>
      </div>
    </Dialog>
  );
}
