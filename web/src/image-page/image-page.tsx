import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { session } from '../lib/session.ts';
import { studyPath, type StudyLink } from '../lib/study-link.ts';
import { useStudyLink } from '../lib/use-study-link.ts';
import { useOpenStudy } from '../study/react/use-study.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { ToolStack } from '../tools/stack.ts';
import { OpenPage } from './open-page.tsx';
import type { PageParts } from './parts.ts';
import { useImages } from './use-images.ts';

/** A study without images shown leads back to their choice after this long, in ms. */
const EMPTY_REDIRECT_MS = 3000;

/** The frame that pages of images share; a page is a list of parts. */
export function ImagePage({ parts }: { parts: PageParts }) {
  const link = useStudyLink();
  const { study, failure } = useOpenStudy(link);
  const [, navigate] = useLocation();
  const home = homePage(session.login?.role ?? null);
  const list = { label: 'Go to the list', href: home };
  if (!link) return <Message framed title="This address names no study" text="Open a study from the list." action={list} />;
  if (failure) return <Message framed title="The study could not be opened" text={failure} action={list} />;
  if (!study)
    return (
      <Loading
        what="Opening the study"
        onCancel={() => {
          navigate(home);
        }}
      />
    );
  return <Opened key={link.study_id} parts={parts} link={link} study={study} />;
}

function Opened({ parts, link, study }: { parts: PageParts; link: StudyLink; study: OpenStudy }) {
  const [, navigate] = useLocation();
  const [tools] = useState(() => new ToolStack());
  const images = useImages(parts, link, study, tools);
  const empty = images.active.length === 0 && !parts.none;
  useEffect(() => {
    if (!empty) return;
    const timer = setTimeout(() => {
      navigate(studyPath('preview', link));
    }, EMPTY_REDIRECT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [empty, link, navigate]);
  return <OpenPage parts={parts} link={link} study={study} images={images} tools={tools} />;
}
