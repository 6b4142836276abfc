/** Largest body of a call without a separate limit, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Bodies above this size are read in several turns of the event loop. */
export const LARGE_BODY_BYTES = 256 * 1024;
/** Time a client has to send its request, in ms. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Life of a signed address at most, in ms. */
export const SIGNED_URL_MS = 10 * 60 * 1000;
/** Addresses signed within this time are equal, in ms, so that browsers can cache what they lead to. */
export const SIGNED_URL_WINDOW_MS = 5 * 60 * 1000;
/** Window in which calls are counted, in ms. It begins with the minutes of the clock, so that all servers have the same one. */
export const CALL_WINDOW_MS = 60_000;
/** Sign-in attempts of one address in a minute. */
export const SIGN_INS_PER_MINUTE = 120;
/** Decoders of server jobs: each holds one file and one frame, and two keep two cores busy. */
export const ENGINE_WORKERS = 2;
/** Times one person may make the same call in a minute; a page at work makes a few dozen. */
export const CALLS_PER_MINUTE = 1200;
/** Calls one personal access token may make in a minute, all calls together: ten in a second. */
export const TOKEN_CALLS_PER_MINUTE = 600;
/** Snapshots one person may make in a minute: each decodes a file and stores one for good. */
export const SNAPSHOTS_PER_MINUTE = 60;
/** Files one address may fetch in a minute: icons and pieces of a whole room of people. */
export const FILES_PER_MINUTE = 12_000;
/** Responses of calls of at least this size are compressed, in bytes; what carries a token is far smaller and never is. */
export const COMPRESS_FROM_BYTES = 4096;
/** Brotli's effort for responses of calls: 120 kB of configuration take a millisecond, and a tenth of their size on the way. */
export const CALL_BROTLI_QUALITY = 4;
/** Pieces of uploads one person may send in a minute: small files are a piece each. */
export const CHUNKS_PER_MINUTE = 30_000;
/** Imports of one person that wait or run. */
export const IMPORTS_OF_A_PERSON = 4;
/** Imports that the list shows. */
export const LISTED_IMPORTS = 100;
/** Devices whose masks are listed. */
export const LISTED_DEVICES = 500;
/** Days that a report lists files by name; their names may be names of people. */
export const NAMES_KEPT_DAYS = 30;
/** Longest path of an address, in bytes, without its query. The longest path in use names a piece of an upload. */
export const MAX_PATH_BYTES = 2048;
/** Deepest nesting of a JSON body; a record of an image has about ten levels. Deeper bodies would exhaust the stack of recursive readers. */
export const MAX_JSON_DEPTH = 64;
/** Time that a connection without a request stays open, in ms. A proxy in front must close its idle connections a little earlier. */
export const KEEP_ALIVE_MS = 10_000;
/** Time a client has to send the head of a request, from the beginning of its connection or of the request, in ms. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** How often connections are looked at for these times, in ms. */
export const CONNECTIONS_CHECK_MS = 2000;
/** Connections of one server at a time; further ones are closed. A thousand people at work keep about two thousand. */
export const MAX_CONNECTIONS = 8000;
