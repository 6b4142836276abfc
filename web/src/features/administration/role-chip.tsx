import type { RoleName } from '@echometry/contract/records/role.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import classes from './section.module.css';

/** A role by the name people read, with the project it is confined to. */
export function RoleChip({ role, project = null }: { role: RoleName; project?: string | null }) {
  return (
    <span className={classes.role} data-role={role}>
      {ROLE_CONFIGS[role].name_to_show}
      {project !== null && <small>{project}</small>}
    </span>
  );
}
