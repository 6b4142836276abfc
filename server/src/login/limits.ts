/** Characters of a password (ASVS 6.2.1 asks for 8 and advises 15; long ones are hashed whole). */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
/**
 * Guesses that zxcvbn expects a password to last, as a power of ten. Three easy parts, such as a season, a year and signs,
 * last 10^8.003; against argon2id of this cost, 10^8.05 guesses take a processor with ten hashes a second four months.
 */
export const MIN_PASSWORD_GUESSES_LOG10 = 8.05;

/** argon2id: 64 MiB, 6 passes, one lane; 100 to 250 ms on the machines this was made for (RFC 9106 4). */
export const ARGON2 = { memoryCost: 64 * 1024, timeCost: 6, parallelism: 1 } as const;
/** Hashes at once: each takes 64 MiB and a core. */
export const HASHES_AT_ONCE = 2;
/** Hashes that may wait; more are refused, so that a flood of sign-ins costs no memory. */
export const HASHES_WAITING = 40;

/** Seconds of a TOTP step, digits of a code, bytes of a secret (RFC 6238, RFC 4226 4 and 5.3). */
export const TOTP_STEP_S = 30;
export const TOTP_DIGITS = 6;
export const TOTP_SECRET_BYTES = 20;
/** Steps before and after the current one whose codes are taken, for clocks that differ. */
export const TOTP_WINDOW = 1;

export const RECOVERY_CODES = 10;
/** 120 bits, 24 characters of base32. */
export const RECOVERY_CODE_BYTES = 15;

/** Life of a sign-in under way, in ms. */
export const FLOW_MS = 15 * 60_000;
/** Wrong codes after which a sign-in begins again with the password. */
export const CODES_PER_FLOW = 5;
/** Sign-ins one address may begin in a minute. */
export const FLOWS_PER_MINUTE = 60;

/** Life of the first administrator's link, in ms. */
export const SETUP_LINK_MS = 30 * 60_000;
/** Life of invitations and password links, in ms. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** Failures that cost nothing before delays begin: of one account from one address, of one account, of one address. */
export const FREE_FAILURES = { accountAndAddress: 5, account: 20, address: 100 } as const;
/** First delay, doubled with each further failure, and the longest one, in ms. An account is slowed down, never locked. */
export const FIRST_DELAY_MS = 1000;
export const LONGEST_DELAY_MS = 15 * 60_000;
/** Longest delay of an address, which many people may share, in ms. */
export const LONGEST_ADDRESS_DELAY_MS = 10_000;
/** Failures are forgotten when nothing failed for this long, in ms. */
export const FORGIVEN_AFTER_MS = 60 * 60_000;
