import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '#test/agent/scenario';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from './whyNoSeal';

// Shows I24.

const reason = await whyNoSeal();

async function stage(
  turns: (outside: string, project: string) => NonNullable<Scenario['turns']>,
  folder = testFolder(),
  home?: string,
) {
  const own = testFolder();
  const outside = folder.write('outside/notes.txt', 'from outside\n');
  const project = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'one\n' });
  const scripted = scriptedAgent(own, {
    stateFile: 'state.json',
    turns: turns(outside, project.path),
  });
  // Starts only once it can read what it needs, and says what that is otherwise.
  const needs = folder.write('needed/file.txt', 'x');
  const picky = own.write(
    'picky.sh',
    `#!/bin/sh\ncat ${needs} >/dev/null || exit 1\nexec "${scripted.command}" "$@"\n`,
  );
  chmodSync(picky, 0o755);
  const { command, args } = scripted;
  const env = { ...scripted.env, ...(home !== undefined && { HOME: home }) };
  const seal = { read: [command], write: [own.path] };
  const start = () =>
    TestEngine.start(
      folder.join('data'),
      {
        scripted: { command, args, env, seal },
        picky: { command: picky, args, env, seal },
      },
      { workplaces: undefined },
    );
  const test = await start();
  const hosted = async (id: Parameters<typeof test.open>[0]) =>
    unwrap(await test.engine.host.open(id));
  return { folder, outside, needs, project, test, start, hosted, journal: scripted.journal };
}

const cat = (path: string) => ({
  terminal: { command: `cat '${path}'`, args: [], actions: ['wait', 'output'] as const },
});

describe.skipIf(reason !== null)(`refusals of a seal${reason ? ` (${reason})` : ''}`, () => {
  it('are listed, and a path that the user allows is seen from then on, until it is revoked', async () => {
    const { outside, project, test, hosted, journal } = await stage((path, root) => [
      [
        cat(path),
        cat(`${root}/a.txt`),
        { read: { path: `${root}/a.txt`, onError: [] } },
        { write: { path: '/usr/evil', content: 'x', onError: [] } },
        { toolUpdate: { id: 't', status: 'failed', content: `EROFS: mkdir '${dirname(path)}/x'` } },
      ],
      [cat(path), { read: { path, as: 'text' } }, { say: '{{text}}' }],
      [cat(path)],
    ]);
    const session = await test.create('scripted', project.path, 'Go', 'sealed');
    await session.turnEnded();
    const host = await hosted(session.id);
    const listed = async () => {
      const { refusals } = await host.seal.listRefusals();
      return refusals.map(({ access, path, source, closed }) => [access, path, source, closed]);
    };
    const never = expect.stringContaining('which a sealed agent never sees');
    expect((await listed()).toSorted()).toEqual(
      [
        ['read', outside, 'command', null],
        ['write', `${dirname(outside)}/x`, 'tool', null],
        ['read', `${project.path}/a.txt`, 'command', never],
        ['write', '/usr/evil', 'request', expect.stringContaining('only in its copy')],
      ].toSorted(),
    );
    expect(host.condition.seal.refusals).toBe(4);

    expect(
      await host.seal.allow({ path: `${project.path}/a.txt`, access: 'read' }, 'session'),
    ).toMatchObject({ ok: false, error: { code: 'refused' } });
    unwrap(await host.seal.allow({ path: outside, access: 'read' }, 'session'));
    await session.ready();
    const policy = unwrap(await host.seal.policy());
    expect(policy?.places.find(({ path }) => path === outside)).toMatchObject({
      access: 'read',
      allowed: 'session',
    });
    expect((await listed()).some(([, path]) => path === outside)).toBe(false);
    await session.send('Again');
    await session.turnEnded();
    expect(outputs(journal)).toContain('from outside\n');

    unwrap(await host.seal.revoke(outside, 'session'));
    await session.ready();
    await session.send('Once more');
    await session.turnEnded();
    expect((await listed()).some(([, path]) => path === outside)).toBe(true);
  });

  it('stay for keys in a folder that the user allows, also by a request to Airlock', async () => {
    const folder = testFolder();
    folder.write('home/.m2/repository/a.txt', 'fetched');
    folder.write('home/.m2/settings.xml', 'a password');
    const maven = folder.join('home/.m2');
    const read = (path: string) => ({ read: { path, as: 'text', onError: [] } });
    const say = { say: '[{{text}}]' };
    const reading = [
      ...[read(`${maven}/repository/a.txt`), say],
      ...[read(`${maven}/repository/../settings.xml`), say],
    ];
    const turns = [[{ say: 'Ready.' }], reading];
    const { project, test, hosted } = await stage(() => turns, folder, folder.join('home'));
    const session = await test.create('scripted', project.path, 'Go', 'sealed');
    await session.turnEnded();
    const host = await hosted(session.id);
    unwrap(await host.seal.allow({ path: maven, access: 'read' }, 'session'));
    await session.ready();
    await session.send('Read');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: [fetched][fetched]');
    expect((await host.seal.listRefusals()).refusals).toMatchObject([
      { path: `${maven}/settings.xml`, closed: expect.stringContaining('keys') },
    ]);
  });

  it('are listed again after a restart', async () => {
    const { outside, project, test, start, hosted } = await stage((path) => [[cat(path)]]);
    const session = await test.create('scripted', project.path, 'Go', 'sealed');
    await session.turnEnded();
    const before = await (await hosted(session.id)).seal.listRefusals();
    expect(before.refusals).toMatchObject([{ path: outside, closed: null }]);
    await test.stop();
    const later = await start();
    const host = unwrap(await later.engine.host.open(session.id));
    const { refusals } = await host.seal.listRefusals();
    const at = expect.closeTo(refusals[0]?.at ?? 0, -3);
    expect(refusals).toEqual(before.refusals.map((refusal) => ({ ...refusal, at })));
    expect(host.condition.seal.refusals).toBe(1);
  });

  it('explain a start that failed: allowed for the project, the agent starts', async () => {
    const { needs, project, test, hosted } = await stage(() => [[{ say: 'Here.' }]]);
    const session = await test.create('picky', project.path, undefined, 'sealed');
    await session.until('a failure', ({ head }) => head.connection.type === 'failed');
    const host = await hosted(session.id);
    expect((await host.seal.listRefusals()).refusals).toMatchObject([
      { path: needs, access: 'read', source: 'agent', grant: needs, closed: null },
    ]);
    unwrap(await host.seal.allow({ path: needs, access: 'read' }, 'project'));
    await session.ready();
    const other = await test.create('picky', project.path, 'Hello', 'sealed');
    await other.turnEnded();
    expect(other.state.head.lastTurnEnd).toBe('end_turn');
  });
});

function outputs(journal: {
  of(type: 'answered'): readonly { method: string; result?: unknown }[];
}) {
  return journal
    .of('answered')
    .filter(({ method }) => method === 'terminal/output')
    .map(({ result }) => (result as { output: string }).output);
}
