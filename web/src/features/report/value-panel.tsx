import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Compared, Explanation } from '@echometry/contract/generated/study-measurements.ts';
import type { ReportValue } from '@echometry/contract/rules/report.ts';
import { Explained } from '../../image-page/measurements/explained.tsx';
import type { StudyLink } from '../../lib/study-link.ts';
import { ImageIcon } from '../../study/react/image-icon.tsx';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { copyValue } from './clipboard.ts';
import { addKeyImage, isKeyImage, keyImageOf, noMoreKeyImages, type ReportEntries } from './entries.ts';
import { imageWords, messages } from './messages.ts';
import { frameOf, pathOfPoints } from './points.ts';
import { ReferenceSection } from './reference-section.tsx';
import { UncertaintySection } from './uncertainty-section.tsx';
import type { Reading } from './use-report.ts';
import type { UncertaintyOfReport } from './use-uncertainty.ts';
import classes from './report.module.css';

/** Where the value comes from, as the engine computes it now; null until it is known. */
function useExplained({ measuring }: Reading, { name, image_id, measurement }: ReportValue) {
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const [compared, setCompared] = useState<readonly Compared[] | null>(null);
  const computed = JSON.stringify(measurement.value);
  useEffect(() => {
    let here = true;
    void (async () => {
      const found = (await measuring?.explain(name, image_id)) ?? null;
      if (!here) return;
      setExplanation(found);
      const formulas = (await measuring?.compare(name, image_id)) ?? null;
      if (here) setCompared(formulas);
    })();
    return () => {
      here = false;
    };
  }, [measuring, name, image_id, computed]);
  return { explanation, compared };
}

interface Props {
  study: OpenStudy;
  link: StudyLink;
  reading: Reading;
  uncertainty: UncertaintyOfReport;
  value: ReportValue;
  entries: ReportEntries;
  onClose: () => void;
  /** Below the explanation. */
  children?: ReactNode;
}

/** The explanation of the chosen value, with its image and the way to its points. */
export function ValuePanel({ study, link, reading, uncertainty, value, entries, onClose, children }: Props) {
  const { explanation, compared } = useExplained(reading, value);
  const file = study.files.find(({ instance_id }) => instance_id === value.image_id);
  const frame = frameOf(value.measurement);
  const path = pathOfPoints(study.role, link, value);
  return (
    <aside className={classes.panel} aria-label={messages.panel.label(value.name)}>
      {file && (
        <figure className={classes.picture}>
          <ImageIcon filename={file.filename} size="big_icon" className={classes.icon ?? ''} broken={messages.panel.noPicture} />
          <figcaption>
            {imageWords(value)}
            {frame !== null && ` · ${messages.picture.frame(frame)}`}
          </figcaption>
        </figure>
      )}
      <Explained
        name={value.name}
        explanation={explanation}
        compared={compared}
        times={reading.measuring?.timesOf(value.image_id) ?? null}
        onClose={onClose}
      />
      <UncertaintySection value={value} uncertainty={uncertainty} />
      <ReferenceSection value={value} reading={reading} />
      <div className={classes.actions}>
        {path && (
          <Button component={Link} href={path}>
            {messages.panel.openPoints}
          </Button>
        )}
        <Button variant="default" onClick={() => void copyValue(value)}>
          {messages.panel.copy}
        </Button>
        <AddKeyImage study={study} value={value} entries={entries} />
      </div>
      {children}
    </aside>
  );
}

/** Puts the image of the value, with its lines, into the report. */
function AddKeyImage({ study, value, entries }: Pick<Props, 'study' | 'value' | 'entries'>) {
  const offer = keyImageOf(study, value);
  if (!entries.mayWrite || offer === null) return null;
  const there = isKeyImage(entries, offer);
  const full = noMoreKeyImages(entries, study.user);
  return (
    <Button variant="default" disabled={there || full !== null} title={full ?? undefined} onClick={() => addKeyImage(study, offer)}>
      {there ? messages.panel.isKeyImage : messages.panel.addKeyImage}
    </Button>
  );
}
