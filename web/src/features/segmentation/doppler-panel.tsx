import { NativeSelect, Switch } from '@mantine/core';
import layout from '../../ui/layout.module.css';
import panel from '../../image-page/panel.module.css';
import type { PageContext } from '../../image-page/parts.ts';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { patternAt } from '../../tools/doppler-trace/trace.ts';
import { Segments } from '../../ui/segments.tsx';
import { DopplerAliasing } from './doppler-aliasing.tsx';
import { DopplerCycles } from './doppler-cycles.tsx';
import classes from './doppler.module.css';
import { EnvelopePart } from './envelope-part.tsx';
import type { DopplerTracing } from './doppler-tracing.ts';
import { messages } from './messages.ts';
import { useDopplerCan } from './use-doppler-can.ts';

interface Part {
  tracing: DopplerTracing;
  context: PageContext;
}

/** Patterns that fit next to each other; more are chosen from a list. */
const MOST_SEGMENTS = 4;

/** Pattern, the traces of the cycles, prediction and the correction of aliasing. */
export function DopplerPanel({ tracing, context }: Part) {
  const known = useTool(context, () => tracing.context());
  if (!known.image) return <p className={classes.nothing}>{messages.panel.noImage}</p>;
  if (!known.type) return <p className={classes.nothing}>{messages.panel.unknownType}</p>;
  return (
    <div className={panel.panel}>
      <Patterns tracing={tracing} context={context} />
      <div className={`${layout.spaced} ${classes.head}`}>
        <h2>{messages.traces.title}</h2>
        <span>{messages.traces.max(known.maxCycles)}</span>
      </div>
      <DopplerCycles tracing={tracing} context={context} />
      <PredictCycles tracing={tracing} context={context} />
      <EnvelopePart tracing={tracing} context={context} />
      <DopplerAliasing tracing={tracing} context={context} />
    </div>
  );
}

/** The pattern of the cycle that is worked on. Another one clears this cycle and the later ones. */
function Patterns({ tracing, context }: Part) {
  const may = useDopplerCan(tracing, context);
  const { type, image } = useTool(context, () => tracing.context());
  const cycle = useTool(context, () => tracing.cycle) ?? 0;
  if (!type || !image) return null;
  const used = patternAt(type, image, cycle);
  if (!used || type.patterns.length < 2) return null;
  const label = ({ name, name_to_show: shown }: (typeof type.patterns)[number]): string => shown ?? name;
  const choose = (name: string) => tracing.send({ type: 'pattern', name });
  return (
    <div className={`${layout.spaced} ${classes.pattern}`}>
      <h2 id="trace-pattern">{messages.panel.pattern}</h2>
      {may('pattern') && type.patterns.length <= MOST_SEGMENTS && (
        <Segments
          label={messages.panel.pattern}
          value={used.name}
          segments={type.patterns.map((one) => ({ value: one.name, label: label(one) }))}
          onChange={choose}
        />
      )}
      {may('pattern') && type.patterns.length > MOST_SEGMENTS && (
        <NativeSelect
          size="xs"
          aria-labelledby="trace-pattern"
          value={used.name}
          data={type.patterns.map((one) => ({ value: one.name, label: label(one) }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {!may('pattern') && <span>{label(used)}</span>}
    </div>
  );
}

/** Whether a finished trace is copied to later cycles; absent where the image type has no copies. */
function PredictCycles({ tracing, context }: Part) {
  const may = useDopplerCan(tracing, context);
  const on = useTool(context, () => tracing.state.predicting);
  if (!may('predict')) return null;
  return (
    <Switch
      size="xs"
      className={classes.predict ?? ''}
      label={messages.traces.predict}
      description={messages.traces.predictHint}
      checked={on}
      onChange={(event) => tracing.send({ type: 'predict-cycles', on: event.currentTarget.checked })}
    />
  );
}
