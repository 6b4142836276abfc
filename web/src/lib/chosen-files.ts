/** Files that a person chose to send, by the names they have within their folder. */

export interface ChosenFile {
  name: string;
  file: File;
}

const nameOf = (file: File): string => (file.webkitRelativePath === '' ? file.name : file.webkitRelativePath);

/** Content of an input or a drop, in the order of names. Files that systems put into folders automatically are left out. */
export function chosenFiles(files: Iterable<File>): ChosenFile[] {
  return [...files]
    .map((file) => ({ name: nameOf(file), file }))
    .filter(({ name }) => !/(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export const sizeOf = (files: readonly ChosenFile[]): number => files.reduce((sum, { file }) => sum + file.size, 0);

const hex = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const sha256 = async (bytes: BufferSource): Promise<string> => hex(await crypto.subtle.digest('SHA-256', bytes));

/** Digits of the id of an upload. */
const ID_LENGTH = 32;

/** The id of an upload of these files: choosing them again finds the started upload. */
export async function uploadIdOf(files: readonly ChosenFile[]): Promise<string> {
  const list = JSON.stringify(files.map(({ name, file }) => [name, file.size, file.lastModified]));
  return (await sha256(new TextEncoder().encode(list))).slice(0, ID_LENGTH);
}
