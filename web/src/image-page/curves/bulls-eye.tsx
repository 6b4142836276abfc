/** The bull's-eye of the three apical views, as the segmentation page, the report and the printed report show it. */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { BullsEye, BullsEyeSegment } from '@echometry/contract/generated/cycle-curves.ts';
import { fixed } from '../../lib/format.ts';
import { Segments } from '../../ui/segments.tsx';
import {
  colourOfStrain,
  inkOn,
  LENGTHENING_COLOUR,
  middleOf,
  outlineOf,
  SCALE_GRADIENT,
  SCALE_STOPS,
  SECTORS,
  type Model,
} from './bulls-eye-drawing.ts';
import { bullsEyeMessages as words } from './bulls-eye-messages.ts';
import layout from '../../ui/layout.module.css';
import classes from '../measurements/measurements.module.css';

const RADIUS = 104;
const MODELS: readonly { value: '17' | '18'; label: string }[] = [
  { value: '17', label: '17' },
  { value: '18', label: '18' },
];

const segmentsOf = ({ of_17, of_18 }: BullsEye, model: Model): readonly BullsEyeSegment[] => (model === 17 ? of_17 : of_18);

/** The title with the choice of the model. */
export function BullsEyeHead({ model, onChoose }: { model: Model; onChoose: (model: Model) => void }) {
  return (
    <div className={layout.between}>
      <h2>{words.title}</h2>
      <Segments label={words.model} value={`${model}`} segments={MODELS} onChange={(value) => onChoose(value === '17' ? 17 : 18)} />
    </div>
  );
}

interface Props {
  found: BullsEye;
  model: Model;
  /** Whether the user points at a segment outside the bull's-eye. */
  isPointedElsewhere?: (segment: BullsEyeSegment) => boolean;
  onPoint?: (segment: BullsEyeSegment, isPointed: boolean) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Segments that the pointer and the keyboard reach, with the name of the pointed one. Give it its model as key. */
export function BullsEyeDrawing({ found, model, isPointedElsewhere, onPoint }: Props) {
  const [chosen, setChosen] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const segments = segmentsOf(found, model);
  const point = (at: number, isPointed: boolean): void => {
    setPointed((before) => (isPointed ? at : before === at ? null : before));
    if (segments[at]) onPoint?.(segments[at], isPointed);
  };
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (chosen + step + segments.length) % segments.length;
    setChosen(next);
    event.currentTarget.querySelectorAll<SVGGElement>('[role=img]')[next]?.focus();
  };
  return (
    <>
      <Disc model={model} onKeyDown={onKeyDown}>
        {(hatch) =>
          segments.map((segment, at) => (
            <g
              key={segment.number}
              role="img"
              data-pointed={at === pointed || isPointedElsewhere?.(segment) === true}
              aria-label={words.segment(segment, model)}
              tabIndex={at === chosen ? 0 : -1}
              onFocus={() => {
                setChosen(at);
                point(at, true);
              }}
              onBlur={() => point(at, false)}
              onPointerEnter={() => point(at, true)}
              onPointerLeave={() => point(at, false)}
            >
              <Sector segment={segment} model={model} at={at} hatch={hatch} />
            </g>
          ))
        }
      </Disc>
      <p className={classes.said} aria-hidden="true">
        {pointed === null ? words.hint : segments[pointed] && words.segment(segments[pointed], model)}
      </p>
      <BullsEyeScale />
    </>
  );
}

/** The same as a picture. */
export function BullsEyePicture({ found, model }: Pick<Props, 'found' | 'model'>) {
  return (
    <Disc model={model}>
      {(hatch) =>
        segmentsOf(found, model).map((segment, at) => <Sector key={segment.number} segment={segment} model={model} at={at} hatch={hatch} />)
      }
    </Disc>
  );
}

interface DiscProps {
  model: Model;
  onKeyDown?: (event: KeyboardEvent<SVGSVGElement>) => void;
  /** The sectors, drawn with the fill of segments without a value. */
  children: (hatch: string) => ReactNode;
}

function Disc({ model, onKeyDown, children }: DiscProps) {
  const pattern = useId();
  return (
    <svg
      className={classes.drawing}
      viewBox={`${-RADIUS - 2} ${-RADIUS - 2} ${2 * RADIUS + 4} ${2 * RADIUS + 4}`}
      role="group"
      aria-label={words.segmentsOf(model)}
      onKeyDown={onKeyDown}
    >
      <defs>
        <pattern id={pattern} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={classes.ground} width="7" height="7" />
          <rect className={classes.stripe} width="2" height="7" />
        </pattern>
      </defs>
      {children(`url(#${pattern})`)}
    </svg>
  );
}

function Sector({ segment: { strain }, model, at, hatch }: { segment: BullsEyeSegment; model: Model; at: number; hatch: string }) {
  const sector = SECTORS[model][at];
  if (!sector) return null;
  const { x, y } = middleOf(sector, RADIUS);
  return (
    <>
      <path d={outlineOf(sector, RADIUS)} fill={strain === null ? hatch : colourOfStrain(strain)} />
      {strain !== null && (
        <text x={x} y={y} fill={inkOn(strain)} textAnchor="middle" dominantBaseline="central">
          {fixed(strain, 0)}
        </text>
      )}
    </>
  );
}

/** Legend of the colours. */
export function BullsEyeScale() {
  const [low, , high] = SCALE_STOPS;
  return (
    <div className={classes.scale} aria-hidden="true">
      <span>{low} %</span>
      <i style={{ background: SCALE_GRADIENT }} />
      <span>{high}</span>
      <i className={classes.patch} style={{ background: LENGTHENING_COLOUR }} />
      <span>{words.lengthening}</span>
    </div>
  );
}
