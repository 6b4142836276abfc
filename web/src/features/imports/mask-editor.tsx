import { Button, NumberInput, Pagination } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type DeviceMask, MAX_MASK_RECTANGLES, type PictureMask, type PixelRectangle } from '@echometry/contract/records/device-mask.ts';
import { Segments } from '../../ui/segments.tsx';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { MaskPicture } from './mask-picture.tsx';
import { messages } from './messages.ts';
import { type MasksState, useSample } from './use-masks.ts';

type RectangleKind = keyof PictureMask;

const KINDS: readonly RectangleKind[] = ['hidden', 'shown'];
const SIDES = ['x', 'y', 'width', 'height'] as const;

/** Visible parts of a device's pictures: drawn on sampled frames, or written in pixels; then approved or refused. */
export function MaskEditor({ device, name, state }: { device: DeviceMask; name: string; state: MasksState }) {
  const [mask, setMask] = useState(device.mask);
  const [kind, setKind] = useState<RectangleKind>('hidden');
  const [view, setView] = useState<'masked' | 'plain'>('masked');
  const [sample, setSample] = useState(0);
  const [deciding, setDeciding] = useState(false);
  const { url, frame } = useSample(device, sample);
  const count = mask.shown.length + mask.hidden.length;
  const isWaiting = device.state === 'waiting';
  const add = (rectangle: PixelRectangle): void => {
    if (count < MAX_MASK_RECTANGLES) setMask({ ...mask, [kind]: [...mask[kind], rectangle] });
  };
  const decide = (decision: DeviceMask['state']): void => {
    setDeciding(true);
    void state.decide(device, decision, mask).finally(() => setDeciding(false));
  };
  return (
    <div className={`${layout.column} ${classes.mask}`}>
      <div className={`${layout.wraps} ${classes.tools}`}>
        <Segments
          label={messages.mask.view}
          value={view}
          segments={[
            { value: 'masked', label: messages.mask.masked },
            { value: 'plain', label: messages.mask.plain },
          ]}
          onChange={setView}
        />
        {device.samples > 1 && (
          <Pagination
            size="sm"
            total={device.samples}
            value={sample + 1}
            onChange={(page) => setSample(page - 1)}
            aria-label={messages.mask.samples}
          />
        )}
        <span className={`${layout.hint} ${classes.hint}`}>{messages.mask.sample(device, frame)}</span>
      </div>
      <MaskPicture
        device={device}
        mask={mask}
        url={url}
        isMasked={view === 'masked'}
        label={messages.mask.frameOf(name)}
        onDraw={isWaiting ? add : null}
      />
      {isWaiting && (
        <div className={`${layout.wraps} ${classes.tools}`}>
          <Segments
            label={messages.mask.kind}
            value={kind}
            segments={KINDS.map((value) => ({ value, label: messages.mask.kinds[value] }))}
            onChange={setKind}
          />
          <Button
            variant="default"
            size="compact-sm"
            disabled={count >= MAX_MASK_RECTANGLES}
            onClick={() => add({ x: 0, y: 0, width: device.columns, height: Math.ceil(device.rows / 10) })}
          >
            {messages.mask.add}
          </Button>
        </div>
      )}
      <Rectangles mask={mask} device={device} onChange={setMask} />
      <Decision isWaiting={isWaiting} isBusy={deciding} onDecide={decide} />
    </div>
  );
}

interface RectanglesProps {
  mask: PictureMask;
  device: DeviceMask;
  onChange: (mask: PictureMask) => void;
}

/** Every rectangle in numbers, for users who do not draw. */
function Rectangles({ mask, device, onChange }: RectanglesProps) {
  const put = (kind: RectangleKind, index: number, next: PixelRectangle | null): void => {
    const others = mask[kind].flatMap((one, n) => (n !== index ? [one] : next === null ? [] : [next]));
    onChange({ ...mask, [kind]: others });
  };
  return KINDS.flatMap((kind) =>
    mask[kind].map((rectangle, index) => (
      <RectangleRow
        key={`${kind} ${index}`}
        name={`${messages.mask.kinds[kind]} ${index + 1}`}
        rectangle={rectangle}
        device={device}
        readOnly={device.state !== 'waiting'}
        onChange={(next) => put(kind, index, next)}
      />
    )),
  );
}

interface DecisionProps {
  isWaiting: boolean;
  isBusy: boolean;
  onDecide: (decision: DeviceMask['state']) => void;
}

function Decision({ isWaiting, isBusy, onDecide }: DecisionProps) {
  return (
    <div className={`${layout.wraps} ${classes.tools}`}>
      {isWaiting ? (
        <>
          <Button disabled={isBusy} onClick={() => onDecide('approved')}>
            {messages.mask.approve}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => onDecide('refused')}>
            {messages.mask.refuse}
          </Button>
          <span className={`${layout.hint} ${classes.hint}`}>{messages.mask.waitingHint}</span>
        </>
      ) : (
        <>
          <Button variant="default" disabled={isBusy} onClick={() => onDecide('waiting')}>
            {messages.mask.hold}
          </Button>
          <span className={`${layout.hint} ${classes.hint}`}>{messages.mask.decidedHint}</span>
        </>
      )}
    </div>
  );
}

interface RowProps {
  name: string;
  rectangle: PixelRectangle;
  device: DeviceMask;
  readOnly: boolean;
  /** Null removes it. */
  onChange: (next: PixelRectangle | null) => void;
}

function RectangleRow({ name, rectangle, device, readOnly, onChange }: RowProps) {
  return (
    <div className={`${layout.wraps} ${classes.tools}`} role="group" aria-label={name}>
      <b>{name}</b>
      {SIDES.map((side) => (
        <NumberInput
          key={side}
          size="xs"
          w={92}
          label={messages.mask.sides[side]}
          value={rectangle[side]}
          readOnly={readOnly}
          min={side === 'x' || side === 'y' ? 0 : 1}
          max={side === 'x' || side === 'width' ? device.columns : device.rows}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          onChange={(value) => typeof value === 'number' && onChange({ ...rectangle, [side]: value })}
        />
      ))}
      {!readOnly && (
        <button type="button" className={layout.textButton} aria-label={messages.mask.remove(name)} onClick={() => onChange(null)}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
