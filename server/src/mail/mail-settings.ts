import { Name, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';

/** The server that sends mail. Without one, messages are written into the folder `outbox` of the workspace. */
export const MailServer = Strict({
  /** Sender of the messages. */
  from: Name,
  host: Name,
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** TLS from the first byte (port 465); otherwise it begins with STARTTLS. */
  secure: Type.Optional(Type.Boolean()),
  /** False lets a server without TLS receive mail; true unless given. */
  require_tls: Type.Optional(Type.Boolean()),
  user: Type.Optional(Name),
});
export type MailConfig = Static<typeof MailServer> & { secure: boolean; require_tls: boolean; password: string | null };

/** Settings with their defaults, and the password from the environment. */
export const mailConfigOf = (server: Static<typeof MailServer>, password: string | null): MailConfig => ({
  ...server,
  secure: server.secure ?? false,
  require_tls: server.require_tls ?? true,
  password,
});
