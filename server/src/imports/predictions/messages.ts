import { counted } from '@echometry/contract/rules/counted.ts';
import type { CommandAnswer } from '../../workspace/command-answer.ts';
import type { PredictionsReport } from './import-predictions.ts';
import { SHOWN_REFUSALS } from './limits.ts';

/** Result of an import of lines, for the console; it fails where nothing was stored. */
export function answerOf(report: PredictionsReport): CommandAnswer {
  const { rater, studies, images, lines, refused, refused_in_all } = report;
  const shown = refused.slice(0, SHOWN_REFUSALS).map(({ entry, reason }) => `${entry || 'the file'}: ${reason}`);
  const more = refused_in_all - shown.length;
  return {
    lines: [
      `${rater}: ${counted(lines, 'line')} on ${counted(images, 'image')} of ${counted(studies.length, 'study', 'studies')}.`,
      ...(refused_in_all === 0 ? [] : [`${counted(refused_in_all, 'line was', 'lines were')} refused:`, ...shown]),
      ...(more > 0 ? [`and ${more} more; --json names the first ${refused.length}.`] : []),
    ],
    data: report,
    failed: lines === 0,
  };
}
