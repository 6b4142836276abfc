import {
  IconChartBar,
  IconChecks,
  IconDatabase,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconShield,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { RoleName } from '@echometry/contract/records/role.ts';

const ICONS = {
  Editor: IconPencil,
  'Ground-truth generator': IconEyeOff,
  Viewer: IconEye,
  Reviewer: IconChecks,
  'Data scientist': IconChartBar,
  'Patient browser': IconExternalLink,
  'Explorer app': IconExternalLink,
  'Prisma decision support': IconExternalLink,
  'Prisma study review': IconUsersGroup,
  'Prisma data manager': IconDatabase,
  Admin: IconShield,
} as const satisfies Record<RoleName, typeof IconPencil>;

export function RoleIcon({ role }: { role: RoleName }) {
  const Icon = ICONS[role];
  return <Icon size={20} stroke={1.6} aria-hidden="true" />;
}
