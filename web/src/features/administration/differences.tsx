import type { ConfigDifference } from '@echometry/contract/records/configuration.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { messages } from './messages.ts';

/** Differences of two versions by row, each at the innermost place that has a name. */
export function Differences({ differences }: { differences: readonly ConfigDifference[] }) {
  if (differences.length === 0) return <p className={layout.empty}>{messages.compare.same}</p>;
  const rows = [...new Set(differences.map(({ path }) => path[0] ?? ''))];
  return (
    <>
      {rows.map((row) => (
        <div key={row} className={classes.part}>
          <h3>{row}</h3>
          {differences
            .filter(({ path }) => path[0] === row)
            .map((difference) => (
              <Difference key={difference.path.join('\n')} difference={difference} />
            ))}
        </div>
      ))}
    </>
  );
}

const TONES = { added: 'ok', removed: 'bad', changed: 'warn' } as const;

function Difference({ difference: { path, change, before, after } }: { difference: ConfigDifference }) {
  const place = path.slice(1).join(' › ');
  return (
    <div className={classes.difference} data-testid="difference">
      <span className={classes[TONES[change]]}>{change}</span> {place === '' ? messages.compare.wholeRow : place}
      {change === 'changed' && before !== null && <del>{before}</del>}
      {change !== 'removed' && after !== null && path.length > 1 && <ins>{after}</ins>}
    </div>
  );
}
