import { Name, OneOf, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';
import { addressFault } from '../config-values.ts';

/** How browsers read objects: straight from the store by an address it signed, or through the server. */
export const STORE_ACCESS = ['presigned', 'proxied'] as const;

/** The bucket of an S3-compatible store, as `object_store` in config.json; access key and secret come from the environment. */
export const ObjectStoreConfig = Strict({
  /** Scheme, host and port of the service. */
  endpoint: Type.String({ minLength: 1, maxLength: 512 }),
  /** The same as browsers reach it, where that differs; addresses of `presigned` begin with it. */
  public_endpoint: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  region: Type.Optional(Name),
  bucket: Name,
  /** Prefix of the keys of this workspace; empty unless given. */
  prefix: Type.Optional(Type.String({ maxLength: 200 })),
  /** The bucket is a part of the path (true unless given), or of the host name. */
  path_style: Type.Optional(Type.Boolean()),
  access: Type.Optional(OneOf(STORE_ACCESS)),
});
export type ObjectStoreConfig = Static<typeof ObjectStoreConfig>;

/** A bucket and its access keys. */
export interface BucketSettings {
  readonly endpoint: string;
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly pathStyle: boolean;
  readonly access: (typeof STORE_ACCESS)[number];
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Names of buckets that every S3 service takes. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
/** Folders of letters that no service, proxy or signature writes in another way. */
const PREFIX = /^(?:[A-Za-z0-9_-]+\/)+$/;

const endpointFault = (text: string): string | null => {
  const fault = addressFault(text);
  if (fault !== null) return fault;
  const { pathname, search, hash, username, password } = new URL(text);
  if (username !== '' || password !== '')
    return 'it holds a key or a secret; these come from ECHOMETRY_S3_ACCESS_KEY_ID and ECHOMETRY_S3_SECRET_ACCESS_KEY';
  return pathname === '/' && search === '' && hash === '' ? null : `"${text}" holds more than scheme, host and port`;
};

/** Fault in the settings of a bucket, as `field: why`; null when nothing is. */
export function objectStoreFault(config: ObjectStoreConfig): string | null {
  const faults: Array<[string, string | null]> = [
    ['endpoint', endpointFault(config.endpoint)],
    ['public_endpoint', config.public_endpoint === undefined ? null : endpointFault(config.public_endpoint)],
    [
      'bucket',
      BUCKET.test(config.bucket)
        ? null
        : `"${config.bucket}" is not a bucket name: 3 to 63 small letters, digits and hyphens, none at the ends`,
    ],
    [
      'prefix',
      config.prefix === undefined || config.prefix === '' || PREFIX.test(config.prefix)
        ? null
        : `"${config.prefix}" is not a prefix: letters, digits, _ and - in parts that each end with /, for example "echometry/"`,
    ],
  ];
  const [first] = faults.filter(([, fault]) => fault !== null);
  return first === undefined ? null : `${first[0]}: ${first[1]}`;
}

/** The settings of a bucket with what was left out filled in. */
export function bucketSettings(config: ObjectStoreConfig, key: { id: string; secret: string }): BucketSettings {
  return {
    endpoint: config.endpoint,
    publicEndpoint: config.public_endpoint ?? config.endpoint,
    region: config.region ?? 'us-east-1',
    bucket: config.bucket,
    prefix: config.prefix ?? '',
    pathStyle: config.path_style ?? true,
    access: config.access ?? 'proxied',
    accessKeyId: key.id,
    secretAccessKey: key.secret,
  };
}

/** Origin at which browsers reach a bucket. */
export function originOfBucket({ publicEndpoint, bucket, pathStyle }: BucketSettings): string {
  const url = new URL(publicEndpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}

/** The bucket as a person names it. */
export const bucketName = ({ bucket, prefix }: Pick<BucketSettings, 'bucket' | 'prefix'>): string => `${bucket}/${prefix}`;
