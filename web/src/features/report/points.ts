/** The way from a value to the image, frame and points it was measured on. */
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import type { ReportValue } from '@echometry/contract/rules/report.ts';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';

/** The first frame that was read; null on a strip and where nothing was. */
export const frameOf = ({ provenance }: Pick<Measurement, 'provenance'>): number | null =>
  provenance?.points.find(({ frame_number }) => frame_number !== null)?.frame_number ?? null;

/** Address of the page where the points are, the value explained there; null for a role without that page. */
export function pathOfPoints(role: RoleName, link: StudyLink, value: ReportValue): string | null {
  if (!mayOpenPage(role, '/segmentation')) return null;
  const { frame: _before, measurement: _other, image: _of, ...rest } = link;
  const frame = frameOf(value.measurement);
  return studyPath('segmentation', {
    ...rest,
    image: value.image_id,
    measurement: value.name,
    ...(frame === null ? {} : { frame }),
  });
}
