import { useState, type ReactNode } from 'react';
import type { BullsEye, CycleCurve, ShakenCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { BullsEyeDrawing, BullsEyeHead } from '../../image-page/curves/bulls-eye.tsx';
import type { Model } from '../../image-page/curves/bulls-eye-drawing.ts';
import { bullsEyeMessages } from '../../image-page/curves/bulls-eye-messages.ts';
import { methodOf } from '../../image-page/curves/curve-methods.ts';
import { spreadOf } from '../../image-page/curves/spread.ts';
import { Spread } from '../../image-page/curves/spread-text.tsx';
import { curveName, curveRows, whyMissing } from '../../image-page/curves/curve-rows.ts';
import { curveMessages, viewMessages } from '../../image-page/curves/messages.ts';
import { fixed } from '../../lib/format.ts';
import layout from '../../ui/layout.module.css';
import classes from './sections.module.css';
import type { CycleValues, FollowedValues } from './cycle-values.ts';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';

const words = messages.cycles;

/** Values of the cycles whose lines are followed through every frame; nothing where none is. */
export function CycleSection({ found, children }: { found: FollowedValues; children?: ReactNode }) {
  if (found.cycles.length === 0) return null;
  return (
    <section aria-labelledby="report-cycles" className={classes.section} data-testid="cycle-values">
      <h2 id="report-cycles" className={classes.title}>
        {words.title}
      </h2>
      {found.views && <Views views={found.views} />}
      <Table kind="lines" grouped scrolls={words.title} columns={words.columns} right={[1, 2, 3]}>
        {found.cycles.map((one) => (
          <Cycle key={`${one.image.instance_id} ${one.cycle}`} values={one} />
        ))}
      </Table>
      {children}
    </section>
  );
}

/** The three apical views together; the reason where one of them has no strain. */
function Views({ views }: { views: BullsEye }) {
  const [model, setModel] = useState<Model>(17);
  return (
    <>
      <p data-testid="gls-average">
        <AverageStrain views={views} />
      </p>
      {views.average !== null && (
        <section aria-label={bullsEyeMessages.title} className={`${layout.closeNotes} ${classes.views}`}>
          <BullsEyeHead model={model} onChoose={setModel} />
          <BullsEyeDrawing key={model} found={views} model={model} />
        </section>
      )}
    </>
  );
}

/** The average of the three apical views, or what it needs. */
export function AverageStrain({ views: { views, average, rates_differ_by } }: { views: BullsEye }) {
  const each = views.map(({ view, strain, missing }) =>
    words.view(viewMessages.views[view], strain === null ? viewMessages.missing[missing ?? 'no-value'] : `${fixed(strain, 1)} %`),
  );
  return (
    <>
      <b>{words.average(average === null ? null : fixed(average, 1))}</b> {each.join(', ')}
      {rates_differ_by !== null && ` ${viewMessages.ratesDiffer(fixed(rates_differ_by * 100, 0))}`}
    </>
  );
}

function Cycle({ values: { image, cycle, curves, method, spread } }: { values: CycleValues }) {
  return (
    <tbody>
      <tr>
        <th colSpan={words.columns.length} scope="rowgroup">
          {words.cycle(image.view ?? image.type ?? '', cycle + 1, method)}
        </th>
      </tr>
      {curves.map((curve) => (
        <Rows key={`${curve.line} ${curve.segment} ${curve.kind}`} curve={curve} spread={spread} />
      ))}
    </tbody>
  );
}

function Rows({ curve, spread }: { curve: CycleCurve; spread: ShakenCurves | null }) {
  const method = curveMessages.methods[methodOf(curve)] ?? curve.formula;
  const name = curve.segment === null ? curveName(curve) : `${curve.line}, ${curveName(curve)}`;
  const rows = curveRows(curve);
  return (
    <>
      {rows.map(({ name: value, value: text, unit, at, marks, ...row }) => (
        <tr key={value}>
          <th scope="row">{curveMessages.of(name, value)}</th>
          <td>
            {text} {unit} <Spread half={spreadOf(spread, curve, row)} />
          </td>
          <td>
            {at?.text} {at && <Spread half={spreadOf(spread, curve, row, { reading: 'time' })} />}
          </td>
          <td>
            {marks} {marks !== null && <Spread half={spreadOf(spread, curve, row, { reading: 'marks' })} />}
          </td>
          <td>{words.formula(method, curve.formula_version)}</td>
        </tr>
      ))}
      {whyMissing(curve).map((reason) => (
        <tr key={reason}>
          <td colSpan={words.columns.length}>{words.reason(name, reason)}</td>
        </tr>
      ))}
    </>
  );
}
