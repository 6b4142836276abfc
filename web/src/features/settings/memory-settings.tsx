import { Progress, Slider, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { DECODE_BUDGET_MIB } from '@echometry/contract/records/user-settings.ts';
import { changeSettings, settings } from '../../lib/settings.ts';
import { DEFAULT_BUDGET_BYTES } from '../../viewer/clip/frame-ring.ts';
import { decodedMemory } from '../../viewer/clip/decoded-memory.ts';
import { budgetBytes } from '../../viewer/clip/memory.ts';
import classes from './settings.module.css';
import { messages } from './messages.ts';

const MIB = 1024 ** 2;
const SHIPPED_MIB = DEFAULT_BUDGET_BYTES / MIB;
/** Steps of the slider: powers of two between the limits. */
const STEPS = Array.from(
  { length: Math.log2(DECODE_BUDGET_MIB.max / DECODE_BUDGET_MIB.min) + 1 },
  (_, index) => DECODE_BUDGET_MIB.min * 2 ** index,
);
const LOOK_MS = 5000;

const size = (mib: number): string => (mib >= 1024 ? `${mib / 1024} GiB` : `${mib} MiB`);

/** How much memory decoded frames take, how much they may take, and what the whole page takes. */
export function MemorySettings() {
  const { own } = useSnapshot(settings);
  const { bytes } = useSnapshot(decodedMemory);
  const [page, setPage] = useState<number | null>(null);
  const budget = budgetBytes();
  const set = own.decode_budget_mib;

  useEffect(() => {
    let here = true;
    const look = () => {
      // Only isolated pages may ask; the meter leaves the line out where the browser does not report it.
      const measure = (performance as Performance & { measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }> })
        .measureUserAgentSpecificMemory;
      measure
        ?.call(performance)
        .then((found) => {
          if (here) setPage(found.bytes);
        })
        .catch(() => undefined);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, []);

  return (
    <div className={classes.memoryPage}>
      <h3>{messages.memory.decoded}</h3>
      <div className={classes.meter}>
        <Progress value={Math.min(100, (bytes / budget) * 100)} size={8} aria-label={messages.memory.meter} />
        <span>{messages.memory.used(bytes, budget)}</span>
      </div>
      {page !== null && <p>{messages.memory.page(page)}</p>}
      <h3>{messages.memory.budget}</h3>
      <p>{messages.memory.budgetHint}</p>
      <Switch
        checked={set === null}
        label={messages.memory.automatic(size(SHIPPED_MIB))}
        onChange={(event) => {
          changeSettings({ decode_budget_mib: event.currentTarget.checked ? null : SHIPPED_MIB });
        }}
      />
      <Slider
        className={classes.slider ?? ''}
        disabled={set === null}
        min={0}
        max={STEPS.length - 1}
        step={1}
        label={(index) => size(STEPS[index] ?? SHIPPED_MIB)}
        thumbLabel={messages.memory.budget}
        value={Math.max(
          0,
          STEPS.findIndex((step) => step >= (set ?? SHIPPED_MIB)),
        )}
        onChange={(index) => {
          changeSettings({ decode_budget_mib: STEPS[index] ?? SHIPPED_MIB });
        }}
        marks={[0, Math.floor(STEPS.length / 2), STEPS.length - 1].map((value) => ({ value, label: size(STEPS[value] ?? SHIPPED_MIB) }))}
      />
    </div>
  );
}
