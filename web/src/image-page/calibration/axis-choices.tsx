import { useEffect } from 'react';
import type { FlowRegion } from '@echometry/contract/generated/image-metadata.ts';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { CalibrationChange } from '@echometry/contract/rules/calibration.ts';
import { fixed } from '../../lib/format.ts';
import layout from '../../ui/layout.module.css';
import classes from './calibration.module.css';
import type { CalibrationOnPage } from './calibration-on-page.ts';
import { messages } from './messages.ts';
import { Option } from './option.tsx';

interface Choice {
  name: string;
  change: CalibrationChange;
}

const AXES: readonly Choice[] = [
  { name: messages.axes.up, change: { velocity_axis: 'up' } },
  { name: messages.axes.down, change: { velocity_axis: 'down' } },
  { name: messages.axes.asInFile, change: { velocity_axis: 'dicom' } },
];
const ORIGINS: readonly Choice[] = [
  { name: messages.axes.region, change: { reference_pixel_origin: 'region' } },
  { name: messages.axes.image, change: { reference_pixel_origin: 'image' } },
];
const FLOWS: readonly Choice[] = [
  { name: messages.axes.toward, change: { flow_direction: 'toward' } },
  { name: messages.axes.away, change: { flow_direction: 'away' } },
];

interface Choices {
  on: CalibrationOnPage;
  calibration: ImageCalibration;
  modality: string | null;
  may: boolean;
}

/** How rows of a spectrum become velocities, each choice with what it gives. */
export function AxisChoices(props: Choices) {
  const { on } = props;
  useEffect(() => () => on.preview(null), [on]);
  return (
    <>
      <Choose {...props} title={messages.axes.sign} choices={AXES} />
      <Choose {...props} title={messages.axes.flow} choices={FLOWS} />
      <Choose {...props} title={messages.axes.origin} choices={ORIGINS} />
    </>
  );
}

function Choose({ on, calibration, modality, may, title, choices }: Choices & { title: string; choices: readonly Choice[] }) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section className={`${layout.column} ${classes.section}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <fieldset className={`${layout.column} ${classes.options}`} aria-labelledby={id}>
        {choices.map(({ name, change }) => {
          const { words, row } = resultOf(on, change, modality);
          return (
            <Option
              key={name}
              group={id}
              name={name}
              detail={words}
              checked={isChosen(calibration, change)}
              disabled={!may}
              onChoose={() => on.change(change)}
              onPreview={(shown) => on.preview(shown ? row : null)}
            />
          );
        })}
      </fieldset>
    </section>
  );
}

const isChosen = (calibration: ImageCalibration, change: CalibrationChange): boolean =>
  (Object.keys(change) as (keyof CalibrationChange)[]).every((key) => calibration[key] === change[key]);

/** The velocities at both ends of the region, and the row between them where velocity is zero. */
function resultOf(on: CalibrationOnPage, change: CalibrationChange, modality: string | null): { words: string; row: number | null } {
  const scale = on.under(change);
  try {
    const region = scale?.flowRegion(modality ?? undefined) ?? null;
    if (!scale || region?.units_y !== 'cm/s' || region.reference_y === null) return { words: messages.axes.noVelocities, row: null };
    // The axis of the picture has the sign of the display; only formulas see flow away from the probe as positive.
    const away = change.flow_direction === 'away';
    const at = (row: number) => {
      const value = scale.at(middleOf(region), row).y?.value ?? null;
      return value === null ? null : away ? -value : value;
    };
    const [top, bottom] = [at(region.region_location_min_y), at(region.region_location_max_y)];
    const words = messages.axes.velocities(fixed(top, 0), fixed(bottom, 0), fixed(region.reference_y, 0));
    return { words: change.flow_direction ? messages.axes.counted(words) : words, row: region.reference_y };
  } finally {
    scale?.free();
  }
}

const middleOf = ({ region_location_min_x: from, region_location_max_x: to }: FlowRegion): number => (from + to) / 2;
