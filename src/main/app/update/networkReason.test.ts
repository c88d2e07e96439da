import { expect, it } from 'vitest';
import { networkReason } from './networkReason';

it.each([
  ['net::ERR_INTERNET_DISCONNECTED', 'this computer has no network'],
  ['net::ERR_NAME_NOT_RESOLVED', 'the server was not found'],
  ['net::ERR_CONNECTION_REFUSED', 'the server cannot be reached'],
  ['net::ERR_CONTENT_LENGTH_MISMATCH', 'the connection was cut'],
  ['net::ERR_CERT_DATE_INVALID', 'the server’s certificate does not fit this computer’s date'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'the server’s certificate is not trusted'],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'the proxy of the system settings cannot be reached'],
])('says what %s means, and keeps the code for who needs it', (message, words) => {
  const [, code] = message.split('::');
  expect(networkReason(new Error(message))).toBe(`${words} (${code})`);
});

it('says that the disk is full', () => {
  expect(networkReason(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(
    'the disk is full',
  );
});

it('leaves other errors as they are, and prefers their cause', () => {
  expect(networkReason(new Error('net::ERR_SOMETHING_NEW'))).toBe('net::ERR_SOMETHING_NEW');
  expect(networkReason(new Error('fetch failed', { cause: new Error('other side closed') }))).toBe(
    'other side closed',
  );
});
