import { Combobox, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './label-select.module.css';

export interface LabelOption {
  value: string;
  label: string;
  hint?: string;
}

/** Lists longer than this can be searched. */
const SEARCH_FROM = 8;

/** A dropdown with its name inside the control; what is not set is dimmed. The first choice takes the label away. */
export function LabelSelect({ name, value, clearText, options, disabled, alert, onChange }: {
  name: string;
  value: string | null;
  /** Text of the choice that removes the label. */
  clearText: string;
  options: readonly LabelOption[];
  disabled?: boolean;
  alert?: boolean;
  onChange: (value: string | null) => void;
}) {
  const [query, setQuery] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => { combobox.resetSelectedOption(); setQuery(''); },
    onDropdownOpen: () => { combobox.focusSearchInput(); combobox.updateSelectedOptionIndex('active'); },
  });
  const searchable = options.length > SEARCH_FROM;
  const wanted = query.toLowerCase();
  const shown = options.filter(({ label, hint }) => `${label} ${hint ?? ''}`.toLowerCase().includes(wanted));
  const current = options.find((option) => option.value === value);
  return (
    <Combobox store={combobox} width={280} position="bottom-start" onOptionSubmit={(chosen) => { onChange(chosen === '' ? null : chosen); combobox.closeDropdown(); }}>
      <Combobox.Target targetType="button">
        <button
          type="button" className={classes.select} data-set={value !== null} data-alert={alert} disabled={disabled}
          onClick={() => { combobox.toggleDropdown(); }}
          onKeyDown={(event) => {
            // Letters typed before the search field has the focus belong to it: hands are faster than an opening list. A closed one leaves them to the screen.
            if (!searchable || !combobox.dropdownOpened || event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            setQuery((before) => before + event.key);
            combobox.updateSelectedOptionIndex();
          }}
        >
          <span className={classes.name}>{name}</span><span className="visually-hidden">: </span>
          <span className={classes.value}>{current?.label ?? value ?? clearText}</span>
          <IconChevronDown size={16} stroke={1.6} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable && <Combobox.Search value={query} onChange={(event) => { setQuery(event.currentTarget.value); combobox.updateSelectedOptionIndex(); }} placeholder={`Search ${name}`} />}
        <Combobox.Options mah={360} style={{ overflowY: 'auto' }} aria-label={name} tabIndex={0}>
          {!query && <Combobox.Option value="" active={value === null} className={classes.clear ?? ''}>{clearText}</Combobox.Option>}
          {shown.map((option) => (
            <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
              <span className={classes.option}>{option.label}{option.hint && <small>{option.hint}</small>}</span>
            </Combobox.Option>
          ))}
          {shown.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
