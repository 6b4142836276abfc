/** People of the workspace, who of them is looked at, and what is being done to them. */
import { useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AdministeredPerson, PersonChange, PersonEffect } from '@echometry/contract/records/people.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useCall, type Loaded } from './api.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export type PeopleList = AnswerOf<typeof CALLS.peopleList>;

/** A change whose effects the administrator has to see first. */
export interface Asked {
  change: PersonChange;
  effects: readonly PersonEffect[];
}

/** A link that is shown once. */
export interface ShownLink {
  email: string;
  kind: 'invitation' | 'password';
  link: string;
  mailed: boolean;
  mailFailure: string | null;
}

export interface People {
  list: Loaded<PeopleList>;
  shown: readonly AdministeredPerson[];
  query: string;
  search: (query: string) => void;
  current: AdministeredPerson | null;
  choose: (email: string | null) => void;
  /** Rises with everything that was changed, so that what is read of one person is read again. */
  turn: number;
  busy: boolean;
  asked: Asked | null;
  link: ShownLink | null;
  /** Carries a change out, or asks first where it has effects. True when it was done. */
  change: (change: PersonChange, options?: { accepted?: readonly PersonEffect[]; byMail?: boolean }) => Promise<boolean>;
  leaveAsked: () => void;
  leaveLink: () => void;
}

/** Inputs of the parts of one person's panel. */
export interface PersonProps {
  person: AdministeredPerson;
  people: People;
}

const matches = (person: AdministeredPerson, query: string): boolean =>
  [
    person.email,
    person.name,
    person.family_names,
    ...person.roles.map(({ role }) => role),
    ...person.projects.map(({ project }) => project),
  ]
    .join(' ')
    .toLowerCase()
    .includes(query.trim().toLowerCase());

export function usePeople(): People {
  const [turn, setTurn] = useState(0);
  const list = useCall(CALLS.peopleList, {});
  const [query, search] = useState('');
  const [email, choose] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [link, setLink] = useState<ShownLink | null>(null);

  const change: People['change'] = async (wanted, { accepted = [], byMail = false } = {}) => {
    setBusy(true);
    try {
      const answer = await call(CALLS.peopleChange, { change: wanted, accepted: [...accepted], ...(byMail ? { by_mail: true } : {}) });
      if (answer.outcome === 'refused') {
        setAsked(null);
        alertUser(answer.message, 'hard');
        return false;
      }
      if (answer.outcome === 'asks') {
        setAsked({ change: wanted, effects: answer.effects });
        return false;
      }
      setAsked(null);
      if (answer.link !== null)
        setLink({
          email: wanted.email,
          kind: wanted.act === 'invite' ? 'invitation' : 'password',
          link: answer.link,
          mailed: byMail,
          mailFailure: answer.mail_failure,
        });
      setTurn((n) => n + 1);
      list.reload();
      return true;
    } catch (error) {
      alertUser(`${messages.shared.nothingChanged}: ${messageOf(error)}`, 'hard');
      return false;
    } finally {
      setBusy(false);
    }
  };

  const everybody = list.data?.people ?? [];
  return {
    list,
    shown: everybody.filter((person) => matches(person, query)),
    query,
    search,
    current: everybody.find((person) => person.email === email) ?? null,
    choose,
    turn,
    busy,
    asked,
    link,
    change,
    leaveAsked: () => setAsked(null),
    leaveLink: () => setLink(null),
  };
}
