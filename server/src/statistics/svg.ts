/** Pictures of plots as SVG text: for readers of the files without the page. Lengths are in px of the picture. */
import { scaleLinear, type ScaleLinear } from 'd3-scale';

export const WIDTH = 640;
export const HEIGHT = 360;
export const MARGIN = { left: 56, right: 24, top: 40, bottom: 48 } as const;
export const INK = '#22262b';
export const GRID = '#d5d9de';
const TICKS = 5;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const at = (value: number): string => String(Number(value.toFixed(2)));

export const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${fill}"/>`;

export const circle = (x: number, y: number, fill: string): string => `<circle cx="${at(x)}" cy="${at(y)}" r="3" fill="${fill}"/>`;

export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string): string =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${stroke}"/>`;

export const text = (x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end' = 'start'): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;

/** A scale from values to heights, with room up to a round number. */
export const heights = (low: number, high: number): ScaleLinear<number, number> =>
  scaleLinear([low, high === low ? low + 1 : high], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(TICKS);

/** Lines across with their numbers. */
export const across = (scale: ScaleLinear<number, number>): string =>
  scale
    .ticks(TICKS)
    .map(
      (tick) =>
        line(MARGIN.left, scale(tick), WIDTH - MARGIN.right, scale(tick), GRID) +
        text(MARGIN.left - 8, scale(tick) + 4, String(tick), 'end'),
    )
    .join('');

/** Names of colours, at the upper right. */
export const legend = (entries: readonly (readonly [string, string])[]): string =>
  entries
    .map(([name, colour], index) => {
      const x = WIDTH - MARGIN.right - (entries.length - index) * 100;
      return rect(x, 14, 10, 10, colour) + text(x + 16, 23, name);
    })
    .join('');

export const picture = (title: string, content: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ` +
  `font-family="sans-serif" font-size="12" fill="${INK}"><title>${escaped(title)}</title>` +
  `${rect(0, 0, WIDTH, HEIGHT, '#ffffff')}${text(MARGIN.left, 23, title)}${content.join('')}</svg>`;
