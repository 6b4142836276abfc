import { Link } from 'wouter';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MACHINE_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import { initials } from '@echometry/contract/rules/initials.ts';
import { DASH } from '../../lib/format.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import { RoleChip } from './role-chip.tsx';
import classes from './section.module.css';
import { agoText, messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

/** Members of a project and their roles in it. */
export function ProjectPeople({ project }: { project: string }) {
  const people = useCall(CALLS.peopleList, {});
  const members = (people.data?.people ?? []).filter((person) => person.projects.some((one) => one.project === project));
  return (
    <Section
      title={messages.shared.people}
      label={messages.projectPeople.label}
      note={people.data && messages.projectPeople.count(members.length)}
      tools={<Link href="/administration/people">{messages.shared.change}</Link>}
    >
      <NotYet state={people} />
      <Table right={[2]} label={messages.projectPeople.members} empty={people.data && messages.projectPeople.noMembers}>
        {members.map((person) => {
          const roles = person.roles.filter((held) => held.project === null || held.project === project);
          return (
            <tr key={person.email} data-off={!person.active}>
              <td className={classes.name} data-short="true">
                <span className={classes.avatar} aria-hidden="true">
                  {initials(person)}
                </span>
                {person.email}
                {person.user_type === MACHINE_USER_TYPE && <span className={classes.quiet}> {messages.people.machine}</span>}
              </td>
              <td>
                <span className={classes.chips}>
                  {roles.map(({ role, project: place }) => (
                    <RoleChip key={`${role} ${place ?? ''}`} role={role} />
                  ))}
                  {roles.length === 0 && <span className={classes.quiet}>{messages.projectPeople.noRole}</span>}
                </span>
              </td>
              <td className={classes.quiet}>{person.last_seen_at === null ? DASH : agoText(person.last_seen_at, Date.now())}</td>
            </tr>
          );
        })}
      </Table>
    </Section>
  );
}
