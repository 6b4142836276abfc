// The first page of a list of 100,000 studies: at the server, on both databases, and on the screen in Chromium.
import { createRequire } from 'node:module';
import { CHROMIUM_SWITCHES, ensureChromium } from '../../scripts/lib/chromium.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { step } from '../../scripts/lib/steps.mjs';
import { demoServer } from '../lib/demo-server.mjs';
import { addManyStudies, COMMENTS, TESTER } from '../lib/many-studies.mjs';
import { SMOKE, sized } from '../lib/smoke.mjs';
import { rowOf } from '../lib/row.mjs';
import { sqliteQuery } from '../lib/sqlite-query.mjs';

const STUDIES = sized(100_000, 200);
const ROWS = 25;
/** Requests of each kind in a round. */
const REQUESTS = sized(40, 2);

/** Of 100 first pages 95 within this time, in ms. */
const MUST = { server: 50, screen: 300 };

const PEOPLE = [
  ['Editor', 'editor@demo', 'Editor'],
  ['Ground-truth generator', 'blind@demo', 'Ground-truth generator'],
  ['Reviewer', 'reviewer@demo', 'Reviewer'],
  ['test user', TESTER, 'Editor'],
];
/** Comments of each chat that a page asks for at first, as web/src/study/store/comments.ts does. */
const COMMENTS_AT_FIRST = 100;
const FIRST = { offset: 0, limit: ROWS };
/** Pages that everybody's list opens with. */
const PAGES = { 'first page': FIRST, 'first page of tasks': { ...FIRST, tasks: true } };
/** Requests of users in addition to the first page; reported, and not judged. */
const QUESTIONS = {
  'a search': { ...FIRST, search: { text: '99', method: 'contain' } },
  'by patient': { ...FIRST, sort: { by: 'patient', direction: 'ascending' } },
  'the last page': { ...FIRST, offset: STUDIES },
};

/** Packages of the server. */
const fromServer = createRequire(inRoot('server', 'package.json'));

const percentile = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

async function postgresQuery(url) {
  const pg = fromServer('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

/** Signed in and through the terms, which new people of the demo have not seen. */
async function signIn(server, email, role) {
  const { token } = await server.call('/auth/demo/sign-in', { email });
  await server.call('/api/admin/users/accept_terms', { user: email, version: '20240627' }, token);
  return (await server.call('/api/admin/users/act_as', { role }, token)).token;
}

const askList = (server, token, list) =>
  server.call('/api/studies/get', { search_query: { medical_data_type: 'US', active: true }, db_name: 'demo_adult', list }, token);

/** Comments of a study, the newest of each chat. */
const askComments = (server, token, study_id) =>
  server.call('/api/comments/get', { study_id, db_name: 'demo_adult', list: { limit: COMMENTS_AT_FIRST } }, token);

/** 95 of 100 requests within this time, in ms. */
async function timed(ask) {
  const times = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const begin = performance.now();
    const { studies, comments } = await ask();
    times.push(performance.now() - begin);
    if ((studies ?? comments).length === 0) throw new Error('an empty page');
  }
  return percentile(times, 0.95);
}

async function timedInRounds(ask, rounds) {
  const found = [];
  for (let round = 0; round < rounds; round += 1) found.push(await timed(ask));
  return found;
}

/** From the click that brings the list back to the frame in which its rows are, in ms. */
async function onScreen(server, rounds) {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_SWITCHES });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(server.url);
    await page
      .getByRole('main')
      .getByRole('button', { name: / editor@demo / })
      .click();
    await page.waitForURL(/\/studies/);
    await page.goto(`${server.url}/studies?project=demo-adult`);
    const rows = page.getByTestId('study-row');
    await rows.first().waitFor();
    const times = [];
    for (let n = 0; n < rounds * REQUESTS; n += 1) {
      await page.getByRole('link', { name: 'Project statistics' }).click();
      await page.waitForURL(/tab=stats/);
      await rows.first().waitFor({ state: 'detached' });
      times.push(
        await page.getByRole('link', { name: 'Patient list' }).evaluate(
          (/** @type {HTMLElement} */ link) =>
            new Promise((resolve) => {
              const begin = performance.now();
              const seen = () => {
                if (document.querySelector('[data-testid="study-row"]') === null) return requestAnimationFrame(seen);
                return requestAnimationFrame(() => resolve(performance.now() - begin));
              };
              link.click();
              seen();
            }),
        ),
      );
    }
    return times;
  } finally {
    await browser.close();
  }
}

const row = (name, values, must) => rowOf(name, values, 'ms', { must });

/** Requests of each user: a page of all rows, and of those with something left to do. */
async function firstPages(name, server, tokens, rounds) {
  const rows = [];
  for (const [who, token] of tokens)
    for (const [what, list] of Object.entries(PAGES)) {
      const { list: of } = await askList(server, token, list);
      process.stderr.write(`  ${name}: ${what} for ${who}: of ${of.total} rows\n`);
      rows.push(
        row(`${name}: ${what} for ${who}, 95 of 100`, await timedInRounds(() => askList(server, token, list), rounds), MUST.server),
      );
    }
  return rows;
}

async function measure(name, server, open, dialect, rounds) {
  const rows = [];
  const db = await open();
  try {
    const study = await step(`${STUDIES} studies on ${name}`, 'whole tables at once', () => addManyStudies(db.query, dialect, STUDIES));
    const tokens = [];
    for (const [who, email, role] of PEOPLE) tokens.push([who, await signIn(server, email, role)]);
    const editor = tokens[0][1];
    const begin = performance.now();
    const { list } = await askList(server, editor, FIRST);
    if (list.total < STUDIES) throw new Error(`${list.total} studies are in the list`);
    rows.push({ ...row(`${name}: listing ${STUDIES} studies once, a study`, [(performance.now() - begin) / STUDIES], null) });
    if (dialect === 'postgres') await db.query('vacuum analyze');
    rows.push(...(await firstPages(name, server, tokens, rounds)));
    for (const [what, question] of Object.entries(QUESTIONS))
      rows.push(row(`${name}: ${what} for Editor, 95 of 100`, [await timed(() => askList(server, editor, question))], null));
    const comments = await timedInRounds(() => askComments(server, editor, study), rounds);
    rows.push(row(`${name}: newest of ${COMMENTS} comments on an image, 95 of 100`, comments, MUST.server));
  } finally {
    await db.close();
  }
  return rows;
}

export default async function run({ rounds }) {
  const sqlite = await demoServer();
  const rows = [];
  try {
    rows.push(...(await measure('SQLite', sqlite, () => sqliteQuery(sqlite), 'sqlite', rounds)));
    const times = await onScreen(sqlite, 1);
    rows.push(row('on the screen, from the click to the rows: 95 of 100', [percentile(times, 0.95)], MUST.screen));
  } finally {
    await sqlite.stop();
  }
  // The smoke form copies a demo, which is in SQLite; the tests of the server show the same lists on PostgreSQL.
  if (SMOKE) return rows;
  const postgres = await startPostgres();
  try {
    const server = await demoServer({ ECHOMETRY_DATABASE_URL: postgres.url });
    try {
      rows.push(...(await measure('PostgreSQL', server, () => postgresQuery(postgres.url), 'postgres', rounds)));
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
  return rows;
}
