/** The way from a value to the image, frame and points it was measured on. */
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import type { ReportValue } from '@echometry/contract/rules/report.ts';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';

/** The first frame that was read; null on a strip and where nothing was. */
export const frameOf = ({ provenance }: Pick<Measurement, 'provenance'>): number | null =>
  provenance?.points.find(({ frame_number }) => frame_number !== null)?.frame_number ?? null;

/** Address of the page where the points are; null for a role without such a page. */
export function pathOfPoints(role: RoleName, link: StudyLink, value: ReportValue): string | null {
  const { frame: _before, measurement: _other, image: _of, ...rest } = link;
  // A Reviewer's images are on the page of validation, which shows the lines of every event.
  if (mayOpenPage(role, '/validation')) return studyPath('validation', { ...rest, image: value.image_id });
  if (!mayOpenPage(role, '/segmentation')) return null;
  const frame = frameOf(value.measurement);
  return studyPath('segmentation', {
    ...rest,
    image: value.image_id,
    measurement: value.name,
    ...(frame === null ? {} : { frame }),
  });
}
