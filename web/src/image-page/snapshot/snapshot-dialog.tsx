import { Button, Group, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';
import { makeSnapshot } from '../../study/store/snapshots.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Texts of docs/specification.md#image-analysis, letter for letter. */
const QUESTION =
  'This will add a new image file in the study, please use this feature in moderation. Are you sure to proceed with the selected frame?';
const WAITING = 'Please wait...';
const FAILED = 'Sorry, an error happened while saving the snapshot';

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
      title={`Snapshot of frame ${frame ?? ''}`}
      closeOnEscape={step.kind !== 'waiting'}
      closeOnClickOutside={step.kind !== 'waiting'}
      withCloseButton={step.kind !== 'waiting'}
    >
      {step.kind === 'waiting' && (
        <Group role="status">
          <Loader size={20} color="accent" />
          {WAITING}
        </Group>
      )}
      {step.kind === 'failed' && (
        <div role="alert">
          <p>{FAILED}</p>
          {step.reason !== '' && <p>{step.reason}</p>}
        </div>
      )}
      {step.kind === 'asking' && <p>{QUESTION}</p>}
      <Group justify="flex-end">
        {step.kind === 'failed' && (
          <Button data-autofocus onClick={onClose}>
            OK
          </Button>
        )}
        {step.kind === 'asking' && (
          <>
            <Button variant="default" onClick={onClose}>
              No
            </Button>
            <Button data-autofocus onClick={() => void proceed()}>
              Yes
            </Button>
          </>
        )}
      </Group>
    </Dialog>
  );
}
