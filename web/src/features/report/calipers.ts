/** Saved calipers in the report, including unassigned ones. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValue, CaliperValues, ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import { caliperValueName } from '@echometry/contract/rules/caliper-name.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { messages } from './messages.ts';

export interface CaliperRow {
  key: string;
  /** Names of the caliper and of the distance or angle. */
  name: string;
  amount: string;
  unit: string;
  /** Type and view of the image. */
  from: string;
  /** Cycle and event. */
  place: string;
  instanceId: string;
}

function placeOf({ cycle, event }: Pick<CaliperValues, 'cycle' | 'event'>): string {
  if (cycle === null) return messages.table.unassigned;
  return [messages.table.cycle(cycle + 1), event?.replaceAll('_', ' ')].filter(Boolean).join(', ');
}

/** A distance without a scale is in pixels. */
function amountOf({ value, unit, length_px }: CaliperValue): { amount: string; unit: string } {
  const inPixels = value === null && length_px !== null;
  return { amount: shownValue(inPixels ? length_px : value), unit: inPixels ? 'px' : unitShown(unit) };
}

/** The values of every caliper of some images, in the order in which they were placed. */
export function caliperRows(images: readonly AnalysisImage[], measured: readonly ImageMeasurements[]): CaliperRow[] {
  return images.flatMap((image) => {
    const { calipers } = measured.find(({ instance_id }) => instance_id === image.instance_id) ?? { calipers: [] };
    return calipers.flatMap((caliper) => {
      const stored = image.measurements_caliper.find(({ id }) => id === caliper.id);
      if (!stored) return [];
      return [...caliper.distances, ...caliper.angles].map((value) => ({
        key: `${image.instance_id} ${caliper.id} ${value.name}`,
        name: caliperValueName(stored, value.name),
        ...amountOf(value),
        from: [image.type, image.view].filter(Boolean).join(', '),
        place: placeOf(caliper),
        instanceId: image.instance_id,
      }));
    });
  });
}

/** Cells of the report's table: anatomy, name, value, unit, indexed, cycles, range, state, z, percentile, source, image. */
export const caliperCells = ({ name, amount, unit, from, place }: CaliperRow): string[] => [
  messages.calipers,
  name,
  amount,
  unit,
  '',
  place,
  '',
  '',
  '',
  '',
  '',
  from,
];
