import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, type ComponentType } from 'react';
import { AddressOfPage } from '../../image-page/use-address.ts';
import { ASSESSMENT, goToSection, setPanel } from '../../image-page/panel-place.ts';
import { useKeys } from '../../lib/keys.ts';
import { Keys } from '../../ui/key-strip.tsx';
import { messages } from './messages.ts';
import type { ImageTool } from './toolbox.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './validation.module.css';

/** Pages of image work, handed in by the application: a feature knows no other. */
export type ImageEditors = Readonly<Record<'label' | 'timing' | 'segment', ComponentType>>;

/** One tool on the review's copy, within the page; Escape closes it. */
export function Editing({ tool, editors, onClose }: { tool: ImageTool; editors: ImageEditors; onClose: () => void }) {
  useKeys({ 'validation.close': onClose });
  const section = tool === 'qc' ? 'quality' : tool === 'comments' ? 'comments' : null;
  useEffect(() => {
    if (section === null) return;
    setPanel({ open: ASSESSMENT, folded: [] });
    goToSection(section);
  }, [section]);
  const Editor = editors[tool === 'timing' || tool === 'segment' ? tool : 'label'];
  return (
    <div className={kit.wholePage}>
      <div className={`${layout.barButtons} ${classes.editBar}`}>
        <button type="button" onClick={onClose}>
          <IconArrowLeft size={16} stroke={1.6} aria-hidden="true" /> {messages.back} <Keys text="Escape" />
        </button>
        <span>{messages.toolbox.onCopy(messages.toolbox.tools[tool])}</span>
      </div>
      <div className={classes.editor}>
        <AddressOfPage value="validation">
          <Editor />
        </AddressOfPage>
      </div>
    </div>
  );
}
