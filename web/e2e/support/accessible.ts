/** Faults that axe finds in a page for blind users, or users without a mouse. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult } from 'axe-core';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The empty element mantine puts first into a menu, so that the focus has a place before an item is chosen: nothing to read or reach. */
const isFocusAnchor = ({ any }: NodeResult): boolean =>
  any.length > 0 &&
  any.every(
    ({ relatedNodes }) =>
      relatedNodes !== undefined &&
      relatedNodes.length > 0 &&
      relatedNodes.every(({ html }) => html.startsWith('<div role="presentation" tabindex="-1" data-autofocus="true"')),
  );

/** Links in the colour that the browser gives a link without a style. */
const unstyledLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = 'LinkText';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return [...document.querySelectorAll('a[href]')]
      .filter((link) => getComputedStyle(link).color === color)
      .map((link) => link.outerHTML.slice(0, 160));
  });

/** Nothing serious or critical, and no link without a style; `what` names the screen when something is. The program is put in despite the page's policy. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // A page that has just been opened may not have its style sheets yet.
  await page.waitForLoadState('load');
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run());
  const serious = violations
    .map((violation) => ({ ...violation, nodes: violation.nodes.filter((node) => !isFocusAnchor(node)) }))
    .filter(({ impact, nodes }) => nodes.length > 0 && (impact === 'serious' || impact === 'critical'));
  expect(
    serious.map(({ id, help, nodes }) => `${what}: ${id}, ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
  expect(await unstyledLinks(page), `${what}: links without a style`).toEqual([]);
}
