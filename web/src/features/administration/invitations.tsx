import type { Invitation } from '@echometry/contract/records/people.ts';
import { RoleChip } from './role-chip.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { People } from './use-people.ts';
import { dayText } from './format.ts';
import { messages } from './messages.ts';
import { Table, unseen } from '../../ui/table.tsx';

/** Pending invitations: a new link replaces a lost one. */
export function Invitations({ invitations, people }: { invitations: readonly Invitation[]; people: People }) {
  if (invitations.length === 0) return null;
  return (
    <section aria-label={messages.invitations.title}>
      <h3>{messages.invitations.title}</h3>
      <Table
        columns={[
          messages.invitations.invited,
          messages.shared.roles,
          messages.shared.projects,
          messages.invitations.until,
          unseen(messages.shared.actions),
        ]}
        right={[4]}
      >
        {invitations.map(({ email, grants, expires_at }) => (
          <tr key={email} data-testid="invitation">
            <td className={classes.name}>{email}</td>
            <td>
              <span className={classes.chips}>
                {grants.roles.map(({ role, project }) => (
                  <RoleChip key={`${role} ${project ?? ''}`} role={role} project={project} />
                ))}
                {grants.is_test && <span className={classes.warn}>{messages.shared.testUser}</span>}
              </span>
            </td>
            <td className={classes.quiet}>{grants.projects.join(', ') || messages.shared.none}</td>
            <td className={classes.warn}>{dayText(expires_at)}</td>
            <td>
              <button type="button" className={layout.textButton} onClick={() => void people.change({ act: 'invite', email, grants })}>
                {messages.invitations.newLink}
              </button>
              <button type="button" className={layout.textButton} onClick={() => void people.change({ act: 'cancel-invitation', email })}>
                {messages.invitations.revoke}
              </button>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
