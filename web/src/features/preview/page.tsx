import { useState } from 'react';
import { useLocation } from 'wouter';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { session } from '../../lib/session.ts';
import { useStudyLink } from '../../lib/use-study-link.ts';
import { useOpenStudy } from '../../study/react/use-study.ts';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { Chooser, storedChoice } from './chooser.tsx';
import { messages as openMessages } from '../../study/messages.ts';
import { Downloading } from './downloading.tsx';
import { useDownload } from './use-download.ts';

/** Choosing which files of a study to work with. */
export function PreviewPage() {
  const link = useStudyLink();
  const [, navigate] = useLocation();
  const { study, failure } = useOpenStudy(link);
  const home = homePage(session.login?.role ?? null);
  const { progress, start, stop } = useDownload(study, link);
  // Outlives the download, which may fail or be stopped.
  const [choice, setChoice] = useState<{ of: string; chosen: ReadonlySet<string> } | null>(null);
  const list = { label: openMessages.open.toList, href: home };
  const toList = () => {
    navigate(home);
  };

  if (!link) return <Message framed title={openMessages.open.noStudy} text={openMessages.open.openFromList} action={list} />;
  if (failure) return <Message framed title={openMessages.open.failed} text={failure} action={list} />;
  if (!study) return <Loading what={openMessages.open.opening} onCancel={toList} />;
  if (progress)
    return (
      <Downloading
        progress={progress}
        onCancel={() => {
          stop();
          toList();
        }}
      />
    );
  const own = choice?.of === study.link.study_id ? choice.chosen : storedChoice(study);
  return (
    <Chooser
      key={study.link.study_id}
      study={study}
      chosen={own}
      onChosen={(chosen) => {
        setChoice({ of: study.link.study_id, chosen });
      }}
      onDone={start}
    />
  );
}
