import { describe, expect, it, vi } from 'vitest';
import { SessionNetworks } from '#main/agents/process/seal/network/sessionNetworks';
import { Seals } from '#main/agents/process/seal/seals';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { MemoryLogger } from '#test/support/memoryLogger';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from './whyNoSeal';

// Shows I26. No seal that this system makes leaks: that one does is what its test says.
vi.mock('#main/agents/process/seal/network/networkTest', () => ({
  networkLeakOf: async () => 'can reach this computer',
}));

const reason = await whyNoSeal();

describe.skipIf(reason !== null)(`a seal with listed hosts${reason ? ` (${reason})` : ''}`, () => {
  it('is not handed over, and ends, if its test reaches anything but the proxy', async () => {
    const folder = testFolder();
    const data = folder.folder('data');
    const networks = new SessionNetworks({
      agent: () => ['listed.example'],
      project: () => ({ hosts: [], isLimited: false }),
    });
    const seals = new Seals({ folder: `${data}/seal`, data, logger: new MemoryLogger(), networks });
    const opened: ProcessNamespace[] = [];
    const result = await seals.open(
      { project: [folder.folder('project')], copy: folder.folder('copy'), history: [], links: [] },
      {
        id: 'agent',
        commandLine: ['claude'],
        program: '/bin/true',
        variables: { PATH: '/usr/bin:/bin', HOME: folder.folder('home') },
        declared: [],
        choices: {},
      },
      (namespace) => opened.push(namespace),
    );
    expect(result).toEqual({
      ok: false,
      error: { type: 'leaking-seal', leak: 'can reach this computer' },
    });
    expect(opened).toHaveLength(1);
    await expect.poll(() => opened[0]?.isAlive).toBe(false);
  });
});
