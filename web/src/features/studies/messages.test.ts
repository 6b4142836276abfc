import { describe, expect, it } from 'vitest';
import { ROLE_NAMES } from '@echometry/contract/records/role.ts';
import { emptyText } from './messages.ts';

describe('an empty list', () => {
  it('refers no role to the command line', () => {
    for (const role of ROLE_NAMES) expect([role, emptyText(role)]).not.toEqual([role, expect.stringContaining('npm')]);
    expect(emptyText('Editor')).toBe('This project has no studies yet. An administrator imports them.');
  });
});
