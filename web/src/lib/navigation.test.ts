import { expect, test } from 'vitest';
import { ROLE_CONFIGS, roleConfigOf } from '@echometry/contract/rules/roles.ts';
import { hasLandingPage, landingPath } from './navigation.ts';

test('a role with a page of this product lands on its page', () => {
  expect(landingPath(ROLE_CONFIGS.Editor)).toBe('/studies');
});

test('a role of a linked application is offered where its address is configured, and keeps a query of that address', () => {
  const at = (address: string) => roleConfigOf('Patient browser', { 'Patient browser': address });
  expect(hasLandingPage(roleConfigOf('Patient browser', {}))).toBe(false);
  expect(hasLandingPage(at('https://app.example.org/'))).toBe(true);
  expect(landingPath(at('https://app.example.org/'))).toBe('https://app.example.org/?location=patients&params=');
  expect(landingPath(at('https://app.example.org/?lang=en'))).toBe('https://app.example.org/?lang=en&location=patients&params=');
});
