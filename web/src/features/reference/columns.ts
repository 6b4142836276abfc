/** Columns of the Reference page: one for each modality, with the slots that are shown. */
import type { ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import { messages } from './messages.ts';

/** Column of types that no modality is known of. */
export const OTHER = messages.board.otherColumn;
export type ColumnName = ImageModality | typeof OTHER;

export interface Column {
  name: ColumnName;
  slots: readonly Slot[];
  /** Slots of the modality whose requirements are met, and all of them, whatever is shown. */
  complete: number;
  of: number;
}

const columnOf = ({ modality }: Slot): ColumnName => modality ?? OTHER;

/** Columns there are: the modalities of the project in its order, then further ones that an image has. */
export const columnNames = (slots: readonly Slot[], modalities: readonly ImageModality[]): ColumnName[] => [
  ...new Set<ColumnName>([...modalities, ...slots.map(columnOf)]),
];

/**
 * @param hidden modalities whose tag is off
 * @param notCompleted only what lacks something
 */
export function columnsOf(
  slots: readonly Slot[],
  modalities: readonly ImageModality[],
  hidden: ReadonlySet<ColumnName>,
  notCompleted: boolean,
): Column[] {
  return columnNames(slots, modalities)
    .filter((name) => !hidden.has(name))
    .map((name) => {
      const own = slots.filter((slot) => columnOf(slot) === name);
      return {
        name,
        slots: notCompleted ? own.filter(({ met }) => !met) : own,
        complete: own.filter(({ met }) => met).length,
        of: own.length,
      };
    });
}

/** Elements that the keys move over: a slot, or in a slot to choose from each of its images. */
export const itemsOf = (slot: Slot): string[] =>
  slot.kind === 'choose' ? slot.candidates.map(({ instance_id }) => instance_id) : [slot.key];
