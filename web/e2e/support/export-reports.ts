import type { Page } from '@playwright/test';
import { NO_ORTHANC, ORTHANC } from './orthanc.ts';
import { signIn, takeRole } from './steps.ts';
import { test } from './test.ts';

/** Makes an export of measurements of a project with DICOM SR; the journey is skipped without a PACS that could take it. */
export async function exportReports(page: Page, project: string): Promise<void> {
  test.slow();
  test.skip(ORTHANC === null, NO_ORTHANC);
  await signIn(page, 'data@demo');
  await takeRole(page, 'Data scientist', /\/export/);
  await page.getByRole('tab', { name: project, exact: true }).click();
  await page.getByRole('group', { name: 'Export', exact: true }).getByRole('button', { name: 'Measurements' }).click();
  await page.getByRole('checkbox', { name: 'DICOM SR' }).check();
  await page.getByRole('button', { name: 'Create export' }).click();
}
