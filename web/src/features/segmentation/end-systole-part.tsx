import type { EndSystoleRule } from '@echometry/contract/generated/analysis-image.ts';
import type { EndSystole } from '@echometry/contract/generated/cycle-curves.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { fixed } from '../../lib/format.ts';
import { Segments } from '../../ui/segments.tsx';
import type { CycleCurvesOnPage } from './cycle-curves.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import type { WholeCycle } from './whole-cycle.ts';
import tracking from './tracking.module.css';

const { systole: words } = messages.curves;

const RULES = (Object.keys(words.rules) as EndSystoleRule[]).map((value) => ({ value, label: words.rules[value] }));

interface Props {
  found: EndSystole;
  chosen: EndSystoleRule;
  curves: CycleCurvesOnPage;
  whole: WholeCycle;
  mayChange: boolean;
  context: PageContext;
}

/** The rule by which end systole of strain is found, and where it leads. It is stored with the lines of the image's cycles. */
export function EndSystolePart({ found, chosen, curves, whole, mayChange, context }: Props) {
  const source = context.study.images.find(({ instance_id }) => instance_id === found.from_image);
  const choose = (rule: EndSystoleRule): void => {
    if (mayChange) whole.send({ type: 'rule', rule });
    else curves.chooseRule(rule);
  };
  return (
    <section className={`${layout.closeNotes} ${tracking.tracking}`} aria-label={words.title}>
      <h2>{words.title}</h2>
      <Segments label={words.title} value={chosen} segments={RULES} onChange={choose} />
      <p role="status">
        {found.missing !== null && messages.curves.reasons[found.missing]}
        {found.frame_number !== null && words.at(found.frame_number, found.time_ms === null ? null : fixed(found.time_ms, 0))}
        {source && `, ${words.from(source.type ?? source.filename)}`}
      </p>
    </section>
  );
}
