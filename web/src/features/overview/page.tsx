import { useMemo, useState } from 'react';
import { ImagePage } from '../../image-page/image-page.tsx';
import type { PageParts } from '../../image-page/parts.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import { ComparePlayer } from '../../viewer/compare/compare-player.ts';
import { CompareBar, COUNTS, type Count } from './compare-bar.tsx';
import { Comparison } from './comparison.tsx';
import { messages } from './messages.ts';

const CLIP_HINTS: readonly KeyHint[] = [
  { actions: ['viewer.play'], does: messages.keys.play },
  { actions: ['viewer.previous-frame', 'viewer.next-frame'], does: messages.keys.frame },
  { actions: ['viewer.ten-back', 'viewer.ten-on'], does: messages.keys.ten },
];
const NEXT_HINT: KeyHint = { actions: ['selection.next-action'], does: messages.keys.nextStep };

const partsOf = (count: Count, setCount: (count: Count) => void, compare: ComparePlayer): PageParts => ({
  page: 'overview',
  mode: messages.mode,
  above: (context) => <CompareBar count={count} onCount={setCount} compare={compare} files={context.files.length} />,
  ...(count === 1
    ? {}
    : {
        beside: {
          count,
          render: (context, home) => <Comparison panes={context.panes} count={count} compare={compare} home={home} send={context.send} />,
        },
      }),
  panel: [],
  tools: [],
  hints: ({ file, study }) => [
    ...(count > 1 || (file && file.number_of_frames > 1) ? CLIP_HINTS : []),
    { actions: ['selection.previous', 'selection.next'], does: messages.keys.image },
    { actions: ['overview.beside'], does: messages.keys.beside },
    ...(count > 1 ? [{ actions: ['overview.by'], does: messages.keys.by } satisfies KeyHint] : []),
    ...(study.readOnly ? [] : [NEXT_HINT]),
  ],
  keys: () => ({
    'overview.beside': () => setCount(COUNTS[(COUNTS.indexOf(count) + 1) % COUNTS.length] ?? 1),
    ...(count === 1 ? {} : { 'overview.by': () => compare.playBy(compare.state.by === 'time' ? 'phase' : 'time') }),
  }),
});

/** One large image plus a thumbnail grid; two or four images side by side. */
export function OverviewPage() {
  const [count, setCount] = useState<Count>(1);
  const [compare] = useState(() => new ComparePlayer());
  const parts = useMemo(() => partsOf(count, setCount, compare), [count, compare]);
  return <ImagePage parts={parts} />;
}
