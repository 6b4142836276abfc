import { useMemo, useState } from 'react';
import type { AgreementPoint, AgreementReport, ReaderChart, ValueAgreementRow } from '@echometry/contract/records/agreement.ts';
import { type Apart, largestReasons } from '@echometry/contract/rules/drift-sources.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { fixed, signed } from '../../lib/format.ts';
import { differenceDecimals } from './differences.ts';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';
import layout from '../../ui/layout.module.css';

const SCORE_DECIMALS = 1;
/** Cases that are listed at first. */
const FIRST_SHOWN = 8;

interface Props {
  row: ValueAgreementRow;
  chart: ReaderChart;
  cases: readonly AgreementPoint[];
  /** Lists every case with its reason; absent: those since the alarm. */
  report: AgreementReport | undefined;
  onOpen: ((point: AgreementPoint) => void) | null;
}

const placeOf = ({ study_id, instance_id }: Pick<AgreementPoint, 'study_id' | 'instance_id'>): string => `${study_id} ${instance_id}`;

/** The most unusual line or mark of each case of an image type, by its image. */
function reasonsIn(report: AgreementReport | undefined, imageType: string): Map<string, Apart> {
  const ofType = report?.cases?.filter(({ image_type }) => image_type === imageType) ?? [];
  return new Map([...largestReasons(ofType)].map(([one, reason]) => [placeOf(one), reason]));
}

/** Cases with the values of both readers, the newest first. */
export function Cases({ row, chart, cases, report, onOpen }: Props) {
  const [all, setAll] = useState(false);
  const reasons = useMemo(() => reasonsIn(report, row.image_type), [report, row.image_type]);
  const decimals = differenceDecimals(row);
  const since = chart.alarm?.since ?? cases.length;
  const listed = cases
    .map((point, at) => ({ point, at }))
    .slice(report === undefined ? since : 0)
    .toReversed();
  const shown = all ? listed : listed.slice(0, FIRST_SHOWN);
  const words = messages.overTime;
  return (
    <>
      <Table label={report === undefined ? words.cases : words.allCases} columns={words.columns(unitShown(row.units))} right={[2, 3, 4, 5]}>
        {shown.map(({ point, at }) => {
          const reason = reasons.get(placeOf(point));
          return (
            <tr key={placeOf(point)} data-since={at >= since}>
              <td>
                {onOpen ? (
                  <button type="button" className={layout.textButton} onClick={() => onOpen(point)}>
                    {words.open(at + 1, point.patient_show)}
                  </button>
                ) : (
                  words.open(at + 1, point.patient_show)
                )}
              </td>
              <td>{words.read(point)}</td>
              <td>{fixed(point.mean + point.difference / 2, decimals)}</td>
              <td>{fixed(point.mean - point.difference / 2, decimals)}</td>
              <td>{signed(point.difference, decimals)}</td>
              <td>{signed(chart.points[at]?.ewma ?? null, SCORE_DECIMALS)}</td>
              <td>{words.reasonOf(reason)}</td>
            </tr>
          );
        })}
      </Table>
      {shown.length < listed.length && (
        <button type="button" className={layout.textButton} onClick={() => setAll(true)}>
          {words.showAll(listed.length)}
        </button>
      )}
    </>
  );
}
