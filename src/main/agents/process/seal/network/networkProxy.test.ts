import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { HostRefusal } from '#shared/session/network';
import { NetworkProxy } from './networkProxy';

// Shows I26.

it.each([
  ['an address of the link, as of a service that hands out keys', '169.254.169.254'],
  ['no address of anybody', '0.0.0.0'],
  ['one for many', '224.0.0.1'],
])('connects no name to %s, though it is listed with its port', async (_, address) => {
  const refusals: HostRefusal[] = [];
  const server = createServer();
  const proxy = new NetworkProxy(server, {
    permit: () => 'explicit',
    onRefused: (refusal) => refusals.push(refusal),
    resolve: async () => [address],
  });
  onTestFinished(() => proxy.dispose());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = request({
    port,
    path: 'http://listed.example:8080/',
    headers: { host: 'listed.example:8080' },
  });
  const [answer] = await once(asked.end(), 'response');
  expect(answer.statusCode).toBe(403);
  answer.resume();
  expect(refusals).toEqual([
    { host: 'listed.example', port: 8080, address, reason: 'special', rule: null },
  ]);
});

it('looks up no name that is not listed', async () => {
  const refusals: HostRefusal[] = [];
  const lookedUp: string[] = [];
  const server = createServer();
  const proxy = new NetworkProxy(server, {
    permit: () => null,
    onRefused: (refusal) => refusals.push(refusal),
    resolve: async (host) => {
      lookedUp.push(host);
      return ['192.0.2.1'];
    },
  });
  onTestFinished(() => proxy.dispose());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const path = 'http://words.of.a.secret.example/';
  const asked = request({ port, path, headers: { host: 'words.of.a.secret.example' } });
  const [answer] = await once(asked.end(), 'response');
  expect(answer.statusCode).toBe(403);
  answer.resume();
  expect(lookedUp).toEqual([]);
  expect(refusals).toMatchObject([{ host: 'words.of.a.secret.example', reason: 'unlisted' }]);
});

it('connects to the address that it has checked, and looks no name up again', async () => {
  const target = createHttpServer((_, answer) => answer.end());
  const server = createServer();
  const proxy = new NetworkProxy(server, {
    permit: () => 'explicit',
    onRefused: () => undefined,
    // No system knows this name.
    resolve: async () => ['127.0.0.1'],
  });
  onTestFinished(() => {
    proxy.dispose();
    target.close();
  });
  for (const each of [server, target]) await once(each.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `listed.invalid:${(target.address() as AddressInfo).port}`;
  const asked = request({ port, path: `http://${host}/`, headers: { host } });
  const [answer] = await once(asked.end(), 'response');
  expect(answer.statusCode).toBe(200);
  answer.resume();
});
