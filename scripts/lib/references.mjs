// The sources of the reference values as tables, from the set that is shipped. docs/references.md shows them.
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { Refusal } from './run.mjs';

const PAGE = ['docs', 'references.md'];
const SET = ['contract', 'config', 'echo_references.json'];
const MEASUREMENTS = ['contract', 'config', 'echo_measurements.json'];
const IMAGE_TYPES = ['contract', 'config', 'echo_image_types.json'];
const [BEGIN, END] = ['<!-- sources: written by npm run references -->', '<!-- end of sources -->'];

const YEARS = 'age_years';
const UNITS = { age_years: 'years', age_days: 'days', ga_weeks: 'weeks', bsa_m2: 'm2', height_cm: 'cm', weight_kg: 'kg', crl_mm: 'mm CRL' };

/** Each text once, in their order. */
const once = (texts) => [...new Set(texts)];

const rangeOf = ([name, [from, to]]) => (name === YEARS && to >= 120 ? `from ${from} years` : `${from} to ${to} ${UNITS[name]}`);

/** Kinds of data and ranges of the rows of a pack. */
function populationOf({ rows, tables = [] }) {
  const kinds = once([...rows.flatMap(({ population }) => population.data_types), ...tables.flatMap(({ data_types }) => data_types)]);
  const ranges = once(
    rows.flatMap(({ population }) =>
      Object.entries(population)
        .filter(([name]) => name in UNITS)
        .map(rangeOf),
    ),
  );
  const shown = ranges.length > 4 ? [...ranges.slice(0, 4), '…'] : ranges;
  const guessed = rows.some(({ population }) => !population.range_checked) ? ' (not verified)' : '';
  return `${kinds.join(', ')}${shown.length === 0 ? '' : `: ${shown.join(', ')}${guessed}`}`;
}

function citationOf({ authors, journal, year, doi, doi_verified, pubmed }) {
  const link = doi === null ? null : `doi:${doi}${doi_verified ? '' : ' (DOI not verified)'}`;
  return [authors, journal, year, link ?? (pubmed === null ? null : `PubMed ${pubmed}`)]
    .filter((part) => part !== null)
    .map((part) => String(part).replace(/\.$/, ''))
    .join('. ');
}

const tablesOf = ({ tables = [] }) => tables;

const cell = (text) => String(text).replaceAll('|', '\\|');

/** How many measurements of the shipped configuration have a range, by kind of data: without a choice, and once every row is active. */
export function countsOf({ data }, { data: measurements }, { data: types }) {
  const rows = data.flatMap((pack) => pack.rows);
  const kindsOf = new Map(types.map(({ type, data_types }) => [type, data_types]));
  const all = measurements.flatMap(({ image_type, measurements: own }) => own.map((measurement) => ({ image_type, measurement })));
  const judged = (kind, statuses) => {
    const active = rows.filter(({ status, population }) => statuses.includes(status) && population.data_types.includes(kind));
    const named = new Set(active.flatMap((row) => row.measurements.map((one) => `${one.image_type}\n${one.name}`)));
    const isChecked = ({ checked, data_type }) => checked && data_type === kind;
    return ({ image_type, measurement }) => named.has(`${image_type}\n${measurement.name}`) || (measurement.normal ?? []).some(isChecked);
  };
  const kinds = ['fetal', 'pediatric', 'adult'];
  const TWO = ['two sources'];
  const EITHER = [...TWO, 'one source'];
  const countOf = (own, asked) =>
    [TWO, EITHER].map((statuses) => own.filter((one) => asked.some((kind) => judged(kind, statuses)(one))).length);
  const row = (name, own, asked) => `| ${[name, own.length, ...countOf(own, asked)].join(' | ')} |`;
  return [
    '| kind of data | measurements | with a range | with every row activated |',
    '|---|---|---|---|',
    ...kinds.map((kind) =>
      row(
        kind,
        all.filter(({ image_type }) => kindsOf.get(image_type).includes(kind)),
        [kind],
      ),
    ),
    row('any', all, kinds),
  ].join('\n');
}

/** A table of sources, and one of notes and remarks. */
export function sourcesOf({ data }) {
  const rows = data.map((pack) => {
    const count = (status) => pack.rows.filter((row) => row.status === status).length;
    const judging = pack.rows.filter(({ measurements }) => measurements.length > 0).length;
    const cells = [
      `\`${pack.id}\``,
      pack.source.topic,
      populationOf(pack),
      pack.source.subjects ?? 'unknown',
      `${count('two sources')} / ${count('one source')}`,
      judging,
      pack.rows.filter(({ disagreement }) => disagreement !== null).length,
      citationOf(pack.source),
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  const notes = data.flatMap((pack) =>
    once([...pack.notes, ...pack.rows.flatMap(({ remarks }) => remarks), ...tablesOf(pack).flatMap(({ remarks }) => remarks)]).map(
      (note) => `| \`${pack.id}\` | ${cell(note)} |`,
    ),
  );
  const disagreements = data.flatMap((pack) =>
    [...pack.rows, ...tablesOf(pack)]
      .filter(({ disagreement }) => disagreement !== null)
      .map(({ id, disagreement: { found, chosen } }) => `| \`${id}\` | ${cell(found.join('; '))} | ${cell(chosen)} |`),
  );
  return [
    '| source | topic | population | subjects | rows seen in two sources / in one | rows that judge a measurement | rows with a disagreement | citation |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '### Where sources disagree',
    '| row | found | chosen |',
    '|---|---|---|',
    ...disagreements,
    '',
    '### Notes and remarks',
    '| source | note |',
    '|---|---|',
    ...notes,
  ].join('\n');
}

function page() {
  const text = readFileSync(inRoot(...PAGE), 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Refusal(`${PAGE.join('/')} has no place for the sources: ${BEGIN} … ${END}`);
  const [set, measurements, types] = [SET, MEASUREMENTS, IMAGE_TYPES].map((path) => JSON.parse(readFileSync(inRoot(...path), 'utf8')));
  const written = `${countsOf(set, measurements, types)}\n\n${sourcesOf(set)}`;
  return { text, expected: `${text.slice(0, begin)}${BEGIN}\n${written}\n${text.slice(end)}` };
}

/** Refuses a page whose sources are not those of the set. */
export function checkReferences() {
  const { text, expected } = page();
  if (text !== expected) throw new Refusal(`The sources in ${PAGE.join('/')} differ from ${SET.join('/')}. Run npm run references`);
}

/** Writes the sources into the page. */
export const writeReferences = () => writeFileSync(inRoot(...PAGE), page().expected);
