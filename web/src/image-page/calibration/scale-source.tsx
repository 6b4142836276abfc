import type { CalibrationSource, ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { sourcesOf } from '@echometry/contract/rules/calibration.ts';
import { number } from '../../lib/format.ts';
import classes from './calibration.module.css';
import type { CalibrationOnPage } from './calibration-on-page.ts';
import { Option } from './option.tsx';
import { SOURCE_WORDS, SPACING_WORDS } from './messages.ts';

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
    <section className={classes.section} aria-labelledby="scale-source">
      <h2 id="scale-source">Source of the scale</h2>
      <fieldset className={classes.options} aria-labelledby="scale-source">
        {sourcesOf(metadata).map((source) => (
          <Option
            key={source}
            group="scale-source"
            name={source === 'confirmed_spacing' ? 'Confirm the nominal spacing' : SOURCE_WORDS[source]}
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
  const mm = spacing && `${number(spacing.row_mm, 4)} × ${number(spacing.column_mm, 4)} mm between pixels`;
  switch (source) {
    case 'regions':
      return regions.length === 1 ? '1 calibrated region' : `${regions.length} calibrated regions`;
    case 'pixel_spacing':
      return mm;
    case 'confirmed_spacing':
      return `${mm}, from ${spacing ? SPACING_WORDS[spacing.source] : ''}. It is valid only if the picture was not magnified: confirm it if a known distance agrees.`;
    case 'manual':
      if (manual.length === 0) return 'Mark it below first.';
      return manual
        .map(({ axis, value, unit }) => `${axis === 'xy' ? '' : axis === 'x' ? 'across ' : 'down '}${number(value, 4)} ${unit}`)
        .join(', ');
    case 'none':
      return null;
  }
}
