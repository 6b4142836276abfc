import { Checkbox } from '@mantine/core';
import classes from './section.module.css';
import type { PeopleList, PersonProps } from './use-people.ts';

/** Every project: whether the person is a member, and whether their work counts as a test there. */
export function PersonProjects({ person, people, all }: PersonProps & { all: PeopleList }) {
  const { email } = person;
  return (
    <div className={classes.part}>
      <h3>Projects</h3>
      {all.projects.length === 0 && <p>No projects yet. Create one under Projects.</p>}
      {all.projects.map(({ _id, name_to_show }) => {
        const member = person.projects.find(({ project }) => project === _id);
        return (
          <div key={_id} className={classes.row}>
            <span className={classes.grow}>
              <Checkbox
                label={name_to_show}
                checked={member !== undefined}
                disabled={people.busy}
                onChange={(event) =>
                  void people.change({ act: event.currentTarget.checked ? 'add-member' : 'remove-member', email, project: _id })
                }
              />
            </span>
            {member && (
              <Checkbox
                label="test user"
                aria-label={`Test user of ${name_to_show}`}
                checked={member.is_test}
                disabled={people.busy}
                onChange={(event) => void people.change({ act: 'test-user', email, project: _id, marked: event.currentTarget.checked })}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
