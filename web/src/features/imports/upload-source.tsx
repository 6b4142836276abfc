import { Button, FileButton, Progress } from '@mantine/core';
import { IconFileZip, IconFolderUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { chosenFiles } from './chosen-files.ts';
import classes from './imports.module.css';
import type { UploadState } from './use-upload.ts';
import { useNow } from './use-now.ts';
import { bytes, counted, timeText } from './messages.ts';

const PHASES: Readonly<Record<UploadState['phase'], string>> = {
  empty: '',
  sending: 'Uploading',
  paused: 'Paused',
  offline: 'Connection lost. The upload resumes automatically',
  failed: 'Stopped',
  complete: 'Uploaded',
};

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
      <p>Drop DICOM or ZIP files here, or choose a folder with everything below it.</p>
      <span>
        <Button variant="default" size="xs" leftSection={<IconFolderUp size={16} stroke={1.6} />} onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
        <FileButton
          accept=".zip,application/zip"
          onChange={(file) => file && state.choose(chosenFiles([file]))}
          inputProps={{ 'aria-label': 'ZIP file' }}
        >
          {(props) => (
            <Button variant="default" size="xs" leftSection={<IconFileZip size={16} stroke={1.6} />} {...props}>
              Choose a ZIP
            </Button>
          )}
        </FileButton>
      </span>
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        aria-label="Folder"
        onChange={(event) => state.choose(chosenFiles(event.currentTarget.files ?? []))}
      />
      <p className={classes.hint}>
        An interrupted upload resumes when you choose the same files again. The originals are removed after the import.
      </p>
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
        <strong>{PHASES[phase]}</strong>
        <span>
          {counted(files.length, 'file')}, {bytes(total)}
        </span>
      </p>
      <Progress value={100 * share} aria-label="Progress of the upload" />
      <p className={classes.hint}>
        {bytes(sent)} of {bytes(total)}
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
            Pause
          </Button>
        )}
        {(phase === 'paused' || phase === 'failed') && (
          <Button variant="default" size="xs" onClick={state.resume}>
            Resume
          </Button>
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={state.discard}>
          Remove
        </Button>
      </span>
    </div>
  );
}
