import { useState } from 'react';
import { useKeys, type Bindings } from '../../lib/keys.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip, type KeyHint } from '../../ui/key-strip.tsx';
import { messages } from './messages.ts';

/** The strip of a section with its keys, and the list of all of them. */
export function SectionKeys({ mode, hints, bindings }: { mode: string; hints: readonly KeyHint[]; bindings: Bindings }) {
  const [help, setHelp] = useState(false);
  useKeys({ ...bindings, 'administration.help': () => setHelp(true) });
  return (
    <>
      <KeyStrip
        mode={mode}
        hints={hints}
        more={{ actions: ['administration.help'], does: messages.shared.allKeys, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
