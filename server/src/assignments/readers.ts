import { ASSIGNED_ROLES, type AssignedRole, type AssignmentPlan } from '@echometry/contract/records/assignment.ts';
import { uncertifiedTypes } from '@echometry/contract/rules/certificates.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { Kysely } from 'kysely';
import { certificatesOfProject } from '../db/certificates.ts';
import type { ProjectRow } from '../db/projects.ts';
import { peopleInRole } from '../db/readings.ts';
import type { Database } from '../db/schema.ts';
import { invalidField } from '../errors.ts';

type Query = Kysely<Database>;

/** A person whom studies can be assigned to, in a role. */
export interface PersonInRole {
  id: number;
  email: string;
  role: AssignedRole;
}

/** Everyone whom studies of a project can be assigned to, by role. */
export async function readersOfProject(query: Query, projectId: number): Promise<PersonInRole[]> {
  const byRole = await Promise.all(
    ASSIGNED_ROLES.map(async (role) => (await peopleInRole(query, projectId, role)).map((person) => ({ ...person, role }))),
  );
  return byRole.flat();
}

/**
 * Readers who are to get studies, in the order of their names.
 * @param field of the call that names them
 * @throws Problem for a person without the role, or without a certificate that the project requires
 */
export async function certifiedReaders(
  query: Query,
  { id, project }: ProjectRow,
  { role, readers }: Pick<AssignmentPlan, 'role' | 'readers'>,
  { today, field }: { today: string; field: string },
): Promise<PersonInRole[]> {
  const known = new Map((await peopleInRole(query, id, role)).map((person) => [person.email, { ...person, role }]));
  const required = project.certificates ?? [];
  const certificates = required.length === 0 ? [] : await certificatesOfProject(query, id);
  return readers.map((email) => {
    const person = known.get(email);
    if (person === undefined) throw invalidField(field, `${email} does not hold the role ${role} in this project, or may not sign in`);
    const lacking = uncertifiedTypes(required, certificates, { email, blind: isBlind(role) }, today);
    if (lacking.length > 0) throw invalidField(field, `${email} has no valid certificate for ${lacking.join(', ')}`);
    return person;
  });
}
