// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { failureWords } from './failureWords';

const withCode = (message: string, code: string | number) =>
  Object.assign(new Error(message), { code });
const because = (cause: Error) => new Error('fetch failed', { cause });
const misread = z.object({ tools: z.array(z.object({ name: z.string() })) });

it.each<[unknown, string]>([
  [
    misread.safeParse({ tools: [{ name: 5 }] }).error,
    'What the server answered does not follow the protocol: tools.0.name: Invalid input: expected string, received number.',
  ],
  [new SyntaxError('Unexpected token'), 'What the server answered is not JSON.'],
  [
    new McpError(ErrorCode.RequestTimeout, 'Request timed out', { timeout: 88_000 }),
    'The server did not answer in time.',
  ],
  [
    because(withCode('connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED')),
    'Nothing is listening at this address. Start the server, or check the address.',
  ],
  [
    because(withCode('getaddrinfo ENOTFOUND a.test', 'ENOTFOUND')),
    'There is no host of this name. Check the address.',
  ],
  [
    because(withCode('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')),
    'The certificate of the server is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). If it is your own, start Airlock with NODE_EXTRA_CA_CERTS set to its file.',
  ],
  [
    withCode('Error POSTing to endpoint: who are you?', 401),
    'The server requires a login (HTTP 401). Add a header with a key, such as Authorization: Bearer ${TOKEN}. It said: Error POSTing to endpoint: who are you?',
  ],
  [withCode('nope', 404), 'nope (HTTP 404)'],
  [because(new Error('other side closed')), 'fetch failed: other side closed'],
  ['words', 'words'],
])('says in words what %s means', (error, words) => {
  expect(failureWords(error)).toBe(words);
});

it('stays short, however much is wrong', () => {
  const tools = Array.from({ length: 10_000 }, () => ({ name: 5 }));
  expect(failureWords(misread.safeParse({ tools }).error).length).toBeLessThan(500);
});
