/** Path of an object below the root of its store, by its key: the hex SHA-256 of its bytes. */
export const objectPlace = (key: string): string => `sha256/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
