import { PacsFault } from '../../dicomweb/fault.ts';
import { boundaryOf, MultipartFault, partsOf } from './multipart.ts';
import type { Pacs } from '../../dicomweb/pacs.ts';
import { askPacs, type PacsResponse } from '../../dicomweb/request.ts';
import type { PacsInstance } from './search.ts';

const DICOM = 'application/dicom';
/** As it is stored there: a PACS that transcoded would make another file of it. */
const ACCEPTED = `multipart/related; type="${DICOM}"; transfer-syntax=*`;

/** The file is larger than the room that was made for it. */
export class LargerThanRoom extends Error {}

/**
 * The file of an instance (WADO-RS, PS3.18 10.4), as it is stored in the PACS.
 * @param limit bytes of the file at most
 * @throws {LargerThanRoom} as soon as it is larger
 */
export async function retrieveInstance(pacs: Pacs, { studyUid, seriesUid, instanceUid }: PacsInstance, limit: number, signal: AbortSignal) {
  const path = `/studies/${studyUid}/series/${seriesUid}/instances/${instanceUid}`;
  const response = await askPacs(pacs, path, { accept: ACCEPTED, signal });
  try {
    if (response.announcedBytes !== null && response.announcedBytes > limit) throw new LargerThanRoom();
    return await fileIn(pacs, response, limit);
  } catch (error) {
    if (!(error instanceof MultipartFault)) throw error;
    if (error.code === 'cut') throw new PacsFault('cut', pacs.name, 'ended a file in the middle.');
    throw new PacsFault('wrong-answer', pacs.name, `responded with a file that cannot be read: ${error.message}`);
  } finally {
    response.close();
  }
}

async function fileIn(pacs: Pacs, response: PacsResponse, limit: number): Promise<Uint8Array> {
  const boundary = boundaryOf(response.contentType);
  if (boundary === null) {
    if (!response.contentType.toLowerCase().startsWith(DICOM) || /json|xml/i.test(response.contentType))
      throw new PacsFault('wrong-answer', pacs.name, 'responded with something else than a DICOM file.');
    return whole(pacs, response, limit);
  }
  const found: Uint8Array[] = [];
  try {
    for await (const part of partsOf(response.body, boundary, limit)) {
      if (part.contentType !== '' && !part.contentType.startsWith(DICOM))
        throw new PacsFault('wrong-answer', pacs.name, 'responded with something else than a DICOM file.');
      found.push(part.bytes);
      if (found.length > 1) break;
    }
  } catch (error) {
    if (error instanceof MultipartFault && error.code === 'too-large' && found.length === 0) throw new LargerThanRoom();
    throw error;
  }
  const [file, ...more] = found;
  if (file === undefined || more.length > 0)
    throw new PacsFault(
      'wrong-answer',
      pacs.name,
      `responded with ${found.length === 0 ? 'no file' : 'several files'} where one was asked for.`,
    );
  return file;
}

/** A single file without parts. */
async function whole(pacs: Pacs, response: PacsResponse, limit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body) {
    size += piece.byteLength;
    if (size > limit) throw new LargerThanRoom();
    pieces.push(piece);
  }
  if (response.announcedBytes !== null && size < response.announcedBytes)
    throw new PacsFault('cut', pacs.name, 'ended a file in the middle.');
  return Buffer.concat(pieces, size);
}
