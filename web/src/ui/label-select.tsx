import { Combobox, useCombobox, type ComboboxStore } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useContext, useEffect, useLayoutEffect, useRef, useState, type ComponentPropsWithRef } from 'react';
import { flushSync } from 'react-dom';
import type { ActionName } from '../lib/actions.ts';
import { focusCameByPointer } from '../lib/focus.ts';
import { useKeys } from '../lib/keys.ts';
import { FocusHome } from './focus-home.ts';
import layout from './layout.module.css';
import classes from './label-select.module.css';
import { messages } from './messages.ts';

export interface LabelOption {
  value: string;
  label: string;
  hint?: string;
  /** It can be chosen, and does not go with what is set already. */
  odd?: boolean;
}

export interface LabelSelectProps {
  name: string;
  value: string | null;
  /** Text of the choice that removes the label. */
  clearText: string;
  options: readonly LabelOption[];
  /** Found by searching only. */
  more?: readonly LabelOption[];
  disabled?: boolean;
  alert?: boolean;
  /** They open the list by key. */
  actions?: readonly ActionName[];
  onChange: (value: string | null) => void;
}

/** Shown and gone at once: the keys after the one that opens the list belong to its search field. */
const AT_ONCE = { duration: 0 };

const NO_ACTIONS: readonly ActionName[] = [];

/** A dropdown with its name inside the control; what is not set is dimmed. The first choice removes the label. */
export function LabelSelect({ actions = NO_ACTIONS, onChange, ...shown }: LabelSelectProps) {
  const { disabled } = shown;
  const [query, setQuery] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => setQuery('') });
  const button = useRef<HTMLButtonElement>(null);
  const leave = useLeave(button);
  const open = () => {
    leave.by('key');
    button.current?.focus({ preventScroll: true });
    // Drawn before the next key comes.
    flushSync(() => combobox.openDropdown());
  };
  useKeys(disabled ? {} : Object.fromEntries(actions.map((action) => [action, open])));
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-start"
      keepMounted={false}
      transitionProps={AT_ONCE}
      onOptionSubmit={(chosen) => {
        onChange(chosen === '' ? null : chosen);
        leave.now();
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <Control
          {...shown}
          ref={button}
          opened={combobox.dropdownOpened}
          onClick={() => {
            leave.by('control');
            combobox.toggleDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Choices {...shown} store={combobox} query={query} onQuery={setQuery} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

type Shown = Omit<LabelSelectProps, 'actions' | 'onChange'>;

/** The control with name and value. */
function Control({
  name,
  value,
  clearText,
  options,
  more: _more,
  alert,
  opened,
  ...button
}: Shown & { opened: boolean } & Omit<ComponentPropsWithRef<'button'>, keyof Shown>) {
  return (
    <button {...button} type="button" className={classes.select} data-set={value !== null} data-alert={alert} aria-expanded={opened}>
      <span className={classes.name}>{name}</span>
      <span className="visually-hidden">: </span>
      <span className={`${layout.quietCut} ${classes.value}`}>
        {options.find((option) => option.value === value)?.label ?? value ?? clearText}
      </span>
      <IconChevronDown size={16} stroke={1.6} />
    </button>
  );
}

/**
 * Where the focus goes after a choice: back to the picture when the list was opened by its key or by the pointer, and
 * to the control when the person came to it by Tab.
 */
function useLeave(button: { readonly current: HTMLButtonElement | null }) {
  const home = useContext(FocusHome);
  const opened = useRef<'key' | 'control'>('control');
  return {
    by: (how: 'key' | 'control') => {
      opened.current = how;
    },
    now: () => {
      const toPicture = opened.current === 'key' || focusCameByPointer();
      const target = toPicture ? (home?.current ?? button.current) : button.current;
      target?.focus({ preventScroll: true });
    },
  };
}

/** The list with its search field. Enter takes the option that is marked: the first match, or the value that is set now. */
function Choices({
  name,
  value,
  clearText,
  options,
  more = [],
  store,
  query,
  onQuery,
}: Shown & { store: ComboboxStore; query: string; onQuery: (query: string) => void }) {
  const [first, setFirst] = useState<string | null>(null);
  const wanted = query.toLowerCase();
  const searched = query === '' ? options : [...options, ...more];
  const matches = searched.filter(({ label, hint }) => `${label} ${hint ?? ''}`.toLowerCase().includes(wanted));
  const { selectFirstOption, selectActiveOption } = store;
  useEffect(() => {
    setFirst(query === '' ? selectActiveOption() : selectFirstOption());
  }, [query, selectFirstOption, selectActiveOption]);
  return (
    <>
      <SearchField name={name} query={query} onQuery={onQuery} marked={first} onMove={() => setFirst(null)} />
      <Combobox.Options mah={360} style={{ overflowY: 'auto' }} aria-label={name} tabIndex={0}>
        {query === '' && <Choice value="" label={clearText} current={value === null} className={classes.clear ?? ''} />}
        {matches.map((option) => (
          <Choice key={option.value} {...option} current={option.value === value} />
        ))}
        {matches.length === 0 && <Combobox.Empty>{messages.select.nothingFound}</Combobox.Empty>}
      </Combobox.Options>
    </>
  );
}

/** Has the focus from the moment it is there. */
function SearchField({
  name,
  query,
  onQuery,
  marked,
  onMove,
}: {
  name: string;
  query: string;
  onQuery: (query: string) => void;
  /** Id of the option that was marked without an arrow key. */
  marked: string | null;
  onMove: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // The list is not placed yet, and nothing shall scroll to where it is now.
    field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Combobox.Search
      ref={field}
      value={query}
      onChange={(event) => onQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onMove();
      }}
      placeholder={messages.select.search(name)}
      {...(marked === null ? {} : { 'aria-activedescendant': marked })}
    />
  );
}

function Choice({ value, label, hint, odd = false, current, className = '' }: LabelOption & { current: boolean; className?: string }) {
  return (
    <Combobox.Option value={value} active={current} className={`${classes.choice ?? ''} ${className}`}>
      <span className={classes.option} data-odd={odd}>
        {label}
        {hint && <small>{hint}</small>}
        {current && <Current />}
      </span>
    </Combobox.Option>
  );
}

/** Marks the value that is set. */
const Current = () => <IconCheck className={classes.current ?? ''} size={16} stroke={2} aria-label={messages.select.current} />;
