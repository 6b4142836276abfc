import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { Grants } from '@echometry/contract/records/people.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { EditorsField } from './editors-field.tsx';
import { messages } from './messages.ts';
import { reviewsOthers, ROLE_OPTIONS } from './role-names.ts';
import type { PeopleList } from './use-people.ts';

interface Chosen {
  roles: RoleName[];
  projects: string[];
  /** Whose work the reviewing roles see. */
  editors: string[];
}

/** Roles and projects that a new account begins with. */
export function useGrants() {
  const [chosen, setChosen] = useState<Chosen>({ roles: [], projects: [], editors: [] });
  const { roles, projects, editors } = chosen;
  const grants = (is_test: boolean): Grants => ({
    roles: roles.map((role) => ({ role, project: null, reviews_to: reviewsOthers(role) ? editors : [] })),
    projects,
    is_test,
  });
  return { chosen, choose: (change: Partial<Chosen>) => setChosen({ ...chosen, ...change }), grants };
}

interface Props extends Omit<ReturnType<typeof useGrants>, 'grants'> {
  all: PeopleList;
  options?: typeof ROLE_OPTIONS;
}

/** Asks for the roles, the projects, and the editors whose work is reviewed. */
export function GrantFields({ all, chosen: { roles, projects, editors }, choose, options = ROLE_OPTIONS }: Props) {
  return (
    <>
      <MultiSelect
        label={messages.shared.roles}
        placeholder={roles.length === 0 ? messages.invite.rolesHint : ''}
        data={options}
        value={roles}
        onChange={(next) => choose({ roles: next })}
        hidePickedOptions
      />
      <MultiSelect
        label={messages.shared.projects}
        placeholder={projects.length === 0 ? messages.invite.projectsHint : ''}
        data={all.projects.map(({ _id, name_to_show }) => ({ value: _id, label: name_to_show }))}
        value={projects}
        onChange={(next) => choose({ projects: next })}
        hidePickedOptions
      />
      {roles.some(reviewsOthers) && <EditorsField all={all} value={editors} onChange={(next) => choose({ editors: next })} />}
    </>
  );
}
