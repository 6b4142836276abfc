/** What the page of segmentation is given by the tools of a modality. */
import type { ReactNode } from 'react';
import type { PageContext, PageParts } from '../../image-page/parts.ts';

type Shown = Partial<Pick<PageParts, 'column' | 'state' | 'over' | 'timeline' | 'below' | 'controls'>>;

export interface ModalityParts extends Shown, Pick<PageParts, 'tools' | 'hints' | 'keys'> {
  /** Name of the mode in the strip of keys. */
  mode: (context: PageContext) => string;
  /** The panel of lines at the right. */
  lines: (context: PageContext) => ReactNode;
}
