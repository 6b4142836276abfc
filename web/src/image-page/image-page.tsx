import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { mayGo } from '../lib/page-link.tsx';
import { notifyPage } from '../lib/picture-first.ts';
import { studyPath, type StudyLink } from '../lib/study-link.ts';
import { WithStudy } from '../study/react/with-study.tsx';
import type { OpenStudy } from '../study/store/open-study.ts';
import { ToolStack } from '../tools/stack.ts';
import { prepareSurface } from '../viewer/picture/page-surface.ts';
import { OpenPage } from './open-page.tsx';
import type { PageParts } from './parts.ts';
import { useImages } from './use-images.ts';

/** A study without images shown leads back to their choice after this long, in ms. */
const EMPTY_REDIRECT_MS = 3000;

/** The frame that pages of images share; a page is a list of parts. */
export function ImagePage({ parts }: { parts: PageParts }) {
  useEffect(prepareSurface, []);
  return <WithStudy>{(link, study) => <Opened key={link.study_id} parts={parts} link={link} study={study} />}</WithStudy>;
}

function Opened({ parts, link, study }: { parts: PageParts; link: StudyLink; study: OpenStudy }) {
  const [, navigate] = useLocation();
  const [tools] = useState(() => new ToolStack(notifyPage));
  const images = useImages(parts, link, study, tools);
  const empty = images.active.length === 0 && !parts.none && mayGo('preview');
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
