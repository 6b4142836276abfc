import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'wouter';
import { studyPath, type StudyLink, type StudyPage } from '../lib/study-link.ts';

/** How long an image is looked at before the address names it, in ms: browsers take few changes of an address in a short time. */
const ADDRESS_AFTER_MS = 250;

/**
 * The page that provides the address of a tool opened within it; null for a separate page.
 */
export const AddressOfPage = createContext<StudyPage | null>(null);

/** The chosen image is carried by the address, and so by the tabs of the header, once the person stays with it. */
export function useAddress(page: StudyPage, link: StudyLink, chosen: string | null): void {
  const [, navigate] = useLocation();
  const within = useContext(AddressOfPage);
  useEffect(() => {
    if (chosen === null || link.image === chosen) return;
    const timer = setTimeout(() => {
      const { frame: _of, measurement: _named, ...rest } = link;
      navigate(studyPath(within ?? page, { ...rest, image: chosen }), { replace: true });
    }, ADDRESS_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [chosen, page, within, link, navigate]);
}
