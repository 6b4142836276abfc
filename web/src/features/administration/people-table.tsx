import type { AdministeredPerson } from '@echometry/contract/records/people.ts';
import { initials } from '@echometry/contract/rules/initials.ts';
import { DASH } from '../../lib/format.ts';
import { RoleChip } from './role-chip.tsx';
import classes from './section.module.css';
import type { People } from './use-people.ts';
import { agoText, wholeTime } from './messages.ts';

const FACTORS = { authenticator: 'two-factor', foreign: 'foreign sign-in', none: 'not paired' } as const;

/** People as rows: who, what they may do, how they prove it, when they were last here. */
export function PeopleTable({ people: { list, shown, current, choose } }: { people: People }) {
  const projects = list.data?.projects.length ?? 0;
  return (
    <table className={classes.table} aria-label="People">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Roles</th>
          <th scope="col">Projects</th>
          <th scope="col">Sign-in</th>
          <th scope="col" data-right="true">
            Last seen
          </th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
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
        className={`${classes.plain ?? ''} ${classes.name ?? ''}`}
        style={{ color: 'inherit' }}
        title={name}
        onClick={(event) => {
          event.stopPropagation();
          onOpen();
        }}
      >
        {person.email}
      </button>
      {person.is_test && <span className={classes.warn}> test user</span>}
      {!person.active && <span className={classes.quiet}> disabled</span>}
    </td>
  );
}

/** Projects a cell names before it counts them. */
const NAMED_PROJECTS = 3;

function ProjectsCell({ person, all }: { person: AdministeredPerson; all: number }) {
  const names = person.projects.map(({ project }) => project);
  const text = names.length === 0 ? 'none' : names.length === all && all > 1 ? `all ${all}` : names.slice(0, NAMED_PROJECTS).join(', ');
  const more = names.length === all ? 0 : names.length - NAMED_PROJECTS;
  return (
    <td className={classes.quiet} title={names.join(', ')}>
      {text}
      {more > 0 && ` and ${more} more`}
    </td>
  );
}

function Reviews({ person }: { person: AdministeredPerson }) {
  const editors = [...new Set(person.roles.filter(({ role }) => role === 'Reviewer').flatMap(({ reviews_to }) => reviews_to))];
  if (editors.length === 0) return null;
  const shown = editors.slice(0, 3).map((email) => email.split('@')[0]);
  return (
    <span className={classes.quiet} title={editors.join(', ')}>
      reviews {shown.join(', ')}
      {editors.length > shown.length && ` and ${editors.length - shown.length} more`}
    </span>
  );
}

function SignInCell({ person: { user_type, second_factor } }: { person: AdministeredPerson }) {
  if (user_type === 'model') return <td className={classes.quiet}>model</td>;
  return (
    <td className={second_factor === 'none' ? classes.warn : classes.ok} data-short="true">
      {FACTORS[second_factor]}
    </td>
  );
}

function LastSeen({ at }: { at: number | null }) {
  return (
    <td className={classes.quiet} data-right="true" data-short="true" title={at === null ? 'No sign-in recorded' : wholeTime(at)}>
      {at === null ? DASH : agoText(at, Date.now())}
    </td>
  );
}
