import { useSnapshot } from 'valtio';
import { mayRead } from '@echometry/contract/rules/permissions.ts';
import type { Bindings } from '../lib/keys.ts';
import type { KeyHint } from '../ui/key-strip.tsx';
import kit from '../ui/kit.module.css';
import classes from './image-page.module.css';
import { CommentsSection } from './comments/comments-section.tsx';
import { IssuesSection } from './issues/issues-section.tsx';
import { messages } from './messages.ts';
import { ASSESSMENT, panel, toggleSection, type SectionName } from './panel-place.ts';
import type { PageContext, PanelPart } from './parts.ts';
import { QualitySection } from './quality/quality-section.tsx';

/** Sections that a page has: quality where the project asks for it, and comments where the role reads them. */
const sectionsOf = ({ study }: Pick<PageContext, 'study'>): readonly SectionName[] => [
  ...(study.project.qc.type.length > 0 ? (['quality'] as const) : []),
  ...(mayRead(study.role) ? (['comments'] as const) : []),
];

/** Name of the panel; null where it would be empty. */
export function assessmentLabel(context: Pick<PageContext, 'study'>): string | null {
  if (mayRead(context.study.role)) return messages.assessment.title;
  return sectionsOf(context).length > 0 ? messages.assessment.quality : null;
}

const QUALITY_HINTS: readonly KeyHint[] = [
  { actions: ['quality.option-1', 'quality.option-2', 'quality.option-3'], does: messages.assessment.keys.option },
  { actions: ['quality.previous', 'quality.next'], does: messages.assessment.keys.question },
  { actions: ['quality.all-good'], does: messages.assessment.keys.allGood },
  { actions: ['quality.send'], does: messages.assessment.keys.send },
  { actions: ['quality.leave'], does: messages.assessment.keys.image },
];
const LOOKING_HINTS: readonly KeyHint[] = [{ actions: ['quality.leave'], does: messages.assessment.keys.image }];
const COMMENT_HINTS: readonly KeyHint[] = [
  { actions: ['comments.send'], does: messages.assessment.keys.send },
  { actions: ['comments.line'], does: messages.assessment.keys.line },
  { actions: ['comments.close'], does: messages.assessment.keys.close },
];

/** Quality and comments, the same on every page of images: docked next to the picture, which it never covers there. */
export const ASSESSMENT_PART: PanelPart & Required<Pick<PanelPart, 'strip'>> = {
  id: ASSESSMENT,
  label: messages.assessment.title,
  short: messages.assessment.quality,
  render: (context) => <Assessment context={context} />,
  strip: ({ study }, focus) => {
    if (focus === 'quality') return { mode: messages.assessment.quality, hints: study.readOnly ? LOOKING_HINTS : QUALITY_HINTS };
    return focus === 'comments' ? { mode: messages.assessment.comments, hints: COMMENT_HINTS } : null;
  },
};

/** The panel, or none where it would be empty. */
export function assessmentParts(context: PageContext): PanelPart[] {
  const label = assessmentLabel(context);
  return label === null ? [] : [{ ...ASSESSMENT_PART, label }];
}

/** Keys that open, reach and close the sections. */
export function assessmentKeys(context: PageContext): Bindings {
  const sections = sectionsOf(context);
  return {
    'viewer.quality': () => sections.includes('quality') && toggleSection('quality', sections),
    ...(sections.includes('comments') ? { 'viewer.comments': () => toggleSection('comments', sections) } : {}),
  };
}

function Assessment({ context }: { context: PageContext }) {
  const { folded } = useSnapshot(panel);
  const { file } = context;
  const sections = sectionsOf(context);
  if (!file) return <p className={classes.none}>{messages.noImage}</p>;
  return (
    <div className={kit.rest}>
      {sections.includes('quality') && (
        <QualitySection context={context} file={file} folded={folded.includes('quality')} sections={sections} />
      )}
      <IssuesSection context={context} file={file} />
      {sections.includes('comments') && (
        <CommentsSection context={context} file={file} folded={folded.includes('comments')} sections={sections} />
      )}
    </div>
  );
}
