import { leftOut } from './formats/curves.ts';
import type { ArchiveFile, SourceImage } from './formats/source.ts';
import { sequenceHashes } from '@echometry/contract/rules/sequence.ts';
import { pathPart, utf8 } from './archive.ts';
import { type InterpolationOf, sampledLines } from './curves.ts';
import { EXPORT_DOCUMENT_FORMAT } from './document-schema.ts';
import type { FormatContext } from './format-context.ts';
import { interpolations } from './interpolations.ts';
import type { ReadWork } from './read-work.ts';

async function documentOf({ source }: FormatContext, work: ReadWork, interpolationOf: InterpolationOf): Promise<string> {
  const lines: unknown[] = [];
  for (const image of work.chosen) {
    const metadata = await source.metadataOf(work, image);
    lines.push(...sampledLines(image, metadata, interpolationOf).map((line) => ({ instance_id: image.instance_id, ...line })));
  }
  return JSON.stringify({
    format: EXPORT_DOCUMENT_FORMAT,
    study: work.study,
    work: work.facts,
    study_state: work.state,
    missing_images: work.missing_images,
    images: work.chosen,
    lines,
    ...(await source.judged(work)),
  });
}

/** A work as a part of a path: study, person, and the difference between works of one person. */
function nameOf({ study, facts }: ReadWork): string {
  const parts = [study.study_id, facts.editor, facts.blind ? 'blind' : '', facts.pass > 1 ? `pass${facts.pass}` : '', facts.reviewer ?? ''];
  return parts
    .filter((part) => part !== '')
    .map(pathPart)
    .join('__');
}

/** Lines on every frame that works name: a file for each document, named by the hash of its content. */
class SequenceFiles {
  readonly #known = new Set<string>();
  #open: { hash: string; studyId: number; of: Pick<SourceImage, 'study' | 'work' | 'image'> }[] = [];

  note({ source, study, facts, chosen }: ReadWork): void {
    for (const image of chosen)
      for (const hash of sequenceHashes(image)) {
        if (this.#known.has(hash)) continue;
        this.#known.add(hash);
        this.#open.push({ hash, studyId: source.study.id, of: { study, work: facts, image } });
      }
  }

  /** Files of the works that were noted since. */
  async *files({ source }: FormatContext): AsyncIterable<ArchiveFile> {
    const open = this.#open;
    this.#open = [];
    for (const { hash, studyId, of } of open) {
      const lines = await source.sequence(studyId, hash);
      if (lines) yield { path: `json/sequences/${hash}.json`, content: utf8([JSON.stringify(lines)]) };
      else source.leaveOutOf('json')(leftOut(of, `the lines ${hash} on every frame are missing or damaged`));
    }
  }
}

/** The analysis as stored with its lines sampled: a file for each work, or one for all. */
export async function* jsonFiles(context: FormatContext): AsyncIterable<ArchiveFile> {
  const { source, imageTypes, schema } = context;
  const interpolationOf = interpolations(imageTypes.data);
  yield { path: 'json/schema.json', content: utf8([JSON.stringify(schema, null, 2)]) };
  const sequences = new SequenceFiles();
  if (source.request.single_file) {
    async function* all(): AsyncIterable<string> {
      yield `{"format":${EXPORT_DOCUMENT_FORMAT},"works":[`;
      let first = true;
      for await (const work of source.works()) {
        yield `${first ? '' : ','}\n${await documentOf(context, work, interpolationOf)}`;
        sequences.note(work);
        first = false;
      }
      yield '\n]}\n';
    }
    yield { path: 'json/export.json', content: utf8(all()) };
    yield* sequences.files(context);
    return;
  }
  for await (const work of source.works()) {
    yield { path: `json/${nameOf(work)}.json`, content: utf8([await documentOf(context, work, interpolationOf)]) };
    sequences.note(work);
    yield* sequences.files(context);
  }
}
