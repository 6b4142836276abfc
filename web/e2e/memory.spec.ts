/** Closed studies give their memory back. */
import { BareChromium } from './support/bare-chromium.ts';
import { expect, test } from './support/test.ts';

/** Share by which the memory of page and workers may grow from the first closed study to the last. */
const KEPT_SHARE = 0.1;
const STUDIES = 20;
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

test('after twenty closed studies page and workers hold what they held after the first', async ({ baseURL }) => {
  test.setTimeout(240_000);
  if (!baseURL) throw new Error('The journeys have no server');
  const browser = await BareChromium.open(process.env['ECHOMETRY_CHROMIUM'] ?? DEBIAN_CHROMIUM, baseURL);
  try {
    await browser.run(`(${person.toString()})()`);
    const studies = ['A01', 'A02', 'A03', 'A04'];
    const visit = (number: number): Promise<void> => browser.run(`visit(${JSON.stringify(studies[number % studies.length])})`);
    const held = async (): Promise<{ scripts: number; process: number }> => {
      const process = await browser.privateBytes();
      return { process, scripts: await browser.run('performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)') };
    };
    await visit(0);
    const first = await held();
    for (let study = 1; study < STUDIES; study += 1) await visit(study);
    const last = await held();
    const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(
      `    page and workers ${mb(first.scripts)} after the first study, ${mb(last.scripts)} after ${STUDIES}; private memory of the process ${mb(first.process)} and ${mb(last.process)}`,
    );
    expect(last.scripts).toBeLessThanOrEqual(first.scripts * (1 + KEPT_SHARE));
  } finally {
    await browser.close();
  }
});

/** Runs in the page: enters as a viewer, and leaves `visit`, which opens a study, waits for all of its frames and closes it. */
async function person(): Promise<void> {
  const until = async <T>(what: string, found: () => T): Promise<NonNullable<T>> => {
    for (let look = 0; look < 600; look += 1) {
      const value = found();
      if (value) return value;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    throw new Error(`Never came: ${what}, at ${location.href}`);
  };
  const named = (selector: string, text: string): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.textContent.includes(text));
  const rowOf = (patient: string): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[data-testid=study-row]')].find((row) =>
      [...row.children].some((cell) => cell.textContent.trim() === patient),
    );
  const decoded = (): boolean =>
    [...document.querySelectorAll<HTMLElement>('[title]')].some(({ title }) => {
      const [, ready, all] = /^(\d+) of (\d+) frames decoded/.exec(title) ?? [];
      return ready !== undefined && ready === all;
    });
  (await until('sign-in', () => named('main button', 'viewer@demo'))).click();
  await until('studies', () => rowOf('A01') ?? document.querySelector('[data-testid=study-row]'));
  (await until('projects', () => named('[role=tab]', 'Demo adult'))).click();
  Object.assign(globalThis, {
    visit: async (patient: string): Promise<void> => {
      (await until(`row ${patient}`, () => rowOf(patient))).click();
      await until('picture', () => {
        if (location.pathname === '/preview') named('button:enabled', 'DONE')?.click();
        return document.querySelector('[data-testid=viewer][data-frame]');
      });
      await until('all frames', decoded);
      (
        await until('way back', () =>
          [...document.querySelectorAll<HTMLElement>('a')].find((link) => link.textContent.trim() === 'Studies'),
        )
      ).click();
      await until('list', () => rowOf(patient));
    },
  });
}
