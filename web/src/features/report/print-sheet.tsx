import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { BullsEye } from '@echometry/contract/generated/cycle-curves.ts';
import type { GradedTable } from '@echometry/contract/rules/guidelines.ts';
import type { AnatomySummary, ReportView } from '@echometry/contract/rules/report.ts';
import { BullsEyePicture, BullsEyeScale } from '../../image-page/curves/bulls-eye.tsx';
import { bullsEyeMessages } from '../../image-page/curves/bulls-eye-messages.ts';
import { DASH, gestationalAge, number, studyDate } from '../../lib/format.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { ReportEntries } from './entries.ts';
import { EntryPicture, Written } from './entries-section.tsx';
import { bodyFactsOf, criterionCells, divided, missingWords, settledWords } from './guidelines.ts';
import { messages } from './messages.ts';
import classes from './print-sheet.module.css';
import { footnotesOf, tableOf, type Footnotes, type TableRow } from './tables.ts';
import type { CaliperRow } from './calipers.ts';
import { AverageStrain } from './cycle-section.tsx';
import { sourcesOfCurves, type FollowedValues } from './cycle-values.ts';
import type { Reading } from './use-report.ts';
import { Table } from '../../ui/table.tsx';

const DAYS_PER_YEAR = 365.2425;

/** Facts of the patient that ranges were applied with. */
function factsOf({ head }: OpenStudy): string[] {
  const { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg } = head;
  const facts = [
    data_type,
    gestational_age_days && gestationalAge(gestational_age_days.value),
    age_days && messages.print.years(number(age_days.value / DAYS_PER_YEAR, 1)),
    sex && (sex.value === 'O' ? messages.print.otherSex : messages.quantities.sexes[sex.value]),
    height_cm && `${number(height_cm.value, 1)} cm`,
    weight_kg && `${number(weight_kg.value, 2)} kg`,
  ];
  return facts.filter((fact) => fact !== null);
}

/** Text as a value of CSS. */
const cssText = (text: string): string => JSON.stringify(text.replaceAll(/\s+/g, ' '));

/** The edge of every page names the study and the time of printing; the rules of `@page` read both from the root element. */
function usePageEdge(study: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const date = () =>
      style.setProperty(
        '--print-date',
        cssText(messages.print.printed(new Date().toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }))),
      );
    style.setProperty('--print-study', cssText(study));
    date();
    window.addEventListener('beforeprint', date);
    return () => {
      window.removeEventListener('beforeprint', date);
      style.removeProperty('--print-study');
      style.removeProperty('--print-date');
    };
  }, [study]);
}

/** Printed page: the table of the view on white paper, with footnotes. Hidden on screen; shown only in print. */
export function PrintSheet({
  study,
  shown,
  view,
  reading: { calipers, guidelines, reasonsOf },
  entries,
  followed,
}: {
  study: OpenStudy;
  shown: readonly AnatomySummary[];
  view: ReportView;
  reading: Pick<Reading, 'calipers' | 'guidelines' | 'reasonsOf'>;
  entries: ReportEntries;
  followed: FollowedValues;
}) {
  const rows = tableOf(shown, followed.halves);
  usePageEdge(`${study.head.patient_show}, ${studyDate(study.head.date)}, ${study.project.name_to_show}`);
  const notes = footnotesOf(rows);
  return createPortal(
    <article className={classes.sheet} aria-hidden="true" data-print-sheet data-testid="print-sheet">
      <header>
        <h1>{messages.print.title}</h1>
        <p>
          {messages.print.patient} <b>{study.head.patient_show}</b>, {messages.print.studyOf} <b>{studyDate(study.head.date)}</b>,{' '}
          {study.project.name_to_show}
          {study.editor !== null && `, ${messages.print.analysisBy(study.editor)}`}
        </p>
        <p>
          {factsOf(study).join(', ')}. {messages.print.view(view)}.
        </p>
      </header>
      <Conclusions entries={entries} />
      {shown.map((anatomy) => (
        <Values
          key={anatomy.name_short}
          anatomy={anatomy}
          rows={rows.filter((row) => row.anatomy === anatomy.name_short)}
          notes={notes}
          reasonsOf={reasonsOf}
        />
      ))}
      {followed.views && followed.views.average !== null && <Views views={followed.views} />}
      {calipers.length > 0 && <CaliperTable calipers={calipers} />}
      {guidelines.length > 0 && <Guidelines study={study} guidelines={guidelines} />}
      <KeyImages study={study} entries={entries} />
      <footer>
        {notes.scales.map((scale, index) => (
          <p key={scale}>
            <sup>{index + 1}</sup> {messages.print.scale(scale)}
          </p>
        ))}
        <p>{messages.print.computed(notes.versions)}</p>
        {followed.cycles.length > 0 && <p>{sourcesOfCurves(followed)}</p>}
        {followed.cycles.some(({ spread }) => spread) && <p>{messages.cycles.spread}</p>}
        <p className={classes.research}>{messages.print.research}</p>
      </footer>
    </article>,
    document.body,
  );
}

/** The three apical views together, by both models. */
function Views({ views }: { views: BullsEye }) {
  return (
    <section className={classes.views}>
      <h2>{bullsEyeMessages.title}</h2>
      <p>
        <AverageStrain views={views} /> {bullsEyeMessages.picture}
      </p>
      <div>
        <BullsEyePicture found={views} model={17} />
        <BullsEyePicture found={views} model={18} />
      </div>
      <BullsEyeScale />
    </section>
  );
}

function Conclusions({ entries: { own, others } }: { entries: ReportEntries }) {
  const all = own === null ? others : [...others, own];
  if (all.length === 0) return null;
  return (
    <section className={classes.conclusion}>
      <h2>{messages.conclusion}</h2>
      {all.map((entry) => (
        <Written key={entry.id} entry={entry} />
      ))}
    </section>
  );
}

function KeyImages({ study, entries: { keyImages } }: { study: OpenStudy; entries: ReportEntries }) {
  if (keyImages.length === 0) return null;
  return (
    <section className={classes.images}>
      <h2>{messages.keyImages}</h2>
      {keyImages.map((entry) => (
        <figure key={entry.id}>
          <EntryPicture study={study} entry={entry} />
          <figcaption>{entry.content}</figcaption>
        </figure>
      ))}
    </section>
  );
}

/** Grades with their criteria; tables without any value are left out. */
function Guidelines({ study, guidelines }: { study: OpenStudy; guidelines: readonly GradedTable[] }) {
  const { graded } = divided(guidelines);
  if (graded.length === 0) return null;
  const { title, research, printColumns, notGraded, premise, missing } = messages.guidelines;
  return (
    <section className={classes.guidelines}>
      <h2>
        {title}, {research}
      </h2>
      {graded.map((one) => {
        const lacks = missingWords(one, bodyFactsOf(study.head));
        return (
          <div key={one.table.id} className={classes.guideline}>
            <p>
              <b>
                {one.table.title}, {one.pack.source.name}: {one.grade ?? notGraded}.
              </b>{' '}
              {settledWords(one)} {lacks !== '' && missing(lacks)} {premise(one.table.premise)}
            </p>
            <Table kind="print" columns={printColumns}>
              {one.criteria.map((criterion) => (
                <tr key={criterion.name}>
                  {criterionCells(criterion).map((text, at) =>
                    at === 0 ? (
                      <th key={at} scope="row">
                        {text}
                      </th>
                    ) : (
                      <td key={at}>{text}</td>
                    ),
                  )}
                </tr>
              ))}
            </Table>
          </div>
        );
      })}
    </section>
  );
}

function CaliperTable({ calipers }: { calipers: readonly CaliperRow[] }) {
  return (
    <Table kind="print" caption={messages.calipers} columns={messages.print.caliperColumns}>
      {calipers.map(({ key, name, amount, unit, place, from }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          <td>{amount}</td>
          <td>{unit}</td>
          <td />
          <td>{place}</td>
          <td>{from}</td>
        </tr>
      ))}
    </Table>
  );
}

function Values({
  anatomy,
  rows,
  notes,
  reasonsOf,
}: {
  anatomy: AnatomySummary;
  rows: readonly TableRow[];
  notes: Footnotes;
  reasonsOf: Reading['reasonsOf'];
}) {
  return (
    <Table
      kind="print"
      caption={
        <>
          {anatomy.name_short} {anatomy.name_long !== anatomy.name_short && anatomy.name_long}
        </>
      }
      columns={messages.print.columns}
    >
      {rows.map(({ value, cells: [, name, amount, unit, indexed, cycles, range, state, z, percentile, source, image] }) => (
        <tr key={value.key} data-range={value.color}>
          <th scope="row">{name}</th>
          <td>
            {amount}
            {notes.numberOf(value) !== null && <sup>{notes.numberOf(value)}</sup>}
          </td>
          <td>{unit}</td>
          <td>{indexed}</td>
          <td>{amount === DASH ? reasonsOf(value).join(' ') : cycles}</td>
          <td>
            {range} {value.color === 'out_of_range' && <b>{state}</b>}
            {value.color === 'in_range' && value.judged === null && value.measurement.normal?.grade}
          </td>
          <td>{[z, percentile && `${percentile} %`].filter(Boolean).join(', ')}</td>
          <td>{source}</td>
          <td>{image}</td>
        </tr>
      ))}
    </Table>
  );
}
