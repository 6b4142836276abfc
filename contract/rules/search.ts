export const SEARCH_METHODS = ['contain', 'match', 'start_with'] as const;
export type SearchMethod = (typeof SEARCH_METHODS)[number];

/** Texts of the radio choices (docs/specification.md#platform-2). */
export const SEARCH_METHOD_LABELS: Readonly<Record<SearchMethod, string>> = {
  contain: 'Contain',
  match: 'Match',
  start_with: 'Start with',
};
export const DEFAULT_SEARCH_METHOD: SearchMethod = 'contain';
export const SEARCH_PLACEHOLDER = 'Search patient by ID...';

/** True when a patient display id matches the query. Case does not count; an empty query finds all. */
export function matchesSearch(patientShow: string, query: string, method: SearchMethod): boolean {
  const wanted = query.toLowerCase();
  if (wanted === '') return true;
  const text = patientShow.toLowerCase();
  if (method === 'start_with') return text.startsWith(wanted);
  if (method === 'match') return text === wanted;
  return text.includes(wanted);
}
