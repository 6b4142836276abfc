import { IconClock, IconMessage, IconRuler2, IconStarFilled, IconVectorSpline } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useSnapshot } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { messages } from '../messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './thumbnail.module.css';
import { framesFound } from '../store/frames-found.ts';
import { modalityColour, shortModality } from '../store/modality.ts';
import { iconChanges, urlFor } from '../store/signed-urls.ts';

export interface ThumbnailProps {
  filename: string;
  size: 'small_icon' | 'big_icon';
  project: Project;
  image: AnalysisImage | undefined;
  selected: boolean;
  dimmed?: boolean;
  /** Without its marks and its picture: outside of the view while the page waits for its large picture. */
  brief?: boolean;
  index: number;
  /** Chosen together with the one that is shown. */
  also?: boolean;
  /** Frames the file declares. */
  frames: number;
  /** Frames that are in it, as its import counted them; null where it did not. */
  framesAvailable: number | null;
  caption?: ReactNode;
  /** Comments on the image, and how many of them the person has not read. */
  notes?: { count: number; unread: number } | undefined;
  /** Keys that the tile leaves to the page while it has the focus. */
  leavesKeys?: string;
  /** Content over the picture while the pointer rests on it. */
  hover?: ReactNode;
  onSelect: (how: 'alone' | 'also' | 'through') => void;
}

/** A small picture with modality badge, label and reference star; it takes its address when it comes near the view. */
export const Thumbnail = memo(function Thumbnail(props: ThumbnailProps) {
  const {
    filename,
    size,
    image,
    selected,
    dimmed,
    brief = false,
    also = false,
    frames,
    framesAvailable,
    hover,
    leavesKeys,
    onSelect,
  } = props;
  const button = useRef<HTMLButtonElement>(null);
  const { url, broken, onBroken } = useIcon(button, filename, size, brief);
  const [hovered, setHovered] = useState(false);
  useEffect(() => {
    if (!selected) return;
    // In the next frame, which needs a layout of the page anyway; at once would be a second layout.
    const frame = requestAnimationFrame(() => button.current?.scrollIntoView({ block: 'nearest' }));
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [selected]);
  const short = useShort(filename, frames, framesAvailable);
  return (
    <button
      ref={button}
      type="button"
      className={`${layout.wholeImage} ${classes.thumbnail}`}
      data-selected={selected}
      data-also={also}
      data-leaves-keys={leavesKeys}
      data-dimmed={dimmed}
      data-testid="thumbnail"
      data-filename={filename}
      data-unlabelled={!image?.type}
      aria-pressed={selected || also}
      onClick={(event) => {
        onSelect(event.shiftKey ? 'through' : event.ctrlKey || event.metaKey ? 'also' : 'alone');
      }}
      onPointerEnter={() => {
        setHovered(true);
      }}
      onPointerLeave={() => {
        setHovered(false);
      }}
    >
      <span className="visually-hidden">{nameOf(props, short)}</span>
      {url && !broken && <img src={url} crossOrigin="anonymous" alt="" decoding="async" draggable={false} onError={onBroken} />}
      {hovered && hover}
      {broken && (
        <span className={classes.broken} aria-hidden="true">
          {messages.thumbnail.noPreview}
        </span>
      )}
      {!brief && <Marks {...props} short={short} />}
    </button>
  );
});

/** Address of the small picture, asked for as soon as the tile comes near the view. */
function useIcon(button: RefObject<HTMLButtonElement | null>, filename: string, size: ThumbnailProps['size'], isBrief: boolean) {
  const [url, setUrl] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  const onBroken = () => setBroken(true);
  const changes = useSnapshot(iconChanges).count[filename];
  useEffect(() => {
    const element = button.current;
    if (!element || isBrief) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        urlFor(filename, size)
          .then(setUrl)
          .catch(() => {
            setBroken(true);
          });
      },
      { rootMargin: '300px' },
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
    };
  }, [button, filename, size, changes, isBrief]);
  return { url, broken, onBroken };
}

/** Marks over the small picture: modality, reference, label and number, and what is missing of the clip. */
function Marks({ project, image, index, frames, caption, notes, short }: ThumbnailProps & { short: string | null }) {
  return (
    <>
      {image?.modality && (
        <span className={classes.badge} aria-hidden="true" style={{ color: modalityColour(image.modality, project) }}>
          {shortModality(image.modality)}
        </span>
      )}
      {image?.reference && <IconStarFilled className={classes.star ?? ''} size={16} aria-hidden="true" />}
      <span className={classes.caption} aria-hidden="true">
        <span>{caption ?? labelOf(image)}</span>
        {caption === undefined && (
          <small>
            {index + 1}
            {frames > 1 && !short && ` · ${frames}`}
          </small>
        )}
      </span>
      <Done image={image} />
      {notes && (
        <span className={classes.notes} data-unread={notes.unread > 0} aria-hidden="true">
          <IconMessage size={12} stroke={1.8} /> {notes.unread > 0 ? notes.unread : notes.count}
        </span>
      )}
      {short && (
        <span className={classes.short} aria-hidden="true">
          {short}
        </span>
      )}
    </>
  );
}

/** Steps of the work on an image, each with its badge once it is done. */
const STEPS = [
  { name: 'timed', isDone: (image: AnalysisImage) => image.is_annotated, Icon: IconClock },
  { name: 'traced', isDone: (image: AnalysisImage) => image.is_segmented, Icon: IconVectorSpline },
  { name: 'measured', isDone: (image: AnalysisImage) => image.is_measured, Icon: IconRuler2 },
] as const;

const doneSteps = (image: AnalysisImage | undefined) => (image ? STEPS.filter(({ isDone }) => isDone(image)) : []);

function Done({ image }: Pick<ThumbnailProps, 'image'>) {
  const done = doneSteps(image);
  if (done.length === 0) return null;
  return (
    <span className={classes.done} data-testid="done-steps" aria-hidden="true">
      {done.map(({ name, Icon }) => (
        <Icon key={name} size={13} stroke={1.8} data-step={name} />
      ))}
    </span>
  );
}

/** The tile for screen readers. */
const nameOf = ({ index, image, notes }: ThumbnailProps, short: string | null): string =>
  [
    messages.thumbnail.image(index + 1, labelOf(image)),
    ...(image?.reference ? [messages.thumbnail.reference] : []),
    ...(short ? [short] : []),
    ...(notes ? [messages.thumbnail.comments(notes.count)] : []),
    ...(notes && notes.unread > 0 ? [messages.thumbnail.unread(notes.unread)] : []),
    ...doneSteps(image).map(({ name }) => messages.thumbnail[name]),
  ].join(', ');

/** Name of an image: view and type, else what other labels it has. */
function labelOf(image: AnalysisImage | undefined): string {
  if (image?.type) return image.view ? `${image.view} · ${image.type}` : image.type;
  if (image?.view) return image.view;
  const further = Object.values(image?.additional_labels ?? {}).filter((label) => label !== false).length;
  return further > 0 ? messages.thumbnail.labels(further) : messages.thumbnail.notLabelled;
}

/** Missing frames of a clip, in the words of the chip: '11 of 20 frames'; null where nothing is, or before it is known. */
function useShort(filename: string, frames: number, framesAvailable: number | null): string | null {
  const { found } = useSnapshot(framesFound);
  const there = framesAvailable ?? found[filename] ?? frames;
  return there < frames ? messages.thumbnail.frames(there, frames) : null;
}
