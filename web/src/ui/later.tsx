import { useDeferredValue, type ReactNode } from 'react';

/** Content below the first screen of a page: it is rendered after the rest of the page is painted, at first and after every change. */
export const Later = ({ children }: { children: ReactNode }): ReactNode => useDeferredValue(children, null);
