import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { generateDemo } from '../src/demo/plan/generate-demo.ts';
import { grown, image, study } from '../src/demo/plan/plan-image.ts';
import { phantomBinary } from '../src/demo/plan/test-set.ts';
import type { Truth } from '../src/demo/plan/truth.ts';
import type { DatabaseLocation } from '../src/db/connect.ts';
import { traceImage } from '../src/demo/trace.ts';
import { SHIPPED_SETS } from '../src/workspace/shipped-config.ts';
import { openWorkspace } from '../src/workspace/workspace.ts';
import { storeWork } from '../test/store-work.ts';
import { temporaryFolder } from '../test/temporary.ts';
import { emailOf, seedWorld } from '../test/world.ts';
import { addEditor, addStudy, type LoadPerson, type LoadSite, putObject } from './load-site.ts';

export interface ExportLoad {
  studies: number;
  /** Of each study: four-chamber clips of three beats with all lines of both events. */
  images: number;
  /** People who save meanwhile, each in a different study. */
  people: number;
}

const TYPE = '4-chamber 2D';
const CYCLES = 3;
const FRAMES_PER_S = 15;
/** Images of the studies that are saved: a save of all is about 200 kB. */
const SAVED_IMAGES = 6;

/** One clip of three beats, and what is known of it. */
async function drawnClip(): Promise<{ content: Buffer; truth: Truth }> {
  const folder = path.join(await temporaryFolder('load-clip'), 'drawn');
  await mkdir(folder, { recursive: true });
  const clip = image('a4c', 'adult', { variant: 'adult', seed: 1, rate: FRAMES_PER_S, heart: { beats: CYCLES } });
  const plan = [{ name: 'load', data_type: 'adult' as const, studies: [study('L01', '20261006', grown('M', 50, 180, 80), [clip])] }];
  const manifest = await generateDemo({ outDir: folder, phantomBinary: phantomBinary(), plan });
  const [drawn] = manifest.projects[0]?.patients[0]?.images ?? [];
  if (drawn === undefined) throw new Error('The clip was not drawn');
  return {
    content: await readFile(path.join(folder, drawn.file)),
    truth: JSON.parse(await readFile(path.join(folder, drawn.truth), 'utf8')) as Truth,
  };
}

function tracedBy(truth: Truth): (blank: AnalysisImage, place: number) => AnalysisImage {
  const types = SHIPPED_SETS.find(({ name }) => name === 'echo_image_types')?.data as ImageTypeRow[];
  const type = types.find((row) => row.type === TYPE);
  const pattern = type?.patterns[0]?.name;
  if (type === undefined || pattern === undefined) throw new Error(`There is no ${TYPE}`);
  return (blank, place) => {
    const labelled: AnalysisImage = { ...blank, type: TYPE, view: 'A4C', modality: '2D', reference: place === 0 };
    return traceImage({ ...labelled, additional_labels: {}, segmentation: [] }, truth, {
      type,
      pattern,
      progress: 'segmented',
      maxCycles: CYCLES,
    });
  };
}

/** Makes a workspace with traced studies to export and people who save; its records are in its folder where no database is given. */
export async function makeExportSite(location: DatabaseLocation | null, { studies, images, people }: ExportLoad): Promise<LoadSite> {
  const { content, truth } = await drawnClip();
  const traced = tracedBy(truth);
  const folder = path.join(await temporaryFolder('load-export'), 'workspace');
  const made: LoadPerson[] = [];
  const workspace = await openWorkspace({
    folder,
    kindIfNew: 'demo',
    ...(location?.kind === 'postgres' ? { database: location } : {}),
    onNew: async (fresh) => {
      const seeded = await seedWorld(fresh.db, fresh.objects);
      const object = await putObject(fresh, content);
      for (let n = 0; n < people; n += 1) {
        const email = `load-${n}@test`;
        made.push({
          email,
          token: await addEditor(fresh, seeded.projectId, email),
          ...(await addStudy(fresh, seeded, n, SAVED_IMAGES, object)),
        });
      }
      for (let n = people; n < people + studies; n += 1) {
        const added = await addStudy(fresh, seeded, n, images, object);
        await storeWork(fresh.db, { studyId: added.studyId, email: emailOf('Editor'), images: added.images.map(traced) });
      }
    },
  });
  await workspace.close();
  return { folder, env: location?.kind === 'postgres' ? { ECHOMETRY_DATABASE_URL: location.url } : {}, people: made };
}
