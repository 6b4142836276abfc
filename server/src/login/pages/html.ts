/** Text that is markup already. Anything else put into a page is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => ESCAPES[c] ?? c);

type Part = string | number | Markup | null | readonly Part[];

const render = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return part.map(render).join('');
};

/** Markup from a template; what is put in is escaped unless it is markup itself, and null is nothing. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.reduce((text, string, at) => text + string + (at < parts.length ? render(parts[at] ?? null) : ''), ''));
