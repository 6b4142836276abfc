import { createContext, type RefObject } from 'react';

/** Where the focus goes when hands are done with a control: the picture of the page; null where there is none. */
export const FocusHome = createContext<RefObject<HTMLElement | null> | null>(null);
