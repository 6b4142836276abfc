import { Slider } from '@mantine/core';
import type { AliasingCorrection } from '@echometry/contract/generated/analysis-image.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { useDraft } from '../../study/react/use-draft.ts';
import { can } from '../../tools/doppler-trace/guards.ts';
import { ALIASING } from '../../tools/doppler-trace/limits.ts';
import layout from '../../ui/layout.module.css';
import classes from './doppler.module.css';
import type { DopplerTracing } from './doppler-tracing.ts';
import { velocityOf } from './format.ts';
import { messages } from './messages.ts';

const OFF: AliasingCorrection = { up: 0, down: 0 };
const SIDES = [
  { side: 'up', name: messages.aliasing.up, does: messages.aliasing.upHint },
  { side: 'down', name: messages.aliasing.down, does: messages.aliasing.downHint },
] as const;

/** The correction of aliasing: how many rows at each end of the strip are drawn, and measured, at the other one. */
export function DopplerAliasing({ tracing, context }: { tracing: DopplerTracing; context: PageContext }) {
  const image = useTool(context, () => tracing.context().image);
  const may = useTool(context, () => can(tracing.state, tracing.context()).calibrate);
  const draft = useDraft();
  const shown = draft && draft.instance_id === image?.instance_id ? draft : image;
  const correction = shown?.correct_aliasing ?? OFF;
  const region = tracing.region();
  return (
    <div className={classes.aliasing}>
      <div className={`${layout.spaced} ${classes.head}`}>
        <h2>{messages.aliasing.title}</h2>
        <span>{correction.up > 0 || correction.down > 0 ? messages.aliasing.on : messages.aliasing.off}</span>
      </div>
      {SIDES.map(({ side, name, does }) => {
        const rows = correction[side];
        const velocity = velocityOf(rows, region);
        const set = (to: number, done: boolean) => tracing.send({ type: 'aliasing', to: { ...correction, [side]: to }, done });
        return (
          <div key={side} className={classes.side} title={does}>
            <span>{name}</span>
            <b data-testid={`aliasing-${side}`}>
              {rows} <i>px</i>
              {velocity !== null && (
                <>
                  {' '}
                  · {velocity} <i>{'cm/s'}</i>
                </>
              )}
            </b>
            <Slider
              {...ALIASING}
              value={rows}
              label={null}
              disabled={!may}
              thumbLabel={`${name}: ${does}`}
              onChange={(to) => set(to, false)}
              onChangeEnd={(to) => set(to, true)}
            />
          </div>
        );
      })}
    </div>
  );
}
