import * as acp from '@agentclientprotocol/sdk/unstable';
import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { MemoryChannel } from '#test/support/memoryChannel';
import { mutationsOf } from '#test/support/mutations';
import { RpcPeer } from '#test/support/rpcPeer';
import { connectSdk } from '#test/support/sdkAgent';
import {
  createTerminalRequest,
  readTextFileRequest,
  terminalRequest,
  writeTextFileRequest,
} from './requestSchemas';

const { fs, terminal } = acp.methods.client;

/** A client of the SDK's that grants everything which passes its checks. */
function sdkClient(): RpcPeer {
  const [end, other] = MemoryChannel.pair();
  const peer = new RpcPeer(other);
  const app = acp
    .client({ name: 'checks' })
    .onRequest(fs.readTextFile, () => ({ content: '' }))
    .onRequest(fs.writeTextFile, () => ({}))
    .onRequest(terminal.create, () => ({ terminalId: 't' }))
    .onRequest(terminal.output, () => ({ output: '', truncated: false }))
    .onRequest(terminal.waitForExit, () => ({}))
    .onRequest(terminal.kill, () => ({}))
    .onRequest(terminal.release, () => ({}));
  const connected = connectSdk(app, end);
  onTestFinished(() => {
    connected.dispose();
    peer.dispose();
    end.dispose();
    other.dispose();
  });
  return peer;
}

const sessionId = 's';
const about = { sessionId, terminalId: 't', _meta: { a: 1 } };

test.each<[string, z.ZodType, object]>([
  [fs.readTextFile, readTextFileRequest, { sessionId, path: '/p', line: 1, limit: 2, extra: {} }],
  [fs.writeTextFile, writeTextFileRequest, { sessionId, path: '/p', content: 'c', _meta: {} }],
  [
    terminal.create,
    createTerminalRequest,
    {
      sessionId,
      command: 'c',
      args: ['a', 'b'],
      env: [{ name: 'n', value: 'v' }],
      cwd: '/',
      outputByteLimit: 2 ** 60,
    },
  ],
  [terminal.output, terminalRequest, about],
  [terminal.waitForExit, terminalRequest, about],
  [terminal.kill, terminalRequest, about],
  [terminal.release, terminalRequest, about],
])('the schema for %s accepts what the SDK’s schema accepts', async (method, schema, request) => {
  const peer = sdkClient();
  const differing: string[] = [];
  for (const { name, value } of [
    { name: 'as it should be', value: request },
    ...mutationsOf(request),
  ]) {
    const { error } = await peer.request(method, value);
    const isTheirs = error === undefined;
    if (schema.safeParse(value).success !== isTheirs) differing.push(name);
  }
  expect(differing).toEqual([]);
});
