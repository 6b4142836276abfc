// The floor plan of the server: which folder may import which. The check reads it, and ARCHITECTURE.md shows it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './root.mjs';
import { Refusal } from './run.mjs';

/**
 * Folders of server/src, lowest first, with what they contain and the folders they import. A folder imports only folders that come
 * earlier in this list. `base` are the files without a subject; `top` the files that build the server.
 * @type {Array<[folder: string, content: string, imports: string[] | null]>}
 */
export const SERVER = [
  ['base', 'errors.ts, limits.ts, console.ts, config-values.ts', []],
  ['db', 'records in SQLite or PostgreSQL, migrations, the audit', ['base']],
  ['objects', 'stored files in a folder or a bucket, signed addresses', ['base', 'db']],
  ['http', 'Fastify: bodies, limits, headers, pages; `operations` for balancers and monitors', ['base', 'db', 'objects']],
  ['access', 'who calls and what they may see; how a call is served', ['base', 'db', 'http']],
  ['workspace', 'opening a workspace: lock, keys, marks, shipped configuration', ['base', 'db', 'objects']],
  ['mail', 'sending mail', []],
  ['outgoing', 'requests to addresses of the configuration, and why one failed', []],
  ['dicomweb', 'a PACS: its address and secret, requests to it, sending objects to it', ['base', 'outgoing']],
  ['jobs', 'the queue: claim, lease, progress, cancel; threads. It knows no kind of job', ['base', 'db', 'access']],
  ['login', 'accounts, factors, sessions, the pages under /auth/', ['base', 'db', 'http', 'access', 'workspace']],
  ['downloads', 'the page of downloads: the Python package', ['base', 'login']],
  ['analyses', 'saving, reading and restoring work; passes', ['base', 'db', 'access']],
  ['reviews', 'reviews, issues, consensus, team reviews', ['base', 'db', 'access', 'analyses']],
  ['comments', 'comments and score entries', ['base', 'db', 'access']],
  ['studies', 'lists, tasks, open flags, types, patients', ['base', 'db', 'access', 'reviews']],
  ['assignments', 'who reads what, inboxes, repeats that begin automatically', ['base', 'db', 'access', 'studies']],
  ['gates', 'quality gates of a project', ['base', 'db', 'access']],
  [
    'exports',
    'request, gathering, archive, previews; `formats` writes files',
    ['base', 'db', 'objects', 'access', 'workspace', 'mail', 'dicomweb', 'jobs', 'analyses', 'reviews', 'gates'],
  ],
  [
    'releases',
    'archives that run again: making, list, differences; `recompute` goes into each of them',
    ['base', 'db', 'objects', 'access', 'workspace', 'jobs', 'gates', 'exports'],
  ],
  [
    'statistics',
    'statistics of a project; `agreement` of readers',
    ['base', 'db', 'objects', 'access', 'workspace', 'jobs', 'analyses', 'reviews', 'exports'],
  ],
  [
    'imports',
    'folders, ZIP files, uploads, masks; `dicomweb` searches a PACS and retrieves, `predictions` reads lines of models',
    ['base', 'db', 'objects', 'access', 'workspace', 'dicomweb', 'jobs', 'analyses', 'exports'],
  ],
  [
    'courses',
    'courses of gold cases with feedback',
    ['base', 'db', 'objects', 'access', 'analyses', 'reviews', 'assignments', 'exports', 'statistics', 'imports'],
  ],
  ['triage', 'the review queue, with likely changes first', ['base', 'db', 'access', 'reviews', 'analyses', 'studies', 'exports']],
  ['webhooks', 'webhooks of projects, and the delivery of events to them', ['base', 'db', 'access', 'workspace', 'outgoing']],
  ['images', 'addresses of files, colours, snapshots', ['base', 'db', 'objects', 'access', 'reviews', 'exports', 'statistics', 'imports']],
  [
    'upkeep',
    'nightly work, pruning of versions, moving objects; `backup`, `scrub`',
    ['base', 'db', 'objects', 'workspace', 'login', 'reviews', 'assignments', 'exports', 'releases', 'imports'],
  ],
  [
    'administration',
    'people, projects, configuration, jobs, storage, audit, on the screen and the command line',
    ['base', 'db', 'objects', 'access', 'workspace', 'mail', 'jobs', 'login', 'analyses', 'imports', 'upkeep'],
  ],
  [
    'demo',
    'the demo workspace; `plan` lays out its studies and writes their files',
    ['base', 'db', 'workspace', 'analyses', 'reviews', 'imports'],
  ],
  [
    'config',
    'config.ts: settings of all subjects from config.json and the environment',
    ['base', 'http', 'workspace', 'objects', 'mail', 'dicomweb', 'login', 'analyses', 'exports', 'imports', 'webhooks', 'upkeep'],
  ],
  [
    'cli',
    'commands; `control` is the socket by which they reach a server',
    ['base', 'db', 'workspace', 'dicomweb', 'imports', 'upkeep', 'administration', 'config'],
  ],
  ['top', 'main.ts starts, app.ts builds, calls.ts lists the handlers of all calls', null],
];

/** Folders within a subject that import only themselves and these folders and files. */
const LEAVES = {
  'imports/dicomweb': ['base', 'dicomweb'],
  'exports/formats': ['base', 'exports/curves.ts', 'exports/units.ts', 'exports/value-rows.ts', 'exports/worked-on.ts'],
};

const SOURCE = 'server/src';
const PLAIN = new Set(['errors.ts', 'limits.ts', 'console.ts', 'config-values.ts']);

/** The folder of a file in the plan. */
function folderOf(file) {
  if (file.includes('/')) return file.split('/')[0];
  return PLAIN.has(file) ? 'base' : file === 'config.ts' ? 'config' : 'top';
}

/** Imports of a program text that name files beside it. */
export const importsOf = (text) => [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) => target);

/**
 * Imports that the plan does not have.
 * @param files path below server/src and text of each file
 * @param plan folders, lowest first, with the folders they import; null imports all
 */
export function wrongImports(files, plan = SERVER, leaves = LEAVES) {
  const place = new Map(plan.map(([name], index) => [name, index]));
  const wrong = [];
  for (const [index, [name, , imported]] of plan.entries())
    for (const other of imported ?? [])
      if (!(place.get(other) < index)) wrong.push(`the plan lets ${name} import ${other}, which is not below it`);
  for (const { file, text } of files)
    for (const target of importsOf(text)
      .map((one) => path.posix.join(path.posix.dirname(file), one))
      .filter((one) => !one.startsWith('../'))) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (!place.has(from)) wrong.push(`${file}: the folder ${from} is not in the plan`);
      const leaf = Object.keys(leaves).find((one) => file.startsWith(`${one}/`));
      const isAllowed = from === to || (plan[place.get(from)]?.[2]?.includes(to) ?? true);
      const isLeafAllowed =
        leaf === undefined || target.startsWith(`${leaf}/`) || leaves[leaf].includes(to) || leaves[leaf].includes(target);
      if (!isAllowed || !isLeafAllowed) wrong.push(`${file} imports ${target}, which the floor plan does not allow`);
    }
  return wrong;
}

function filesBelow(folder) {
  return readdirSync(inRoot(folder), { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(inRoot(folder, file), 'utf8') }));
}

const [BEGIN, END] = ['<!-- arrows: written by npm run arrows -->', '<!-- end of arrows -->'];

/** The plan as a table, highest first. */
export function tableOf(plan = SERVER) {
  const rows = plan
    .toReversed()
    .map(([name, what, imported]) => `| \`${name}\` | ${what} | ${imported === null ? 'all' : imported.join(', ') || 'nothing'} |`);
  return ['| folder | contains | imports |', '|---|---|---|', ...rows].join('\n');
}

function architecture() {
  const text = readFileSync(inRoot('ARCHITECTURE.md'), 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Refusal(`ARCHITECTURE.md has no place for the floor plan: ${BEGIN} … ${END}`);
  return { text, expected: `${text.slice(0, begin)}${BEGIN}\n${tableOf()}\n${text.slice(end)}` };
}

/** Refuses imports that the plan does not have, and an ARCHITECTURE.md with another plan. */
export function checkArrows() {
  const wrong = wrongImports(filesBelow(SOURCE));
  if (wrong.length > 0) throw new Refusal(wrong.join('\n'));
  const { text, expected } = architecture();
  if (text !== expected) throw new Refusal('The floor plan in ARCHITECTURE.md differs from scripts/lib/arrows.mjs. Run npm run arrows');
}

/** Writes the plan into ARCHITECTURE.md. */
export const writeArrows = () => writeFileSync(inRoot('ARCHITECTURE.md'), architecture().expected);
