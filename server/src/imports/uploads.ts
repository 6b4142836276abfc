import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { UploadUnderWay } from '@echometry/contract/records/import.ts';
import { CHUNK_BYTES, type ChunkAddress, MAX_UPLOAD_BYTES } from '@echometry/contract/rules/uploads.ts';
import { MAX_FILE_BYTES, UPLOAD_ABANDONED_MS, UPLOAD_IDLE_MS, UPLOADS_AT_ONCE, UPLOADS_OF_A_PERSON } from './limits.ts';
import type { ReadableFile, Source } from './source.ts';

/** Folder of a workspace for uploads on their way. */
export const UPLOADS_FOLDER = 'uploads';

/** A file of an upload: its name among the others is for people, its place on the disk is a number. */
export interface UploadedFile {
  name: string;
  size: number;
}

/** Why something is not taken, in words. */
export interface NotTaken {
  message: string;
}

/** Originals on their way into an import: in a separate folder, for as long as it takes. */
export interface Uploads {
  /** Begins an upload or finds it; returns the bytes of each file that are there. */
  begin: (ownerId: number, id: string, files: readonly UploadedFile[]) => Promise<{ received: number[] } | NotTaken>;
  /** Takes a piece whose bytes match its address; returns the bytes of the file that are there. */
  put: (ownerId: number, address: ChunkAddress, bytes: Uint8Array) => Promise<{ received: number } | NotTaken>;
  /** Uploads of a person that are not imported yet, the newest first. */
  underWay: (ownerId: number) => UploadUnderWay[];
  /** Keeps a complete upload for an import, however long that waits; why not otherwise. */
  hold: (ownerId: number, id: string) => NotTaken | null;
  /** The files of a held upload, each removed once it was read; null when the upload is not there. */
  open: (id: string, openZip: (file: string) => Promise<Source>) => Promise<Source | null>;
  /** The files of an upload and where they lie, in their order; null when the upload is not there. */
  places: (id: string) => { name: string; place: string }[] | null;
  /** Lets a held upload be used again; it gives way as soon as its person begins another one. */
  release: (id: string) => void;
  /** Removes an upload with its files; false when there is none of this person. */
  drop: (id: string, ownerId: number | null) => Promise<boolean>;
  /** Removes uploads without new pieces. */
  dropIdle: () => Promise<void>;
}

interface Upload {
  ownerId: number;
  files: readonly UploadedFile[];
  received: number[];
  /** Pieces of one file are written one after the other. */
  writing: Map<number, Promise<unknown>>;
  touchedAt: number;
  isHeld: boolean;
  /** It was read, and is kept only in case that its person wants it read again. */
  isSpare: boolean;
}

const GONE =
  'The upload has expired: the server restarted, or it was idle for several hours. Choose the files again; imported files are skipped.';

const MINUTE_MS = 60_000;

/** A single ZIP file is unpacked by the import. */
const isZip = (files: readonly UploadedFile[]): boolean => files.length === 1 && /\.zip$/i.test(files[0]?.name ?? '');

const bytesOf = (files: readonly UploadedFile[]): number => files.reduce((sum, file) => sum + file.size, 0);
const receivedBy = ({ received }: Upload): number => received.reduce((sum, bytes) => sum + bytes, 0);

const NO_ROOM =
  'The disk of the server has no room for these files next to the uploads under way. Try again when they have ended, or ask its administrator to make room.';

function sizeFault(files: readonly UploadedFile[]): string | null {
  const large = isZip(files) ? undefined : files.find((file) => file.size > MAX_FILE_BYTES);
  if (large !== undefined) return `${large.name} is larger than the limit file_bytes (${MAX_FILE_BYTES}).`;
  if (bytesOf(files) <= MAX_UPLOAD_BYTES) return null;
  return `The files are larger than the limit upload_bytes (${MAX_UPLOAD_BYTES}). Import them in parts, or from a folder of the server.`;
}

/** Room of a disk, in bytes, as far as this account may use it. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const sameFiles = (a: readonly UploadedFile[], b: readonly UploadedFile[]): boolean =>
  a.length === b.length && a.every((file, index) => file.name === b[index]?.name && file.size === b[index]?.size);

/** Room that is left once all of these uploads are stored: the rest of their files, and as much again as all of them, is needed. */
const roomAfter = (uploads: readonly Upload[], free: number): number =>
  free - uploads.reduce((sum, upload) => sum + 2 * bytesOf(upload.files) - receivedBy(upload), 0);

function pieceFault({ files }: Upload, address: ChunkAddress, bytes: Uint8Array): string | null {
  const file = files[address.file];
  if (file === undefined) return 'The upload has no such file.';
  const end = address.offset + bytes.length;
  if (end > file.size || (bytes.length < CHUNK_BYTES && end !== file.size))
    return 'The piece does not fit into its file. Did the file change?';
  if (createHash('sha256').update(bytes).digest('hex') !== address.sha256) return 'The piece was damaged on its way. It is sent again.';
  return null;
}

async function writeAt(file: string, offset: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600);
  try {
    let written = 0;
    while (written < bytes.length) written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten;
    // Bytes that wait for the disk would be written with the next commit of SQLite, and the server would wait for all of them.
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

interface UploadsOptions {
  now: () => number;
  freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Uploads in a folder that is emptied first: a server that was killed leaves no original behind. Only this process knows its
 * content.
 */
export async function openUploads(folder: string, options: UploadsOptions): Promise<Uploads> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return new UploadsFolder(folder, options);
}

class UploadsFolder implements Uploads {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #freeBytes: (folder: string) => Promise<number>;
  readonly #uploads = new Map<string, Upload>();
  #beginning: Promise<unknown> = Promise.resolve();

  constructor(folder: string, { now, freeBytes = freeBytesOf }: UploadsOptions) {
    this.#folder = folder;
    this.#now = now;
    this.#freeBytes = freeBytes;
  }

  // One after the other, so that two that begin at once do not take the same place.
  begin(ownerId: number, id: string, files: readonly UploadedFile[]): Promise<{ received: number[] } | NotTaken> {
    const begun = this.#beginning.then(() => this.#findOrBegin(ownerId, id, files));
    // The caller gets the failure; the next upload only waits for its turn.
    this.#beginning = begun.catch(() => undefined);
    return begun;
  }

  async put(ownerId: number, address: ChunkAddress, bytes: Uint8Array): Promise<{ received: number } | NotTaken> {
    const upload = this.#uploads.get(address.upload);
    if (upload === undefined || upload.ownerId !== ownerId || upload.isHeld) return { message: GONE };
    const fault = pieceFault(upload, address, bytes);
    if (fault !== null) return { message: fault };
    upload.touchedAt = this.#now();
    const before = upload.writing.get(address.file) ?? Promise.resolve();
    const writing = before.then(() => this.#write(upload, address, bytes));
    // As above, for the next piece of the same file.
    const settled = writing.catch(() => undefined);
    upload.writing.set(address.file, settled);
    try {
      return await writing;
    } finally {
      if (upload.writing.get(address.file) === settled) upload.writing.delete(address.file);
    }
  }

  underWay(ownerId: number): UploadUnderWay[] {
    return [...this.#uploads]
      .filter(([, upload]) => upload.ownerId === ownerId && !upload.isHeld)
      .map(([id, upload]) => ({
        id,
        files: upload.files.length,
        size_bytes: bytesOf(upload.files),
        received_bytes: receivedBy(upload),
        touched_at: upload.touchedAt,
      }))
      .sort((a, b) => b.touched_at - a.touched_at);
  }

  hold(ownerId: number, id: string): NotTaken | null {
    const upload = this.#uploads.get(id);
    if (upload === undefined || upload.ownerId !== ownerId) return { message: GONE };
    if (upload.isHeld) return { message: 'These files are being imported already.' };
    const missing = upload.files.findIndex((file, index) => upload.received[index] !== file.size);
    if (missing !== -1) return { message: `${upload.files[missing]?.name ?? 'A file'} is not complete. Continue the upload.` };
    upload.isHeld = true;
    upload.isSpare = false;
    return null;
  }

  async open(id: string, openZip: (file: string) => Promise<Source>): Promise<Source | null> {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return null;
    const { files } = upload;
    if (isZip(files)) return openZip(this.#place(id, 0));
    return { total: files.length, files: () => this.#filesOf(id, files), close: async () => undefined };
  }

  async *#filesOf(id: string, files: readonly UploadedFile[]): AsyncGenerator<ReadableFile> {
    for (const [index, { name, size }] of files.entries()) {
      const file = this.#place(id, index);
      yield {
        name,
        size,
        read: async () => {
          const bytes = size === 0 ? new Uint8Array(0) : await readFile(file);
          await rm(file, { force: true });
          return bytes;
        },
      };
    }
  }

  places(id: string): { name: string; place: string }[] | null {
    const upload = this.#uploads.get(id);
    return upload?.files.map(({ name }, index) => ({ name, place: this.#place(id, index) })) ?? null;
  }

  release(id: string): void {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    upload.isHeld = false;
    upload.isSpare = true;
    upload.touchedAt = this.#now();
  }

  async drop(id: string, ownerId: number | null): Promise<boolean> {
    const upload = this.#uploads.get(id);
    if (upload === undefined || (ownerId !== null && (upload.ownerId !== ownerId || upload.isHeld))) return false;
    this.#uploads.delete(id);
    await Promise.allSettled(upload.writing.values());
    await rm(this.#place(id), { recursive: true, force: true });
    return true;
  }

  readonly dropIdle = async (): Promise<void> => {
    for (const [id, upload] of this.#uploads)
      if (!upload.isHeld && this.#now() - upload.touchedAt > UPLOAD_IDLE_MS) await this.drop(id, null);
  };

  #place(id: string, file?: number): string {
    return file === undefined ? path.join(this.#folder, id) : path.join(this.#folder, id, String(file));
  }

  async #findOrBegin(ownerId: number, id: string, files: readonly UploadedFile[]): Promise<{ received: number[] } | NotTaken> {
    const known = this.#uploads.get(id);
    if (known !== undefined) {
      if (known.ownerId !== ownerId || !sameFiles(known.files, files)) return { message: 'This id stands for another upload.' };
      if (known.isHeld) return { message: 'These files are being imported already.' };
      known.touchedAt = this.#now();
      return { received: [...known.received] };
    }
    const fault = sizeFault(files) ?? (await this.#placeFault(ownerId));
    if (fault !== null) return { message: fault };
    const received = files.map(() => 0);
    this.#uploads.set(id, {
      ownerId,
      files: [...files],
      received,
      writing: new Map(),
      touchedAt: this.#now(),
      isHeld: false,
      isSpare: false,
    });
    try {
      if (!(await this.#hasRoom())) {
        this.#uploads.delete(id);
        return { message: NO_ROOM };
      }
      await mkdir(this.#place(id), { mode: 0o700, recursive: true });
    } catch (error) {
      this.#uploads.delete(id);
      throw error;
    }
    return { received: files.map(() => 0) };
  }

  /** Reason to refuse an upload of this person, after abandoned uploads were removed. */
  async #placeFault(ownerId: number): Promise<string | null> {
    const ownCount = (): number => [...this.#uploads.values()].filter((upload) => !upload.isHeld && upload.ownerId === ownerId).length;
    while (ownCount() >= UPLOADS_OF_A_PERSON)
      if (!(await this.#takeAbandoned(ownerId)))
        return `${UPLOADS_OF_A_PERSON} of your uploads are under way. Finish one of them, discard it in the list of your uploads, or wait: an upload without new data for ${UPLOAD_ABANDONED_MS / MINUTE_MS} minutes gives way.`;
    while (this.#uploads.size >= UPLOADS_AT_ONCE)
      if (!(await this.#takeAbandoned(null)))
        return `${UPLOADS_AT_ONCE} uploads are under way in this installation. Try again when one has ended.`;
    return null;
  }

  /** Whether there is room for all uploads together; abandoned ones give way where that helps. */
  async #hasRoom(): Promise<boolean> {
    const free = await this.#freeBytes(this.#folder);
    const all = [...this.#uploads.values()];
    if (roomAfter(all, free) >= 0) return true;
    const left = all.filter((upload) => this.#isAbandoned(upload)).reduce((sum, upload) => sum + receivedBy(upload), 0);
    const stay = all.filter((upload) => !this.#isAbandoned(upload));
    if (roomAfter(stay, free + left) < 0) return false;
    return (await this.#takeAbandoned(null)) && this.#hasRoom();
  }

  /** Removes the upload that was idle for longest, of this person or of all; false when none was idle for long enough. */
  async #takeAbandoned(ownerId: number | null): Promise<boolean> {
    const [oldest] = [...this.#uploads]
      .filter(([, upload]) => this.#isAbandoned(upload) && (ownerId === null || upload.ownerId === ownerId))
      .sort(([, a], [, b]) => a.touchedAt - b.touchedAt);
    return oldest !== undefined && (await this.drop(oldest[0], null));
  }

  #isAbandoned(upload: Upload): boolean {
    return !upload.isHeld && (upload.isSpare || this.#now() - upload.touchedAt > UPLOAD_ABANDONED_MS);
  }

  async #write(upload: Upload, { upload: id, file, offset }: ChunkAddress, bytes: Uint8Array): Promise<{ received: number }> {
    const there = upload.received[file] ?? 0;
    // Sent again after a lost response, or ahead of its turn: the client continues with the received bytes.
    if (offset === there && this.#uploads.get(id) === upload) {
      await writeAt(this.#place(id, file), offset, bytes);
      upload.received[file] = there + bytes.length;
    }
    return { received: upload.received[file] ?? 0 };
  }
}
