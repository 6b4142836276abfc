import type { RoleName } from '@echometry/contract/records/role.ts';
import { Name, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';

/** A foreign login service (OpenID Connect, authorization code with PKCE). */
export const Oidc = Strict({
  /** Text of the button: "Sign in with {name}". */
  name: Name,
  /** Issuer URL; the rest is discovered. */
  issuer: Type.String({ pattern: '^https?://' }),
  client_id: Name,
  /** Absent for a public client; ECHOMETRY_OIDC_CLIENT_SECRET keeps it out of the file. */
  client_secret: Type.Optional(Name),
  scope: Type.Optional(Name),
  /** Values of `acr` or `amr` that prove a second factor there. With neither, the second factor is requested here. */
  acr_values: Type.Optional(Type.Array(Name, { minItems: 1 })),
  amr_values: Type.Optional(Type.Array(Name, { minItems: 1 })),
  /** The only way to sign in: no passwords are requested. */
  only: Type.Optional(Type.Boolean()),
});
export type OidcConfig = Static<typeof Oidc>;

/** Origins under which people reach this installation. */
export interface OriginSettings {
  publicOrigin: string | null;
  returnOrigins: readonly string[];
}

export interface LoginSettings extends OriginSettings {
  oidc: OidcConfig | null;
  /** Address of the linked application of each role that opens in a new tab. */
  roleAddresses: Readonly<Partial<Record<RoleName, string>>>;
}
