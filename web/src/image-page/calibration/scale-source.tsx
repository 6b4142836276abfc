import type { CalibrationSource, ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { sourcesOf } from '@echometry/contract/rules/calibration.ts';
import { number } from '../../lib/format.ts';
import layout from '../../ui/layout.module.css';
import classes from './calibration.module.css';
import type { CalibrationOnPage } from './calibration-on-page.ts';
import { Option } from './option.tsx';
import { messages } from './messages.ts';

/** Which of the sources that the file has, or that a person gave, is the scale. */
export function ScaleSource({
  on,
  metadata,
  calibration,
  may,
}: {
  on: CalibrationOnPage;
  metadata: ImageMetadata;
  calibration: ImageCalibration;
  may: boolean;
}) {
  return (
    <section className={`${layout.column} ${classes.section}`} aria-labelledby="scale-source">
      <h2 id="scale-source">{messages.source.title}</h2>
      <fieldset className={`${layout.column} ${classes.options}`} aria-labelledby="scale-source">
        {sourcesOf(metadata).map((source) => (
          <Option
            key={source}
            group="scale-source"
            name={source === 'confirmed_spacing' ? messages.source.confirm : messages.source.names[source]}
            detail={detailOf(source, metadata, calibration)}
            checked={calibration.source === source}
            disabled={!may || (source === 'manual' && calibration.manual.length === 0)}
            onChoose={() => on.change({ source })}
          />
        ))}
      </fieldset>
    </section>
  );
}

function detailOf(
  source: CalibrationSource,
  { doppler_regions: regions, pixel_spacing: spacing }: ImageMetadata,
  { manual }: ImageCalibration,
) {
  const mm = spacing && messages.source.spacing(number(spacing.row_mm, 4), number(spacing.column_mm, 4));
  switch (source) {
    case 'regions':
      return messages.source.regions(regions.length);
    case 'pixel_spacing':
      return mm;
    case 'confirmed_spacing':
      return spacing && mm && messages.source.nominal(mm, spacing.source);
    case 'manual':
      if (manual.length === 0) return messages.source.markFirst;
      return manual
        .map(({ axis, value, unit }) => {
          const words = `${number(value, 4)} ${unit}`;
          return axis === 'xy' ? words : axis === 'x' ? messages.source.across(words) : messages.source.down(words);
        })
        .join(', ');
    case 'none':
      return null;
  }
}
