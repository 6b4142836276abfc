import { Checkbox } from '@mantine/core';
import classes from './section.module.css';
import type { PeopleList, PersonProps } from './use-people.ts';
import { messages } from './messages.ts';

/** Every project: whether the person is a member, and whether their work counts as a test there. */
export function PersonProjects({ person, people, all }: PersonProps & { all: PeopleList }) {
  const { email } = person;
  return (
    <div className={classes.part}>
      <h3>{messages.shared.projects}</h3>
      {all.projects.length === 0 && <p>{messages.person.noProjects}</p>}
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
                label={messages.shared.testUser}
                aria-label={messages.person.testUserOf(name_to_show)}
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
