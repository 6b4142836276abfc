import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { AskEffects } from './ask-effects.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { NotYet } from './loaded.tsx';
import { MachineDialog } from './machine-dialog.tsx';
import { PeopleTable } from './people-table.tsx';
import { PersonPanel } from './person-panel.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { usePeople, type People } from './use-people.ts';
import { messages } from './messages.ts';

/** Everybody with an account, what they may do, and what an administrator does about it. */
export function PeoplePage() {
  const people = usePeople();
  const { list, shown, query, search, current } = people;
  const [inviting, setInviting] = useState(false);
  const [adding, setAdding] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className={layout.columns}>
        <div className={classes.main}>
          <div className={classes.head}>
            <h2>{messages.shared.people}</h2>
            <small>{list.data && messages.people.count(list.data.people.length, list.data.invitations.length)}</small>
            <span className={classes.space} />
            <TextInput
              ref={field}
              className={classes.search ?? ''}
              aria-label={messages.people.search}
              placeholder={messages.people.searchHint}
              value={query}
              onChange={(event) => search(event.currentTarget.value)}
            />
            <Button variant="default" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setInviting(true)}>
              {messages.people.invite}
            </Button>
            <Button variant="default" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setAdding(true)}>
              {messages.people.addMachine}
            </Button>
          </div>
          <div className={classes.scroll}>
            <NotYet state={list} />
            {list.data && <PeopleTable people={people} />}
            {list.data && shown.length === 0 && <p className={layout.empty}>{messages.people.noMatch}</p>}
            {list.data && <Invitations invitations={list.data.invitations} people={people} />}
          </div>
        </div>
        {current && list.data && <PersonPanel key={current.email} person={current} people={people} all={list.data} />}
      </div>
      <PeopleKeys people={people} onInvite={() => setInviting(true)} onSearch={() => field.current?.focus()} />
      {list.data && <InviteDialog opened={inviting} people={people} all={list.data} onClose={() => setInviting(false)} />}
      {list.data && <MachineDialog opened={adding} people={people} all={list.data} onClose={() => setAdding(false)} />}
      <AskEffects people={people} />
      <LinkDialog people={people} />
    </>
  );
}

function PeopleKeys({ people, onInvite, onSearch }: { people: People; onInvite: () => void; onSearch: () => void }) {
  const [help, setHelp] = useState(false);
  const { shown, current, choose } = people;
  const step = (by: number) => {
    const at = shown.findIndex(({ email }) => email === current?.email);
    const next = shown[at === -1 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next) choose(next.email);
  };
  useKeys({
    'administration.next': () => step(1),
    'administration.previous': () => step(-1),
    'administration.search': onSearch,
    'administration.new': onInvite,
    'administration.help': () => setHelp(true),
  });
  return (
    <>
      <KeyStrip
        mode={messages.shared.people}
        hints={[
          { actions: ['administration.previous', 'administration.next'], does: messages.people.keys.person },
          { actions: ['administration.new'], does: messages.people.keys.invite },
          { actions: ['administration.search'], does: messages.shared.search },
        ]}
        more={{ actions: ['administration.help'], does: messages.shared.allKeys, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
