import { describe, expect, it } from 'vitest';
import { smallestSeal } from '#main/agents/process/seal/bwrapArguments';
import { listenInside } from '#main/agents/process/seal/network/listenInside';
import { NetworkCanary } from '#main/agents/process/seal/network/networkCanary';
import { networkLeakOf } from '#main/agents/process/seal/network/networkTest';
import { BUBBLEWRAP } from '#main/agents/process/seal/sealProbe';
import { ProcessNamespace, systemProgram } from '#main/base/process/processNamespace';
import { whyNoSeal } from './whyNoSeal';

// Shows I26.

const reason = await whyNoSeal();

async function sealWith(how: { readonly isMade: boolean; readonly isEntered: boolean }) {
  return ProcessNamespace.open({
    file: systemProgram(BUBBLEWRAP) ?? '',
    args: how.isMade ? ['--unshare-net', ...smallestSeal] : smallestSeal,
    copies: [],
    environment: (env) => env,
    hasOwnNetwork: how.isEntered,
  });
}

describe.skipIf(reason !== null)(`the test of a network${reason ? ` (${reason})` : ''}`, () => {
  it('finds nothing wrong with one that holds', async () => {
    using canary = await NetworkCanary.open();
    using namespace = await sealWith({ isMade: true, isEntered: true });
    const listening = await listenInside(namespace, canary);
    if (listening.type !== 'listening') throw new Error(listening.leak);
    expect(await networkLeakOf(namespace, canary)).toBeNull();
    listening.server.close();
  });

  it('tells of a seal without a network of its own', async () => {
    using canary = await NetworkCanary.open();
    using namespace = await sealWith({ isMade: false, isEntered: false });
    expect(await listenInside(namespace, canary)).toEqual({
      type: 'leak',
      leak: 'can reach this computer and abstract sockets of this computer',
    });
    expect(await networkLeakOf(namespace, canary)).toBe('can reach this computer');
  });

  it('tells of programs that do not enter the network that was made', async () => {
    using canary = await NetworkCanary.open();
    using namespace = await sealWith({ isMade: true, isEntered: false });
    expect(await networkLeakOf(namespace, canary)).toBe('can reach this computer');
  });

  it('tells of a proxy that is not there', async () => {
    using canary = await NetworkCanary.open();
    using namespace = await sealWith({ isMade: true, isEntered: true });
    expect(await networkLeakOf(namespace, canary)).toBe('does not reach the proxy');
  });

  it('gives no network where the seal has ended', async () => {
    using canary = await NetworkCanary.open();
    const namespace = await sealWith({ isMade: true, isEntered: true });
    namespace.dispose();
    // Until the kernel has ended it, it can still be entered.
    await expect.poll(() => namespace.isAlive).toBe(false);
    await expect(listenInside(namespace, canary)).rejects.toThrow('could not be set up');
    expect(await networkLeakOf(namespace, canary)).not.toBeNull();
  });
});
