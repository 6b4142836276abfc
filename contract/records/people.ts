import { Type, type Static } from 'typebox';
import { TokenId } from './personal-token.ts';
import { ROLE_NAMES, RoleName } from './role.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';

/** E-mails name accounts in lower case. */
export const Email = Type.String({ pattern: '^[^\\s@A-Z]{1,64}@[^\\s@A-Z]{1,189}$' });

/** Most editors one grant names, and most grants or projects one invitation holds. */
export const MAX_REVIEWED_EDITORS = 200;
export const MAX_INVITED_GRANTS = 200;

/** Longest name of a machine. */
export const MAX_MACHINE_NAME = 80;

const Editors = Type.Array(Email, { maxItems: MAX_REVIEWED_EDITORS, uniqueItems: true });

/** A role a person holds: in one project, or (null) wherever they are a member. */
export const HeldRole = Strict({ role: RoleName, project: Nullable(Name), reviews_to: Type.Array(Type.String()) });
export type HeldRole = Static<typeof HeldRole>;

/** Permissions of the account that an invitation makes. A null project grants the role wherever the person is a member. */
export const Grants = Strict({
  roles: Type.Array(
    Strict({
      role: OneOf(ROLE_NAMES),
      project: Nullable(Type.String()),
      reviews_to: Type.Array(Type.String(), { maxItems: MAX_REVIEWED_EDITORS }),
    }),
    { maxItems: MAX_INVITED_GRANTS },
  ),
  /** Projects (`_id`) the person becomes a member of. */
  projects: Type.Array(Type.String(), { maxItems: MAX_INVITED_GRANTS }),
  is_test: Type.Boolean(),
});
export type Grants = Static<typeof Grants>;

const act = <A extends string>(name: A) => ({ act: Type.Literal(name) });

/** Changes that an administrator makes to people, on the screen and by `npm run admin` alike. */
export const PersonChange = Type.Union([
  Strict({ ...act('invite'), email: Email, grants: Grants }),
  /** An account without a sign-in, for a program: only tokens act for it. `email` is its name; no mail is sent there. */
  Strict({
    ...act('add-machine'),
    email: Email,
    name: Type.String({ minLength: 1, maxLength: MAX_MACHINE_NAME, pattern: '\\S' }),
    grants: Grants,
  }),
  Strict({ ...act('cancel-invitation'), email: Email }),
  Strict({ ...act('disable'), email: Email }),
  Strict({ ...act('enable'), email: Email }),
  /** `session` names one sign-in of the person, as people/sessions lists it. */
  Strict({ ...act('end-session'), email: Email, session: Name }),
  Strict({ ...act('revoke-sessions'), email: Email }),
  /** `token` names one personal access token of the person, as people/tokens lists it. */
  Strict({ ...act('revoke-token'), email: Email, token: TokenId }),
  Strict({ ...act('reset-totp'), email: Email }),
  Strict({ ...act('reset-password'), email: Email }),
  /** A grant of the same role in the same place takes the place of the earlier one. */
  Strict({ ...act('grant'), email: Email, role: RoleName, project: Nullable(Name), reviews_to: Editors }),
  /** Without `project` every grant of the role; null removes the grant for all projects of the person. */
  Strict({ ...act('revoke'), email: Email, role: RoleName, project: Type.Optional(Nullable(Name)) }),
  Strict({ ...act('add-member'), email: Email, project: Name }),
  Strict({ ...act('remove-member'), email: Email, project: Name }),
  /** A null project marks the person as a test user everywhere. */
  Strict({ ...act('test-user'), email: Email, project: Nullable(Name), marked: Type.Boolean() }),
]);
export type PersonChange = Static<typeof PersonChange>;

/** Work that a change ends, hides or leaves without a responsible person. */
export const PERSON_EFFECTS = [
  'sign-ins-end',
  'tokens-end',
  'studies-open',
  'unsent-changes',
  'reviews-left',
  'editors-unreviewed',
  'studies-without-member',
  'work-hidden',
  'work-shown',
  'jobs-go-on',
] as const;

export const PersonEffect = Strict({
  what: OneOf(PERSON_EFFECTS),
  /** Null where the server cannot know. */
  count: Nullable(Type.Integer({ minimum: 0 })),
  /** The first few it is about, in the order of the alphabet. */
  names: Type.Array(Type.String()),
});
export type PersonEffect = Static<typeof PersonEffect>;

/** Names an effect lists at most; `count` counts all. */
export const MAX_NAMED = 5;

/** How a person proves who they are: an authenticator of this product, a foreign login service, or not yet. */
export const SECOND_FACTORS = ['authenticator', 'foreign', 'none'] as const;

/** A person as administrators see them. */
export const AdministeredPerson = Strict({
  email: Name,
  name: Type.String(),
  family_names: Type.String(),
  user_type: Type.String(),
  active: Type.Boolean(),
  is_test: Type.Boolean(),
  created_at: Instant,
  /** To within a few minutes; null before the first call since this is kept. */
  last_seen_at: Nullable(Instant),
  second_factor: OneOf(SECOND_FACTORS),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
  /** Sign-ins that hold now. */
  sign_ins: Type.Integer({ minimum: 0 }),
  roles: Type.Array(HeldRole),
  /** Membership, and whether the project counts the person among its test users. */
  projects: Type.Array(Strict({ project: Name, is_test: Type.Boolean() })),
});
export type AdministeredPerson = Static<typeof AdministeredPerson>;

/** An invitation that waits; its link is kept nowhere. */
export const Invitation = Strict({ email: Name, created_at: Instant, expires_at: Instant, grants: Grants });
export type Invitation = Static<typeof Invitation>;

/** A sign-in that holds, without anything that could be used in its place. */
export const SignIn = Strict({
  id: Name,
  created_at: Instant,
  expires_at: Instant,
  last_used_at: Nullable(Instant),
  /** Roles acted in since. */
  roles: Type.Array(RoleName),
  /** The sign-in that asks. */
  is_own: Type.Boolean(),
});
export type SignIn = Static<typeof SignIn>;
