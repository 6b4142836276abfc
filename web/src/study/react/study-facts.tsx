import { Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { hiddenFrom, hidesAges } from '@echometry/contract/rules/blinding.ts';
import { mayChangeDataType } from '@echometry/contract/rules/permissions.ts';
import { firstPicture } from '../../lib/first-picture.ts';
import { gestationalAge } from '../../lib/format.ts';
import { messages } from '../messages.ts';
import classes from './study.module.css';
import { useStudy } from './use-study.ts';

const loadForm = async () => ({ default: (await import('./study-facts-form.tsx')).StudyFactsForm });
const StudyFactsForm = lazy(loadForm);
// Its fields are not needed for a picture, and are there before the form is opened.
firstPicture.then(loadForm).catch(() => undefined);

/** Facts of the study: data type and, for fetal data, gestational age; changed here by permitted roles. */
export function StudyFacts() {
  const { study } = useStudy();
  const [opened, setOpened] = useState(false);
  if (!study) return null;
  const { head } = study;
  const isAgeShown = head.data_type === 'fetal' && !hidesAges(hiddenFrom(study.role, study.project));
  const text = `${head.data_type}${isAgeShown ? ` · ${gestationalAge(head.gestational_age_days?.value ?? null)}` : ''}`;
  if (!mayChangeDataType(study.role)) return <span className={classes.facts}>{text}</span>;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus>
      <Popover.Target>
        <button type="button" className={classes.facts} onClick={() => setOpened(!opened)}>
          <span className="visually-hidden">{messages.facts.label}: </span>
          {text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense>
          <StudyFactsForm head={head} isAgeShown={isAgeShown} onSet={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
