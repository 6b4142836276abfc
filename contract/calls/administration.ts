import { Type } from 'typebox';
import {
  AdministeredProject,
  PROJECT_EFFECTS,
  ProjectEffect,
  ProjectFault,
  ProjectImpact,
  ProjectVersion,
  Saving,
} from '../records/administered-project.ts';
import { AdministeredJob, AuditRecord, ProjectStorage, QuarantinedObject, ScrubResult, ScrubRun } from '../records/administered-work.ts';
import { CONFIG_SET_NAMES } from '../records/config-set.ts';
import {
  AdministeredSet,
  CONFIG_EFFECTS,
  ConfigDifference,
  ConfigEffect,
  ConfigFault,
  MAX_SET_BYTES,
  SetName,
  SetRows,
  SetVersion,
} from '../records/configuration.ts';
import { DataType } from '../records/data-type.ts';
import { JobId } from '../records/export.ts';
import { AdministeredPerson, Email, Invitation, PERSON_EFFECTS, PersonChange, PersonEffect, SignIn } from '../records/people.ts';
import { NewToken, PersonalToken } from '../records/personal-token.ts';
import { Project } from '../records/project.ts';
import { ROLE_NAMES, RoleName } from '../records/role.ts';
import { Instant, MAX_NAME_LENGTH, Name, Nullable, OneOf, Strict } from '../records/strict.ts';
import { STUDY_STATES } from '../records/study.ts';
import { UserSettings } from '../records/user-settings.ts';
import { Session, User } from '../records/user.ts';
import { MAX_PROJECT_KEY, PROJECT_KEY } from '../rules/new-project.ts';
import { ADMINISTERING_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';

/**
 * Records that the user accepted a version of the terms; the response includes `accepted_terms_of_use` (docs/specification.md#platform-7).
 */
export const acceptTerms = defineCall({
  path: 'users/accept_terms',
  method: 'POST',
  service: 'admin',
  access: { need: 'signed-in' },
  body: Strict({ user: Name, version: Name }),
  answer: Strict({ accepted_terms_of_use: Type.Record(Type.String(), Instant) }),
});

/** Exchanges a token for one scoped to a role the user holds (docs/contracts.md#who-acts); 403 when it is not held or the terms are not accepted. */
export const actAs = defineCall({
  path: 'users/act_as',
  method: 'POST',
  service: 'admin',
  access: { need: 'signed-in' },
  body: Strict({ role: RoleName }),
  answer: Strict({ token: Type.String(), session: Session }),
});

/** Acts of one page. */
export const AUDIT_PAGE = 100;
const Part = Type.String({ maxLength: MAX_NAME_LENGTH });

/** Acts of the audit, the newest first: by person, act, study or subject, and time. An empty text asks for nothing. */
export const auditSearch = defineCall({
  path: 'audit/search',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    /** Part of an e-mail. */
    person: Part,
    act: Part,
    /** Part of a study's id or of what an act was done to. */
    about: Part,
    from: Nullable(Instant),
    /** Up to and without. */
    to: Nullable(Instant),
    /** Acts before this one; null for the newest. */
    before: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  answer: Strict({
    entries: Type.Array(AuditRecord, { maxItems: AUDIT_PAGE }),
    more: Type.Boolean(),
    /** Every act there is, to choose from. */
    acts: Type.Array(Type.String()),
  }),
});

/** Follows every chain of the audit from its beginning; `faults` names what does not fit, one sentence each. */
export const auditVerify = defineCall({
  path: 'audit/verify',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({ acts: Type.Integer({ minimum: 0 }), chains: Type.Integer({ minimum: 0 }), faults: Type.Array(Type.String()) }),
});

/** Current version of one configuration set, of a project or of the workspace; read from the first element (docs/specification.md#platform-7). */
export const configGet = defineCall({
  path: 'config/get',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ROLE_NAMES },
  byToken: 'read',
  body: Strict({ platform: OneOf(['IAP'] as const), config: OneOf(CONFIG_SET_NAMES), db_name: Type.Optional(Name) }),
  answer: Type.Array(
    Strict({
      name: OneOf(CONFIG_SET_NAMES),
      version: Type.Integer({ minimum: 1 }),
      sha256: Type.String(),
      data: Type.Array(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 1 },
  ),
});

/**
 * Adds a version of a set after the contract and the engine found nothing wrong with it; it is not current before it is
 * chosen. With `dry_run` nothing is stored. Content that is stored already is that version.
 */
export const configurationAdd = defineCall({
  path: 'configuration/add',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ name: SetName, data: SetRows, dry_run: Type.Boolean() }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('added'), version: SetVersion }),
    Strict({ outcome: Type.Literal('known'), version: SetVersion }),
    /** Nothing is wrong; the differences are those from the version that is current in the workspace. */
    Strict({ outcome: Type.Literal('right'), current: SetVersion, differences: Type.Array(ConfigDifference) }),
    Strict({ outcome: Type.Literal('refused'), faults: Type.Array(ConfigFault) }),
  ]),
  maxBodyBytes: MAX_SET_BYTES,
});

/**
 * Makes a version current in the workspace (`project` null) or in one project; a null version lets the project follow the
 * workspace again. The engine checks it together with the other sets in force there, and the effects have to be those in
 * `accepted`.
 */
export const configurationChoose = defineCall({
  path: 'configuration/choose',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    name: SetName,
    version: Nullable(SetVersion),
    project: Nullable(Name),
    accepted: Type.Array(ConfigEffect, { maxItems: CONFIG_EFFECTS.length }),
  }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('done') }),
    Strict({ outcome: Type.Literal('asks'), effects: Type.Array(ConfigEffect) }),
    Strict({ outcome: Type.Literal('refused'), faults: Type.Array(ConfigFault) }),
  ]),
});

/** Differences between two versions of a set, definition by definition. */
export const configurationCompare = defineCall({
  path: 'configuration/compare',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ name: SetName, from: SetVersion, to: SetVersion }),
  answer: Strict({ differences: Type.Array(ConfigDifference) }),
});

/** The rows of one version, as they are stored: what is downloaded, changed and brought back as the next version. */
export const configurationGetVersion = defineCall({
  path: 'configuration/get_version',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ name: SetName, version: SetVersion }),
  answer: Strict({ name: SetName, version: SetVersion, sha256: Type.String(), data: Type.Array(Type.Unknown()) }),
});

/** Every set with its versions, which of them is current where, and how many studies used which. */
export const configurationList = defineCall({
  path: 'configuration/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({ sets: Type.Array(AdministeredSet), projects: Type.Array(Strict({ _id: Name, name_to_show: Type.String() })) }),
});

/** Settings of the person; `user` is one's own e-mail, also for Admin: other users' keys are never returned. */
export const getSettings = defineCall({
  path: 'users/get_settings',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ROLE_NAMES },
  body: Strict({ user: Name }),
  answer: UserSettings,
});

/** Cancels any user's job that waits or runs; false when it had ended before. */
export const jobsEnd = defineCall({
  path: 'jobs/cancel',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ id: JobId }),
  answer: Strict({ cancelled: Type.Boolean() }),
});

/** Most jobs in one response. */
export const LISTED_JOBS = 200;

/** The newest jobs of everybody, those under way first. Their results are not included. */
export const jobsList = defineCall({
  path: 'jobs/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({ jobs: Type.Array(AdministeredJob, { maxItems: LISTED_JOBS }), more: Type.Boolean() }),
});

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

/** Everybody with an account, disabled people and models too, and the invitations that wait. */
export const peopleList = defineCall({
  path: 'people/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({
    people: Type.Array(AdministeredPerson),
    invitations: Type.Array(Invitation),
    projects: Type.Array(Strict({ _id: Name, name_to_show: Type.String() })),
    /** A mail server is configured, so that invitations can be sent. */
    mail: Type.Boolean(),
  }),
});

/** Sign-ins of a person that hold, the newest first. */
export const peopleSessions = defineCall({
  path: 'people/sessions',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ email: Email }),
  answer: Strict({ sign_ins: Type.Array(SignIn) }),
});

/** Personal access tokens of a person that are not revoked, the newest first. */
export const peopleTokens = defineCall({
  path: 'people/tokens',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ email: Email }),
  answer: Strict({ tokens: Type.Array(PersonalToken) }),
});

/** Makes a token of a machine, in one of its roles and in its projects. `token` is its secret, returned once. A person makes tokens in Settings. */
export const peopleMakeToken = defineCall({
  path: 'people/make_token',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ email: Email, token: NewToken }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('made'), token: Type.String(), made: PersonalToken }),
    Strict({ outcome: Type.Literal('refused'), message: Type.String() }),
  ]),
});

/** Makes an empty project with the defaults of `npm run admin -- create-project`, whose only member is the caller. */
export const projectsCreate = defineCall({
  path: 'projects/create',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ key: Type.String({ pattern: PROJECT_KEY, maxLength: MAX_PROJECT_KEY }), name_to_show: Name, data_type: DataType }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('made') }),
    Strict({ outcome: Type.Literal('refused'), faults: Type.Array(ProjectFault) }),
  ]),
});

/** One project of this cloud the user is a member of. */
export const projectsGet = defineCall({
  path: 'projects/get/{id}',
  method: 'GET',
  service: 'admin',
  access: { need: 'role', roles: ROLE_NAMES },
  byToken: 'read',
  body: Type.Null(),
  answer: Project,
});

/** Effects of a project, as it might be saved, on its studies. Nothing is changed. */
export const projectsImpact = defineCall({
  path: 'projects/impact',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Project }),
  answer: Strict({ faults: Type.Array(ProjectFault), impact: ProjectImpact }),
});

/** Every project of the workspace with its version, independent of membership, and the name of this cloud. */
export const projectsList = defineCall({
  path: 'projects/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({ cloud: Name, projects: Type.Array(AdministeredProject) }),
});

/**
 * Saves a project as its next version if no other version was saved in between and the effects match `accepted`; otherwise
 * returns the obstacle and changes nothing. `_id` and `db_name` stay as they are.
 */
export const projectsSave = defineCall({
  path: 'projects/save',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    project: Project,
    base_version: Type.Integer({ minimum: 1 }),
    accepted: Type.Array(ProjectEffect, { maxItems: PROJECT_EFFECTS.length + STUDY_STATES.length }),
  }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('saved'), version: Type.Integer({ minimum: 1 }) }),
    Strict({ outcome: Type.Literal('asks'), effects: Type.Array(ProjectEffect) }),
    Strict({ outcome: Type.Literal('conflict'), newest: Saving, project: Project }),
    Strict({ outcome: Type.Literal('refused'), faults: Type.Array(ProjectFault) }),
  ]),
});

/** Versions of a project, the newest first, with author and changes. */
export const projectsVersions = defineCall({
  path: 'projects/versions',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Name }),
  answer: Strict({ versions: Type.Array(ProjectVersion) }),
});

const Count = Type.Integer({ minimum: 0 });
/** Most objects of the quarantine in one response. */
export const LISTED_QUARANTINE = 500;

/** Stored and quarantined objects, the last read-back and backup, and the free room. */
export const storageGet = defineCall({
  path: 'storage/get',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({
    projects: Type.Array(ProjectStorage),
    total: Strict({ objects: Count, bytes: Count }),
    quarantine: Strict({ objects: Count, bytes: Count, listed: Type.Array(QuarantinedObject, { maxItems: LISTED_QUARANTINE }) }),
    last_scrub: Nullable(ScrubResult),
    scrub: Nullable(ScrubRun),
    /** Null where no backup was made by this workspace since this is kept. */
    last_backup_at: Nullable(Instant),
    /** Null where the system does not report it. */
    disk: Nullable(Strict({ free_bytes: Count, total_bytes: Count })),
  }),
});

/** Brings objects back from the quarantine (`key` null: all), or removes for good what has been there for its time. */
export const storageQuarantine = defineCall({
  path: 'storage/quarantine',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ action: OneOf(['restore', 'purge'] as const), key: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' })) }),
  answer: Strict({ objects: Type.Integer({ minimum: 0 }), bytes: Type.Integer({ minimum: 0 }) }),
});

/** Begins to read everything back, or (`run` false) ends it; false when it ran already, or did not run. */
export const storageScrub = defineCall({
  path: 'storage/scrub',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ run: Type.Boolean() }),
  answer: Strict({ changed: Type.Boolean() }),
});

/** Stores all settings of the person, replacing what was there; returns them as stored. `user` is one's own e-mail. */
export const updateSettings = defineCall({
  path: 'users/update_settings',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ROLE_NAMES },
  body: Strict({ user: Name, settings: UserSettings }),
  answer: UserSettings,
});

/** A user with roles, projects and accepted terms; `{id}` is the e-mail, one's own unless Admin. */
export const usersGet = defineCall({
  path: 'users/get/{id}',
  method: 'GET',
  service: 'admin',
  access: { need: 'signed-in' },
  byToken: 'read',
  body: Type.Null(),
  answer: User,
});

/** All calls of this module. */
export const administrationCalls = {
  acceptTerms,
  actAs,
  auditSearch,
  auditVerify,
  configGet,
  configurationAdd,
  configurationChoose,
  configurationCompare,
  configurationGetVersion,
  configurationList,
  getSettings,
  jobsEnd,
  jobsList,
  peopleChange,
  peopleList,
  peopleSessions,
  peopleTokens,
  peopleMakeToken,
  projectsCreate,
  projectsGet,
  projectsImpact,
  projectsList,
  projectsSave,
  projectsVersions,
  storageGet,
  storageQuarantine,
  storageScrub,
  updateSettings,
  usersGet,
};
