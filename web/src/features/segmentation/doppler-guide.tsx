import type { PageContext } from '../../image-page/parts.ts';
import { ReadingWords } from '../../image-page/reading-words.tsx';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { guideShown } from '../../tools/doppler-trace/guide.ts';
import type { DopplerTracing } from './doppler-tracing.ts';

/** From the upper edge of the strip to the words, in CSS pixels. */
const DOWN_PX = 30;

/** Time and velocity at the guide. */
export function DopplerGuide({ tracing, context }: { tracing: DopplerTracing; context: PageContext }) {
  const cursor = useTool(context, () => (guideShown(tracing.state, tracing.context()) ? tracing.state.cursor : null));
  const { strip } = tracing.context();
  return (
    <ReadingWords
      stage={tracing.stage}
      place={cursor && strip && { x: cursor.x, y: strip.top }}
      reading={cursor ? tracing.reading(cursor) : null}
      downPx={DOWN_PX}
      testId="guide-words"
    />
  );
}
