import { Link } from 'wouter';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { ADMINISTRATION_HOME } from '../../lib/navigation.ts';
import { messages } from './messages.ts';
import classes from './page.module.css';

/** A role's content of the list; nothing for roles that work from it. */
export function RoleNote({ role }: { role: RoleName }) {
  if (role === 'Reviewer') return <p className={classes.note}>{messages.notes.reviewer}</p>;
  if (role === 'Data scientist')
    return (
      <p className={classes.note}>
        <span>{messages.notes.dataScientist}</span>
        <Link href="/export">{messages.notes.exportData}</Link>
      </p>
    );
  if (role === 'Admin') {
    return (
      <p className={classes.note}>
        <span>{messages.notes.admin}</span>
        <Link href={ADMINISTRATION_HOME}>{messages.notes.administration}</Link>
      </p>
    );
  }
  return null;
}
