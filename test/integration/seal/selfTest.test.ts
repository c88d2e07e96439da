import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { smallestSeal } from '#main/agents/process/seal/bwrapArguments';
import { BUBBLEWRAP } from '#main/agents/process/seal/sealProbe';
import { leakOf } from '#main/agents/process/seal/selfTest';
import { ProcessNamespace, systemProgram } from '#main/base/process/processNamespace';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from './whyNoSeal';

const reason = await whyNoSeal();

/** A seal that shows the folder, read-only or not. */
async function sealWith(folder: string, how: '--bind' | '--ro-bind') {
  const at = smallestSeal.indexOf('--dev');
  const args = smallestSeal.toSpliced(at, 0, how, folder, folder);
  const file = systemProgram(BUBBLEWRAP) ?? '';
  return ProcessNamespace.open({ file, args, copies: [], environment: (env) => env });
}

describe.skipIf(reason !== null)(`the self-test of a seal${reason ? ` (${reason})` : ''}`, () => {
  it('finds nothing wrong with one that holds', async () => {
    const folder = testFolder();
    using namespace = await sealWith(folder.path, '--ro-bind');
    const unseen = [folder.join('none')];
    expect(await leakOf(namespace, { unseen, unwritable: [folder.path] })).toBeNull();
  });

  it('tells of a file that can be seen', async () => {
    const folder = testFolder();
    const canary = folder.write('canary', 'x');
    using namespace = await sealWith(folder.path, '--ro-bind');
    const leak = await leakOf(namespace, { unseen: [canary], unwritable: [] });
    expect(leak).toBe(`can see ${canary}`);
  });

  it('tells of a folder that can be written to, and leaves nothing there', async () => {
    const folder = testFolder();
    using namespace = await sealWith(folder.path, '--bind');
    const leak = await leakOf(namespace, { unseen: [], unwritable: [folder.path] });
    expect(leak).toBe(`can write to ${folder.path}`);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('tells of rights that a program inside has, or could get', async () => {
    using namespace = await ProcessNamespace.open();
    const leak = await leakOf(namespace, { unseen: [], unwritable: [] });
    expect(leak).toMatch(/has capabilities|can get new rights/);
  });

  it('gives no answer where the seal has ended, which counts as a leak', async () => {
    const folder = testFolder();
    const namespace = await sealWith(folder.path, '--ro-bind');
    namespace.dispose();
    expect(await leakOf(namespace, { unseen: [], unwritable: [] })).not.toBeNull();
  });
});
