import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import { smallestSeal } from '#main/agents/process/seal/bwrapArguments';
import { BUBBLEWRAP } from '#main/agents/process/seal/sealProbe';
import { Seals } from '#main/agents/process/seal/seals';
import { leakOf } from '#main/agents/process/seal/selfTest';
import { ProcessNamespace, systemProgram } from '#main/base/process/processNamespace';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { MemoryLogger } from '#test/support/memoryLogger';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from './whyNoSeal';

// Shows I24, by seals that do not hold.

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

/** Starts a sealed shell in a copy; where the canary lies decides whether the seal leaks. */
async function launch(script: string, canary: 'hidden' | 'in the copy') {
  const folder = testFolder();
  const copy = folder.folder('copy');
  const logger = new MemoryLogger();
  const data = folder.folder('data');
  const launcher = new AgentLauncher({
    environment: async () => ({
      variables: { PATH: '/usr/bin:/bin', HOME: folder.folder('home') },
      source: 'process',
      shell: null,
    }),
    ledgerPath: folder.join('processes.json'),
    logger,
    seals: new Seals({ folder: `${canary === 'hidden' ? data : copy}/seal`, data, logger }),
  });
  onTestFinished(async () => {
    await launcher.closeAll();
    launcher.dispose();
  });
  const session = { project: [folder.folder('project')], copy, history: [], links: [] };
  const started = await launcher.launch({
    command: '/bin/sh',
    args: ['-c', script],
    env: {},
    cwd: copy,
    seal: { session, agentId: 'shell', choices: {} },
  });
  return { started, launcher, copy };
}

describe.skipIf(reason !== null)(`a sealed agent${reason ? ` (${reason})` : ''}`, () => {
  it('is not started if its seal does not hold', async () => {
    const { started, launcher, copy } = await launch('touch began', 'in the copy');
    expect(started).toMatchObject({ error: { message: expect.stringContaining('can see ') } });
    expect(launcher.processes.size).toBe(0);
    expect(existsSync(`${copy}/began`)).toBe(false);
  });

  it.each([
    { line: '', code: 126 },
    { line: 'Go\n', code: 126 },
    { line: 'go\n', code: 0 },
  ])('that waits ends with $code after the line "$line"', async ({ line, code }) => {
    const folder = testFolder();
    using namespace = await sealWith(folder.path, '--bind');
    const launch = { file: '/bin/sh', args: ['-c', 'touch began'], env: {}, cwd: folder.path };
    const call = namespace.enter(launch, 'own', { waits: true });
    const child = spawnProgram(call.file, call.args, { env: call.env, cwd: call.cwd });
    child.stdin.end(line);
    expect((await once(child, 'close'))[0]).toBe(code);
    expect(existsSync(folder.join('began'))).toBe(code === 0);
  });

  it('gets its own input from the first byte on', async () => {
    const { started } = await launch('exec cat', 'hidden');
    if (!started.ok) throw new Error(started.error.message);
    onTestFinished(() => started.value.dispose());
    const { input, output } = started.value.transport;
    output.write('first\n');
    expect(String((await once(input, 'data'))[0])).toBe('first\n');
  });
});
