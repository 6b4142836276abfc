/** Files whose every pixel and every calibrated point is known before the product reads them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateDemo } from '../../../server/src/demo/plan/generate-demo.ts';
import { part10 } from '../../../server/src/demo/plan/part10.ts';
import { nativePixelData } from '../../../server/src/demo/plan/pixel-data.ts';
import { phantomBinary } from '../../../server/src/demo/plan/test-set.ts';
import type { Truth } from '../../../server/src/demo/plan/truth.ts';

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const US_IMAGE = '1.2.840.10008.5.1.4.1.1.6.1';

export const NOISE = { columns: 320, rows: 240 } as const;

/** Noise leaves no two neighbours alike, so that a picture drawn half a pixel off is far from it. */
export function noise(): Buffer {
  const samples = Buffer.alloc(NOISE.columns * NOISE.rows * 3);
  let state = 0x2545f491;
  for (let at = 0; at < samples.length; at += 1) {
    // xorshift32: seeded, without a machine's own randomness.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    samples[at] = state & 0xff;
  }
  return samples;
}

/**
 * Writes one uncompressed colour picture of noise, as the only one of its study.
 * @param patient names it and its study
 * @param more elements in addition to the common ones of every picture
 */
export async function writeNoise(folder: string, patient = 'NOISE', more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const seed = patient === 'NOISE' ? '' : [...patient].map((letter) => letter.charCodeAt(0)).join('');
  const uid = (name: string): string => `2.25.4455${seed}${[...name].map((letter) => letter.charCodeAt(0)).join('')}`;
  const dataset = {
    SOPClassUID: US_IMAGE,
    SOPInstanceUID: uid('image'),
    StudyInstanceUID: uid('study'),
    SeriesInstanceUID: uid('series'),
    StudyDate: '20261102',
    ContentDate: '20261102',
    StudyTime: '100000',
    ContentTime: '100000',
    Modality: 'US',
    Manufacturer: 'Echometry',
    PatientID: `JOURNEY-${patient}`,
    PatientName: `JOURNEY^${patient}`,
    PatientBirthDate: '',
    PatientSex: 'O',
    SamplesPerPixel: 3,
    PhotometricInterpretation: 'RGB',
    PlanarConfiguration: 0,
    Rows: NOISE.rows,
    Columns: NOISE.columns,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    ...more,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'noise.dcm'), await part10(dataset, EXPLICIT_LITTLE_ENDIAN, nativePixelData([noise()])));
}

/** A picture of one beat, or of a strip whose beats are equal. */
function steady(name: string, kind: Drawn) {
  return {
    name,
    description: name,
    view: 'A4C',
    modality: '2D' as const,
    type: '4-chamber 2D',
    pattern: 'normal',
    timeVector: false,
    ecg: false,
    offsetTable: 'filled' as const,
    job: { kind, variant: kind === 'a4c' ? 'pediatric' : 'normal', seed: 77, encoding: 'raw-grey' as const, heart: { beats: 1 } },
  };
}

type Drawn = 'a4c' | 'mmode-lv' | 'mitral' | 'aortic' | 'umbilical';

/** Draws one study; by default a four-chamber clip, an M-Mode and a spectrum. @returns the truths in the order of the kinds */
export async function writePhantoms(
  folder: string,
  kinds: readonly Drawn[] = ['a4c', 'mmode-lv', 'mitral'],
  patient = 'J01',
): Promise<Truth[]> {
  const manifest = await generateDemo({
    outDir: folder,
    phantomBinary: phantomBinary(),
    plan: [
      {
        name: 'journey',
        data_type: 'pediatric',
        studies: [
          {
            patient_show: patient,
            patient_id_source: `JOURNEY-${patient}`,
            study_date: '20261103',
            sex: 'F',
            age_days: 3000,
            gestational_age_days: null,
            height_cm: 130,
            weight_kg: 28,
            images: kinds.map((kind) => steady(kind, kind)),
          },
        ],
      },
    ],
  });
  const images = manifest.projects.flatMap(({ patients }) => patients.flatMap((patient) => patient.images));
  return Promise.all(images.map(async ({ truth }) => JSON.parse(await readFile(path.join(folder, truth), 'utf8')) as Truth));
}
