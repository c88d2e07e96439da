import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Delivery } from '#main/host/deliver/delivery';
import { createDeliverHandlers } from '#main/ipc/requests/deliverRequests';
import { pushCommand, requestCommand } from '#shared/deliver/deliverCommands';
import { draftMessage, requestText } from '#shared/deliver/draft';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

describe.skipIf(process.platform === 'win32')('delivering', () => {
  it('makes a branch, pushes it and opens a pull request with the user’s own programs', async () => {
    const folder = testFolder();
    const repository = await GitRepository.createWith(folder.join('project'), { 'a.txt': '1\n' });
    const { path: project } = repository;
    const remote = folder.join('remote.git');
    execFileSync('git', ['init', '-q', '--bare', remote]);
    await repository.git('remote', 'add', 'origin', remote);
    const tools = folder.join('bin');
    mkdirSync(tools);
    writeFileSync(
      join(tools, 'gh'),
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${tools}/said'\nshift 9\ncat "$1" >> '${tools}/said'\necho https://example.com/pull/1\n`,
    );
    chmodSync(join(tools, 'gh'), 0o755);
    const test = await TestEngine.start(
      folder.join('data'),
      {
        agent: scriptedAgent(folder, {
          turns: [[{ diskWrite: { path: 'a.txt', content: '1\n2\n' } }]],
        }),
      },
      { workplaces: undefined },
    );
    const { host, checks } = test.engine;
    const session = await test.create('agent', project, 'Count further', 'isolated');
    await session.turnEnded();
    const { id } = session;
    unwrap(await test.changes.look(id));
    const [view] = unwrap(await test.changes.list(id)).changes;
    if (view === undefined) throw new Error('There is a change.');
    const hunks = view.hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const }));
    unwrap(await test.changes.decide(id, [{ changeId: view.change.changeId, hunks }]));

    const PATH = `${tools}:${process.env.PATH}`;
    const delivery = new Delivery({
      host,
      checks,
      folder: folder.join('deliver'),
      path: async () => PATH,
    });
    const handlers = createDeliverHandlers({ delivery });
    const facts = unwrap(await handlers['deliver.facts']({ sessionId: id }, 0));
    expect(facts).toMatchObject({
      title: 'Count further',
      prompts: ['Count further'],
      files: [{ path: 'a.txt', added: 1, removed: 0 }],
      remotes: ['origin'],
      tool: 'gh',
    });
    const message = draftMessage(facts);
    const opened = unwrap(await host.open(id));
    const branch = 'airlock/count-further';
    const commit = unwrap(await unwrap(opened.changes).applyAsBranch(branch, message));
    const shell = (line: string) =>
      execFileSync('/bin/sh', ['-c', line], {
        cwd: project,
        env: { ...process.env, PATH },
      }).toString();
    shell(pushCommand('origin', branch));
    const pushed = execFileSync('git', ['-C', remote, 'rev-parse', branch]).toString().trim();
    expect(pushed).toBe(commit);
    const text = requestText(message, facts.checks);
    const { path: file } = unwrap(await handlers['deliver.write']({ sessionId: id, text }, 0));
    const title = message.split('\n')[0] ?? '';
    const said = shell(requestCommand({ tool: 'gh', branch, base: 'main', title, file }));
    expect(said).toContain('https://example.com/pull/1');
    expect(readFileSync(join(tools, 'said'), 'utf8')).toContain('--head\nairlock/count-further');
    expect(readFileSync(join(tools, 'said'), 'utf8')).toContain('- a.txt (+1 −0)');
  });
});
