import type { Invitation } from '@echometry/contract/records/people.ts';
import { RoleChip } from './role-chip.tsx';
import classes from './section.module.css';
import type { People } from './use-people.ts';
import { dayText } from './messages.ts';

/** Pending invitations: a new link replaces a lost one. */
export function Invitations({ invitations, people }: { invitations: readonly Invitation[]; people: People }) {
  if (invitations.length === 0) return null;
  return (
    <section aria-label="Pending invitations">
      <h3>Pending invitations</h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Invited</th>
            <th scope="col">Roles</th>
            <th scope="col">Projects</th>
            <th scope="col">Until</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ email, grants, expires_at }) => (
            <tr key={email} data-testid="invitation">
              <td className={classes.name}>{email}</td>
              <td>
                <span className={classes.chips}>
                  {grants.roles.map(({ role, project }) => (
                    <RoleChip key={`${role} ${project ?? ''}`} role={role} project={project} />
                  ))}
                  {grants.is_test && <span className={classes.warn}>test user</span>}
                </span>
              </td>
              <td className={classes.quiet}>{grants.projects.join(', ') || 'none'}</td>
              <td className={classes.warn}>{dayText(expires_at)}</td>
              <td data-right="true">
                <button type="button" className={classes.plain} onClick={() => void people.change({ act: 'invite', email, grants })}>
                  New link
                </button>
                <button type="button" className={classes.plain} onClick={() => void people.change({ act: 'cancel-invitation', email })}>
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
