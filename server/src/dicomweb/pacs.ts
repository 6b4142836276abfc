/** An archive to search and to import from, as configured. Nothing but this address is ever asked for images. */
export interface Pacs {
  name: string;
  /** DICOMweb root without a slash at its end. */
  address: string;
  /** Value of the Authorization header; null where the PACS asks for none. */
  authorization: string | null;
}

export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

export const bearerAuthorization = (token: string): string => `Bearer ${token}`;
