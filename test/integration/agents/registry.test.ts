import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentRegistry } from '#main/agents/registry/agentRegistry';
import { bundledRegistry } from '#main/agents/registry/bundledRegistry';
import { REGISTRY_BYTES } from '#main/agents/registry/registryFile';
import { TemporaryFolder } from '../../support/temporaryFolder';

const agent = {
  id: 'mine',
  name: 'Mine',
  version: '1.2.3',
  description: 'An agent.',
  distribution: { npx: { package: 'mine@1.2.3' } },
};
const good = JSON.stringify({ version: '1.0.0', agents: [agent] });

function folderOfTest(): TemporaryFolder {
  const folder = new TemporaryFolder('airlock-registry');
  onTestFinished(() => folder.dispose());
  return folder;
}

function registryAt(address: string, folder: TemporaryFolder): AgentRegistry {
  const registry = new AgentRegistry({
    address: () => address,
    file: folder.join('kept.json'),
    onProblem: () => undefined,
    system: { platform: 'linux', arch: 'x64', libc: 'glibc' },
    milliseconds: 300,
  });
  onTestFinished(() => registry.dispose());
  return registry;
}

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry.json`;
}

const ids = (registry: AgentRegistry) => registry.agents.map(({ id }) => id);

describe('the registry of agents', () => {
  it('is the list that comes with the app until it was read, and is kept then', async () => {
    const folder = folderOfTest();
    const address = pathToFileURL(folder.write('registry.json', good)).href;
    const registry = registryAt(address, folder);
    expect(registry.agents).toBe(bundledRegistry);
    await registry.refresh();
    expect(ids(registry)).toEqual(['mine']);
    expect(registry.state).toMatchObject({ source: 'registry', problem: null });

    const offline = registryAt('', folder);
    await offline.open();
    expect(ids(offline)).toEqual(['mine']);
    expect(offline.state.source).toBe('kept');
  });

  it('does not take the place of a good list if it is bad, and says why', async () => {
    const folder = folderOfTest();
    const path = folder.write('registry.json', good);
    const registry = registryAt(pathToFileURL(path).href, folder);
    await registry.refresh();
    for (const [text, words] of [
      ['<html>', /is not a list of agents/],
      [' '.repeat(REGISTRY_BYTES + 1), /too large/],
      [JSON.stringify({ agents: [null, {}] }), /None of its entries/],
    ] as const) {
      folder.write('registry.json', text);
      await registry.refresh();
      expect(registry.state.problem).toMatch(words);
      expect(ids(registry)).toEqual(['mine']);
    }
  });

  it.each([
    ['answers with an error', (_, response) => response.writeHead(503).end(), /503/],
    ['never answers', () => undefined, /did not answer in time/],
    ['never ends', (_, response) => void response.write('{'), /did not answer in time/],
    [
      'sends without end',
      (_, response) => void response.write('x'.repeat(REGISTRY_BYTES * 2)),
      /too large/,
    ],
  ] satisfies [string, RequestListener, RegExp][])(
    'leaves the bundled list if its server %s',
    async (_what, listener, words) => {
      const registry = registryAt(await served(listener), folderOfTest());
      // Nobody waits for the network.
      await registry.open();
      expect(registry.agents).toBe(bundledRegistry);
      await registry.refresh();
      expect(registry.state).toMatchObject({ source: 'bundled', isReading: false });
      expect(registry.state.problem).toMatch(words);
    },
  );
});
