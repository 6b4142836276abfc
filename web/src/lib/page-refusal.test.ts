import { describe, expect, it } from 'vitest';
import { chooserPath, firstPath, neededRoles, pageRefusal } from './page-refusal.ts';

describe('a page that the role does not have', () => {
  it('names the roles that have it, and whether the person can choose one', () => {
    expect(neededRoles('/validation')).toBe('the role Reviewer');
    expect(neededRoles('/tasks')).toBe('one of the roles Editor, Blind editor, Reviewer');
    expect(neededRoles('/user-page')).toBeNull();
    expect(pageRefusal('/validation', [{ role: 'Editor' }, { role: 'Reviewer' }])).toEqual({
      text: 'URL not compatible: this page needs the role Reviewer. Choose the role to open the page.',
      isHeld: true,
    });
    expect(pageRefusal('/validation', [{ role: 'Editor' }])).toEqual({
      text: 'URL not compatible: this page needs the role Reviewer. Ask an administrator for it.',
      isHeld: false,
    });
  });

  it('is kept with its study while the role is chosen', () => {
    const asked = { pathname: '/validation', search: '?study_id=7_20260101&editor=a%40b' };
    const path = new URL(chooserPath(asked), 'http://localhost');
    expect([path.pathname, path.searchParams.get('stay')]).toEqual(['/user-page', 'true']);
    expect(`/${path.searchParams.get('location')}?${path.searchParams.get('params')}`).toBe(`${asked.pathname}${asked.search}`);
    expect(new URL(firstPath('/user-page', asked), 'http://localhost').searchParams.has('stay')).toBe(false);
  });
});
