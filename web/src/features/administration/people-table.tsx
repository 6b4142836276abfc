import type { AdministeredPerson } from '@echometry/contract/records/people.ts';
import { isWithoutSignIn, MODEL_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import { initials } from '@echometry/contract/rules/initials.ts';
import { DASH } from '../../lib/format.ts';
import { RoleChip } from './role-chip.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { People } from './use-people.ts';
import { wholeTime } from './format.ts';
import { agoText, messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';

/** People as rows: who, what they may do, how they prove it, when they were last here. */
export function PeopleTable({ people: { list, shown, current, choose } }: { people: People }) {
  const projects = list.data?.projects.length ?? 0;
  return (
    <Table
      label={messages.shared.people}
      columns={[messages.shared.person, messages.shared.roles, messages.shared.projects, messages.shared.signIn, messages.people.lastSeen]}
      right={[4]}
    >
      {shown.map((person) => (
        <tr
          key={person.email}
          data-testid="person"
          data-opens="true"
          data-current={person.email === current?.email}
          data-off={!person.active}
          onClick={() => choose(person.email)}
        >
          <PersonCell person={person} onOpen={() => choose(person.email)} />
          <td>
            <span className={classes.chips}>
              {person.roles.map(({ role, project }) => (
                <RoleChip key={`${role} ${project ?? ''}`} role={role} project={project} />
              ))}
              <Reviews person={person} />
            </span>
          </td>
          <ProjectsCell person={person} all={projects} />
          <SignInCell person={person} />
          <LastSeen at={person.last_seen_at} />
        </tr>
      ))}
    </Table>
  );
}

function PersonCell({ person, onOpen }: { person: AdministeredPerson; onOpen: () => void }) {
  const name = `${person.name} ${person.family_names}`.trim();
  return (
    <td data-short="true">
      <span className={classes.avatar} aria-hidden="true">
        {initials(person)}
      </span>
      <button
        type="button"
        className={`${layout.textButton} ${classes.name}`}
        style={{ color: 'inherit' }}
        title={name}
        onClick={(event) => {
          event.stopPropagation();
          onOpen();
        }}
      >
        {person.email}
      </button>
      {person.is_test && <span className={classes.warn}> {messages.shared.testUser}</span>}
      {!person.active && <span className={classes.quiet}> {messages.people.disabled}</span>}
    </td>
  );
}

/** Projects a cell names before it counts them. */
const NAMED_PROJECTS = 3;

function ProjectsCell({ person, all }: { person: AdministeredPerson; all: number }) {
  const names = person.projects.map(({ project }) => project);
  return (
    <td className={classes.quiet} title={names.join(', ')}>
      {messages.people.projects(names.slice(0, NAMED_PROJECTS), names.length, all)}
    </td>
  );
}

/** Editors a row names before it counts them. */
const NAMED_EDITORS = 3;

function Reviews({ person }: { person: AdministeredPerson }) {
  const editors = [...new Set(person.roles.filter(({ role }) => role === 'Reviewer').flatMap(({ reviews_to }) => reviews_to))];
  if (editors.length === 0) return null;
  return (
    <span className={classes.quiet} title={editors.join(', ')}>
      {messages.people.reviews(editors.slice(0, NAMED_EDITORS), editors.length)}
    </span>
  );
}

function SignInCell({ person: { user_type, second_factor } }: { person: AdministeredPerson }) {
  if (isWithoutSignIn(user_type))
    return <td className={classes.quiet}>{user_type === MODEL_USER_TYPE ? messages.people.model : messages.people.machine}</td>;
  return (
    <td className={second_factor === 'none' ? classes.warn : classes.ok} data-short="true">
      {messages.people.factors[second_factor]}
    </td>
  );
}

function LastSeen({ at }: { at: number | null }) {
  return (
    <td className={classes.quiet} title={at === null ? messages.people.neverSeen : wholeTime(at)}>
      {at === null ? DASH : agoText(at, Date.now())}
    </td>
  );
}
