import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { hasQc, isPositiveQc, NO_TEMPLATE } from '@echometry/contract/rules/quality.ts';
import { ago } from '../../lib/format.ts';
import { REMARK } from '../../study/store/comments.ts';
import type { ShownComment } from '../../study/store/comment-ops.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { Segments, type Segment } from '../../ui/segments.tsx';
import { useComments } from '../comments/use-comments.ts';
import { goToSection, panel, setPanel, type SectionName } from '../panel-place.ts';
import type { PageContext } from '../parts.ts';
import { SectionHeading } from '../section-heading.tsx';
import type { Mode } from './evaluation.ts';
import { EvaluationPart } from './evaluation-part.tsx';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './quality.module.css';
import { modeOf, useEvaluation } from './use-evaluation.ts';

export interface SectionProps {
  context: PageContext;
  file: StudyFile;
  folded: boolean;
  /** Sections of the panel, for what is left when this one is closed. */
  sections: readonly SectionName[];
}

/** Quality control of the image that is shown: quick, complete, or one of the two by choice. */
export function QualitySection({ context, file, folded }: SectionProps) {
  const { study, image } = context;
  const { qualityMode } = useSnapshot(panel);
  const entries = useComments().filter(({ type, image_filename }) => type.startsWith('score') && image_filename === file.filename);
  const remark = entries.findLast(({ type, user }) => type === REMARK && user === study.user)?.content ?? '';
  const { type: types } = study.project.qc;
  return (
    <section className={`${layout.column} ${classes.section}`} aria-label={messages.title} data-folded={folded}>
      <SectionHeading name="quality" title={messages.title} folded={folded}>
        {types.length > 1 && !folded && <ModeChoice mode={modeOf(types, qualityMode)} />}
        <QualityChip image={image} />
      </SectionHeading>
      {!folded && (
        <Form
          key={`${file.instance_id} ${image?.type ?? ''}`}
          context={context}
          file={file}
          mode={modeOf(types, qualityMode)}
          remark={remark}
          entries={entries}
        />
      )}
    </section>
  );
}

function Form({
  context,
  file,
  mode,
  remark,
  entries,
}: {
  context: PageContext;
  file: StudyFile;
  mode: Mode;
  remark: string;
  entries: readonly ShownComment[];
}) {
  const form = useEvaluation(context, file, remark);
  const { image, study } = context;
  const [round, setRound] = useState(0);
  const clear = () => {
    form.clear();
    // Asked again from the first question.
    setRound(round + 1);
    goToSection('quality');
  };
  const evaluated = hasQc(image ?? NOTHING);
  const remarks = entries.filter(({ type, user }) => type === REMARK && user !== study.user);
  return (
    <>
      {mode === 'complete' && image?.type && form.now.score === null && <p className={classes.note}>{NO_TEMPLATE}</p>}
      <EvaluationPart key={round} form={form} image={image} mode={mode}>
        {evaluated && form.refusal === null && (
          <button
            type="button"
            className={`${layout.tool} ${classes.clear}`}
            onClick={clear}
            aria-label={messages.delete}
            title={messages.delete}
          >
            <IconTrash size={16} stroke={1.6} />
          </button>
        )}
        <Evaluated entries={entries} />
      </EvaluationPart>
      {remarks.map(({ id, user, content }) => (
        <p key={id} className={classes.note}>
          {messages.remarkOf(user, content)}
        </p>
      ))}
    </>
  );
}

/** An image without work. */
const NOTHING = { score: null, accepted: null } as const;

/** Who evaluated the image last, and when. */
function Evaluated({ entries }: { entries: readonly ShownComment[] }) {
  const last = entries.findLast(({ type }) => type !== REMARK);
  if (!last) return null;
  const words = `${last.user}, ${ago(last.date, Date.now())}`;
  return (
    <span className={`${layout.cutText} ${classes.evaluated}`} title={messages.evaluatedBy(words)}>
      {words}
    </span>
  );
}

const MODES: readonly Segment<Mode>[] = [
  { value: 'quick', label: messages.quick },
  { value: 'complete', label: messages.complete },
];

function ModeChoice({ mode }: { mode: Mode }) {
  return <Segments label={messages.kind} value={mode} segments={MODES} onChange={(qualityMode) => setPanel({ qualityMode })} />;
}

function qualityWords(image: PageContext['image']): { tone: Tone; text: string } {
  if (!image || !hasQc(image)) return { tone: 'warn', text: messages.notScored };
  const tone = isPositiveQc(image) ? 'ok' : 'bad';
  if (image.accepted !== null) return { tone, text: image.accepted === 'yes' ? messages.isAccepted : messages.isNotAccepted };
  return { tone, text: tone === 'ok' ? messages.scored : messages.inadequate };
}

function QualityChip({ image }: { image: PageContext['image'] }) {
  const { tone, text } = qualityWords(image);
  return (
    <Chip tone={tone} dot={tone === 'ok'}>
      {text}
    </Chip>
  );
}
