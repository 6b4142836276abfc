import type { AdminAnswer } from '../services/admin/request.ts';
import type { PredictionsReport } from './import-predictions.ts';

/** Lines of the report that name what was refused; the rest is in the JSON. */
const TOLD_REFUSALS = 20;

/** What came of an import of lines, for the person at the console; it fails where nothing was stored. */
export function answerOf(report: PredictionsReport): AdminAnswer {
  const { rater, studies, images, lines, refused } = report;
  const told = refused.slice(0, TOLD_REFUSALS).map(({ entry, reason }) => `${entry || 'the file'}: ${reason}`);
  const more = refused.length - told.length;
  return {
    lines: [
      `${rater}: ${lines} lines on ${images} images of ${studies.length} studies.`,
      ...(refused.length === 0 ? [] : [`${refused.length} lines were refused:`, ...told]),
      ...(more > 0 ? [`and ${more} more; --json names them all.`] : []),
    ],
    data: report,
    failed: lines === 0,
  };
}
