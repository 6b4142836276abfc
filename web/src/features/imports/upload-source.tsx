import { Button, FileButton, Progress } from '@mantine/core';
import { IconFileZip, IconFolderUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { chosenFiles } from '../../lib/chosen-files.ts';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { messages, timeText } from './messages.ts';
import type { UploadState } from './use-upload.ts';
import { useNow } from './use-now.ts';

/** Files of the person's computer, sent in pieces. */
export function UploadSource({ state }: { state: UploadState }) {
  return state.phase === 'empty' ? <Choose state={state} /> : <Sending state={state} />;
}

function Choose({ state }: { state: UploadState }) {
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  // React knows no such attribute of an input.
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), []);
  return (
    <div
      className={classes.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        state.choose(chosenFiles(event.dataTransfer.files));
      }}
    >
      <p>{messages.upload.drop}</p>
      <span>
        <Button variant="default" size="xs" leftSection={<IconFolderUp size={16} stroke={1.6} />} onClick={() => folder.current?.click()}>
          {messages.upload.chooseFolder}
        </Button>
        <FileButton
          accept=".zip,application/zip"
          onChange={(file) => file && state.choose(chosenFiles([file]))}
          inputProps={{ 'aria-label': messages.upload.zip }}
        >
          {(props) => (
            <Button variant="default" size="xs" leftSection={<IconFileZip size={16} stroke={1.6} />} {...props}>
              {messages.upload.chooseZip}
            </Button>
          )}
        </FileButton>
      </span>
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        aria-label={messages.form.kinds.folder}
        onChange={(event) => state.choose(chosenFiles(event.currentTarget.files ?? []))}
      />
      <p className={`${layout.hint} ${classes.hint}`}>{messages.upload.hint}</p>
    </div>
  );
}

function Sending({ state }: { state: UploadState }) {
  const { files, total, sent, phase, failure, startedAt } = state;
  const now = useNow();
  const share = total === 0 ? 1 : sent / total;
  return (
    <div className={classes.sending}>
      <p>
        <strong>{messages.upload.phases[phase]}</strong>
        <span>{messages.upload.files(files.length, total)}</span>
      </p>
      <Progress value={100 * share} aria-label={messages.upload.progress} />
      <p className={`${layout.hint} ${classes.hint}`}>
        {messages.upload.sent(sent, total)}
        {phase === 'sending' && ` · ${timeText(startedAt, share, now)}`}
      </p>
      {failure !== null && (
        <p className={classes.fault} role="alert">
          {failure}
        </p>
      )}
      <span>
        {(phase === 'sending' || phase === 'offline') && (
          <Button variant="default" size="xs" onClick={state.pause}>
            {messages.upload.pause}
          </Button>
        )}
        {(phase === 'paused' || phase === 'failed') && (
          <Button variant="default" size="xs" onClick={state.resume}>
            {messages.upload.resume}
          </Button>
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={state.discard}>
          {messages.upload.remove}
        </Button>
      </span>
    </div>
  );
}
