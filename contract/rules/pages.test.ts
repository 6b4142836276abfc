import { describe, expect, it } from 'vitest';
import { ROLE_NAMES, type RoleName } from '../records/role.ts';
import { CLIENT_ROUTES } from './client-routes.ts';
import { homePage, mayOpenPage } from './pages.ts';
import { ROLE_CONFIGS } from './roles.ts';

const rolesOf = (page: string): RoleName[] => ROLE_NAMES.filter((role) => mayOpenPage(role, page));

describe('pages by role', () => {
  it.each(['/studies', '/preview', '/selection', '/reference', '/cycletiming', '/segmentation'])(
    '%s is for Viewers, Editors and Ground-truth generators',
    (page) => {
      expect(rolesOf(page)).toEqual(expect.arrayContaining(['Viewer', 'Ground-truth generator', 'Editor']));
      expect(rolesOf(page)).not.toContain('Reviewer');
    },
  );
  it.each(['/review', '/validation'])('%s is for Reviewers only', (page) => {
    expect(rolesOf(page)).toEqual(['Reviewer']);
  });
  it('the report is for all four main roles', () => {
    expect(rolesOf('/measurements')).toEqual(expect.arrayContaining(['Viewer', 'Ground-truth generator', 'Editor', 'Reviewer']));
  });
  it('every role with a page of this product may open the page it lands on', () => {
    const landing = Object.values(ROLE_CONFIGS).filter((role) => role.redirect2page !== null && !role.new_tab);
    expect(landing.map(({ role, redirect2page }) => [role, redirect2page])).toEqual([
      ['Editor', 'studies'],
      ['Ground-truth generator', 'studies'],
      ['Viewer', 'studies'],
      ['Reviewer', 'review'],
      ['Data scientist', 'export'],
      ['Prisma study review', 'prisma-review'],
      ['Prisma data manager', 'prisma-data'],
      ['Admin', 'administration/projects'],
    ]);
    for (const { role, redirect2page } of landing) expect([role, mayOpenPage(role, `/${redirect2page ?? ''}`)]).toEqual([role, true]);
  });
  it("the pages of signing in are everybody's", () => {
    for (const page of ['/', '/login', '/accept-terms', '/user-page']) {
      expect(CLIENT_ROUTES).toContain(page);
      expect(rolesOf(page)).toEqual([...ROLE_NAMES]);
    }
  });
  it('Cancel of the loading screen goes to review for Reviewers, otherwise to studies', () => {
    expect(ROLE_NAMES.filter((role) => homePage(role) === '/review')).toEqual(['Reviewer']);
    expect(homePage(null)).toBe('/studies');
  });
});

describe('the page a role comes back to', () => {
  const returning = ROLE_NAMES.filter((role) => !ROLE_CONFIGS[role].new_tab);
  it.each(returning)('may be opened by the role %s', (role) => expect(mayOpenPage(role, homePage(role))).toBe(true));
});
