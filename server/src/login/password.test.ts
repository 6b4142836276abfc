import { hash as foreignHash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, passwordFits } from './password.ts';
import { passwordFault } from './password-rules.ts';

const SOMEBODY = { email: 'maria.rossi@example.org', names: ['Maria', 'Rossi'] };

describe('a password', () => {
  it('is kept as argon2id with 64 MiB, and two hashes of it differ', async () => {
    const [one, two] = await Promise.all([hashPassword('plum engine violet'), hashPassword('plum engine violet')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=6,p=1\$/);
    expect(one).not.toBe(two);
    expect([
      await passwordFits(one, 'plum engine violet'),
      await passwordFits(one, 'plum engine Violet'),
      await passwordFits(null, 'plum engine violet'),
    ]).toEqual([true, false, false]);
  });
  it('hashed with other parameters is still known', async () => {
    expect(await passwordFits(await foreignHash('plum engine violet', { memoryCost: 19_456, timeCost: 2 }), 'plum engine violet')).toBe(
      true,
    );
  });
  it('typed in another normal form of Unicode is the same', async () => {
    expect(await passwordFits(await hashPassword('cœur été naïve'.normalize('NFC')), 'cœur été naïve'.normalize('NFD'))).toBe(true);
  });
  it.each([
    'plum engine violet',
    'Zx9!kd-Lq27bw',
    'корабль утро лампа',
    '心臓超音波検査と月の光を見る夜',
    'correct horse battery staple',
    'the heart test of summer love',
    'x'.repeat(60) + 'abcdefgh!1',
  ])('%s is taken', (password) => expect(passwordFault(password, SOMEBODY)).toBeNull());
  it.each([
    'short',
    'elevenchars',
    'a'.repeat(129),
    // From published lists of the most used passwords, those with twelve characters and more.
    '123456789012',
    '1234567890123',
    'password1234',
    'Password12345',
    'P@ssw0rd1234',
    'passwordpassword',
    'qwertyuiop123',
    'qwertyuiopasdfghjkl',
    '1q2w3e4r5t6y7u',
    '1qaz2wsx3edc4rfv',
    'iloveyou1234',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'administrator',
    'welcome12345',
    'letmein12345',
    'changeme1234',
    'Summer2026!!!',
    'echometry2026',
    'maria.rossi1',
    'RossiMaria2026',
    'maria@example.org',
  ])('%s is refused', (password) => expect(passwordFault(password, SOMEBODY)).not.toBeNull());
});
