import { Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { HeldRole } from '@echometry/contract/records/people.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { MACHINE_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import { isWorkspaceRole } from '@echometry/contract/rules/permissions.ts';
import { EditorsField } from './editors-field.tsx';
import { RoleChip } from './role-chip.tsx';
import { EVERYWHERE, reviewsOthers, ROLE_OPTIONS } from './role-names.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { PeopleList, PersonProps } from './use-people.ts';
import { messages } from './messages.ts';

type Props = PersonProps & { all: PeopleList };

/** Roles the person holds, by place; each can be removed, and one more given. */
export function PersonRoles({ person, people, all }: Props) {
  const [editing, setEditing] = useState<HeldRole | 'new' | null>(null);
  return (
    <div className={classes.part}>
      <h3>
        {messages.shared.roles}
        <button type="button" className={layout.textButton} onClick={() => setEditing('new')}>
          {messages.personRoles.assign}
        </button>
      </h3>
      {person.roles.length === 0 && <p>{messages.personRoles.none}</p>}
      {person.roles.map((held) => (
        <div key={`${held.role} ${held.project ?? ''}`} className={classes.row}>
          <RoleChip role={held.role} />
          <span className={`${classes.grow ?? ''} ${classes.quiet ?? ''}`}>
            {messages.personRoles.place(held, isWorkspaceRole(held.role))}
            {reviewsOthers(held.role) && (
              <>
                {messages.personRoles.reads}
                <button type="button" className={layout.textButton} onClick={() => setEditing(held)}>
                  {messages.personRoles.editors(held.reviews_to)}
                </button>
              </>
            )}
          </span>
          <button
            type="button"
            className={layout.textButton}
            aria-label={messages.personRoles.remove(held)}
            disabled={people.busy}
            onClick={() => void people.change({ act: 'revoke', email: person.email, role: held.role, project: held.project })}
          >
            <IconX size={16} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
      ))}
      {editing && (
        <RoleForm person={person} people={people} all={all} held={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </div>
  );
}

function RoleForm({ person, people, all, held, onClose }: Props & { held: HeldRole | null; onClose: () => void }) {
  const [role, setRole] = useState<RoleName | null>(held?.role ?? null);
  const [place, setPlace] = useState<string>(held?.project ?? EVERYWHERE);
  const [editors, setEditors] = useState<readonly string[]>(held?.reviews_to ?? []);
  const everywhereOnly = role !== null && isWorkspaceRole(role);
  const give = async () => {
    if (role === null) return;
    const reviews_to = reviewsOthers(role) ? [...editors] : [];
    const project = everywhereOnly || place === EVERYWHERE ? null : place;
    await people.change({ act: 'grant', email: person.email, role, project, reviews_to });
    onClose();
  };
  return (
    <div className={classes.form}>
      {held === null && (
        <>
          <Select
            label={messages.personRoles.role}
            data={ROLE_OPTIONS.filter(({ value }) => person.user_type !== MACHINE_USER_TYPE || !isWorkspaceRole(value))}
            value={role}
            onChange={(chosen) => setRole(chosen)}
            placeholder={messages.personRoles.choose}
          />
          <Select
            label={messages.personRoles.where}
            disabled={everywhereOnly}
            data={[
              { value: EVERYWHERE, label: messages.personRoles.everywhere(everywhereOnly) },
              ...all.projects.map(({ _id, name_to_show }) => ({ value: _id, label: name_to_show })),
            ]}
            value={everywhereOnly ? EVERYWHERE : place}
            allowDeselect={false}
            onChange={(chosen) => setPlace(chosen ?? EVERYWHERE)}
          />
        </>
      )}
      {role !== null && reviewsOthers(role) && <EditorsField all={all} value={editors} onChange={setEditors} />}
      <div className={classes.buttons}>
        <Button size="compact-sm" disabled={role === null} loading={people.busy} onClick={() => void give()}>
          {held === null ? messages.personRoles.save : messages.shared.change}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {messages.shared.cancel}
        </Button>
      </div>
    </div>
  );
}
