import { MultiSelect } from '@mantine/core';
import type { PeopleList } from './use-people.ts';
import { messages } from './messages.ts';

/** Editors to be reviewed, chosen from the existing people. */
export function EditorsField({
  all,
  value,
  onChange,
}: {
  all: PeopleList;
  value: readonly string[];
  onChange: (editors: string[]) => void;
}) {
  const invited = all.invitations.map(({ email, grants }) => ({ email, roles: grants.roles }));
  const editors = [...all.people, ...invited].filter(({ roles }) =>
    roles.some(({ role }) => role === 'Editor' || role === 'Ground-truth generator'),
  );
  return (
    <MultiSelect
      label={messages.personRoles.reviews}
      placeholder={value.length === 0 ? messages.personRoles.chooseEditors : ''}
      data={[...new Set([...editors.map(({ email }) => email), ...value])]}
      value={[...value]}
      onChange={onChange}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
    />
  );
}
