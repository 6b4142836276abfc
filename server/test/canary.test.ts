import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { expect, it } from 'vitest';
import { createProject } from '../src/db/projects.ts';
import { maskSamples } from '../src/imports/mask-samples.ts';
import { runImport } from '../src/imports/run-import.ts';
import { openWorkspace } from '../src/workspace/workspace.ts';
import { dicomFile, type Element } from './dicom-file.ts';
import { filesOf, findsOf, rowsOf } from './held.ts';
import { PROJECT } from './world.ts';
import { temporaryFolder } from './temporary.ts';

// One text for each place, so that a find names the leak.
const CANARY = 'KANARI';
const DATE = '19610413';
const UID = '1.2.826.0.1.3680043.99.61.4.13';
let planted = 0;
const canary = (): string => `${CANARY}${String((planted += 1)).padStart(4, '0')}`;
const at = (group: number, element: number, vr: string, value: Element['value'] = canary()): Element => ({
  tag: [group, element],
  vr,
  value,
});

/** Identifying attributes of PS3.15 Table E.1-1 and free text, in every text VR; then private ones, sequences, overlays. */
function plantedElements(): Element[] {
  const names: Array<[number, number]> = [
    [0x10, 0x10],
    [0x8, 0x90],
    [0x8, 0x1050],
    [0x8, 0x1060],
    [0x8, 0x1070],
    [0x10, 0x1001],
    [0x10, 0x1005],
    [0x32, 0x1032],
    [0x40, 0x6],
    [0x40, 0xa075],
  ];
  const texts: Array<[number, number, string]> = [
    [0x8, 0x80, 'LO'],
    [0x8, 0x81, 'ST'],
    [0x8, 0x1010, 'SH'],
    [0x8, 0x1030, 'LO'],
    [0x8, 0x103e, 'LO'],
    [0x8, 0x1040, 'LO'],
    [0x8, 0x1080, 'LO'],
    [0x8, 0x2111, 'ST'],
    [0x8, 0x4000, 'LT'],
    [0x8, 0x50, 'SH'],
    [0x10, 0x21, 'LO'],
    [0x10, 0x1000, 'LO'],
    [0x10, 0x1040, 'LO'],
    [0x10, 0x1090, 'LO'],
    [0x10, 0x2000, 'LO'],
    [0x10, 0x2110, 'LO'],
    [0x10, 0x2154, 'SH'],
    [0x10, 0x2160, 'SH'],
    [0x10, 0x2180, 'SH'],
    [0x10, 0x21b0, 'LT'],
    [0x10, 0x21f0, 'LO'],
    [0x10, 0x4000, 'LT'],
    [0x18, 0x10, 'LO'],
    [0x18, 0x1000, 'LO'],
    [0x18, 0x1030, 'LO'],
    [0x18, 0x4000, 'LT'],
    [0x18, 0x9424, 'LT'],
    [0x20, 0x10, 'SH'],
    [0x20, 0x4000, 'LT'],
    [0x28, 0x4000, 'LT'],
    [0x32, 0x1060, 'LO'],
    [0x32, 0x4000, 'LT'],
    [0x38, 0x10, 'LO'],
    [0x38, 0x300, 'LO'],
    [0x38, 0x500, 'LO'],
    [0x40, 0x253, 'SH'],
    [0x40, 0x254, 'LO'],
    [0x40, 0x1400, 'LT'],
    [0x40, 0x2016, 'LO'],
    [0x40, 0xa160, 'UT'],
    [0x4008, 0x114, 'PN'],
    [0x88, 0x140, 'UI'],
  ];
  const dates: Array<[number, number, string, string]> = [
    [0x8, 0x21, 'DA', DATE],
    [0x8, 0x22, 'DA', DATE],
    [0x8, 0x23, 'DA', DATE],
    [0x8, 0x2a, 'DT', `${DATE}101112`],
    [0x10, 0x30, 'DA', DATE],
    [0x10, 0x21d0, 'DA', DATE],
    [0x40, 0x244, 'DA', DATE],
    [0x40, 0xa121, 'DA', DATE],
  ];
  const uids: Array<[number, number]> = [
    [0x8, 0x14],
    [0x8, 0x58],
    [0x8, 0x1195],
    [0x20, 0xe],
    [0x20, 0x52],
    [0x20, 0x200],
    [0x28, 0x1199],
    [0x3006, 0x24],
    [0x40, 0xa124],
  ];
  const item = (): Element[] => [
    at(0x8, 0x100, 'SH'),
    at(0x8, 0x104, 'LO'),
    at(0x40, 0xa160, 'UT'),
    at(0x8, 0x1115, 'SQ', [[at(0x8, 0x1199, 'SQ', [[at(0x8, 0x1155, 'UI', UID), at(0x10, 0x10, 'PN')]])]]),
  ];
  return [
    ...names.map(([g, e]) => at(g, e, 'PN')),
    ...texts.map(([g, e, vr]) => at(g, e, vr, vr === 'UI' ? UID : canary())),
    ...dates.map(([g, e, vr, value]) => at(g, e, vr, value)),
    ...uids.map(([g, e]) => at(g, e, 'UI', UID)),
    at(0x8, 0x1110, 'SQ', [item()]),
    at(0x8, 0x1140, 'SQ', [item(), item()]),
    at(0x40, 0x275, 'SQ', [item()]),
    at(0x18, 0x9506, 'SQ', [item()]),
    at(0x10, 0x1002, 'SQ', [item()]),
    at(0x9, 0x10, 'LO'),
    at(0x9, 0x1001, 'UN'),
    at(0x9, 0x1002, 'SQ', [item()]),
    at(0x29, 0x10, 'LO'),
    at(0x29, 0x1010, 'OB', Buffer.from(canary())),
    at(0x7fdf, 0x10, 'LO'),
    at(0x7fdf, 0x1000, 'UT'),
    at(0x6000, 0x22, 'LO'),
    at(0x6000, 0x1500, 'LO'),
    at(0x2200, 0x5, 'LT'),
    at(0x4ffe, 0x1, 'UT'),
    at(0xfffa, 0xfffa, 'SQ', [item()]),
    at(0xfffc, 0xfffc, 'OB', Buffer.from(canary())),
  ].filter((element) => element.tag[0] < 0x7fe0);
}

it('nothing that identifies a patient reaches the workspace, whatever element it comes in', async () => {
  const folder = path.join(await temporaryFolder('canary'), 'workspace');
  const incoming = await temporaryFolder(`${CANARY}`);
  const elements = plantedElements();
  const file = dicomFile({
    patientId: canary(),
    uid: `${UID}.1`,
    studyUid: `${UID}.2`,
    date: DATE,
    extra: elements,
    meta: [at(2, 0x13, 'SH'), at(2, 0x16, 'AE'), at(2, 0x100, 'UI', UID), at(2, 0x102, 'OB', Buffer.from(canary()))],
    preamble: Buffer.from(canary().padEnd(128, '.')),
    trailing: Buffer.from(canary()),
  });
  await writeFile(path.join(incoming, `${canary()}.dcm`), file);
  expect(planted).toBeGreaterThan(80);

  const engine = await createEngine({ workers: 1 });
  const workspace = await openWorkspace({ folder, kindIfNew: 'real' });
  await createProject(workspace.db.query, { ...PROJECT, cloud_system: workspace.mark.cloud });
  const report = await runImport(
    workspace,
    engine,
    { command: 'import', source: incoming, project: PROJECT._id, data_type: null, into_demo: false },
    { signal: new AbortController().signal, pacs: [], samples: maskSamples() },
  );
  expect(report).toMatchObject({ imported: 1, skipped: [] });

  const held = await rowsOf(workspace);
  await workspace.close();
  await engine.close();
  held.push(...(await filesOf(folder)));
  expect(held.length).toBeGreaterThan(30);
  expect(findsOf(held, [CANARY, DATE, UID, '1.2.826.0.1.3680043.99.61'])).toEqual([]);
});
