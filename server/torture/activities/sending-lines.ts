import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { CHUNK_BYTES, chunkAddress } from '@echometry/contract/rules/uploads.ts';
import { PROJECT } from '../../test/world.ts';
import { JOB_MS } from '../limits.ts';
import { pause } from '../pause.ts';
import type { Person } from '../person.ts';

/** Uploads a file, one piece in memory at a time. */
async function upload(person: Person, id: string, file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    await person.ask(CALLS.importsBeginUpload, { id, files: [{ name: path.basename(file), size }] });
    for (let offset = 0; offset < size; offset += CHUNK_BYTES) {
      const piece = Buffer.alloc(Math.min(CHUNK_BYTES, size - offset));
      await handle.read(piece, 0, piece.length, offset);
      const sha256 = createHash('sha256').update(piece).digest('hex');
      const reply = await person.send(CALLS.importsPutChunk, piece, chunkAddress({ upload: id, file: 0, offset, sha256 }));
      if (reply?.answer.accepted !== true) throw new Error(`The server refused a piece of ${path.basename(file)} at byte ${offset}`);
    }
  } finally {
    await handle.close();
  }
}

/** Sends lines of a model to be checked, and reads the record until they were; returns its last status. */
export async function sendLines(scientist: Person, file: string): Promise<string> {
  const id = 'b'.repeat(32);
  await upload(scientist, id, file);
  const order = { project: PROJECT._id, model: 'unet', version: '1', upload: id, exported: null, check: true };
  await scientist.ask(CALLS.predictionsCreate, { id: 'lines-at-the-limit', order });
  for (const end = Date.now() + JOB_MS; ;) {
    const { status } = await scientist.ask(CALLS.predictionsGet, { id: 'lines-at-the-limit' });
    if (!isUnderWay(status) || Date.now() > end) return status;
    await pause(60);
  }
}
