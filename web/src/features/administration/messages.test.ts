import { describe, expect, it } from 'vitest';
import { consequence } from './messages.ts';

describe('the question before a change of a person', () => {
  it('promises to undo only what can be undone', () => {
    const email = 'anna@example.org';
    expect(consequence({ act: 'revoke-sessions', email })).toBe('No stored work is deleted. This cannot be undone.');
    expect(consequence({ act: 'reset-totp', email })).toContain('cannot be undone');
    expect(consequence({ act: 'disable', email })).toBe('No stored work is deleted, and you can undo the change.');
  });
});
