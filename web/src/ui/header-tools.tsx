import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Place in the header for what the page offers; null while the header is not there. */
export const HeaderPlace = createContext<HTMLElement | null>(null);

/** Icons of a page, shown in the header bar. */
export function HeaderTools({ children }: { children: ReactNode }) {
  const place = useContext(HeaderPlace);
  return place === null ? null : createPortal(children, place);
}
