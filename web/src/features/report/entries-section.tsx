import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { MAX_CONCLUSION_LENGTH } from '@echometry/contract/rules/report-entries.ts';
import { keepDraft, readDraft } from '../../lib/drafts.ts';
import type { ShownComment } from '../../study/store/comment-ops.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import cards from './cards.module.css';
import { removeKeyImage, writeConclusion, type ReportEntries } from './entries.ts';
import { KeyImage } from './key-image.tsx';
import classes from './sections.module.css';
import { messages } from './messages.ts';

export const writtenBy = ({ user, date }: Pick<ShownComment, 'user' | 'date'>): string =>
  `${user}, ${new Date(date).toLocaleDateString('en-GB', { dateStyle: 'medium' })}`;

interface Props {
  study: OpenStudy;
  entries: ReportEntries;
}

/** Conclusion and key images below the values. */
export function EntriesSection({ study, entries }: Props) {
  const { own, others, keyImages, mayWrite } = entries;
  const empty = own === null && others.length === 0;
  return (
    <>
      {(mayWrite || !empty) && (
        <section className={classes.keySection} aria-labelledby="report-conclusion">
          <h2 id="report-conclusion" className={cards.anatomy}>
            {messages.conclusion}
          </h2>
          {others.map((one) => (
            <Written key={one.id} entry={one} />
          ))}
          {mayWrite && <Conclusion key={draftName(study)} study={study} own={own} />}
        </section>
      )}
      {keyImages.length > 0 && (
        <section aria-labelledby="report-key-images">
          <h2 id="report-key-images" className={cards.anatomy}>
            {messages.keyImages}
          </h2>
          <div className={classes.images}>
            {keyImages.map((entry) => (
              <Figure key={entry.id} study={study} entry={entry} removable={mayWrite && entry.user === study.user} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

export const Written = ({ entry }: { entry: ShownComment }) => (
  <>
    <p className={classes.text} data-testid="conclusion">
      {entry.content}
    </p>
    <p className={classes.by}>{writtenBy(entry)}</p>
  </>
);

/** Pause in typing after which a conclusion is stored, in ms. */
const TYPING_PAUSE_MS = 2000;

const draftName = ({ user, role, link, editor }: OpenStudy): string => `conclusion ${JSON.stringify([user, role, link.study_id, editor])}`;

/**
 * The person's own conclusion. It is stored after a pause in typing, when the box loses the focus, and when the page is hidden;
 * until the server has it, this tab keeps it.
 */
function Conclusion({ study, own }: { study: OpenStudy; own: ShownComment | null }) {
  const name = draftName(study);
  const stored = own?.content ?? '';
  const [text, setText] = useState(() => readDraft<string>(name) ?? stored);
  const [before, setBefore] = useState(stored);
  if (stored !== before) {
    setBefore(stored);
    // Stored elsewhere, while nothing was typed here.
    if (text.trim() === before) setText(stored);
  }
  const isOpen = text.trim() !== stored;
  const isSent = !isOpen && own?.waits !== true;
  useEffect(() => {
    if (isSent) keepDraft(name, null);
  }, [isSent, name]);
  const store = () => writeConclusion(study, own, text);
  useStoring(text, isOpen, store);
  return (
    <>
      <textarea
        aria-label={messages.conclusion}
        placeholder={messages.entries.placeholder}
        maxLength={MAX_CONCLUSION_LENGTH}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          keepDraft(name, currentTarget.value);
        }}
        onBlur={store}
      />
      <p className={classes.by} role="status">
        {isOpen
          ? messages.entries.notSaved
          : own === null
            ? ''
            : own.waits
              ? messages.entries.notSent
              : messages.entries.saved(writtenBy(own))}
      </p>
    </>
  );
}

/** Stores a text after a pause in typing and when the page is hidden, as before a tab is closed. */
function useStoring(text: string, isOpen: boolean, store: () => void): void {
  const latest = useRef(store);
  latest.current = store;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => latest.current(), TYPING_PAUSE_MS);
    const onHidden = () => document.visibilityState === 'hidden' && latest.current();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [text, isOpen]);
}

function Figure({ study, entry, removable }: { study: OpenStudy; entry: ShownComment; removable: boolean }) {
  return (
    <figure className={classes.image} data-testid="key-image">
      <EntryPicture study={study} entry={entry} />
      <figcaption>
        {entry.content}
        {removable && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={messages.entries.removeOne(entry.content)}
            onClick={() => removeKeyImage(study, entry)}
          >
            {messages.entries.remove}
          </Button>
        )}
      </figcaption>
    </figure>
  );
}

/** The frame of a key image. */
export function EntryPicture({ study, entry }: { study: OpenStudy; entry: ShownComment }) {
  const file = study.files.find(({ filename }) => filename === entry.image_filename);
  if (!file) return <p>{messages.entries.imageGone}</p>;
  const image = study.images.find(({ instance_id }) => instance_id === file.instance_id);
  return <KeyImage file={file} image={image} frame={entry.anchor?.frame_number ?? 1} types={study.config.imageTypes} />;
}
