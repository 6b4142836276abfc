import { Type } from 'typebox';
import { JobId } from '../records/export.ts';
import { FurtherProjects, Release, ReleaseJob, ReleaseName, ReleaseRequest, ReleaseSelection } from '../records/release.ts';
import { Instant, Name, Nullable, Strict } from '../records/strict.ts';
import { EXPORTING_ROLES, JOB_READING_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';

const Count = Type.Integer({ minimum: 0 });

/**
 * Queues a release. Its version is counted by the server for the project and the name. The id comes from the client: asking twice
 * is one release.
 */
export const releasesCreate = defineCall({
  path: 'releases/create',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'write',
  body: Strict({ project: Name, id: JobId, request: ReleaseRequest }),
  answer: Type.Union([
    Strict({ accepted: Type.Literal(true), job: ReleaseJob }),
    Strict({ accepted: Type.Literal(false), message: Type.String() }),
  ]),
});

/** The newest releases of a project that the caller may open, and the caller's own that are being made or were not made. */
export const releasesList = defineCall({
  path: 'releases/list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  byToken: 'read',
  body: Strict({ project: Name }),
  answer: Strict({
    releases: Type.Array(Release),
    jobs: Type.Array(ReleaseJob),
    /** Study types that occur in the project. */
    study_types: Type.Array(Type.String()),
  }),
});

/** One release by its id. Who is not a member of one of its projects may not open it. */
export const releasesGet = defineCall({
  path: 'releases/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  byToken: 'read',
  body: Strict({ id: JobId }),
  answer: Release,
});

/** How much a release would hold, and which version it would be. */
export const releasesPreview = defineCall({
  path: 'releases/preview',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'read',
  body: Strict({ project: Name, name: Nullable(ReleaseName), selection: ReleaseSelection, further_projects: FurtherProjects }),
  answer: Strict({
    studies: Count,
    /** Studies by one person. */
    works: Count,
    /** Works that would be left out although the filters choose them. */
    left_out: Count,
    /** Null without a name. */
    version: Nullable(Type.Integer({ minimum: 1 })),
  }),
});

/** Addresses of the archive of a release, of which there is one. It is bound to person, project and sign-in, and carries no token. */
export const releasesGetPresignedUrls = defineCall({
  path: 'releases/get_presigned_urls',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  byToken: 'read',
  body: Strict({ id: JobId }),
  answer: Type.Array(
    Strict({
      /** Path and query, same origin as the call. */
      url: Type.String(),
      filename: Type.String(),
      size_bytes: Count,
      expires_at: Instant,
    }),
    { minItems: 1 },
  ),
});

/** All calls of this module. */
export const releaseCalls = { releasesCreate, releasesList, releasesGet, releasesPreview, releasesGetPresignedUrls };
