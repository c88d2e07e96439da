import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { expect, test } from 'vitest';
import { TestClient, temporaryFolder } from '#test/demoAgent/testClient';

const capabilities = { fs: { readTextFile: true, writeTextFile: true } };
const read = (folder: string, name: string) => readFile(join(folder, name), 'utf8');

test('reads and writes go through the client', async () => {
  const folder = await temporaryFolder({ 'a.txt': 'foo\n' });
  const client = await TestClient.start({ capabilities });
  const sessionId = await client.newSessionIn('auto', folder);
  await client.prompt(sessionId, 'replace foo with bar');
  expect(client.reads).toContain(join(folder, 'a.txt'));
  expect(client.writes).toEqual([{ sessionId, path: join(folder, 'a.txt'), content: 'bar\n' }]);
  expect(await read(folder, 'a.txt')).toBe('bar\n');
});

test('a refused write is reported with its reason, and the next one is still tried', async () => {
  const folder = await temporaryFolder({ 'a.txt': 'foo\n', 'b.txt': 'foo\n' });
  const client = await TestClient.start({
    capabilities,
    write: ({ path, content }) => {
      if (path.endsWith('a.txt'))
        throw new RequestError(-32000, 'The user rejected the change to a.txt');
      return content;
    },
  });
  const sessionId = await client.newSessionIn('auto', folder);
  const said = await client.ask(sessionId, 'replace foo with bar');
  expect(said).toContain('| `a.txt` | 1 | rejected: The user rejected the change to a.txt |');
  expect(said).toContain('| `b.txt` | 1 | changed |');
  expect(client.toolCalls(sessionId).map((call) => call.status)).toEqual([
    'completed',
    'failed',
    'completed',
  ]);
  expect(await read(folder, 'a.txt')).toBe('foo\n');
});

test('the accepted part of a write is read again and shown', async () => {
  const folder = await temporaryFolder({ 'a.txt': 'foo\nmiddle\nfoo\n' });
  const client = await TestClient.start({
    capabilities,
    write: async ({ path }) => {
      await writeFile(path, 'bar\nmiddle\nfoo\n');
      throw new RequestError(-32000, 'Refused', { details: 'hunk 2 of 2 was rejected' });
    },
  });
  const sessionId = await client.newSessionIn('auto', folder);
  const said = await client.ask(sessionId, 'replace foo with bar');
  expect(said).toContain('partly accepted: Refused: hunk 2 of 2 was rejected');
  expect(client.toolCalls(sessionId)[1]).toMatchObject({
    status: 'completed',
    content: [
      { type: 'diff', oldText: 'foo\nmiddle\nfoo\n', newText: 'bar\nmiddle\nfoo\n' },
      { type: 'content' },
    ],
  });
});

test('a refused new file is reported', async () => {
  const folder = await temporaryFolder();
  const client = await TestClient.start({
    capabilities,
    write: () => {
      throw new Error('not today');
    },
  });
  const sessionId = await client.newSessionIn('auto', folder);
  expect(await client.ask(sessionId, 'create a.txt with hello')).toContain(
    '`a.txt` was rejected: Internal error: not today',
  );
});

test('a file that changed while the question was open is left alone', async () => {
  const folder = await temporaryFolder({ 'a.txt': 'foo\n' });
  const client = await TestClient.start({
    permission: async () => {
      await writeFile(join(folder, 'a.txt'), 'foo, edited by the user\n');
      return 'allow_once';
    },
  });
  const { sessionId } = await client.newSession(folder);
  expect(await client.ask(sessionId, 'replace foo with bar')).toContain(
    'changed by someone else in the meantime',
  );
  expect(await read(folder, 'a.txt')).toBe('foo, edited by the user\n');
});

test('a cancel while a write is held stops the turn', async () => {
  const folder = await temporaryFolder({ 'a.txt': 'foo\n' });
  const client = await TestClient.start({
    capabilities,
    write: () => new Promise<string>(() => undefined),
  });
  const sessionId = await client.newSessionIn('auto', folder);
  const turn = client.prompt(sessionId, 'replace foo with bar');
  await client.until(() => client.writes.length === 1);
  await client.cancel(sessionId);
  expect((await turn).stopReason).toBe('cancelled');
  expect(client.toolCalls(sessionId)[1]?.status).toBe('failed');
  expect(await read(folder, 'a.txt')).toBe('foo\n');
});
