/** The meanings of Chromium's codes, by prefix. The first match counts. */
const MEANINGS = [
  ['INTERNET_DISCONNECTED', 'this computer has no network'],
  ['NETWORK_CHANGED', 'the network of this computer changed'],
  ['NAME_', 'the server was not found'],
  ['CONNECTION_REFUSED', 'the server cannot be reached'],
  ['CONNECTION_TIMED_OUT', 'the server cannot be reached'],
  ['ADDRESS_UNREACHABLE', 'the server cannot be reached'],
  ['CONNECTION_', 'the connection was cut'],
  ['CONTENT_LENGTH_MISMATCH', 'the connection was cut'],
  ['INCOMPLETE_CHUNKED_ENCODING', 'the connection was cut'],
  ['EMPTY_RESPONSE', 'the connection was cut'],
  ['CERT_DATE_INVALID', 'the server’s certificate does not fit this computer’s date'],
  ['CERT_', 'the server’s certificate is not trusted'],
  ['PROXY_', 'the proxy of the system settings cannot be reached'],
] as const;

/** Why something could not be fetched or kept, as the end of a sentence. */
export function networkReason(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'the disk is full';
  const text = cause instanceof Error ? cause.message : message;
  const [, name = ''] = /^net::ERR_(\w+)$/.exec(text) ?? [];
  const meaning = MEANINGS.find(([start]) => name.startsWith(start))?.[1];
  return meaning === undefined ? text : `${meaning} (ERR_${name})`;
}
