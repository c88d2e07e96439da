import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentSettings } from '#shared/settings';
import { scriptedAgent } from '../../support/scenario';
import { TemporaryFolder } from '../../support/temporaryFolder';
import { TestEngine } from '../../support/testEngine';

function folderOfTest(): TemporaryFolder {
  const folder = new TemporaryFolder('airlock-failing');
  onTestFinished(() => folder.dispose());
  return folder;
}

function script(folder: TemporaryFolder, text: string): string {
  const file = folder.write('agent', text);
  chmodSync(file, 0o755);
  return file;
}

/** What the card says about an agent that does not come up. */
async function cardOf(
  folder: TemporaryFolder,
  agent: AgentSettings,
  { path = '/usr/bin:/bin', startMilliseconds = 60_000 } = {},
) {
  const variables = { PATH: path, HOME: folder.folder('home') };
  const test = await TestEngine.start(
    folder.join('data'),
    { mine: agent },
    {
      environment: async () => ({ variables, source: 'process', shell: null }),
      timings: { startMilliseconds },
    },
  );
  const session = await test.create('mine', folder.folder('project'));
  await session.until('it failed', ({ head }) => head.connection.type === 'failed');
  const { message, detail, reason, stderrTail } = session.last('failure');
  return { message, detail, reason, output: stderrTail };
}

describe.skipIf(process.platform === 'win32')('an agent that does not come up', () => {
  it('is named with what is missing: an empty PATH, a wrong path', async () => {
    expect(await cardOf(folderOfTest(), { command: 'no-such-agent' }, { path: '' })).toMatchObject({
      message: 'The agent could not be started: command not found: no-such-agent.',
      detail: 'PATH is empty.',
      reason: 'not-found',
    });
    expect(await cardOf(folderOfTest(), { command: '/no/such/agent' })).toMatchObject({
      detail: 'Looked in:\n/no/such/agent',
      reason: 'not-found',
    });
  });

  it('has to start in a folder that the session has, and that leads nowhere else', async () => {
    const folder = folderOfTest();
    const agent = { command: '/bin/true', cwd: 'packages/app' };
    expect(await cardOf(folder, agent)).toMatchObject({
      message: expect.stringContaining('“packages/app”, which this session does not have'),
    });
    const linked = folderOfTest();
    symlinkSync('/', join(linked.folder('project'), 'away'));
    expect(await cardOf(linked, { ...agent, cwd: 'away/usr' })).toMatchObject({
      message: expect.stringContaining('“away/usr”, which this session does not have'),
    });
  });

  it('shows what it printed without secrets, also where messages belong', async () => {
    const folder = folderOfTest();
    const text = '[{"password": "hunter2", "user": "me"}]';
    const command = script(folder, `#!/bin/sh\necho '${text}'\necho '${text}' >&2\nexit 3\n`);
    const { output } = await cardOf(folder, { command, wire: 'acp' });
    expect(output?.match(/me/g)).toHaveLength(2);
    expect(output).not.toContain('hunter2');
  });

  it('can start in a folder of the project', async () => {
    const folder = folderOfTest();
    folder.folder('project/packages/app');
    const command = script(folder, '#!/bin/sh\necho "I am in $(pwd)" >&2\nexit 3\n');
    const data = { mine: { command, cwd: 'packages/app', wire: 'acp' } } as const;
    const test = await TestEngine.start(folder.join('data'), data);
    const session = await test.create('mine', folder.folder('project'));
    await session.until('it failed', ({ head }) => head.connection.type === 'failed');
    expect(session.last('failure').stderrTail).toMatch(/I am in .*project\/packages\/app/);
  });

  it('without Node is a program that lacks its interpreter', async () => {
    const folder = folderOfTest();
    const command = script(folder, '#!/usr/bin/env node-of-nobody\n');
    expect(await cardOf(folder, { command, wire: 'acp' })).toMatchObject({
      reason: 'no-interpreter',
    });
    const unusable = folderOfTest();
    const file = unusable.write('programs/node-of-nobody', '');
    chmodSync(file, 0o644);
    const path = `${unusable.join('programs')}:/usr/bin:/bin`;
    const agent = {
      command: script(unusable, '#!/usr/bin/env node-of-nobody\n'),
      wire: 'acp',
    } as const;
    expect(await cardOf(unusable, agent, { path })).toMatchObject({
      message: expect.stringContaining('code 126'),
      reason: 'no-interpreter',
    });
    const direct = folderOfTest();
    const other = script(direct, '#!/no/such/node\n');
    expect(await cardOf(direct, { command: other, wire: 'acp' })).toMatchObject({
      reason: 'no-interpreter',
    });
  });

  it('whose file may not be run says so', async () => {
    const closed = folderOfTest();
    const command = script(closed, '#!/bin/sh\n');
    chmodSync(command, 0o644);
    expect(await cardOf(closed, { command, wire: 'acp' })).toMatchObject({
      message: expect.stringContaining('is not executable'),
      reason: 'not-executable',
    });
  });

  it('and hangs, prints only a banner, or ends, is told apart', async () => {
    const soon = { startMilliseconds: 1_500 };
    const hangs = folderOfTest();
    const silent = script(hangs, '#!/bin/sh\nexec sleep 100\n');
    expect(await cardOf(hangs, { command: silent, wire: 'acp' }, soon)).toMatchObject({
      message: 'mine did not answer in time.',
      reason: 'no-answer',
    });
    const shows = folderOfTest();
    const banner = script(shows, '#!/bin/sh\necho Welcome to the agent\nexec sleep 100\n');
    expect(await cardOf(shows, { command: banner, wire: 'acp' }, soon)).toMatchObject({
      reason: 'no-answer',
      output: 'Welcome to the agent',
    });
    const ends = folderOfTest();
    const login = script(ends, '#!/bin/sh\necho Usage: mine acp\necho Please log in >&2\nexit 1\n');
    const ended = await cardOf(ends, { command: login, wire: 'acp' });
    expect(ended).toMatchObject({
      message: 'mine ended while starting. The agent exited with code 1.',
      reason: 'ended-early',
    });
    // Two pipes: which of them is read first is not known.
    expect(ended.output?.trim().split('\n').sort()).toEqual(['Please log in', 'Usage: mine acp']);
  });

  it('before a login says so', async () => {
    const folder = folderOfTest();
    const { command, args, env } = scriptedAgent(folder, {
      initialize: [{ error: { code: -32000, message: 'Run mine login first.' } }],
    });
    expect(await cardOf(folder, { command, args, env, wire: 'acp' })).toMatchObject({
      message: 'Run mine login first.',
      reason: 'needs-login',
    });
  });

  it('but prints a banner before it speaks, comes up', async () => {
    const folder = folderOfTest();
    const agent = scriptedAgent(folder, 'hostile-banner');
    const test = await TestEngine.start(folder.join('data'), { mine: agent });
    const session = await test.create('mine', folder.folder('project'));
    await session.ready();
  });
});
