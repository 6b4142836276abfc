/** The first picture of a page that shows one: what it does not need is fetched and computed after it. */
import { PICTURE_ROUTES } from '@echometry/contract/rules/client-routes.ts';

/** A page may turn out to show none; nothing waits longer than this, in ms. */
const LONGEST_WAIT_MS = 10_000;

let settle: () => void = () => undefined;

/** Resolves once the first picture is there or will not come; at once on a page that shows none. */
export const firstPicture = new Promise<void>((resolve) => {
  settle = resolve;
  if (!PICTURE_ROUTES.includes(window.location.pathname)) resolve();
  else setTimeout(resolve, LONGEST_WAIT_MS);
});

/** The first picture is there, or will not come. */
export const settleFirstPicture = (): void => settle();

/** The page at this path is shown: when it has no picture, nothing waits for the one of a page that was left before it. */
export function showPage(path: string): void {
  if (!PICTURE_ROUTES.includes(path)) settle();
}
