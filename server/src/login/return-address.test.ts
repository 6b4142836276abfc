import { describe, expect, it } from 'vitest';
import { ownOrigin } from './own-origin.ts';
import { allowedReturn, withCode } from './return-address.ts';
import { DEFAULT_CONFIG } from '../config.ts';

const ORIGINS = ['http://127.0.0.1:8080', 'https://echo.example'];

describe('a return address', () => {
  it.each([
    'http://127.0.0.1:8080/login',
    'https://echo.example/login?location=selection&params=study_id%3D1_20260101',
    'https://echo.example/auth/done',
  ])('%s is allowed', (address) => expect(allowedReturn(address, ORIGINS)).toBe(address));
  it.each([
    'https://evil.example/login',
    'https://echo.example.evil.example/login',
    'https://echo.example:8443/login',
    'http://echo.example/login',
    '//evil.example/login',
    '/login',
    'https://echo.example@evil.example/login',
    'https://user:word@echo.example/login',
    'https://echo.example/studies',
    'https://echo.example/login/../files/x',
    'https://echo.example/login?next=//evil.example',
    'https://echo.example/login#x',
    'https://echo.example/auth/done?x=1',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://echo.example/login?token=x',
    '',
    'x'.repeat(3000),
  ])('%s is refused', (address) => expect(allowedReturn(address, ORIGINS)).toBeNull());
  it('is given the code beside what it carries', () => {
    expect(withCode('https://echo.example/login?location=studies', 'abc')).toBe('https://echo.example/login?location=studies&token=abc');
  });
});

it('our own origin is the configured one or this machine, never what a stranger writes into Host', () => {
  const config = { ...DEFAULT_CONFIG, publicOrigin: 'https://echo.example', returnOrigins: ['https://other.example:8443'] };
  const seen = (host: string) => ownOrigin({ headers: { host } }, config);
  expect([
    seen('echo.example'),
    seen('127.0.0.1:8080'),
    seen('localhost:5173'),
    seen('evil.example'),
    seen('127.0.0.1.evil.example'),
    seen('other.example:8443'),
    seen('other.example'),
    seen(''),
  ]).toEqual([
    'https://echo.example',
    'http://127.0.0.1:8080',
    'http://localhost:5173',
    null,
    null,
    'https://other.example:8443',
    null,
    null,
  ]);
});
