/** Parts that the tools of a modality add to the page of segmentation. */
import type { ReactNode } from 'react';
import type { PageContext, PageParts } from '../../image-page/parts.ts';

type Shown = Partial<Pick<PageParts, 'column' | 'state' | 'over' | 'timeline' | 'below' | 'controls'>>;

export interface ModalityParts extends Shown, Pick<PageParts, 'tools' | 'hints' | 'keys'> {
  /** Name of the mode in the strip of keys. */
  mode: (context: PageContext) => string;
  /** The panel of lines at the right. */
  lines: (context: PageContext) => ReactNode;
}
