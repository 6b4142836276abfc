/**
 * The code the login service brings back in the address. It is taken out of the address when this module is loaded, which
 * is before the page sends any request, and it is worth nothing without the verifier this tab made (docs/why/saves-and-merge.md#signing-in-again-in-place).
 */
const PARAMETER = 'token';
/** Parameters that a foreign login service may add; never trusted, never kept. */
const IGNORED = ['name', 'family_names', 'email'] as const;

function takeFromAddress(): string | null {
  const address = new URL(window.location.href);
  const code = address.searchParams.get(PARAMETER);
  if (code === null) return null;
  for (const name of [PARAMETER, ...IGNORED]) address.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', `${address.pathname}${address.search}${address.hash}`);
  return code;
}

let code = takeFromAddress();

/** The code this page was opened with, once; null without one. */
export function takeCode(): string | null {
  const taken = code;
  code = null;
  return taken;
}
