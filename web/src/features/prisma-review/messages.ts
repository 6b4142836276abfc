/** Texts of the team review of studies. */
export const messages = {
  title: 'Team review of studies',
  back: 'Back to user page',
  none: 'No study in this project needs a consensus.',
  loading: 'Loading studies',
  card: {
    label: (patient: string, date: string) => `Patient ${patient}, ${date}`,
    blind: 'blind',
    imagesBy: (reviewer: string, consensus: boolean) => `images of the ${consensus ? 'consensus review' : 'review'} by ${reviewer}`,
    reviews: 'Reviews that the outcome settles',
    consensus: ' · consensus',
    noType: 'no type',
    view: 'View images',
  },
  viewing: {
    title: (patient: string) => `Team review of patient ${patient}`,
    bar: 'Team review',
    back: 'Back to the list',
  },
  review: (reviewer: string, editor: string, blind: boolean) => `${reviewer} on the ${blind ? 'blind ' : ''}work of ${editor}`,
  phases: { editor: 'Editor', reviewer: 'Reviewer' },
  quality: (phase: string, score: string | null) => `Quality by the ${phase}: ${score ?? 'not scored'}`,
  decision: 'Decision about the study',
  /** Specified: docs/specification.md#platform-4. */
  outcomes: {
    back: 'Back for changes',
    exclude: 'Exclude study',
    include: 'Include study',
    pending: 'Consensus pending',
  },
  notIncluded: 'Not every image has its cycles segmented, so the study cannot be included.',
  notIncludedBrief: 'Not all cycles segmented',
  notSaved: (reason: string) => `The decision was not saved: ${reason}`,
  decided: 'Decided',
  undo: 'Undo',
  notUndone: (reason: string) => `The decision was not undone: ${reason}`,
};
