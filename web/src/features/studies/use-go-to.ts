import { useLocation } from 'wouter';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { alertUser } from '../../lib/alerts.ts';
import { messages } from '../../lib/messages.ts';
import { pathOfRow } from '../../image-page/study-path.ts';

/** Goes to a page of a study, to an image of it, and to a measurement of that. */
export function useGoTo(): (row: StudyRow, page: string, image?: string | null, measurement?: string | null) => void {
  const [, navigate] = useLocation();
  return (row, page, image = null, measurement = null) => {
    const path = pathOfRow(row, page, image, measurement);
    if (path === null) alertUser(messages.page.incompatible, 'hard');
    else navigate(path);
  };
}
