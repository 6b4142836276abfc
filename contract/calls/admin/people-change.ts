import { Type } from 'typebox';
import { PERSON_EFFECTS, PersonChange, PersonEffect } from '../../records/people.ts';
import { Nullable, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Carries a change out if its effects are those in `accepted`, and otherwise returns them and changes nothing: a change that ends
 * other people's work names it before it is carried out, even from an outdated page.
 */
export const peopleChange = defineCall({
  path: 'people/change',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    change: PersonChange,
    accepted: Type.Array(PersonEffect, { maxItems: PERSON_EFFECTS.length }),
    /** Also sends the link of an invitation or a new password by the configured mail server. */
    by_mail: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Union([
    Strict({
      outcome: Type.Literal('done'),
      /** Of an invitation or a new password; it is shown once and kept nowhere. */
      link: Nullable(Type.String()),
      /** Why the mail was not sent; null when it was sent or not asked for. */
      mail_failure: Nullable(Type.String()),
    }),
    Strict({ outcome: Type.Literal('asks'), effects: Type.Array(PersonEffect) }),
    Strict({ outcome: Type.Literal('refused'), message: Type.String() }),
  ]),
});
