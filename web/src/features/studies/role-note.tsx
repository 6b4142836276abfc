import { Link } from 'wouter';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { ADMINISTRATION_HOME } from '../../lib/navigation.ts';
import classes from './page.module.css';

/** A role's content of the list; nothing for roles that work from it. */
export function RoleNote({ role }: { role: RoleName }) {
  if (role === 'Reviewer') return <p className={classes.note}>Complete analyses of the editors you review, a row for each of them.</p>;
  if (role === 'Data scientist')
    return (
      <p className={classes.note}>
        <span>Studies as Viewers see them. The icon in the header downloads their list, and inside a study its raw analysis.</span>
        <Link href="/export">Export their data</Link>
      </p>
    );
  if (role === 'Admin') {
    return (
      <p className={classes.note}>
        <span>Complete analyses of the editors listed for you. People, projects and configuration are on the administration pages.</span>
        <Link href={ADMINISTRATION_HOME}>Administration</Link>
      </p>
    );
  }
  return null;
}

/** Text of an empty list for a role. */
export function emptyText(role: RoleName | 'tasks' | 'reviews' | null): string {
  if (role === 'reviews') return 'Nothing is left to review in this project: every review is finished on the newest work.';
  if (role === 'tasks') return 'Nothing is left to do in this project: every study has what the project requires.';
  if (role === 'Reviewer') return 'No complete analysis of the editors you review yet. Ask an administrator who reviews whom.';
  if (role === 'Admin')
    return 'No complete analysis of the editors listed for you yet. Who reads whom is set in the administration: People, your own account, your role.';
  return 'This project has no studies yet. An administrator imports them.';
}
