import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { readStudyLink, type StudyLink } from './study-link.ts';

/** The study that the address names; the same object as long as the address stays. Null where it names none. */
export function useStudyLink(): StudyLink | null {
  const search = useSearch();
  return useMemo(() => readStudyLink(search), [search]);
}
