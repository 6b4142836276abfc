/** What axe finds wrong with a page for people who do not see it, or use no mouse. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing serious or critical; `what` names the screen when something is. The program is put in beside the page's policy. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run());
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect.soft(serious.map(({ id, help, nodes }) => `${what}: ${id}, ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)).toEqual([]);
}
