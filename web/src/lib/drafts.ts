/** Unsent drafts, kept in this tab through a reload or a crash. Names include the person. */
const PREFIX = 'echometry.draft ';

export function readDraft<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepDraft(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full store keeps no drafts; what is on the page stays there.
  }
}
