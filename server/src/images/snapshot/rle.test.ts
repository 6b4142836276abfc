import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { StoredFrame } from '@echometry/bindings/engine/api.ts';
import { expect, it } from 'vitest';
import { ensureReaders } from '../../../../scripts/lib/python.mjs';
import { temporaryFolder } from '../../../test/temporary.ts';
import { rleFrame, withFullChroma } from './rle.ts';

const frame = (more: Partial<StoredFrame>): StoredFrame => ({
  rows: 3,
  columns: 300,
  samples_per_pixel: 3,
  bits_allocated: 8,
  bits_stored: 8,
  signed: false,
  photometric_interpretation: 'YBR_FULL',
  partial: false,
  bytes: new Uint8Array(),
  ...more,
});

const DECODE = `
import sys, pydicom
from pydicom.encaps import encapsulate
from pydicom.pixels import pixel_array
data = pydicom.Dataset()
data.file_meta = pydicom.dataset.FileMetaDataset()
data.file_meta.TransferSyntaxUID = pydicom.uid.RLELossless
data.Rows, data.Columns, data.SamplesPerPixel, data.PlanarConfiguration = 3, 300, 3, 1
data.BitsAllocated = data.BitsStored = int(sys.argv[2])
data.HighBit, data.PixelRepresentation, data.PhotometricInterpretation = data.BitsStored - 1, 0, "YBR_FULL"
data.PixelData = encapsulate([open(sys.argv[1], "rb").read()])
sys.stdout.buffer.write(pixel_array(data, raw=True).tobytes())
`;

it.each([8, 16])(
  'pydicom decodes a frame of %i bits to the samples that were packed',
  async (bits) => {
    // Long and short runs, runs across the end of a row, and no runs at all.
    const bytes = Uint8Array.from({ length: 3 * 300 * 3 * (bits / 8) }, (_, at) =>
      at % 5 === 0 ? at % 251 : at < 2000 ? 7 : Math.floor(at / 9) % 256,
    );
    const file = path.join(await temporaryFolder('rle'), 'frame.rle');
    await writeFile(file, rleFrame(frame({ bytes, bits_allocated: bits, bits_stored: bits })));
    const decoded = execFileSync(await ensureReaders(), ['-c', DECODE, file, String(bits)]);
    expect(Buffer.compare(decoded, Buffer.from(bytes))).toBe(0);
  },
  600_000,
);

it('gives each pixel the chroma that it shares with its neighbour', () => {
  const packed = frame({
    rows: 1,
    columns: 4,
    photometric_interpretation: 'YBR_FULL_422',
    bytes: Uint8Array.of(1, 2, 100, 200, 3, 4, 110, 210),
  });
  const { photometric_interpretation, bytes } = withFullChroma(packed);
  expect([photometric_interpretation, ...bytes]).toEqual(['YBR_FULL', 1, 100, 200, 2, 100, 200, 3, 110, 210, 4, 110, 210]);
});
