import { useEffect, useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { EffortGroup } from '@echometry/contract/records/effort.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';
import { Segments } from '../../ui/segments.tsx';
import { EffortTable } from './effort-table.tsx';
import { present } from './effort-times.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

type Effort = AnswerOf<typeof CALLS.effortGet>;

const { effort: words } = messages;

/** How long readers work on images and studies, as distributions. */
export function EffortBlock({ db }: { db: string }) {
  const [effort, setEffort] = useState<Effort | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    call(CALLS.effortGet, { db_name: db }, { signal: stop.signal }).then(setEffort, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(messageOf(error));
    });
    return () => stop.abort();
  }, [db]);
  if (effort === null)
    return (
      <p className={classes.quiet} role={failure === null ? 'status' : 'alert'}>
        {failure ?? words.reading}
      </p>
    );
  return <Times effort={effort} />;
}

/** A choice that is there where there is something to choose. */
function Choice<Value extends string>({
  label,
  value,
  names,
  values,
  onChange,
}: {
  label: string;
  value: Value;
  names: Readonly<Record<Value, string>>;
  values: readonly Value[];
  onChange: (value: Value) => void;
}) {
  if (values.length < 2) return null;
  return <Segments label={label} value={value} segments={values.map((one) => ({ value: one, label: names[one] }))} onChange={onChange} />;
}

function Times({ effort: { own, together } }: { effort: Effort }) {
  const sets = (['together', 'own'] as const).filter((name) => ({ own, together })[name]?.length);
  const [whose, setWhose] = useState<'own' | 'together'>(sets[0] ?? (together === null ? 'own' : 'together'));
  const [per, setPer] = useState<EffortGroup['per']>('image');
  const [work, setWork] = useState<EffortGroup['work'] | null>(null);
  const groups = whose === 'own' ? own : (together ?? []);
  const works = present(groups, 'work');
  const shownWork = work !== null && works.includes(work) ? work : works[0];
  const ofWork = groups.filter((group) => group.work === shownWork);
  const pers = present(ofWork, 'per');
  const shownPer = pers.includes(per) ? per : pers[0];
  return (
    <div className={classes.effort}>
      <p className={classes.quiet}>
        {words.what} {words.who[whose]}
      </p>
      <div className={`${layout.wraps} ${layout.small} ${classes.readers}`}>
        <Choice label={words.whose} value={whose} names={words.groups} values={sets} onChange={setWhose} />
        {shownWork && <Choice label={words.work} value={shownWork} names={words.works} values={works} onChange={setWork} />}
        {shownPer && <Choice label={words.per} value={shownPer} names={words.pers} values={pers} onChange={setPer} />}
        {shownPer && (
          <span>
            {words.table(shownPer)}. {words.plot}.
          </span>
        )}
      </div>
      {shownPer ? (
        <EffortTable per={shownPer} groups={ofWork.filter((group) => group.per === shownPer)} />
      ) : (
        <p className={classes.quiet}>{words.none}</p>
      )}
    </div>
  );
}
