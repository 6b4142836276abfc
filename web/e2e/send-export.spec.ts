/** Objects of an export are sent to a real PACS. */
import { exportReports } from './support/export-reports.ts';
import { look } from './support/look.ts';
import { ORTHANC, withOrthanc } from './support/orthanc.ts';
import { EXPORTED } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test.use({ serverSettings: withOrthanc(['archive']) });

/** SR objects of the patients C01, C02 and so on in the PACS, by its own search (QIDO-RS); other journeys send reports of other patients. */
async function reportsThere(): Promise<string[]> {
  const reply = await fetch(`${ORTHANC!.address}/instances?Modality=SR&PatientID=C*&limit=500`, {
    headers: { authorization: ORTHANC!.authorization, accept: 'application/dicom+json' },
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { '00080018': { Value: string[] } }[]).map((one) => one['00080018'].Value[0] ?? '');
}

test('an export with DICOM SR is sent to the PACS, and again without a second copy', async ({ page }) => {
  await exportReports(page, 'Demo cycles adult');
  const send = page.getByTestId('earlier-export').getByRole('button', { name: 'Send to archive' });
  await expect(send).toBeVisible(EXPORTED);
  const before = new Set(await reportsThere());
  await send.click();
  const sendings = page.getByTestId('sending');
  await expect(sendings).toHaveAttribute('data-state', 'finished', EXPORTED);
  const [, stored = ''] = /(\d+) objects? stored/.exec(await sendings.innerText()) ?? [];
  await sendings.getByRole('button', { name: 'Log' }).click();
  await expect(page.getByRole('list', { name: 'Log of the export' })).toContainText(`${stored} objects stored in archive, 0 refused`);
  const there = (await reportsThere()).filter((uid) => !before.has(uid));
  expect(there).toHaveLength(Number(stored));
  expect(there.length).toBeGreaterThan(0);

  await send.press('Enter');
  await expect(sendings).toHaveCount(2);
  await expect(sendings.first()).toHaveAttribute('data-state', 'finished', EXPORTED);
  await expect(sendings.first()).toContainText(`${stored} objects stored`);
  expect(new Set(await reportsThere())).toEqual(new Set([...before, ...there]));
  await sendings.first().scrollIntoViewIfNeeded();
  await look(page, 'export-sent', [page.getByRole('note')]);
});
