/** The machine as a rater next to the values of the report. */
import { useEffect, useEffectEvent, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import type { MachineValue, MachineValues } from '@echometry/contract/records/machine.ts';
import { MACHINE, measurementOf, valuesByImage } from '@echometry/contract/rules/machine.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { valuesOf, type AnatomySummary, type ReportValue } from '@echometry/contract/rules/report.ts';
import { call } from '../../lib/api.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Counterpart } from './counterparts.ts';
import { machineWords } from './messages.ts';

const NOTHING: MachineValues = { mapped: [], unmapped: [] };

/** A number of the machine without a value of the report next to it. */
export interface AloneNumber {
  key: string;
  name: string;
  code: string;
  value: number;
  units: string;
  why: string;
}

export interface Machine {
  /** The machine's value of a measurement of an image; null without one. */
  of: (value: Pick<ReportValue, 'image_id' | 'name'>) => MachineValue | null;
  /** The report with the machine's values instead; empty without any. */
  report: readonly AnatomySummary[];
  alone: readonly AloneNumber[];
  /** Why the machine's values could not be read. */
  failure: string | null;
}

/** The machine's value minus ours; null where one is missing, or in another unit. */
export const differenceOf = (machine: MachineValue, { measurement, units }: Pick<ReportValue, 'measurement' | 'units'>): number | null =>
  measurement.aggregate === undefined || units !== machine.units ? null : machine.value - measurement.aggregate;

const codeText = ({ scheme, value }: MachineValue['code']): string => `${scheme} ${value}`;

/** The machine's values at the places of the values of a report. */
export function machineBeside(
  { mapped, unmapped }: MachineValues,
  report: readonly AnatomySummary[],
  study: Pick<OpenStudy, 'images'>,
): Omit<Machine, 'failure'> {
  const byImage = valuesByImage(mapped, study.images);
  const of: Machine['of'] = ({ image_id, name }) => byImage.get(image_id)?.find((value) => value.name === name) ?? null;
  const beside = new Set(valuesOf(report).map(of));
  const numbers = [
    ...mapped
      .filter((value) => !beside.has(value))
      .map(({ code, image_type, name, value, units }) => ({
        name: machineWords.placed(name, image_type),
        code,
        value,
        units,
        why: machineWords.notPlaced,
      })),
    ...unmapped.map(({ code, meaning, value, unit, reason }) => ({
      name: meaning,
      code,
      value,
      units: unit,
      why: machineWords.reasons[reason],
    })),
  ];
  return {
    of,
    report: report.flatMap((anatomy) => {
      const modalities = anatomy.modalities.flatMap((modality) => {
        const measurements = modality.measurements.flatMap((value) => {
          const machine = of(value);
          return machine === null ? [] : [machineValue(value, machine)];
        });
        return measurements.length === 0 ? [] : [{ ...modality, measurements }];
      });
      return modalities.length === 0 ? [] : [{ ...anatomy, modalities }];
    }),
    alone: numbers.map(({ code, ...rest }, index) => ({ key: String(index), code: codeText(code), ...rest })),
  };
}

const machineValue = (value: ReportValue, machine: MachineValue): ReportValue => {
  const measurement = measurementOf(machine);
  return {
    ...value,
    value: measurement.value,
    units: machine.units,
    color: 'undefined',
    standings: [],
    judged: null,
    also: [],
    measurement,
  };
};

/** The machine among the reports to compare with, where it has a value. */
export const machineToCompare = ({ report }: Pick<Machine, 'report'>, study_id: string): Counterpart[] =>
  report.length === 0 ? [] : [{ kind: 'machine', key: MACHINE, study_id, label: machineWords.rater }];

interface Read {
  of: string;
  values: MachineValues;
  failure: string | null;
}

/** Measurements of the machine for the open study. */
export function useMachine(study: OpenStudy, report: readonly AnatomySummary[]): Machine {
  const [read, setRead] = useState<Read | null>(null);
  const id = study.link.study_id;
  const ask = useEffectEvent((signal: AbortSignal) =>
    call(CALLS.machineGet, { id, db_name: study.project.db_name, medical_data_type: MEDICAL_DATA_TYPE }, { signal }),
  );
  useEffect(() => {
    const request = new AbortController();
    ask(request.signal).then(
      (values) => setRead({ of: id, values, failure: null }),
      (error: unknown) => {
        if (!request.signal.aborted) setRead({ of: id, values: NOTHING, failure: messageOf(error) });
      },
    );
    return () => request.abort();
  }, [id]);
  const known = read?.of === id ? read : null;
  return { ...machineBeside(known?.values ?? NOTHING, report, study), failure: known?.failure ?? null };
}
