import { useMemo, useState } from 'react';
import type { CourseFeedback, FeedbackImage } from '@echometry/contract/records/course.ts';
import { readLines, type ReadLine } from '@echometry/contract/rules/consensus-lines.ts';
import { byNeed, outsideIn } from '@echometry/contract/rules/course-shares.ts';
import { useKeys } from '../../lib/keys.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useClip } from '../../viewer/react/use-clip.ts';
import layout from '../../ui/layout.module.css';
import classes from './feedback.module.css';
import { messages } from './messages.ts';
import type { Overlay } from './overlay.ts';
import { Panel } from './panel.tsx';

type Shown = 'both' | 'first' | 'second';
const NEXT: Readonly<Record<Shown, Shown>> = { both: 'first', first: 'second', second: 'both' };
const SIDES: readonly Shown[] = ['first', 'second', 'both'];

const HINTS = [
  { actions: ['feedback.previous-image', 'feedback.next-image'], does: messages.feedback.keys.image },
  { actions: ['feedback.previous-line', 'feedback.next-line'], does: messages.feedback.keys.line },
  { actions: ['feedback.show'], does: messages.feedback.keys.show },
  { actions: ['feedback.next-case'], does: messages.feedback.keys.next },
  { actions: ['feedback.close'], does: messages.feedback.keys.back },
] as const;

/** The line of both readings that a row of the feedback is about. */
const isLine = ({ name, event, cycle }: FeedbackImage['lines'][number], line: ReadLine): boolean =>
  line.name === name && line.event === event && line.cycles[1] === cycle;

/** Which image, contour and reading are looked at. */
function useLooking({ images, own, gold }: CourseFeedback) {
  const ordered = useMemo(() => images.toSorted(byNeed), [images]);
  const [at, setAt] = useState(0);
  const [line, setLine] = useState(0);
  const [shown, setShown] = useState<Shown>('both');
  const image = ordered[at];
  const isIt = ({ instance_id }: { instance_id: string }): boolean => instance_id === image?.instance_id;
  const [first, second] = [own.find(isIt), gold.find(isIt)];
  const lines = useMemo(() => (first && second ? readLines(first, second) : []), [first, second]);
  const row = image?.lines[line];
  const choose = (place: number): void => {
    setAt(Math.min(Math.max(place, 0), ordered.length - 1));
    setLine(0);
  };
  const chooseLine = (place: number): void => setLine(Math.min(Math.max(place, 0), Math.max((image?.lines.length ?? 0) - 1, 0)));
  useKeys({
    'feedback.next-image': () => choose(at + 1),
    'feedback.previous-image': () => choose(at - 1),
    'feedback.next-line': () => chooseLine(line + 1),
    'feedback.previous-line': () => chooseLine(line - 1),
    'feedback.show': () => setShown(NEXT[shown]),
  });
  const drawn = row === undefined ? undefined : lines.find((one) => isLine(row, one));
  return { ordered, at, choose, image, first, second, line, chooseLine, drawn: drawn ?? null, shown, setShown };
}

/** Images of the gold case, what is outside first; the chosen one with both readings over each other and its differences. */
export function Board({ study, feedback, overlay: Picture }: { study: OpenStudy; feedback: CourseFeedback; overlay: Overlay }) {
  const looking = useLooking(feedback);
  const { ordered, at, image, first, second, shown } = looking;
  const [help, setHelp] = useState(false);
  const file = study.files.find(({ instance_id }) => instance_id === image?.instance_id);
  const clip = useMemo(() => (file ? { filename: file.filename, instanceId: file.instance_id, sizeBytes: file.size_bytes } : null), [file]);
  const { player } = useClip(clip, []);
  useKeys({ 'feedback.help': () => setHelp(true) });
  if (!image) return <p className={layout.empty}>{messages.feedback.nothing}</p>;
  return (
    <>
      <div className={`${layout.fills} ${classes.body}`}>
        <Images images={ordered} at={at} onChoose={looking.choose} />
        <div className={`${layout.middle} ${classes.middle}`}>
          <Segments
            label={messages.feedback.shown}
            value={shown}
            onChange={looking.setShown}
            segments={SIDES.map((value) => ({
              value,
              label: (
                <span className={value === 'both' ? '' : `${layout.lineSample} ${classes.side}`} data-gold={value === 'second'}>
                  {messages.feedback.sides[value]}
                </span>
              ),
            }))}
          />
          {player && (
            <Picture
              key={image.instance_id}
              study={study}
              player={player}
              first={first}
              second={second}
              result={undefined}
              shown={shown}
              line={looking.drawn}
            />
          )}
        </div>
        <Panel key={image.instance_id} image={image} line={looking.line} onLine={looking.chooseLine} />
      </div>
      <KeyStrip
        mode={messages.feedback.label}
        hints={HINTS}
        more={{ actions: ['feedback.help'], does: messages.feedback.keys.all, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

const wordsOf = (image: FeedbackImage): string =>
  image.state === 'compared' ? messages.feedback.outside(outsideIn(image)) : messages.feedback.states[image.state];

const Images = ({ images, at, onChoose }: { images: readonly FeedbackImage[]; at: number; onChoose: (place: number) => void }) => (
  <nav className={`${layout.boardList} ${classes.images}`} aria-label={messages.feedback.images}>
    {images.map((image, place) => (
      <button
        key={image.instance_id}
        type="button"
        data-testid="feedback-image"
        data-outside={image.state !== 'compared' || outsideIn(image) > 0}
        aria-current={place === at}
        onClick={() => onChoose(place)}
      >
        {image.type}
        <small>{wordsOf(image)}</small>
      </button>
    ))}
  </nav>
);
