import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EngineOptions } from '#main/engine/engineOptions';
import type { AgentId } from '#shared/ids';
import { defaultSettings, type Settings } from '#shared/settings';
import type { Step } from '#test/agent/step';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from './whyNoSeal';

const reason = await whyNoSeal();

async function stage(steps: readonly Step[], options: Partial<EngineOptions> = {}) {
  const folder = testFolder();
  const own = testFolder();
  const project = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'one\n' });
  const scripted = scriptedAgent(own, { turns: [[...steps]] });
  const agent = {
    command: scripted.command,
    args: scripted.args,
    env: scripted.env,
    seal: { write: [own.path] },
  };
  const agents = { scripted: agent };
  const start = (more: Partial<EngineOptions> = {}) =>
    TestEngine.start(folder.join('data'), agents, { workplaces: undefined, ...options, ...more });
  const open = (gate: string) => scripted.open(gate);
  return { project, start, agents, open, journal: scripted.journal };
}

describe('a session that is to be sealed', () => {
  const missing = {
    available: false,
    problem: 'missing',
    message: 'Sealing needs bubblewrap, which is not installed.',
    fix: 'sudo apt install bubblewrap',
  } as const;

  it('is not created where nothing can be sealed, and says what to do', async () => {
    const { project, start } = await stage([], { probeSeal: async () => missing });
    const { engine } = await start();
    const created = await engine.host.create({
      agentId: 'scripted' as AgentId,
      project: project.path,
      isolation: 'sealed',
    });
    expect(created).toEqual({
      ok: false,
      error: { code: 'unavailable', message: missing.message, detail: missing.fix },
    });
    expect(engine.host.list()).toEqual([]);
  });

  it.skipIf(reason !== null)('tells what its agent can use, and why', async () => {
    const { project, start } = await stage([{ say: 'Done.' }]);
    const test = await start();
    const session = await test.create('scripted', project.path, 'Go', 'sealed');
    await session.turnEnded();
    const hosted = unwrap(await test.engine.host.open(session.id));
    const policy = unwrap(await hosted.seal.policy());
    const accessOf = (path: string) => policy?.places.find((place) => place.path === path)?.access;
    expect(accessOf(session.state.head.cwd)).toBe('write');
    expect(accessOf('/usr')).toBe('read');
    expect(accessOf('/tmp')).toBe('scratch');
    expect(['read', 'write']).not.toContain(accessOf(project.path));
    // The scripted agent is none that the table knows.
    expect(policy?.words.join(' ')).toContain('it can read the rest of your home folder');
    const plain = await test.create('scripted', project.path, 'Go', 'isolated');
    await plain.turnEnded();
    const isolated = unwrap(await test.engine.host.open(plain.id));
    expect(await isolated.seal.policy()).toEqual({ ok: true, value: null });
  });

  it.skipIf(reason !== null)(
    'starts no agent and no command once nothing can be sealed',
    async () => {
      let found: Awaited<ReturnType<NonNullable<EngineOptions['probeSeal']>>> = { available: true };
      const { project, start } = await stage([{ say: 'Here.' }], { probeSeal: async () => found });
      const first = await start();
      const { id } = await first.create('scripted', project.path, 'Go', 'sealed');
      await (await first.open(id)).turnEnded();
      await first.stop();
      found = missing;
      const second = await start();
      const session = await second.open(id);
      await session.try({ type: 'agent.restart' });
      await session.until('a failure', ({ head }) => head.connection.type === 'failed');
      expect(session.state.head.connection).toMatchObject({
        message: `The agent was not started, because it could not be sealed. ${missing.message}`,
      });
      expect(await second.engine.host.enclosure(id)).toMatchObject({ ok: false });
    },
  );
});

describe.skipIf(reason !== null)('a sealed session with a list of hosts', () => {
  const ask = (port: number) =>
    `printf 'GET http://127.0.0.1:${port}/ HTTP/1.0\\r\\n\\r\\n' | (exec 3<>/dev/tcp/127.0.0.1/\${HTTP_PROXY##*:}; cat >&3; head -1 <&3)`;

  it('is told of what was refused, and reaches it once the user allows it', async () => {
    const server = createServer((_, answer) => answer.end('here'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const attempt = {
      command: 'bash',
      args: ['-c', ask(port)],
      actions: ['wait', 'output'],
    } as const;
    const { project, start, journal, agents, open } = await stage([
      { terminal: attempt },
      { stallUntil: 'allowed' },
      { terminal: attempt },
    ]);
    let projects: Settings['projects'] = { [project.path]: { onlyHosts: true } };
    const test = await start({ settings: () => ({ ...defaultSettings, agents, projects }) });
    const session = await test.create('scripted', project.path, 'Go', 'sealed');
    await session.until('a refusal', ({ head }) => head.network.refused.length > 0);
    const rule = `127.0.0.1:${port}`;
    expect(session.state.head.network.refused).toEqual([
      { host: '127.0.0.1', port, reason: 'private', rule },
    ]);
    const hosted = unwrap(await test.engine.host.open(session.id));
    const policy = async () => unwrap(await hosted.seal.policy());
    expect((await policy())?.network).toEqual({ type: 'hosts', hosts: [] });
    expect((await policy())?.words.join(' ')).toContain('reach no host at all');
    await session.command({ type: 'host.allow', rule });
    expect((await policy())?.network).toEqual({
      type: 'hosts',
      hosts: [{ rule, why: 'allowed for this session' }],
    });
    projects = { [project.path]: { onlyHosts: true, hosts: ['a.test'] } };
    expect((await policy())?.words.join(' ')).toContain(`only these hosts: a.test and ${rule}`);
    open('allowed');
    await session.turnEnded();
    const outputs = journal
      .of('answered')
      .filter(({ method }) => method === 'terminal/output')
      .map(({ result }) => (result as { output: string }).output.trim());
    expect(outputs).toEqual(['HTTP/1.1 403 Refused by Airlock', 'HTTP/1.1 200 OK']);
  });

  it('says that its network is open until what runs is restarted', async () => {
    const { project, start, agents } = await stage([{ say: 'Here.' }]);
    let projects: Settings['projects'] = {};
    const test = await start({ settings: () => ({ ...defaultSettings, agents, projects }) });
    const session = await test.create('scripted', project.path, 'Go', 'sealed');
    await session.turnEnded();
    const hosted = unwrap(await test.engine.host.open(session.id));
    const network = async () => unwrap(await hosted.seal.policy())?.network.type;
    expect(await network()).toBe('open');
    projects = { [project.path]: { onlyHosts: true } };
    expect(await network()).toBe('open-until-restart');
  });
});

describe.skipIf(reason !== null)(`in a sealed session${reason ? ` (${reason})` : ''}`, () => {
  it('the agent and its commands work in the copy, and end as they would without', async () => {
    const { project, start, journal } = await stage([
      { shell: 'echo one > by-agent.txt; exit 3' },
      {
        shell:
          'git status --short && git log -1 --format=%s && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m two && git branch',
      },
      { terminal: { command: 'echo two > by-command.txt; exit 4', args: [], actions: ['wait'] } },
      { terminal: { command: 'kill -TERM $$', args: [], actions: ['wait'] } },
      { terminal: { command: 'no-such-program', args: [], actions: ['wait'] } },
    ]);
    const test = await start();
    const session = await test.create('scripted', project.path, 'Go', 'sealed');
    await session.turnEnded();
    const { cwd } = session.state.head;
    expect(existsSync(join(cwd, 'by-agent.txt'))).toBe(true);
    expect(existsSync(join(cwd, 'by-command.txt'))).toBe(true);
    const shells = journal.entries().filter(({ type }) => type === 'shell');
    expect(shells).toMatchObject([
      { exitCode: 3 },
      { exitCode: 0, output: '?? by-agent.txt\nInitial commit\n* main\n' },
    ]);
    const ends = journal
      .of('answered')
      .filter(({ method }) => method === 'terminal/wait_for_exit')
      .map(({ result }) => result);
    expect(ends).toMatchObject([
      { exitCode: 4, signal: null },
      { exitCode: null, signal: 'SIGTERM' },
      { exitCode: 127, signal: null },
    ]);
  });
});
