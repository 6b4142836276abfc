import { IconCheck } from '@tabler/icons-react';
import type { PageContext } from '../../image-page/parts.ts';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { isControl, lineAt, patternAt, rowOf } from '../../tools/doppler-trace/trace.ts';
import { colourOf } from '../../tools/palette.ts';
import layout from '../../ui/layout.module.css';
import classes from './doppler.module.css';
import type { DopplerTracing } from './doppler-tracing.ts';
import { messages, progressWords } from './messages.ts';

interface Part {
  tracing: DopplerTracing;
  context: PageContext;
}

/** A row for each cycle: how far its trace is, and a way to it. */
export function DopplerCycles({ tracing, context }: Part) {
  const { image } = useTool(context, () => tracing.context());
  const count = image?.cardiac_events.length ?? 0;
  return (
    <ul className={classes.cycles} aria-label={messages.traces.title}>
      {Array.from({ length: count }, (_, cycle) => (
        <Row key={image?.cardiac_events[cycle]?.id} tracing={tracing} context={context} cycle={cycle} />
      ))}
    </ul>
  );
}

function Row({ tracing, context, cycle }: Part & { cycle: number }) {
  const { image, type } = useTool(context, () => tracing.context());
  const progress = useTool(context, () => tracing.progress[cycle] ?? 'none');
  const current = useTool(context, () => tracing.cycle === cycle);
  const working = useTool(context, () => tracing.cycle !== null);
  const choosing = useTool(context, () => tracing.status === 'selecting-cycles');
  const id = image?.cardiac_events[cycle]?.id ?? '';
  const chosen = useTool(context, () => tracing.state.choosing.chosen.includes(id));
  const pattern = type && image ? patternAt(type, image, cycle) : null;
  const points = image ? (lineAt(image, cycle)?.points ?? []) : [];
  const words = progressWords(progress, points.filter(isControl).length, pattern ? rowOf(pattern).control_points.length : 0);
  const next = useTool(context, () => (current ? tracing.next : null));
  const excluded = image?.cardiac_events[cycle]?.excluded;
  const content = (
    <>
      <span
        className={`${layout.dash} ${classes.line}`}
        data-dashed={progress === 'pending'}
        style={{ color: colourOf(cycle) }}
        aria-hidden="true"
      />
      {messages.traces.cycle(cycle + 1)}
      <span className={classes.progress} data-progress={progress}>
        {[next ?? words, ...(excluded ? [messages.traces.excluded] : [])].join(', ')}
        {progress === 'traced' && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
      </span>
    </>
  );
  return (
    <li data-testid="trace" data-progress={progress}>
      {choosing ? (
        <label className={`${layout.smallChecks} ${classes.row}`}>
          <input type="checkbox" checked={chosen} onChange={() => tracing.send({ type: 'choose', cycle: id })} />
          {content}
        </label>
      ) : (
        <button
          type="button"
          className={`${layout.smallChecks} ${classes.row}`}
          aria-current={current ? 'step' : undefined}
          disabled={!working}
          onClick={() => tracing.send({ type: 'go-to', cycle })}
        >
          {content}
        </button>
      )}
    </li>
  );
}
