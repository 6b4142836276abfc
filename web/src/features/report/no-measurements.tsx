import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './dialogs.module.css';

/** Reports that no image has measurements, and leads to the page that makes them. */
export function NoMeasurements({ opened, role, link }: { opened: boolean; role: RoleName; link: StudyLink }) {
  const [, navigate] = useLocation();
  const [closed, setClosed] = useState(false);
  const [page, text] =
    role === 'Reviewer'
      ? (['validation', 'Please go to Validation page to start validating'] as const)
      : (['selection', 'Please go to Selection page to start analysing'] as const);
  return (
    <Dialog opened={opened && !closed} onClose={() => setClosed(true)} title="No measurements found">
      <p className={classes.text}>{text}</p>
      <div className={classes.answers}>
        <Button data-autofocus onClick={() => navigate(studyPath(page, link))}>
          OK
        </Button>
      </div>
    </Dialog>
  );
}
