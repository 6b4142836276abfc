/** Measuring of the open study: begun with the first page that shows an image of it, ended with the study. */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { firstPicture } from '../../lib/first-picture.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import { currentSession, onStudyClosed } from '../store/current-study.ts';
import { sourceOf } from '../store/file-cache.ts';
import type { StudySession } from '../store/study-session.ts';
import { factsOf } from './another-study.ts';
import { StudyMeasuring } from './study-measuring.ts';

let current: { of: StudySession; measuring: StudyMeasuring } | null = null;

/** Reads the beginning of a file: the rest of it is not waited for. */
async function metadataOf(session: StudySession, instanceId: string): Promise<ImageMetadata | null> {
  const file = session.study.files.find(({ instance_id }) => instance_id === instanceId);
  const source = file ? await sourceOf(file.filename) : null;
  if (source === null) return null;
  const engine = theEngine();
  const opened = await engine.open(source);
  if (!opened.ok) return null;
  const metadata = await engine.metadata(opened.value);
  engine.release(opened.value);
  return metadata.ok ? metadata.value : null;
}

/** Measuring of the open study; null when no study is open. */
export function studyMeasuring(): StudyMeasuring | null {
  const session = currentSession();
  if (!session?.live) return null;
  if (current?.of !== session) {
    current?.measuring.close();
    const facts = () => factsOf(session.study.head);
    const engine = theEngine().study(session.study.config.measuring, facts());
    // Values of a file that cannot be read state that as their reason.
    const readFile = (instanceId: string) => metadataOf(session, instanceId).catch(() => null);
    current = { of: session, measuring: new StudyMeasuring({ after: firstPicture, session, engine, facts, metadataOf: readFile }) };
  }
  return current.measuring;
}

onStudyClosed(() => {
  current?.measuring.close();
  current = null;
});
