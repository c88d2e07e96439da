import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RuleId } from '#shared/ids';
import type { RuleDraft, RuleEffect } from '#shared/permissions/rule';
import type { JsonObject } from '#test/agent/step';
import { Stage } from '#test/support/stage';

// Shows I27.

const draft = (effect: RuleEffect, ...words: readonly string[]): RuleDraft => ({
  effect,
  match: { type: 'command', words, more: false },
  scope: { type: 'always' },
  agent: null,
});

const request = (toolCall: JsonObject) =>
  ({ ask: { toolCall, onAllowed: [{ say: 'Thanks.' }], onRejected: [{ say: 'Pity.' }] } }) as const;

const runs = (command: string, id = 'run') =>
  request({ toolCallId: id, title: 'Run', kind: 'execute', rawInput: { command } });

const edits = (path: string) =>
  request({
    toolCallId: 'edit',
    title: 'Edit',
    kind: 'edit',
    content: [{ type: 'diff', path, oldText: null, newText: 'x\n' }],
  });

async function save(stage: Stage, ...drafts: readonly RuleDraft[]): Promise<void> {
  expect(await stage.engine.engine.permissions.save(drafts, null)).toMatchObject({ ok: true });
}

const once = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });

describe('a permission rule', () => {
  it('allows the request that it names once, and is logged with its name [session/request_permission]', async () => {
    const stage = await Stage.play({ turns: [[runs('npm test')]] });
    await save(stage, draft('allow', 'npm', 'test'));
    const session = await stage.session('Go');
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Go', 'agent: Thanks.']);
    expect(stage.answers('session/request_permission')).toEqual([once('allow')]);
    expect(session.last('permission').answer).toMatchObject({
      by: 'policy',
      rules: [{ name: 'npm test', scope: 'always' }],
    });
    const log = readFileSync(stage.logFile(session.id), 'utf8');
    expect(log).toMatch(/"by":"policy","rules":\[\{"id":"rul_/);
  });

  it('denies, and asks for what no rule allows', async () => {
    const stage = await Stage.play({
      turns: [[runs('git push -f')], [runs('npm test && curl x')]],
    });
    await save(stage, draft('deny', 'git', 'push'), draft('allow', 'npm', 'test'));
    const session = await stage.session('Go');
    await session.turnEnded();
    expect(stage.answers('session/request_permission')).toEqual([once('reject')]);
    await session.send('More');
    expect((await session.question()).answer).toBeNull();
  });

  it('answers a question that is open when it is saved', async () => {
    const stage = await Stage.play({ turns: [[runs('npm test')]] });
    const session = await stage.session('Go');
    const { requestId } = await session.question();
    const hosted = await stage.engine.engine.host.open(session.id);
    if (!hosted.ok) throw new Error(hosted.error.message);
    expect(await hosted.value.proposeRules(requestId)).toEqual({
      ok: true,
      value: { type: 'rules', matches: [draft('allow', 'npm', 'test').match] },
    });
    await save(stage, draft('allow', 'npm', 'test'));
    await session.turnEnded();
    expect(session.last('permission').answer).toMatchObject({ by: 'policy' });
  });

  it('refuses reads and writes through us, in a copy too [fs/write_text_file]', async () => {
    const stage = await Stage.play({
      turns: [[{ write: { path: '{{cwd}}/migrations/1.sql', content: 'x' } }]],
    });
    await save(stage, {
      ...draft('deny'),
      match: { type: 'path', pattern: 'migrations/', access: 'write' },
    });
    const session = await stage.session('Go');
    await session.turnEnded();
    expect(existsSync(`${session.state.head.cwd}/migrations/1.sql`)).toBe(false);
    expect(session.last('permission').answer).toMatchObject({ by: 'policy' });
  });

  it('can be tried on past requests, newest first', async () => {
    const stage = await Stage.play({ turns: [[runs('npm test')], [runs('npm run build')]] });
    const session = await stage.session('Go');
    await session.answer('allow');
    await session.turnEnded();
    await session.send('More');
    await session.answer('reject');
    await session.turnEnded();
    const { permissions, host } = stage.engine.engine;
    await host.drain();
    const rule = draft('allow', 'npm', 'test');
    const preview = await permissions.preview([rule], null, await host.pastRequests());
    expect(preview).toMatchObject({
      looked: 2,
      allowed: 1,
      requests: [{ text: 'npm test', effect: 'allow', answer: 'allowed' }],
    });
    const both = [draft('deny', 'npm')];
    expect(await permissions.preview(both, null, await host.pastRequests())).toMatchObject({
      denied: 2,
      requests: [{ text: 'npm run build', answer: 'rejected' }, { text: 'npm test' }],
    });
  });

  it('is kept over a restart, edited, removed and restored', async () => {
    const stage = await Stage.play({ turns: [] });
    await save(stage, draft('allow', 'npm', 'test'));
    await stage.restart();
    const { permissions } = stage.engine.engine;
    const [rule] = permissions.current.rules;
    if (rule === undefined) throw new Error('There is no rule.');
    await permissions.save([draft('ask', 'npm', 'test')], rule.id);
    expect(permissions.current.rules).toMatchObject([{ id: rule.id, effect: 'ask' }]);
    await permissions.remove(rule.id);
    expect(permissions.current.rules).toEqual([]);
    await permissions.restore(rule);
    expect(permissions.current.rules).toEqual([rule]);
    await permissions.remove('rul_none' as RuleId);
    expect(permissions.current.rules).toHaveLength(1);
  });
});

describe('the rules that come with the app', () => {
  it('allow an edit in the copy, but not of a file that can run code, or out of it by a link', async () => {
    const stage = await Stage.play({
      turns: [
        [edits('{{cwd}}/a.txt')],
        [edits('{{cwd}}/.mcp.json')],
        [edits('{{cwd}}/out/a.txt')],
        [edits('{{cwd}}/out/../a.txt')],
      ],
    });
    symlinkSync('/tmp', `${stage.project}/out`);
    const session = await stage.session('Go');
    await session.turnEnded();
    expect(session.last('permission').answer).toMatchObject({
      by: 'policy',
      rules: [{ id: 'copyEdits', scope: 'shipped' }],
    });
    for (const prompt of ['Arm it', 'Get out', 'Go around']) {
      await session.send(prompt);
      expect((await session.question()).answer).toBeNull();
      await session.answer('reject');
      await session.turnEnded();
    }
  });

  it('ask where the session works in place', async () => {
    const stage = await Stage.play({ turns: [[edits('{{cwd}}/a.txt')]] });
    const session = await stage.session('Go', 'scripted', 'in-place');
    expect((await session.question()).answer).toBeNull();
  });
});

describe('a long request, which rests beside the log,', () => {
  const padding = ` # ${'x'.repeat(6_000)}`;

  it('is denied like a short one, whatever else allows it', async () => {
    const call = {
      toolCallId: 'run',
      title: 'Run',
      kind: 'execute',
      _meta: { claudeCode: { toolName: 'Bash' } },
    };
    const long = request({ ...call, rawInput: { command: `rm x${padding}` } });
    const stage = await Stage.play({ turns: [[long]] });
    await save(stage, draft('deny', 'rm'), {
      ...draft('allow'),
      match: { type: 'tool', name: 'Bash' },
    });
    const session = await stage.session('Go');
    await session.turnEnded();
    expect(stage.answers('session/request_permission')).toEqual([once('reject')]);
  });

  it('is allowed like a short one', async () => {
    const long = request({
      toolCallId: 'edit',
      title: 'Write',
      kind: 'edit',
      content: [{ type: 'diff', path: '{{cwd}}/a.txt', oldText: null, newText: 'x\n' }],
      rawInput: { file_path: '{{cwd}}/a.txt', content: padding },
    });
    const stage = await Stage.play({ turns: [[long]] });
    const session = await stage.session('Go');
    await session.turnEnded();
    expect(session.last('permission').answer).toMatchObject({ rules: [{ id: 'copyEdits' }] });
  });
});

describe('a link', () => {
  const reads = (path: string) =>
    request({ toolCallId: 'read', title: 'Read', kind: 'read', locations: [{ path }] });
  const aboutPath = (effect: RuleEffect, pattern: string): RuleDraft => ({
    ...draft(effect),
    match: { type: 'path', pattern, access: 'read' },
  });

  it.each(['in-place', 'isolated'] as const)(
    'does not widen a rule for files: %s',
    async (isolation) => {
      const stage = await Stage.play({
        turns: [
          [reads('{{cwd}}/docs/a.md')],
          [reads('{{cwd}}/docs/out/a.txt')],
          [reads('{{cwd}}/docs/out/../a.md')],
          [reads('{{cwd}}/docs/nowhere')],
        ],
      });
      mkdirSync(`${stage.project}/docs`);
      symlinkSync('/tmp', `${stage.project}/docs/out`);
      symlinkSync('/tmp/airlock-not-there', `${stage.project}/docs/nowhere`);
      writeFileSync(`${stage.project}/docs/a.md`, 'a');
      await save(stage, aboutPath('allow', 'docs/'));
      const session = await stage.session('Go', 'scripted', isolation);
      await session.turnEnded();
      expect(session.last('permission').answer).toMatchObject({ by: 'policy' });
      for (const prompt of ['Through it', 'Beside it', 'To what is not there']) {
        await session.send(prompt);
        expect((await session.question()).answer).toBeNull();
        await session.answer('reject');
        await session.turnEnded();
      }
    },
  );

  it('does not hide a file that is denied', async () => {
    const stage = await Stage.play({ turns: [[reads('{{cwd}}/harmless')]] });
    writeFileSync(`${stage.project}/key.pem`, 'x');
    symlinkSync('key.pem', `${stage.project}/harmless`);
    await save(stage, aboutPath('deny', '*.pem'));
    const session = await stage.session('Go', 'scripted', 'in-place');
    await session.turnEnded();
    expect(stage.answers('session/request_permission')).toEqual([once('reject')]);
  });
});

it('lets rules be removed where a file has more of them than can be added', async () => {
  const rules = Array.from({ length: 502 }, (_, at) => ({
    ...draft('allow', 'x', `${at}`),
    id: `rul_${at}`,
  }));
  const stage = await Stage.play(
    { turns: [] },
    {
      prepareData: (data) =>
        writeFileSync(`${data}/permissions.json`, JSON.stringify({ v: 1, rules })),
    },
  );
  const { permissions } = stage.engine.engine;
  expect(await permissions.save([draft('allow', 'y')], null)).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/502 rules/) },
  });
  expect(await permissions.save([draft('deny', 'y')], 'rul_1' as RuleId)).toMatchObject({
    ok: true,
  });
  expect(await permissions.remove('rul_0' as RuleId)).toMatchObject({ ok: true });
  expect(permissions.current.rules).toHaveLength(501);
});

it('asks for reads and writes through us while the rules cannot be read', async () => {
  const stage = await Stage.play(
    {
      turns: [
        [
          { read: { path: '{{cwd}}/a.txt', onError: [] } },
          { write: { path: '{{cwd}}/b.txt', content: 'x', onError: [] } },
        ],
      ],
    },
    { prepareData: (data) => writeFileSync(`${data}/permissions.json`, '{"v":1,"rules":[{}]}') },
  );
  const session = await stage.session('Go');
  await session.answer('refuse');
  await session.answer('refuse');
  await session.turnEnded();
  expect(existsSync(`${session.state.head.cwd}/b.txt`)).toBe(false);
});

it('asks for everything while the rules cannot be read, and sets the file aside before it writes', async () => {
  const stage = await Stage.play(
    { turns: [[runs('npm test')]] },
    { prepareData: (data) => writeFileSync(`${data}/permissions.json`, '{"v":1,"rules":[{}]}') },
  );
  const { permissions, files } = stage.engine.engine;
  expect(permissions.current).toEqual({ rules: [], problem: 'It is damaged.' });
  expect(files.list().map(({ path }) => path)).toEqual([
    expect.stringMatching(/permissions\.json$/),
  ]);
  const session = await stage.session('Go');
  expect((await session.question()).answer).toBeNull();
  await save(stage, draft('allow', 'npm', 'test'));
  await session.turnEnded();
  expect(
    readdirSync(stage.folder.join('data')).filter((name) => name.startsWith('permissions')),
  ).toHaveLength(2);
});
