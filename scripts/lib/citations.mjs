// Every document that a comment, a message or another document cites is in the repository, and has the heading that is named.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, answer } from './run.mjs';
import { inRoot } from './root.mjs';

const TEXT = /\.(rs|ts|tsx|mjs|js|css|md|toml|json|html|sh)$/;
/** Written by programs, or about documents that do not exist. */
const LEFT_OUT =
  /^(scripts\/specification\.test\.mjs|scripts\/lib\/citations\.test\.mjs|package-lock\.json|CHANGELOG\.md|fuzz\/|fixtures\/golden\/jpeg-planes)/;
/** A document by its name, perhaps with a folder before and a heading after it. Addresses elsewhere are not ours to check. */
const CITATION = /(?<![\w/.:-])((?:[\w.-]+\/)*[\w-]+\.md)(?:#([\w-]+))?/g;
/** Where a name without a folder may lie. */
const PLACES = ['', 'docs', 'docs/why'];

/** The anchor a heading has where documents are rendered: lower case, spaces as hyphens, other signs left out. */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Anchors of a document: its headings, and ids that are set by hand. */
export function anchorsOf(text) {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading));
  const ids = [...text.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id]) => id);
  return new Set([...headings, ...ids]);
}

/** A section by its number, which changes: headings are cited instead. */
const NUMBERED = /\b[\w-]+\.md,? \d|\((?:platform|image analysis|design)[ :]|\b(?:platform|image analysis) \d/i;

/** Citations of a text without a target, as lines of a report. */
export function brokenCitations(file, text, find) {
  return text.split('\n').flatMap((line, index) => {
    if (!file.endsWith('.md') && NUMBERED.test(line))
      return [`${file}:${index + 1}: cites a section by its number: ${line.trim().slice(0, 80)}`];
    return [...line.matchAll(CITATION)].flatMap(([cited, document, anchor]) => {
      const found = find(document, path.dirname(file));
      if (found === null) return [`${file}:${index + 1}: the document ${document} does not exist`];
      return anchor === undefined || found.has(anchor) ? [] : [`${file}:${index + 1}: ${cited} names no heading of it`];
    });
  });
}

export async function checkCitations() {
  const files = (await answer('git', ['-C', inRoot(), 'ls-files'])).split('\n').filter((file) => TEXT.test(file) && !LEFT_OUT.test(file));
  const documents = new Map();
  const find = (document, folder) => {
    for (const place of [folder, ...PLACES]) {
      const file = inRoot(place, document);
      if (!existsSync(file)) continue;
      if (!documents.has(file)) documents.set(file, anchorsOf(readFileSync(file, 'utf8')));
      return documents.get(file);
    }
    return null;
  };
  const broken = files
    .filter((file) => existsSync(inRoot(file)))
    .flatMap((file) => brokenCitations(file, readFileSync(inRoot(file), 'utf8'), find));
  if (broken.length > 0) throw new Refusal(broken.join('\n'));
}
