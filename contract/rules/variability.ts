/** The variability of a reader by its sources, as a viewer may know it (docs/readers.md#uncertainty). */
import type { AgreementReport, ValueAgreementRow } from '../records/agreement.ts';
import { type Certificate, MIN_CERTIFIED_CASES } from '../records/certificate.ts';
import { OWN_CHART_GROUP } from '../records/reader-report.ts';
import type { Variability } from '../records/variability.ts';
import type { Standard } from './standards.ts';

/** Limits of agreement are bias ± 1.96 standard deviations. */
const LIMIT_DEVIATIONS = 1.96;

/** Comparisons that a viewer sees: all cases, whole groups of cases as in the charts of the reader, or none: certificates only. */
export type ComparisonsSeen = 'cases' | 'groups' | 'none';

export interface VariabilitySources {
  /** The reader against each standard, in the order of their weight. */
  reports: ReadonlyArray<{ standard: Standard; report: AgreementReport }>;
  /** Of this reader, valid today. */
  certificates: ReadonlyArray<Pick<Certificate, 'image_type' | 'values' | 'issued_at'>>;
  seen: ComparisonsSeen;
  /** False for blind readers: a known bias would change how they read. */
  showsBias: boolean;
}

/** Cases of a row that count: those with a time, in whole groups unless the viewer sees each. */
const casesOf = ({ over_time }: ValueAgreementRow, seen: ComparisonsSeen): number => {
  const cases = over_time?.points.length ?? 0;
  return seen === 'cases' ? cases : Math.floor(cases / OWN_CHART_GROUP) * OWN_CHART_GROUP;
};

/** Since when the reader drifts, by the cases that count; null for a steady reader. */
function driftOf(row: ValueAgreementRow, seen: ComparisonsSeen): number | null {
  const alarm = row.over_time?.alarm ?? null;
  return alarm === null || alarm.at >= casesOf(row, seen) ? null : (row.points[alarm.since]?.read_at ?? null);
}

function comparedOf(row: ValueAgreementRow, seen: ComparisonsSeen) {
  const differences = row.points.slice(0, casesOf(row, seen)).map(({ difference }) => difference);
  const n = differences.length;
  const bias = differences.reduce((sum, one) => sum + one, 0) / n;
  const sd = Math.sqrt(differences.reduce((sum, one) => sum + (one - bias) ** 2, 0) / (n - 1));
  return { n, bias, sd };
}

/** Figures of a certificate, but for measurements that drift since it was issued. */
function certified({ reports, certificates, seen }: VariabilitySources): Variability[] {
  const rows = reports.find(({ standard }) => standard === 'gold')?.report.values ?? [];
  return certificates.flatMap(({ image_type, values, issued_at }) =>
    values.flatMap(({ name, units, n, bias, lower, upper }): Variability[] => {
      const row = rows.find((one) => one.image_type === image_type && one.name === name);
      const drift = row === undefined ? null : driftOf(row, seen);
      if (bias === null || lower === null || upper === null || (drift !== null && drift >= issued_at)) return [];
      const sd = (upper - lower) / (2 * LIMIT_DEVIATIONS);
      return [{ image_type, name, units, n, bias, sd, standard: 'gold', certified: true, since: issued_at }];
    }),
  );
}

/** Figures of the newest comparisons, of readers who do not drift. */
const compared = ({ reports, seen }: VariabilitySources): Variability[] =>
  seen === 'none'
    ? []
    : reports.flatMap(({ standard, report }) =>
        report.values
          .filter((row) => driftOf(row, seen) === null && casesOf(row, seen) >= MIN_CERTIFIED_CASES)
          .map((row) => {
            const { image_type, name, units } = row;
            return { image_type, name, units, ...comparedOf(row, seen), standard, certified: false, since: report.date };
          }),
      );

/** One variability of each measurement: by a certificate, otherwise by the comparison with the weightiest standard. */
export function variabilityOf(sources: VariabilitySources): Variability[] {
  const found = new Map<string, Variability>();
  for (const one of [...certified(sources), ...compared(sources)]) {
    const key = JSON.stringify([one.image_type, one.name]);
    // Without any spread nothing was measured twice.
    if (one.sd > 0 && !found.has(key)) found.set(key, sources.showsBias ? one : { ...one, bias: null });
  }
  return [...found.values()];
}
