import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';
import { Dialog } from '../../ui/dialog.tsx';
import kit from '../../ui/kit.module.css';
import classes from './report.module.css';
import { messages } from './messages.ts';

/** Reports that no image has measurements, and leads to the page that makes them. */
export function NoMeasurements({ opened, role, link }: { opened: boolean; role: RoleName; link: StudyLink }) {
  const [, navigate] = useLocation();
  const [closed, setClosed] = useState(false);
  const [page, text] =
    role === 'Reviewer' ? (['validation', messages.empty.toValidation] as const) : (['selection', messages.empty.toSelection] as const);
  return (
    <Dialog opened={opened && !closed} onClose={() => setClosed(true)} title={messages.empty.title}>
      <p className={classes.text}>{text}</p>
      <div className={kit.answers}>
        <Button data-autofocus onClick={() => navigate(studyPath(page, link))}>
          {messages.empty.ok}
        </Button>
      </div>
    </Dialog>
  );
}
