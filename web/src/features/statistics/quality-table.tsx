import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { percent, shownPercent, type OptionCount, type TypeQuality } from '@echometry/contract/rules/quality-statistics.ts';
import { messages } from './messages.ts';
import { optionTone } from './option-tone.ts';
import { Table } from '../../ui/table.tsx';
import classes from './statistics.module.css';

interface Question {
  section: string;
  item: string;
}
const keyOf = ({ section, item }: Question): string => JSON.stringify([section, item]);

/** Questions of the templates, in their order. */
function questionsOf(types: readonly TypeQuality[]): Question[] {
  const found = new Map<string, Question>();
  for (const { sections } of types)
    for (const { name: section, items } of sections)
      for (const { name: item } of items) found.set(keyOf({ section, item }), { section, item });
  return [...found.values()];
}

const countsOf = ({ sections }: TypeQuality, question: Question | undefined): OptionCount[] =>
  sections.find(({ name }) => name === question?.section)?.items.find(({ name }) => name === question?.item)?.counts ?? [];

/** Acceptance by image type, with the chosen options of one question. */
export function QualityTable({ types }: { types: readonly TypeQuality[] }) {
  const questions = useMemo(() => questionsOf(types), [types]);
  const [key, setKey] = useState<string | null>(null);
  const question = questions.find((one) => keyOf(one) === key) ?? questions[0];
  const { columns } = messages.quality;
  return (
    <Table
      label={messages.quality.table}
      columns={[
        columns.imageType,
        columns.count,
        {
          text: question ? (
            <Select
              aria-label={messages.quality.question}
              size="xs"
              searchable
              allowDeselect={false}
              classNames={{ input: classes.clipped ?? '' }}
              data={questions.map((one) => ({ value: keyOf(one), label: `${one.section}: ${one.item}` }))}
              value={keyOf(question)}
              onChange={setKey}
            />
          ) : (
            messages.quality.noQuestion
          ),
          className: classes.answers,
        },
        columns.acceptance,
        columns.quick,
      ]}
      right={[1, 3, 4]}
      empty={messages.quality.none}
    >
      {types.map((type) => (
        <tr key={type.image_type}>
          <td>{type.image_type}</td>
          <td>{type.total}</td>
          <td>
            <Answers counts={countsOf(type, question)} />
          </td>
          <td>{shownPercent(percent(type.accepted, type.total))}</td>
          <td>{shownPercent(percent(type.quick_accepted, type.quick_total))}</td>
        </tr>
      ))}
    </Table>
  );
}

const words = ({ option, count }: OptionCount): string => `${option ?? messages.quality.notAnswered} ${count}`;

/** Chosen options of a question, as one bar. */
function Answers({ counts }: { counts: readonly OptionCount[] }) {
  const chosen = counts.filter(({ count }) => count > 0);
  return (
    <span
      className={classes.stack}
      role="img"
      aria-label={chosen.map(words).join(', ') || messages.quality.noAnswer}
      title={chosen.map(words).join(', ')}
    >
      {chosen.map((one) => (
        <i key={one.option ?? ''} style={{ flexGrow: one.count, background: optionTone(one.option, counts) }} />
      ))}
    </span>
  );
}
