import { CLIENT_ROUTES, type ClientRoute } from './client-routes.ts';

/** Sections of the administration in the order of its navigation. */
const SECTIONS = [
  ['projects', 'Projects'],
  ['people', 'People'],
  ['configuration', 'Configuration'],
  ['imports', 'Imports'],
  ['jobs', 'Jobs'],
  ['storage', 'Storage'],
  ['audit', 'Audit'],
] as const;
export type AdministrationSection = (typeof SECTIONS)[number][0];

export interface SectionLink {
  section: AdministrationSection;
  label: string;
  href: ClientRoute;
}

const addressOf = (section: AdministrationSection): ClientRoute | undefined =>
  CLIENT_ROUTES.find((route) => route === `/administration/${section}`);

/** Sections that have a page. */
export const ADMINISTRATION_SECTIONS: readonly SectionLink[] = SECTIONS.flatMap(([section, label]) => {
  const href = addressOf(section);
  return href === undefined ? [] : [{ section, label, href }];
});
