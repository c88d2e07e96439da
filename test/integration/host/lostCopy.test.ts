import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Step } from '#test/agent/step';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, type TestSession, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const GONE = 'The copy that this session works in is gone.';

/** A session whose first turn changed two files; the user accepted `one.txt`. */
async function worked(then: readonly Step[], { isRepository = false } = {}) {
  const folder = testFolder();
  const project = folder.folder('project');
  if (isRepository) await GitRepository.createWith(project, { 'README.md': 'Read me\n' });
  else folder.write('project/README.md', 'Read me\n');
  const agent = scriptedAgent(folder, {
    stateFile: folder.join('agent-state.json'),
    turns: [
      {
        when: 'Work',
        steps: [
          { write: { path: 'one.txt', content: 'one\n' } },
          { write: { path: 'two.txt', content: 'two\n' } },
        ],
      },
      { when: 'Go', steps: then },
      { when: 'Again', steps: [{ write: { path: 'three.txt', content: 'three\n' } }] },
    ],
  });
  const test = await TestEngine.start(
    folder.join('data'),
    { scripted: agent },
    { workplaces: undefined },
  );
  const session = await test.create('scripted', project, 'Work', 'isolated');
  await session.turnEnded();
  const { changes } = test;
  unwrap(await changes.look(session.id));
  const listed = unwrap(await changes.list(session.id)).changes;
  const one = listed.find(({ change }) => change.path === 'one.txt');
  if (one === undefined) throw new Error('The first change is not listed.');
  const verdicts = one.hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const }));
  const decided = await changes.decide(session.id, [
    { changeId: one.change.changeId, hunks: verdicts },
  ]);
  unwrap(decided);
  const statuses = async () =>
    Object.fromEntries(
      unwrap(await changes.list(session.id)).changes.map(({ change, status }) => [
        change.path,
        status,
      ]),
    );
  return { folder, project, test, session, statuses, copy: session.state.head.cwd, agent };
}

async function lost(session: TestSession): Promise<void> {
  await session.until(
    'the loss of the copy',
    ({ head }) => head.connection.type === 'failed' && head.connection.message === GONE,
  );
  expect(session.last('failure')).toMatchObject({ reason: 'copy-gone', message: GONE });
  expect(session.state.head.turn).toBeNull();
}

async function restored({ session, copy, statuses, project }: Awaited<ReturnType<typeof worked>>) {
  await session.command({ type: 'copy.restore' });
  await session.ready();
  expect(lstatSync(copy).isDirectory()).toBe(true);
  expect(readFileSync(join(copy, 'README.md'), 'utf8')).toBe('Read me\n');
  expect(readFileSync(join(copy, 'one.txt'), 'utf8')).toBe('one\n');
  expect(readFileSync(join(copy, 'two.txt'), 'utf8')).toBe('two\n');
  expect(await statuses()).toEqual({ 'one.txt': 'settled', 'two.txt': 'open' });
  await session.send('Again');
  await session.turnEnded();
  expect(session.state.head.lastTurnEnd).toBe('end_turn');
  expect(readFileSync(join(copy, 'three.txt'), 'utf8')).toBe('three\n');
  expect(
    readdirSync(project)
      .filter((name) => name !== '.git')
      .sort(),
  ).toEqual(['README.md', 'one.txt']);
}

const deletes: readonly Step[] = [
  { shell: { command: "rm -rf '{{cwd}}'", cwd: '/' } },
  { write: { path: 'after.txt', content: 'after\n' } },
];

describe('a deleted copy', () => {
  it.each([false, true])(
    'is reported during a turn, and recreated (repository: %s)',
    async (isRepository) => {
      const given = await worked([...deletes, { stallUntil: 'never' }], { isRepository });
      await given.session.send('Go');
      await lost(given.session);
      expect(given.session.state.head.lastTurnEnd).toBe('interrupted');
      expect(existsSync(given.copy)).toBe(false);
      await restored(given);
    },
  );

  it('is reported in a turn that the agent ends normally', async () => {
    const given = await worked([...deletes, { say: 'Done.' }]);
    await given.session.send('Go');
    await lost(given.session);
    await restored(given);
  });

  it('is reported in a turn in which the agent exits, too', async () => {
    const given = await worked([...deletes, { exit: { code: 1 } }]);
    await given.session.send('Go');
    await lost(given.session);
    await restored(given);
  });

  it('is reported between turns: the next prompt is not sent, and a restart starts no agent', async () => {
    const given = await worked([{ say: 'Heard.' }]);
    rmSync(given.copy, { recursive: true });
    await given.session.try({ type: 'prompt.send', content: [{ type: 'text', text: 'Go' }] });
    await lost(given.session);
    await given.session.drained();
    await given.session.command({ type: 'agent.restart' });
    await lost(given.session);
    expect(given.session.transcript()).not.toContain('agent: Heard.');
    await restored(given);
  });

  it('is reported once, however often it is scanned', async () => {
    const given = await worked([]);
    rmSync(given.copy, { recursive: true });
    const { changes } = given.test;
    await Promise.all([changes.look(given.session.id), changes.look(given.session.id)]);
    const listed = unwrap(await changes.list(given.session.id));
    expect(listed.lookFault).toBe(GONE);
    await lost(given.session);
    expect(given.session.entries('failure')).toHaveLength(1);
    await restored(given);
  });

  it('can be recreated twice', async () => {
    const given = await worked(deletes);
    for (let time = 0; time < 2; time++) {
      await given.session.send('Go');
      await lost(given.session);
      await given.session.command({ type: 'copy.restore' });
      await given.session.ready();
    }
    expect(await given.statuses()).toEqual({ 'one.txt': 'settled', 'two.txt': 'open' });
  });
});

// Shows I18.
describe('a copy that was replaced by a link', () => {
  it('is not scanned; the link is removed, and its target stays unchanged', async () => {
    const given = await worked([]);
    const outside = given.folder.folder('outside');
    given.folder.write('outside/own.txt', 'own\n');
    rmSync(given.copy, { recursive: true });
    symlinkSync(outside, given.copy);
    await given.session.try({ type: 'prompt.send', content: [{ type: 'text', text: 'Go' }] });
    await lost(given.session);
    expect(await given.statuses()).not.toHaveProperty('own.txt');
    await restored(given);
    expect(readdirSync(outside)).toEqual(['own.txt']);
  });
});

it('a file in the place of the copy is not deleted: the user is told to move it', async () => {
  const given = await worked([]);
  rmSync(given.copy, { recursive: true });
  writeFileSync(given.copy, 'kept');
  await given.session.try({ type: 'prompt.send', content: [{ type: 'text', text: 'Go' }] });
  await lost(given.session);
  expect(await given.session.try({ type: 'copy.restore' })).toMatchObject({
    ok: false,
    error: { code: 'refused', message: expect.stringContaining('Move the file away') },
  });
  expect(readFileSync(given.copy, 'utf8')).toBe('kept');
  rmSync(given.copy);
  await restored(given);
});

it('a session in the user’s own folder has no copy to recreate', async () => {
  const folder = testFolder();
  const agent = scriptedAgent(folder, {});
  const test = await TestEngine.start(
    folder.join('data'),
    { scripted: agent },
    { workplaces: undefined },
  );
  const session = await test.create('scripted', folder.folder('project'));
  await session.ready();
  expect(await session.try({ type: 'copy.restore' })).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
});
