/** Why a format cannot contain an image. The record is enough to decide, so the preview opens no files. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { isDrawn } from '@echometry/contract/rules/measured.ts';
import type { ExportFormatName } from '@echometry/contract/rules/export-formats.ts';
import { isMeasurable } from '../worked-on.ts';
import { FOUR_CHAMBER, TWO_CHAMBER } from './beats.ts';

const MISSING = 'the image is declared missing in the study';
const NOT_TRACED = 'no line is finished; CSV and JSON have the rest of the work';

const notTraced = (image: AnalysisImage): string | null => (image.missing_image ? MISSING : isDrawn(image) ? null : NOT_TRACED);

/** Accepts images of the given types with finished lines. */
const tracedOnly =
  (types: readonly string[], otherType: string) =>
  (image: AnalysisImage): string | null =>
    image.missing_image ? MISSING : types.includes(image.type ?? '') ? notTraced(image) : otherType;

const notMeasured = (image: AnalysisImage): string | null =>
  image.missing_image ? MISSING : isMeasurable(image) ? null : 'nothing is measured; CSV and JSON have the rest of the work';

const notClip = (image: AnalysisImage): string | null =>
  image.missing_image ? MISSING : image.modality === '2D' ? null : 'the folder holds 2D clips; CSV and JSON have the rest of the work';

/** The tables and JSON contain every image with work. */
const holdsAll = (): null => null;

export const REFUSALS: Readonly<Record<ExportFormatName, (image: AnalysisImage) => string | null>> = {
  'csv-long': holdsAll,
  'csv-wide': holdsAll,
  redcap: holdsAll,
  json: holdsAll,
  masks: notTraced,
  coco: notTraced,
  echonet: tracedOnly([FOUR_CHAMBER], 'EchoNet-Dynamic holds only apical four-chamber clips'),
  camus: tracedOnly([FOUR_CHAMBER, TWO_CHAMBER], 'CAMUS holds only apical four- and two-chamber clips'),
  seg: notTraced,
  bids: notClip,
  sr: notMeasured,
  fhir: notMeasured,
};
