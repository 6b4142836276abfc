import { MultiSelect, Select } from '@mantine/core';
import { MAX_READERS } from '@echometry/contract/records/agreement.ts';
import { Segments } from '../../ui/segments.tsx';
import { messages } from './messages.ts';
import { comparable, partnersOf, readerKey, readerName, type Comparing, type KnownReader } from './readers.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

export interface Choice {
  comparing: Comparing;
  first: string | null;
  second: string | null;
  /** Further readers of the ICC. */
  more: readonly string[];
}

export const NO_CHOICE: Choice = { comparing: 'between', first: null, second: null, more: [] };

const KINDS = [
  { value: 'between', label: messages.agreement.between },
  { value: 'within', label: messages.agreement.within },
] as const;

/** The readers a choice stands for: what was not chosen, or is there no more, is the first that can be. */
export function chosenReaders(readers: readonly KnownReader[], { comparing, first, second, more }: Choice): KnownReader[] {
  const offered = comparable(readers, comparing);
  const one = offered.find((reader) => readerKey(reader) === first) ?? offered[0];
  if (one === undefined) return [];
  const partners = partnersOf(one, readers, comparing);
  const other = partners.find((reader) => readerKey(reader) === second) ?? partners[0];
  if (other === undefined) return [];
  const further =
    comparing === 'between' ? readers.filter((reader) => more.includes(readerKey(reader)) && reader !== one && reader !== other) : [];
  return [one, other, ...further];
}

const option = (reader: KnownReader) => ({
  value: readerKey(reader),
  label: messages.agreement.reader(readerName(reader), reader.studies),
});

interface Props {
  readers: readonly KnownReader[];
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** Who is compared with whom. */
export function ReaderChoice({ readers, choice, onChange }: Props) {
  const [first, second] = chosenReaders(readers, choice);
  const others = readers.filter((reader) => reader !== first && reader !== second);
  const set = (change: Partial<Choice>) => onChange({ ...choice, ...change });
  return (
    <div className={`${layout.wraps} ${layout.small} ${classes.readers}`} role="group" aria-label={messages.agreement.readers}>
      <Segments
        label={messages.agreement.compare}
        value={choice.comparing}
        segments={KINDS}
        onChange={(comparing) => onChange({ ...NO_CHOICE, comparing })}
      />
      {first && second && (
        <>
          <Select
            aria-label={messages.agreement.first}
            size="xs"
            w={240}
            allowDeselect={false}
            data={comparable(readers, choice.comparing).map(option)}
            value={readerKey(first)}
            onChange={(key) => set({ first: key })}
          />
          {messages.agreement.and}
          <Select
            aria-label={messages.agreement.second}
            size="xs"
            w={240}
            allowDeselect={false}
            data={partnersOf(first, readers, choice.comparing).map(option)}
            value={readerKey(second)}
            onChange={(key) => set({ second: key })}
          />
          {choice.comparing === 'between' && others.length > 0 && (
            <MultiSelect
              aria-label={messages.agreement.further}
              placeholder={choice.more.length === 0 ? messages.agreement.further : ''}
              size="xs"
              w={260}
              maxValues={MAX_READERS - 2}
              data={others.map(option)}
              value={choice.more.filter((key) => others.some((reader) => readerKey(reader) === key))}
              onChange={(more) => set({ more })}
            />
          )}
        </>
      )}
    </div>
  );
}
