// Counts phrases that make English hard to read, in the interface, messages, documents, comments and test names.
import { existsSync, readFileSync } from 'node:fs';
import { answer, Refusal } from './run.mjs';
import { inRoot } from './root.mjs';

/** Most hits of each kind of text. */
const LIMITS = { ui: 20, messages: 20, docs: 100, comments: 350, tests: 40 };

/** Phrases with a replacement. A hit can be correct: the limits leave room for such texts. */
const PHRASES = [
  [/\banew\b/i, 'again'],
  [/\b(?:nobody|somebody|anybody|whoever)\b/i, 'a role, a reader, no user'],
  [/\b(?:is|are|was|were|be) no (?!longer\b|more\b|doubt\b|need\b|way\b|different\b|better\b|worse\b|such\b|reason\b)[a-z]/i, 'is not a …'],
  [/(?:^|[.!?:;] )What [a-z]+(?![^.]*\?)/, 'name the thing'],
  [/\balone\b/i, 'only'],
  [/\b(?:that|those) of (?:the|a|an|its|their|one|others?|this|another)\b/i, "the noun again, or a possessive ('s)"],
  [/\banswer(?:s|ed|ing)?\b/i, 'returns, responds; a response'],
  [/\b(?:tells?|told|telling)\b/i, 'reports, notifies'],
  [/\b(?:says?|said|saying)\b/i, 'states, shows'],
  [
    /\b(?:lies?|lay|lying) (?:in|on|at|beside|behind|between|elsewhere|there|apart|outside|inside|within|next|above|below)\b/i,
    'is in, is at',
  ],
  [/\b(?:stands?|stood|standing) (?:in|on|at|beside|behind|next|there|above|below|before|after|still|by|where|here)\b/i, 'is, appears'],
  [/\b(?:holds?|held) (?:for|where|in|until|again)\b/i, 'applies, is valid'],
  [/\b(?:a|the|one|human) hands?\b(?! (?:in|side|calculation))/i, 'the user, the pointer'],
  [/\bof (?:ours|theirs|hers|mine|yours|its own|their own)\b/i, 'our, its (before the noun)'],
  [/\b(?:go|goes|went|going) on\b/i, 'continues'],
  [/\bby (?:itself|themselves)\b/i, 'automatically, separately'],
  [/\b(?:is|was|are|were) begun\b/i, 'started'],
  [/\b(?:takes?|took|taken) (?:it )?away\b/i, 'removes'],
  [/\bat hand\b/i, 'available'],
];

/** Files without text of ours: generated, shipped configuration, history, and this list with its test. */
const LEFT_OUT = /^(contract\/config\/|fuzz\/|CHANGELOG\.md|package-lock\.json|scripts\/lib\/plain-english)|generated|\.min\./;
const CODE = /\.(rs|ts|tsx|mjs|js|css|sh)$/;
const TEST = /\.(test|spec)\.(ts|tsx|mjs)$|(^|\/)tests?\/|\/e2e\//;
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])(.+?)\1/g;
const QUOTED = /(['"`])((?:(?!\1).)*[a-z]{2,} [a-z]{2,}(?:(?!\1).)*)\1/g;
const WORDS_OF_TAGS = />([^<>{}=;]*[a-z]{3,} [a-z]{2,}[^<>{}=;]*)</g;

const withoutCode = (text) => text.replace(/`[^`]*`/g, '``');

function* textsOfDocument(body) {
  let isFenced = false;
  for (const [index, line] of body.split('\n').entries()) {
    if (line.startsWith('```')) isFenced = !isFenced;
    else if (!isFenced) yield { line: index + 1, kind: 'docs', text: withoutCode(line) };
  }
}

function* textsOfPage(body) {
  for (const [index, line] of body.split('\n').entries()) yield { line: index + 1, kind: 'ui', text: line.replace(/<[^>]+>/g, ' ') };
}

function* textsOfCode(file, body) {
  const isPage = file.startsWith('web/');
  let isBlock = false;
  for (const [index, whole] of body.split('\n').entries()) {
    const at = { line: index + 1 };
    const trimmed = whole.trim();
    if (isBlock || trimmed.startsWith('/*')) {
      isBlock = !trimmed.includes('*/');
      yield { ...at, kind: 'comments', text: withoutCode(trimmed.replace(/^\/?\*+\/?|\*\/$/g, '')) };
      continue;
    }
    const comment = /(?:^|\s)(?:\/\/[/!]?|#(?=\s))\s?(.*)$/.exec(whole);
    const isComment = comment !== null && !trimmed.startsWith('#[') && !trimmed.startsWith('#!');
    if (isComment) yield { ...at, kind: 'comments', text: withoutCode(comment[1]) };
    const code = isComment ? whole.slice(0, comment.index) : whole;
    if (TEST.test(file)) for (const [, , text] of code.matchAll(TITLE)) yield { ...at, kind: 'tests', text };
    else {
      for (const [, , text] of code.matchAll(QUOTED)) yield { ...at, kind: isPage ? 'ui' : 'messages', text };
      if (file.endsWith('.tsx')) for (const [, text] of code.matchAll(WORDS_OF_TAGS)) yield { ...at, kind: 'ui', text };
    }
  }
}

/** Hits in a file: line, kind of text, phrase and replacement. */
export function hitsOf(file, body) {
  const texts = file.endsWith('.md') ? textsOfDocument(body) : file.endsWith('.html') ? textsOfPage(body) : textsOfCode(file, body);
  return [...texts].flatMap(({ line, kind, text }) =>
    PHRASES.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text);
      return found === null ? [] : [{ file, line, kind, phrase: found[0], instead }];
    }),
  );
}

/** Refuses a checkout with more hits of a kind than its limit, and lists them. */
export async function checkPlainEnglish() {
  const files = (await answer('git', ['-C', inRoot(), 'ls-files']))
    .split('\n')
    .filter((file) => (CODE.test(file) || /\.(md|html)$/.test(file)) && !LEFT_OUT.test(file) && existsSync(inRoot(file)));
  const hits = files.flatMap((file) => hitsOf(file, readFileSync(inRoot(file), 'utf8')));
  const over = Object.entries(LIMITS).flatMap(([kind, limit]) => {
    const ofKind = hits.filter((hit) => hit.kind === kind);
    if (ofKind.length <= limit) return [];
    const lines = ofKind.map(({ file, line, phrase, instead }) => `${file}:${line}: "${phrase.trim()}", better: ${instead}`);
    return [`${ofKind.length} phrases in ${kind}, at most ${limit} are allowed:`, ...lines];
  });
  if (over.length > 0) throw new Refusal(over.join('\n'));
  return Object.fromEntries(Object.keys(LIMITS).map((kind) => [kind, hits.filter((hit) => hit.kind === kind).length]));
}
