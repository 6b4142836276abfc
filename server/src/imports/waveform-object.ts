import { open } from 'node:fs/promises';
import type { FileOnDisk } from '@echometry/bindings/engine/api.ts';

/** Bytes at the beginning of a file that its class is sought in: preamble and file meta group. */
const HEAD_BYTES = 1024;
/** How the storage classes of waveforms begin (PS3.4 B.5). */
const WAVEFORM_CLASSES = '1.2.840.10008.5.1.4.1.1.9.';

/** Why a waveform without a picture is not imported. */
export const WAVEFORM_OBJECT =
  'waveform-object: the file holds an ECG or another waveform and no picture. It is not attached to a clip: only an ECG within the file of a clip is used';

const namesWaveforms = (head: Uint8Array): boolean =>
  Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES)).includes(WAVEFORM_CLASSES, 0, 'latin1');

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Looks at a file before its memory goes to the engine; the result later reports whether its class is one of waveforms. */
export function waveformCheck(file: Uint8Array | FileOnDisk): () => Promise<boolean> {
  if (!(file instanceof Uint8Array)) return async () => namesWaveforms(await headOf(file.path));
  const isWaveform = namesWaveforms(file);
  return async () => isWaveform;
}
