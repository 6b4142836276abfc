import type { AnalysisServices } from './services.ts';
import { downloadRawHandlers } from './download-raw.ts';
import { analysisGetHandlers } from './get.ts';
import { getSequencesHandlers } from './get-sequences.ts';
import { historyHandlers } from './history.ts';
import { lastUpdateHandlers } from './last-update.ts';
import { passesHandlers } from './passes.ts';
import { analysisUpdateHandlers } from './update.ts';

/** Handlers of the calls of analyses. */
export const handlersOfAnalyses = (services: AnalysisServices) => ({
  ...passesHandlers(services),
  ...analysisGetHandlers(services),
  ...getSequencesHandlers(services),
  ...downloadRawHandlers(services),
  ...analysisUpdateHandlers(services),
  ...lastUpdateHandlers(services),
  ...historyHandlers(services),
});
