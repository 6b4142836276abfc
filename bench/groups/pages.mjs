// From a click to the first content of each page of the built product with its server: processor time of the main thread, and time by the clock.
import { CHROMIUM_SWITCHES, ensureChromium } from '../../scripts/lib/chromium.mjs';
import { studyOf } from '../lib/copied-studies.mjs';
import { demoServer } from '../lib/demo-server.mjs';
import { addLargeStudy } from '../lib/large-study.mjs';
import { measureChange } from '../lib/page-change.mjs';
import { median } from '../lib/rounds.mjs';
import { rowOf } from '../lib/row.mjs';
import { sized } from '../lib/smoke.mjs';
import { sqliteQuery } from '../lib/sqlite-query.mjs';

const PROJECT = { key: 'demo-cycles-adult', name: 'Demo cycles adult' };
/** A patient of the demo whose images are all traced and measured, and whose study is copied with so many images: 40 give 331 values. */
const PATIENT = 'C01';
const LARGE = { images: sized(40, 16), studyType: 'large' };
const VALUES = sized(300, 100);
/** Visits of each page in a round, and those before the first round until its code is there and compiled. */
const VISITS = sized(3, 1);
const WARM_VISITS = sized(1, 0);
/** The most that the main thread may compute until the first content is painted, in ms. */
const MUST_MS = 100;
/** First pages of roles, and how long a person with one role may take to get to theirs, in ms. */
const LANDING = /\/(?:studies|review|administration)/;
const ROLE_MS = 5000;
const VIEWPORT = { width: 1440, height: 900 };

/** The smoke form opens one page of each kind. */
const shortened = (pages) => sized(pages, pages.slice(0, 2));
const testId = (name) => `[data-testid="${name}"]`;
const PICTURE = `canvas${testId('viewer')}[data-frame]`;

/** Tabs of a study by their links. Each is opened from the report, which has no picture; the report from Selection. */
const SELECTION = { name: 'Selection', selector: PICTURE };
const TABS = shortened([
  { name: 'Preview', selector: testId('thumbnail') },
  SELECTION,
  { name: 'Overview', selector: PICTURE },
  { name: 'Reference', selector: testId('board') },
  { name: 'Cycle timing', selector: PICTURE },
  { name: 'Segmentation', selector: PICTURE },
]);
const REPORT = { name: 'Report', selector: testId('report-value') };
/** Pages of lists, each opened from the one before; the first one from the last. */
const LISTS = [
  { name: 'Patient list', selector: testId('study-row') },
  { name: 'Tasks', selector: testId('study-row') },
  { name: 'Project statistics', selector: 'main h2' },
];
const SECTIONS = shortened([
  { name: 'People', selector: testId('person') },
  { name: 'Configuration', selector: testId('set-version') },
  { name: 'Imports', selector: 'main h2' },
  { name: 'Jobs', selector: 'main h2' },
  { name: 'Storage', selector: 'main table tr' },
  { name: 'Audit', selector: testId('act') },
  { name: 'Projects', selector: testId('requirement') },
]);

/** Times of every page in the order in which pages were first opened. */
class Times {
  #found = new Map();

  add(name, time) {
    this.#found.set(name, [...(this.#found.get(name) ?? []), time]);
  }

  /** For each page a row of the main thread and one by the clock; warm visits are left out. */
  rows(rounds) {
    return [...this.#found].flatMap(([name, all]) => {
      const visits = all.slice(WARM_VISITS);
      const inRounds = Array.from({ length: rounds }, (_, round) => visits.slice(round * VISITS, (round + 1) * VISITS));
      const of = (key) => inRounds.map((times) => median(times.map((time) => time[key])));
      return [
        rowOf(`${name}: main thread from the click to its first content`, of('cpuMs'), 'ms', { must: MUST_MS }),
        rowOf(`${name}: by the clock`, of('wallMs'), 'ms'),
      ];
    });
  }
}

async function signedIn(browser, url, email, role) {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(url);
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(` ${email} `) })
    .click();
  // A person with one role is on its page soon; others choose it.
  const choice = page.getByRole('button', { name: new RegExp(`^${role}`) }).first();
  await page.waitForURL(LANDING, { timeout: ROLE_MS }).catch(() => choice.click());
  await page.waitForURL(LANDING);
  return page;
}

const linkOf = (page, name) => page.getByRole('link', { name, exact: true }).first();

/** Follows links in turn, as often as they are visited. */
async function follow(page, links, { visits, times, prefix = '' }) {
  for (let visit = 0; visit < visits; visit += 1)
    for (const { name, ...seen } of links) times.add(`${prefix}${name}`, await measureChange(page, linkOf(page, name), seen));
}

/** Opens every tab of the large study, and pictures next to the open one. */
async function tabs(page, url, visits, times) {
  await page.goto(`${url}/studies?project=${PROJECT.key}`);
  const copy = `copy-${LARGE.studyType}`;
  await page.getByRole('textbox', { name: 'Search patient by ID' }).fill(copy);
  // The search starts after a pause in typing. Until then the first row is another study, perhaps one without values.
  await page.getByTestId('study-row').filter({ hasText: copy }).first().click();
  await page.waitForURL(/\/selection/);
  await page.locator(PICTURE).waitFor();
  const study = `study of ${LARGE.images} images, `;
  for (let visit = 0; visit < visits; visit += 1) {
    times.add(`${study}Report of ${VALUES} values`, await measureChange(page, linkOf(page, REPORT.name), REPORT));
    // Values come with the metadata of their files.
    await page.waitForFunction(([selector, values]) => document.querySelectorAll(selector).length >= values, [REPORT.selector, VALUES]);
    for (const tab of TABS) {
      times.add(`${study}${tab.name}`, await measureChange(page, linkOf(page, tab.name), tab));
      const after = tab === TABS.at(-1) ? SELECTION : REPORT;
      await linkOf(page, after.name).click();
      await page.locator(after.selector).first().waitFor();
    }
    const image = page.getByTestId('thumbnail').nth((visit % 2) + 1);
    times.add(`${study}the next image`, await measureChange(page, image, { selector: PICTURE }));
  }
}

/** Opens the review with its four pictures from the list. */
async function validation(page, url, visits, times) {
  await page.goto(`${url}/review?project=${PROJECT.key}`);
  for (let visit = 0; visit < visits; visit += 1) {
    const row = page.getByTestId('study-row').filter({ hasText: PATIENT }).first();
    await row.waitFor();
    times.add(
      'validation with four pictures',
      await measureChange(page, row, { selector: `${testId('review-picture')}[data-frame]`, count: 4 }),
    );
    await linkOf(page, 'Review').click();
  }
}

async function addStudy(server) {
  const db = sqliteQuery(server);
  await addLargeStudy(db.query, { study: await studyOf(db.query, PATIENT), ...LARGE });
  await db.close();
}

export default async function run({ rounds }) {
  const server = await demoServer();
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_SWITCHES });
  const times = new Times();
  const visits = WARM_VISITS + rounds * VISITS;
  try {
    await addStudy(server);
    const editor = await signedIn(browser, server.url, 'editor@demo', 'Editor');
    await editor.goto(`${server.url}/studies?project=${PROJECT.key}&tab=stats`);
    await follow(editor, LISTS, { visits, times });
    await tabs(editor, server.url, visits, times);
    await editor.context().close();
    const reviewer = await signedIn(browser, server.url, 'reviewer@demo', 'Reviewer');
    await validation(reviewer, server.url, visits, times);
    await reviewer.context().close();
    const admin = await signedIn(browser, server.url, 'admin@demo', 'Admin');
    await follow(admin, SECTIONS, { visits, times, prefix: 'administration, ' });
    return times.rows(rounds);
  } finally {
    await browser.close();
    await server.stop();
  }
}
