import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';
import { makeSnapshot } from '../../study/store/snapshots.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { messages } from './messages.ts';

type Step = { kind: 'asking' } | { kind: 'waiting' } | { kind: 'failed'; reason: string };

/** @param frame from 1; null while nothing is asked */
interface SnapshotDialogProps {
  link: StudyLink;
  filename: string;
  frame: number | null;
  onClose: () => void;
  /** Called before selection opens with the image. */
  onMade: (image: StudyFile) => void;
}

/** Asks, waits, and leads to the new image; or shows the reason why there is none. */
export function SnapshotDialog({ link, filename, frame, onClose, onMade }: SnapshotDialogProps) {
  const [, navigate] = useLocation();
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  useEffect(() => setStep({ kind: 'asking' }), [frame]);
  const proceed = async () => {
    if (frame === null) return;
    setStep({ kind: 'waiting' });
    try {
      const image = await makeSnapshot(filename, frame);
      onClose();
      onMade(image);
      navigate(studyPath('selection', { ...link, image: image.filename }));
    } catch (error) {
      setStep({ kind: 'failed', reason: error instanceof Error ? error.message : '' });
    }
  };
  return (
    <Dialog
      opened={frame !== null}
      onClose={onClose}
      title={messages.title(frame)}
      closeOnEscape={step.kind !== 'waiting'}
      closeOnClickOutside={step.kind !== 'waiting'}
      withCloseButton={step.kind !== 'waiting'}
    >
      {step.kind === 'waiting' && <LoadingLine text={messages.waiting} look="both" />}
      {step.kind === 'failed' && (
        <div role="alert">
          <p>{messages.failed}</p>
          {step.reason !== '' && <p>{step.reason}</p>}
        </div>
      )}
      {step.kind === 'asking' && <p>{messages.question}</p>}
      <Group justify="flex-end">
        {step.kind === 'failed' && (
          <Button data-autofocus onClick={onClose}>
            {messages.ok}
          </Button>
        )}
        {step.kind === 'asking' && (
          <>
            <Button variant="default" onClick={onClose}>
              {messages.no}
            </Button>
            <Button data-autofocus onClick={() => void proceed()}>
              {messages.yes}
            </Button>
          </>
        )}
      </Group>
    </Dialog>
  );
}
