import { Type, type Static } from 'typebox';
import { SEARCH_METHODS } from '../rules/search.ts';
import { STATUS_ORDER, type StatusName } from './status.ts';
import { MAX_NAME_LENGTH, Name, OneOf, Strict } from './strict.ts';
import { StudyId } from './study.ts';

/** Columns of the list of studies that order it; `next` belongs to the list of tasks. */
export const LIST_COLUMNS = ['date', 'patient', 'type', 'status', 'editor', 'updated', 'validated', 'next'] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** A step that is done or still open, or a study that a user is working in. */
export type ListStatus = `${StatusName} done` | `${StatusName} open` | 'in work';
export const LIST_STATUSES: readonly ListStatus[] = [
  'in work',
  ...STATUS_ORDER.flatMap((name): ListStatus[] => [`${name} done`, `${name} open`]),
];

/** Most rows of one page: a download of the whole list is made of such pages. */
export const MAX_LIST_PAGE = 5000;
/** Far beyond the rows of any list, and a number that every database knows. */
const MAX_LIST_OFFSET = 1_000_000_000;

/** Which page of the list of studies, in which order, and what it leaves out. Omitted fields are as on a fresh list. */
export const StudyListQuery = Strict({
  /** Rows before the page; beyond the end it is the last page. */
  offset: Type.Integer({ minimum: 0, maximum: MAX_LIST_OFFSET }),
  limit: Type.Integer({ minimum: 1, maximum: MAX_LIST_PAGE }),
  sort: Type.Optional(Strict({ by: OneOf(LIST_COLUMNS), direction: OneOf(['ascending', 'descending'] as const) })),
  search: Type.Optional(Strict({ text: Type.String({ maxLength: MAX_NAME_LENGTH }), method: OneOf(SEARCH_METHODS) })),
  hide_completed: Type.Optional(Type.Boolean()),
  status: Type.Optional(OneOf(LIST_STATUSES)),
  /** E-mail of the editor. */
  editor: Type.Optional(Name),
  /** Only rows of this study. */
  study_id: Type.Optional(StudyId),
  /** Only rows with something left to do for the caller, whose next steps come with the page. */
  tasks: Type.Optional(Type.Boolean()),
});
export type StudyListQuery = Static<typeof StudyListQuery>;

const Count = Type.Integer({ minimum: 0 });

/** The list that a page belongs to. */
export const StudyListSummary = Strict({
  /** Place of the first row of the page among the rows found, from 0. */
  offset: Count,
  /** Rows before search and filters. */
  total: Count,
  /** Rows that pass search and filters; of these, validated rows, and rows that are held open. */
  found: Count,
  validated: Count,
  open: Count,
  /** Everybody whose work a row of the total shows, in the order of their e-mails. */
  editors: Type.Array(Type.String()),
  /** Steps that the rows of the total have, in their order. */
  steps: Type.Array(OneOf(STATUS_ORDER as readonly [StatusName, ...StatusName[]])),
});
export type StudyListSummary = Static<typeof StudyListSummary>;
