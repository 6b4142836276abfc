import { IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { mayEnterFacts } from '@echometry/contract/rules/blinding.ts';
import { inputsToState } from '@echometry/contract/rules/stated-values.ts';
import type { Compared, GradedCriterion, GradedTable } from '@echometry/contract/rules/guidelines.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import cards from './cards.module.css';
import { bodyFactsOf, changeWords, cutOffWords, divided, metWords, missingWords, settledWords, valueWords } from './guidelines.ts';
import classes from './guideline-section.module.css';
import { messages } from './messages.ts';
import { focusStated, StatedForm } from './stated-form.tsx';
import { Table } from '../../ui/table.tsx';

const texts = messages.guidelines;
const ID = 'report-guidelines';

/** Leads the keyboard to the grades. */
export function focusGuidelines(): void {
  const section = document.getElementById(ID);
  const board = section?.parentElement;
  if (!section || !board) return;
  section.focus({ preventScroll: true });
  // Only the board scrolls: `scrollIntoView` would move the page too.
  board.scrollTop += section.getBoundingClientRect().top - board.getBoundingClientRect().top;
}

interface Props {
  study: OpenStudy;
  link: StudyLink;
  graded: readonly GradedTable[];
}

/** Grades by the decision tables that the project uses; nothing where none applies to the study. */
export function GuidelineSection({ study, link, graded: all }: Props) {
  if (all.length === 0) return null;
  const { graded, empty } = divided(all);
  return (
    <section id={ID} className={classes.section} tabIndex={-1} aria-labelledby={`${ID}-title`} data-testid="guidelines">
      <h2 id={`${ID}-title`} className={cards.anatomy}>
        {texts.title} <small>{texts.research}</small>
      </h2>
      <StatedForm study={study} inputs={inputsToState(all.map(({ table }) => table))} />
      {graded.map((one) => (
        <Guideline key={one.table.id} graded={one} study={study} link={link} />
      ))}
      {empty.length > 0 && (
        <ul className={classes.empty}>
          {empty.map((one) => (
            <li key={one.table.id}>
              <b>{one.table.title}</b> <small>{one.pack.source.name}</small>
              <span>{texts.without(missingWords(one, bodyFactsOf(study.head)))}</span> <ToState missing={one.missing} study={study} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Authors, journal and year, as a reader looks the source up. */
const citationOf = ({ pack: { source } }: GradedTable): string =>
  [source.authors.replace(/\.$/, ''), source.journal, source.year, source.doi && source.doi_verified ? `doi:${source.doi}` : null]
    .filter((part) => part !== null && part !== '')
    .join('. ');

function Guideline({ graded, study, link }: { graded: GradedTable; study: OpenStudy; link: StudyLink }) {
  const { table, pack, grade, criteria } = graded;
  const title = useId();
  const missing = missingWords(graded, bodyFactsOf(study.head));
  return (
    <article className={classes.card} aria-labelledby={title} data-testid="guideline" data-table={table.id}>
      <div className={classes.summary}>
        <h3 id={title}>
          {table.title} <small title={citationOf(graded)}>{pack.source.name}</small>
        </h3>
        <strong data-graded={grade !== null} data-testid="grade">
          {grade ?? texts.notGraded}
        </strong>
        <p>{settledWords(graded)}</p>
        {missing !== '' && (
          <p className={classes.missing}>
            {texts.missing(missing)} <ToState missing={graded.missing} study={study} />
          </p>
        )}
        <p>
          {texts.premise(table.premise)}
          {table.status !== 'two sources' && ` ${messages.references.status[table.status]}.`}
        </p>
        <p className={classes.citation}>{citationOf(graded)}</p>
      </div>
      <Table kind="lines" grouped className={classes.table} columns={texts.columns}>
        {criteria.map((criterion) => (
          <Criterion key={criterion.name} criterion={criterion} study={study} link={link} />
        ))}
      </Table>
    </article>
  );
}

const ICONS = { met: IconCircleCheck, 'not met': IconCircle, unknown: IconCircleDashed } as const;

/** A criterion: a line for each value that it compares. */
function Criterion({ criterion, study, link }: { criterion: GradedCriterion; study: OpenStudy; link: StudyLink }) {
  const { title, met, decides, compared } = criterion;
  const state = met === null ? 'unknown' : met ? 'met' : 'not met';
  const Icon = ICONS[state];
  const rows = compared.length;
  return (
    <tbody data-state={state} data-testid="criterion">
      {compared.map((one, at) => (
        <tr key={one.input}>
          {at === 0 && (
            <th scope="rowgroup" rowSpan={rows}>
              {title}
            </th>
          )}
          <td>{one.quantity.quantity}</td>
          <td className={classes.value}>{valueWords(one)}</td>
          <td className={classes.cutOff}>{cutOffWords(one)}</td>
          <td>
            <From compared={one} study={study} link={link} />
          </td>
          {at === 0 && (
            <>
              <td rowSpan={rows} className={classes.state}>
                <Icon size={16} stroke={1.6} aria-hidden="true" />
                {metWords(criterion)}
              </td>
              <td rowSpan={rows} data-decides={decides}>
                {changeWords(criterion)}
              </td>
            </>
          )}
        </tr>
      ))}
    </tbody>
  );
}

/** The image types that a value is measured on; where it is missing, the way to the image, or to labelling one. */
function From({ compared: { value, quantity }, study, link }: { compared: Compared; study: OpenStudy; link: StudyLink }) {
  const types = [...new Set(quantity.measurements.map(({ image_type }) => image_type))];
  if (types.length === 0) return <Stated name={quantity.name} isKnown={value !== null} study={study} />;
  const names = types.join(texts.or);
  if (value !== null) return <span className={classes.quiet}>{names}</span>;
  const image = study.images.find(({ type }) => type !== null && types.includes(type));
  const page = mayOpenPage(study.role, '/validation') ? 'validation' : image === undefined ? 'selection' : 'segmentation';
  const { frame: _before, measurement: _other, image: _of, ...rest } = link;
  const to = studyPath(page, image === undefined ? rest : { ...rest, image: image.instance_id });
  return (
    <Link href={to} data-testid="measure">
      {image === undefined ? texts.noImage(names) : texts.measure(names)}
    </Link>
  );
}

/** Who stated a value that nothing here measures; where there is none, the way to its field. */
function Stated({ name, isKnown, study }: { name: string; isKnown: boolean; study: OpenStudy }) {
  const source = study.head.stated.find((one) => one.name === name)?.source;
  if (isKnown && source !== undefined) return <span className={classes.quiet}>{messages.stated.by[source]}</span>;
  if (!mayEnterFacts(study.role, study.project)) return <span className={classes.quiet}>{texts.notMeasured}</span>;
  return <StateButton name={name} />;
}

/** The way to the field of the first missing value that a person can state; nothing where all are measured here. */
function ToState({ missing, study }: { missing: GradedTable['missing']; study: OpenStudy }) {
  const [first] = missing.filter(({ measurements }) => measurements.length === 0);
  return first === undefined || !mayEnterFacts(study.role, study.project) ? null : <StateButton name={first.name} />;
}

const StateButton = ({ name }: { name: string }) => (
  <button type="button" className={classes.link} data-testid="state" onClick={() => focusStated(name)}>
    {messages.stated.state}
  </button>
);
