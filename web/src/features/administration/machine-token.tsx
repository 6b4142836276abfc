import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { NewToken } from '@echometry/contract/records/personal-token.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { NewTokenForm } from '../../ui/new-token-form.tsx';
import { CopyOnce } from './copy-once.tsx';
import classes from './section.module.css';
import type { PeopleList, PersonProps } from './use-people.ts';
import { messages } from './messages.ts';

/** Makes a token of a machine and shows its secret once. */
export function MachineToken({ person, people, all, onMade }: PersonProps & { all: PeopleList; onMade: () => void }) {
  const [isMaking, setMaking] = useState<boolean | null>(null);
  const [secret, setSecret] = useState<{ name: string; token: string } | null>(null);
  const { busy, attempt } = useAttempt();
  const roles = [...new Set(person.roles.map(({ role }) => role))];
  const own = new Set(person.projects.map(({ project }) => project));
  const make = (token: NewToken) =>
    attempt(async () => {
      const made = await call(CALLS.peopleMakeToken, { email: person.email, token });
      if (made.outcome === 'refused') return alertUser(made.message, 'hard');
      setSecret({ name: made.made.name, token: made.token });
      setMaking(false);
      onMade();
    }, messages.tokens.notMade);
  if (isMaking)
    return (
      <NewTokenForm
        roles={roles}
        role={roles[0] ?? null}
        projects={all.projects.filter(({ _id }) => own.has(_id))}
        busy={busy || people.busy}
        onCancel={() => setMaking(false)}
        onMake={make}
      />
    );
  return (
    <>
      {secret !== null && (
        <div role="status">
          <p>{messages.tokens.shownOnce(secret.name)}</p>
          <CopyOnce key={secret.token} text={secret.token} testId="machine-token" />
        </div>
      )}
      <div className={classes.buttons}>
        {secret !== null && (
          <Button size="compact-sm" variant="default" onClick={() => setSecret(null)}>
            {messages.tokens.hide}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          autoFocus={isMaking === false && secret === null}
          disabled={roles.length === 0 || !person.active}
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => {
            setSecret(null);
            setMaking(true);
          }}
        >
          {messages.tokens.add}
        </Button>
      </div>
    </>
  );
}
