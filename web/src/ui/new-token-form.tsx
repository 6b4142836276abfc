import { Button, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME, MAX_TOKEN_PROJECTS, type NewToken } from '@echometry/contract/records/personal-token.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import kit from './kit.module.css';
import classes from './new-token-form.module.css';
import { messages } from './messages.ts';

/** Lives that are offered, in days. */
const LIVES = [7, 30, 90, 180, MAX_TOKEN_DAYS];
const USUAL_LIFE = 90;

interface Props {
  /** Roles and projects of the owner of the token. */
  roles: readonly RoleName[];
  role: RoleName | null;
  projects: readonly { _id: string; name_to_show: string }[];
  busy: boolean;
  onCancel: () => void;
  onMake: (token: NewToken) => Promise<void>;
}

/** Asks what a new token is called and allows. */
export function NewTokenForm({ roles, role: usual, projects: all, busy, onCancel, onMake }: Props) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<RoleName | null>(usual);
  const [projects, setProjects] = useState<string[]>([]);
  const [write, setWrite] = useState(false);
  const [days, setDays] = useState(USUAL_LIFE);
  const texts = messages.token;
  return (
    <form
      className={classes.form}
      aria-label={texts.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (role !== null) void onMake({ name: name.trim(), role, projects: projects.length === 0 ? null : projects, write, days });
      }}
    >
      <TextInput
        label={texts.name}
        placeholder={texts.nameHint}
        value={name}
        maxLength={MAX_TOKEN_NAME}
        autoFocus
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.pair}>
        <Select
          label={texts.role}
          data={roles.map((one) => ({ value: one, label: ROLE_CONFIGS[one].name_to_show }))}
          value={role}
          allowDeselect={false}
          onChange={(chosen) => setRole(chosen)}
        />
        <Select
          label={texts.life}
          data={LIVES.map((life) => ({ value: String(life), label: texts.days(life) }))}
          value={String(days)}
          allowDeselect={false}
          onChange={(chosen) => setDays(Number(chosen ?? USUAL_LIFE))}
        />
      </div>
      <MultiSelect
        label={texts.projects}
        placeholder={projects.length === 0 ? texts.allProjects : ''}
        data={all.map(({ _id, name_to_show }) => ({ value: _id, label: name_to_show }))}
        value={projects}
        maxValues={MAX_TOKEN_PROJECTS}
        onChange={setProjects}
        searchable
        hidePickedOptions
      />
      <Switch
        label={texts.write}
        description={texts.writeHint}
        checked={write}
        onChange={(event) => setWrite(event.currentTarget.checked)}
      />
      <div className={kit.answers}>
        <Button variant="default" onClick={onCancel}>
          {messages.cancel}
        </Button>
        <Button type="submit" disabled={busy || role === null || name.trim() === ''}>
          {texts.make}
        </Button>
      </div>
    </form>
  );
}
