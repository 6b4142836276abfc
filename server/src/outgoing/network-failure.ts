/** Ends a connection that is silent for too long. */
export const LATE = new Error('late');

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refused the connection. Check that it runs, and the port of its address',
  ECONNRESET: 'it closed the connection without a response. Check that its address is right, and whether it asks for https',
  EPIPE: 'it closed the connection without a response. Check that its address is right, and whether it asks for https',
  ENOTFOUND: 'its name was not found (DNS). Check the name in its address',
  EAI_AGAIN: 'its name was not found (DNS). Check the name in its address, and the name server of this computer',
  EHOSTUNREACH: 'there is no way to its address in this network. Check the address and the network',
  ENETUNREACH: 'there is no way to its address in this network. Check the address and the network',
  ETIMEDOUT: 'the connection timed out. Check its address, and whether a firewall is in between',
};

/** Codes of TLS and of OpenSSL, of certificates among them. */
const TLS = /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO$|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|CRL_|INVALID_CA)/;

/** The code of an error. A name with several addresses gives several errors, of which the first counts. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'errors' in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : '';
}

/**
 * Why a connection failed, from its code; never its text, which may repeat an address with a patient in it.
 * @param silentMs how long it was waited for before `LATE`
 */
export function failureOf(error: unknown, silentMs: number): string {
  if (error === LATE) return `it sent nothing for ${silentMs / 1000} s. Check that it works, and its address.`;
  const code = codeOf(error);
  if (TLS.test(code)) return `TLS failed (${code}). Check its certificate, and whether its address begins with https rightly.`;
  const words = WORDS[code];
  return words === undefined
    ? `${code || 'no reason was given'}. Check that it runs and that its address is right.`
    : `${words} (${code}).`;
}
