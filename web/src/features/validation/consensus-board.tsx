import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ReviewedWork } from '@echometry/contract/records/review.ts';
import type { ConsensusImage } from '@echometry/contract/rules/consensus.ts';
import { readLines, readerLetter, takenOf } from '@echometry/contract/rules/consensus-lines.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { useMeasuring } from '../../image-page/use-measuring.ts';
import { useKeys } from '../../lib/keys.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { useEffort } from '../../study/effort/effort.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { Keys, KeyStrip } from '../../ui/key-strip.tsx';
import { useClip } from '../../viewer/react/use-clip.ts';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './consensus.module.css';
import { ConsensusPanel, positionOf } from './consensus-panel.tsx';
import { ConsensusPicture, type Shown } from './consensus-picture.tsx';
import { clipOf } from './grid.tsx';
import { confirmImages } from './gestures.ts';
import { messages } from './messages.ts';
import { takeImage, takeLine, useConsensus, type Consensus } from './use-consensus.ts';

const NEXT: Readonly<Record<Shown, Shown>> = { both: 'first', first: 'second', second: 'result', result: 'both' };

const HINTS = [
  { actions: ['consensus.take-a', 'consensus.take-b'], does: messages.keys.takeLine },
  { actions: ['consensus.image-a', 'consensus.image-b'], does: messages.keys.wholeImage },
  { actions: ['consensus.previous-line', 'consensus.next-line'], does: messages.keys.line },
  { actions: ['consensus.show'], does: messages.keys.show },
  { actions: ['consensus.next'], does: messages.keys.nextDiffering },
  { actions: ['consensus.undo'], does: messages.keys.undo },
] as const;

/** Settles the differences of others' reviews: both readers over one picture, taken image by image or line by line. */
export function ConsensusBoard({ study, onClose }: { study: OpenStudy; onClose: () => void }) {
  const consensus = useConsensus(study);
  useKeys({ 'consensus.close': onClose });
  useMeasuring(null);
  useEffort(study, 'validation', null);
  return (
    <div className={`${kit.wholePage} ${classes.page}`}>
      <div className={`${layout.boardBar} ${classes.top}`} role="toolbar" aria-label={messages.consensus.label}>
        <button type="button" onClick={onClose}>
          <IconArrowLeft size={16} stroke={1.6} aria-hidden="true" /> {messages.back} <Keys text="Escape" />
        </button>
        {consensus && <Summary study={study} consensus={consensus} />}
      </div>
      {consensus ? <Settling study={study} consensus={consensus} /> : <LoadingLine text={messages.consensus.loading} />}
    </div>
  );
}

const resultOf = (study: OpenStudy, { instance_id }: ConsensusImage) => study.images.find((image) => image.instance_id === instance_id);
const isDecided = (study: OpenStudy, image: ConsensusImage): boolean => resultOf(study, image)?.validated === true;
const isOpen = (study: OpenStudy, image: ConsensusImage): boolean => !image.agreed && !isDecided(study, image);

/** State of an image, in a word or two. */
function wordsOf(study: OpenStudy, image: ConsensusImage): string {
  if (!isDecided(study, image)) return image.agreed ? messages.consensus.agreed : messages.consensus.differs;
  const taken = takenOf(resultOf(study, image), image.images);
  if (taken === 'agreed') return messages.consensus.agreedTaken;
  return taken === 'own' ? messages.consensus.ownReading : messages.consensus.taken(taken);
}

function Summary({ study, consensus: { reviews, images } }: { study: OpenStudy; consensus: Consensus }) {
  const agreed = images.filter((image) => image.agreed);
  const open = agreed.filter((image) => !isDecided(study, image));
  const hidden = reviews.every(({ reviewer }, place) => reviewer === `Reader ${readerLetter(place)}`);
  return (
    <>
      <span className={classes.summary}>
        {messages.consensus.reviews(reviews.map(nameOf), hidden)}{' '}
        {messages.consensus.agreement(images.length - agreed.length, agreed.length)}{' '}
        <b>{images.filter((image) => isDecided(study, image)).length}</b> {messages.consensus.ofDecided(images.length)}
      </span>
      {open.length > 0 && !study.readOnly && (
        <Button size="compact-sm" variant="default" onClick={() => confirmImages(open.map(({ instance_id }) => instance_id))}>
          {messages.consensus.confirm(open.length)}
        </Button>
      )}
    </>
  );
}

const nameOf = ({ reviewer }: ReviewedWork, place: number): string =>
  reviewer.startsWith('Reader ') ? reviewer : `${readerLetter(place)} ${reviewer}`;

/** Which image, line and readers are looked at, and what keys do with them. */
function useSettling(study: OpenStudy, { images }: Consensus) {
  const ordered = useMemo(() => images.toSorted((a, b) => Number(a.agreed) - Number(b.agreed)), [images]);
  const [at, setAt] = useState(0);
  const [line, setLine] = useState(0);
  const [shown, setShown] = useState<Shown>('both');
  const [second, setSecond] = useState(1);
  const image = ordered[at];
  const [a, b] = [image?.images[0], image?.images[second]];
  const lines = useMemo(() => (a && b ? readLines(a, b) : []), [a, b]);
  const chosen = lines[Math.min(line, lines.length - 1)];
  const choose = (place: number) => {
    setAt(place);
    setLine(0);
  };
  const take = (side: 0 | 1) => {
    const source = side === 0 ? a : b;
    if (source && chosen) takeLine(source, positionOf(chosen, side));
  };
  const goOn = () => {
    const places = [...ordered.keys()].map((step) => (at + 1 + step) % ordered.length);
    const next = places.find((place) => isOpen(study, ordered[place]!));
    if (next !== undefined) choose(next);
  };
  useKeys({
    'consensus.take-a': () => take(0),
    'consensus.take-b': () => take(1),
    'consensus.image-a': () => image && takeImage(image, 0),
    'consensus.image-b': () => image && takeImage(image, second),
    'consensus.next-line': () => setLine((before) => Math.min(before + 1, Math.max(lines.length - 1, 0))),
    'consensus.previous-line': () => setLine((before) => Math.max(before - 1, 0)),
    'consensus.show': () => setShown(NEXT[shown]),
    'consensus.next': goOn,
    'consensus.undo': () => image && currentSession()?.undo(image.instance_id),
    'consensus.redo': () => image && currentSession()?.redo(image.instance_id),
  });
  return { ordered, at, choose, image, a, b, lines, line, setLine, chosen, shown, setShown, second, setSecond };
}

function Settling({ study, consensus }: { study: OpenStudy; consensus: Consensus }) {
  const settling = useSettling(study, consensus);
  const { ordered, at, choose, image, a, b, lines, line, setLine, chosen, second } = settling;
  const [help, setHelp] = useState(false);
  const file = study.files.find(({ instance_id }) => instance_id === image?.instance_id);
  const { player } = useClip(file ? clipOf(file) : null, []);
  useMeasuring(player);
  useKeys({ 'consensus.help': () => setHelp(true) });
  if (!image) return null;
  return (
    <>
      <div className={classes.body}>
        <Images study={study} images={ordered} at={at} onChoose={choose} />
        <div className={`${layout.middle} ${classes.middle}`}>
          <Show readers={consensus.reviews.length} {...settling} />
          {player && (a ?? b) && (
            <ConsensusPicture
              key={image.instance_id}
              study={study}
              player={player}
              first={a}
              second={b}
              result={resultOf(study, image)}
              shown={settling.shown}
              line={chosen ?? null}
            />
          )}
        </div>
        <ConsensusPanel
          study={study}
          image={image}
          player={player}
          reviewers={consensus.reviews.map(({ reviewer }) => reviewer)}
          pair={[0, second]}
          lines={lines}
          line={line}
          onLine={setLine}
        />
      </div>
      <KeyStrip
        mode={messages.consensus.mode}
        hints={HINTS}
        more={{ actions: ['consensus.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

interface ImagesProps {
  study: OpenStudy;
  images: readonly ConsensusImage[];
  at: number;
  onChoose: (place: number) => void;
}

const Images = ({ study, images, at, onChoose }: ImagesProps) => (
  <nav className={`${layout.boardList} ${classes.images}`} aria-label={messages.consensus.images}>
    {images.map((image, place) => (
      <button
        key={image.instance_id}
        type="button"
        data-testid="consensus-image"
        data-agreed={image.agreed}
        aria-current={place === at}
        onClick={() => onChoose(place)}
      >
        {image.type ?? messages.notLabelled}
        <small>{wordsOf(study, image)}</small>
      </button>
    ))}
  </nav>
);

type ShowProps = Pick<ReturnType<typeof useSettling>, 'shown' | 'setShown' | 'second' | 'setSecond'> & { readers: number };

/** Whose lines are shown, and of more than two readers who is compared with the first. */
const Show = ({ readers, shown, setShown, second, setSecond }: ShowProps) => (
  <div className={classes.show}>
    <SegmentedControl<Shown>
      size="xs"
      aria-label={messages.consensus.shown}
      value={shown}
      data={[
        {
          value: 'first',
          label: <span className={`${layout.lineSample} ${classes.reader}`}>{messages.consensus.reader(readerLetter(0))}</span>,
        },
        {
          value: 'second',
          label: (
            <span className={`${layout.lineSample} ${classes.reader}`} data-dashed>
              {messages.consensus.reader(readerLetter(second))}
            </span>
          ),
        },
        { value: 'both', label: messages.both },
        { value: 'result', label: messages.consensus.result },
      ]}
      onChange={setShown}
    />
    {readers > 2 && (
      <SegmentedControl
        size="xs"
        aria-label={messages.consensus.second}
        value={String(second)}
        data={Array.from({ length: readers - 1 }, (_, place) => ({ value: String(place + 1), label: readerLetter(place + 1) }))}
        onChange={(value) => setSecond(Number(value))}
      />
    )}
  </div>
);
