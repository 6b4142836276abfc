import { Select } from '@mantine/core';
import { IconFileZip, IconFolder } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { call } from '../../lib/api.ts';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface FolderChoice {
  folder: string;
  /** Below the folder, parts joined by a slash; empty for the folder itself. */
  path: string;
}

type Found = AnswerOf<typeof CALLS.importsBrowse>;

function useEntries({ folder, path }: FolderChoice): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const request = new AbortController();
    setFound(null);
    call(CALLS.importsBrowse, { folder, path }, { signal: request.signal })
      .then(setFound)
      .catch((error: unknown) => {
        if (!request.signal.aborted) setFound({ found: false, message: messageOf(error) });
      });
    return () => request.abort();
  }, [folder, path]);
  return found;
}

/** A configured folder of the server, and its content. */
export function FolderSource({
  folders,
  choice,
  onChange,
}: {
  folders: readonly string[];
  choice: FolderChoice | null;
  onChange: (choice: FolderChoice) => void;
}) {
  if (folders.length === 0) return <p className={`${layout.hint} ${classes.hint}`}>{messages.folder.none}</p>;
  return (
    <>
      <div className={classes.field}>
        <span aria-hidden="true">{messages.folder.label}</span>
        <Select
          w={196}
          aria-label={messages.folder.label}
          allowDeselect={false}
          placeholder={messages.form.choose}
          data={[...folders]}
          value={choice?.folder ?? null}
          onChange={(folder) => folder !== null && onChange({ folder, path: '' })}
        />
      </div>
      {choice !== null && <Below choice={choice} onChange={onChange} />}
    </>
  );
}

function Below({ choice, onChange }: { choice: FolderChoice; onChange: (choice: FolderChoice) => void }) {
  const { folder, path } = choice;
  const isZip = /\.zip$/i.test(path);
  const parts = path === '' ? [] : path.split('/');
  const open = (below: readonly string[]): void => onChange({ folder, path: below.join('/') });
  const shown = useEntries({ folder, path: (isZip ? parts.slice(0, -1) : parts).join('/') });
  return (
    <div className={classes.browser}>
      <nav aria-label={messages.folder.path}>
        <button type="button" onClick={() => open([])}>
          {folder}
        </button>
        {parts.map((part, index) => (
          <button key={`${index} ${part}`} type="button" onClick={() => open(parts.slice(0, index + 1))}>
            {part}
          </button>
        ))}
      </nav>
      {shown === null && <p className={`${layout.hint} ${classes.hint}`}>{messages.folder.reading}</p>}
      {shown?.found === false && (
        <p className={classes.fault} role="alert">
          {shown.message}
        </p>
      )}
      {shown?.found === true && (
        <>
          <ul>
            {shown.entries.map(({ name, kind }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={parts.at(-1) === name}
                  onClick={() => open([...(isZip ? parts.slice(0, -1) : parts), name])}
                >
                  {kind === 'zip' ? <IconFileZip size={16} stroke={1.6} /> : <IconFolder size={16} stroke={1.6} />}
                  <span className={layout.cutLine}>{name}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className={`${layout.hint} ${classes.hint}`}>
            {isZip ? messages.folder.zip : messages.folder.content(shown.files)} {shown.more && messages.folder.more}
          </p>
        </>
      )}
    </div>
  );
}
