import type { RoleConfig, RoleName } from '../records/role.ts';

const PATIENTS = 'location=patients&params=';

/** Texts of the role chooser for each role, in its order (docs/specification.md#platform-2 and docs/specification.md#platform-6). */
export const ROLE_CONFIGS: Readonly<Record<RoleName, RoleConfig>> = {
  Editor: {
    role: 'Editor',
    name_to_show: 'Editor',
    description: 'Labels, segments and measures studies together with other editors.',
    color: '#4dabf7',
    redirect2page: 'studies',
    redirect_params: '',
    new_tab: false,
  },
  'Ground-truth generator': {
    role: 'Ground-truth generator',
    name_to_show: 'Blind editor',
    description: 'Labels and segments in isolation, without the work of others.',
    color: '#748ffc',
    redirect2page: 'studies',
    redirect_params: '',
    new_tab: false,
  },
  Viewer: {
    role: 'Viewer',
    name_to_show: 'Viewer',
    description: 'Reads the content of others without changing it.',
    color: '#63e6be',
    redirect2page: 'studies',
    redirect_params: '',
    new_tab: false,
  },
  Reviewer: {
    role: 'Reviewer',
    name_to_show: 'Reviewer',
    description: 'Reviews and validates the analyses of editors.',
    color: '#ffd43b',
    redirect2page: 'review',
    redirect_params: '',
    new_tab: false,
  },
  'Data scientist': {
    role: 'Data scientist',
    name_to_show: 'Data scientist',
    description: 'Exports data.',
    color: '#ffa94d',
    redirect2page: 'export',
    redirect_params: '',
    new_tab: false,
  },
  'Patient browser': {
    role: 'Patient browser',
    name_to_show: 'Patient browser',
    description: 'Browses patients in a linked application.',
    color: '#ff8787',
    redirect2page: null,
    redirect_params: PATIENTS,
    new_tab: true,
  },
  'Explorer app': {
    role: 'Explorer app',
    name_to_show: 'Explorer app',
    description: 'Explores the data in a linked application.',
    color: '#f783ac',
    redirect2page: null,
    redirect_params: '',
    new_tab: true,
  },
  'Prisma decision support': {
    role: 'Prisma decision support',
    name_to_show: 'Prisma decision support',
    description: 'Assesses risk in a linked application.',
    color: '#da77f2',
    redirect2page: null,
    redirect_params: PATIENTS,
    new_tab: true,
  },
  'Prisma study review': {
    role: 'Prisma study review',
    name_to_show: 'Prisma study review',
    description: 'Reviews image quality and segmentations as a team.',
    color: '#a9e34b',
    redirect2page: 'prisma-review',
    redirect_params: '',
    new_tab: false,
  },
  'Prisma data manager': {
    role: 'Prisma data manager',
    name_to_show: 'Prisma data manager',
    description: 'Controls the availability of data.',
    color: '#69db7c',
    redirect2page: 'prisma-data',
    redirect_params: '',
    new_tab: false,
  },
  Admin: {
    role: 'Admin',
    name_to_show: 'Admin',
    description: 'Administers users, projects and configuration.',
    color: '#ced4da',
    redirect2page: 'administration/projects',
    redirect_params: '',
    new_tab: false,
  },
};

/** Roles whose button opens a linked application in a new tab; without a configured address the button is not shown. */
export const NEW_TAB_ROLES: readonly RoleName[] = Object.values(ROLE_CONFIGS)
  .filter((config) => config.new_tab)
  .map((config) => config.role);

/** A role as this installation offers it: the address of a linked application comes from its configuration. */
export function roleConfigOf(role: RoleName, addresses: Readonly<Partial<Record<RoleName, string>>>): RoleConfig {
  const config = ROLE_CONFIGS[role];
  return config.new_tab ? { ...config, redirect2page: addresses[role] ?? null } : config;
}
