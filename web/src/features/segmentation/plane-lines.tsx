import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useSnapshot } from 'valtio';
import { canBeTraced } from '@echometry/contract/rules/segmentation.ts';
import type { PageContext } from '../../image-page/parts.ts';
import type { LineRow } from '../../tools/lines/definition.ts';
import { frameOf, linesAt } from '../../tools/lines/place.ts';
import { colourOf } from '../../tools/palette.ts';
import { isPredicted, shapeAt, strayLines } from '../../tools/contours/work.ts';
import { Segments } from '../../ui/segments.tsx';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './segmentation.module.css';
import type { Plane, PlaneView } from './plane.ts';
import { PlaneThickness } from './plane-thickness.tsx';
import { messages, placeLabel } from './messages.ts';
import { usePlane } from './use-plane.ts';

/** The lines of the place in work, with what can be chosen of them. */
export function PlaneLines({ plane, context }: { plane: Plane; context: PageContext }) {
  const view = usePlane(plane, context);
  const { failure, metadata } = useSnapshot(context.player?.state ?? NO_CLIP_STATE);
  if (!context.image) return <p className={classes.quiet}>{messages.panel.noImage}</p>;
  if (failure && !metadata) return <p className={classes.quiet}>{messages.panel.notLoaded}</p>;
  // A list of all images has some that no line is drawn on.
  if (!view && context.study.readOnly && context.file && !canBeTraced(context.image, context.file.number_of_frames, context.study.project))
    return <p className={classes.quiet}>{messages.panel.nothingTraced}</p>;
  if (!view) return <div className={`${kit.bareLists} ${classes.lines}`} aria-busy="true" />;
  const { ready, work } = view;
  return (
    <div className={`${kit.bareLists} ${classes.lines}`} data-testid="lines" data-status={work.status}>
      <div className={classes.head}>
        <h2>{messages.lines.title}</h2>
        <span>{placeLabel(work.place, ready.image.cardiac_events.length)}</span>
      </div>
      <StrayLines plane={plane} view={view} />
      <ul>
        {ready.pattern.lines.map((row, number) => (
          <LineItem key={row.name} plane={plane} view={view} row={row} number={number} />
        ))}
      </ul>
      {!context.study.readOnly && <Choices plane={plane} view={view} />}
      <PlaneThickness plane={plane} view={view} readOnly={context.study.readOnly} />
    </div>
  );
}

function LineItem({ plane, view: { ready, work }, row, number }: { plane: Plane; view: PlaneView; row: LineRow; number: number }) {
  const line = linesAt(ready.image, work.place).find(({ name }) => name === row.name);
  const predicted = line !== undefined && isPredicted(line);
  const points = line?.points.length ?? 0;
  const state = predicted ? 'predicted' : line?.finished ? 'finished' : points > 0 ? 'open' : 'none';
  const message = predicted ? messages.lines.predicted : state === 'open' ? messages.lines.points(points) : shapeAt(ready, work.place, row);
  return (
    <li>
      <button
        type="button"
        className={`${layout.cutRest} ${classes.line}`}
        aria-pressed={row.name === work.row.name}
        data-state={state}
        onClick={() => plane.send({ type: 'pick-line', line: row.name })}
      >
        <i className={`${layout.dash} ${classes.swatch}`} data-dashed={predicted} style={{ color: colourOf(number) }} />
        <span>{row.name}</span>
        <small>{message}</small>
        {line?.finished ? <IconCheck size={16} stroke={2} aria-label={messages.lines.finished} /> : <b />}
      </button>
    </li>
  );
}

/** Another shape of the line, another pattern of the image: where the configuration leaves a choice. */
function Choices({ plane, view: { ready, work } }: { plane: Plane; view: PlaneView }) {
  const shapes = work.row.shapes ?? [];
  const shape = shapes.find((one) => one === work.shape);
  const patterns = ready.type?.patterns ?? [];
  return (
    <>
      {shape !== undefined && shapes.length > 1 && (
        <div className={classes.choice}>
          <span>{messages.lines.shape}</span>
          <Segments
            label={messages.lines.shapeOf(work.row.name)}
            value={shape}
            segments={shapes.map((value) => ({ value, label: value }))}
            onChange={(to) => plane.send({ type: 'shape', to })}
          />
        </div>
      )}
      {patterns.length > 1 && (
        <div className={classes.choice}>
          <span>{messages.panel.pattern}</span>
          <Segments
            label={messages.panel.pattern}
            value={ready.pattern.name}
            segments={patterns.map(({ name, name_to_show }) => ({ value: name, label: name_to_show ?? name }))}
            onChange={(to) => plane.send({ type: 'pattern', to })}
          />
        </div>
      )}
    </>
  );
}

/** Lines whose mark moved away: they do not count until the user confirms or redraws them. */
function StrayLines({ plane, view: { ready, work } }: { plane: Plane; view: PlaneView }) {
  const frame = frameOf(ready.image, work.place);
  const [first] = strayLines(ready, work.place, frame);
  if (!first || work.place.event === null) return null;
  return (
    <div className={classes.stray} role="status">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
      <p>{messages.lines.stray(work.place.event, first.frame_number, frame)}</p>
      {ready.mayChange && (
        <div>
          <button type="button" onClick={() => plane.send({ type: 'confirm-frame' })}>
            {messages.lines.confirm(frame)}
          </button>
          <button type="button" onClick={() => plane.send({ type: 'redraw' })}>
            {messages.lines.redraw}
          </button>
        </div>
      )}
    </div>
  );
}
