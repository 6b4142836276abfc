/**
 * The letters of the product. A browser that already keeps the page has them at once; another one fetches them after the first picture,
 * which arrives a quarter of a second earlier over fast 3G. Until then words are in the letters of the system.
 */
import { firstPicture } from './first-picture.ts';

/** Mantine's names for the letters of the page. */
const FONT_FAMILIES = ['--mantine-font-family', '--mantine-font-family-headings', '--mantine-font-family-monospace'] as const;
const SYSTEM = 'system-ui, sans-serif';

const areKept = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Resolves once the letters may be fetched. */
export const letters: Promise<void> = areKept ? Promise.resolve() : firstPicture;

/** Shows words in the letters of the system until the letters of the product may be fetched. */
export function showSystemLetters(): void {
  if (areKept) return;
  const { style } = document.documentElement;
  for (const family of FONT_FAMILIES) style.setProperty(family, SYSTEM);
  void letters.then(() => {
    for (const family of FONT_FAMILIES) style.removeProperty(family);
  });
}
