import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, type TestSession, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const NOTICE = 'The write to two.txt was not made, because Airlock was closed.';

const middle = 'a\nb\nc\nd\ne\nf\ng\nh\n';
const BEFORE = `one\n${middle}two\n`;
const AFTER = `one, better\n${middle}two, better\n`;
const PARTLY = `one, better\n${middle}two\n`;

/** In place, a write of the agent's that waits for the user. */
async function held() {
  const folder = testFolder();
  folder.write('project/two.txt', BEFORE);
  const agent = scriptedAgent(folder, {
    stateFile: folder.join('agent-state.json'),
    turns: [[{ write: { path: 'two.txt', content: AFTER, onError: [{ say: 'Refused.' }] } }]],
  });
  const start = (data: string) =>
    TestEngine.start(folder.join(data), { scripted: agent }, { workplaces: undefined });
  const test = await start('data');
  const session = await test.create('scripted', folder.join('project'), 'Write', 'in-place');
  await expect
    .poll(async () => unwrap(await test.changes.list(session.id)).changes)
    .toMatchObject([{ status: 'open' }]);
  return { folder, test, start, session };
}

async function waitingIn(test: TestEngine, session: TestSession) {
  const [waiting] = unwrap(await test.changes.list(session.id)).changes;
  if (!waiting) throw new Error('Nothing waits.');
  return waiting;
}

function told(session: TestSession) {
  return {
    notices: session.entries('notice').filter(({ title }) => title === NOTICE),
    calls: session.entries('tool').filter(({ title }) => title === 'Write two.txt'),
  };
}

describe('a write that waits for the user', () => {
  it('makes its session one that waits, until it is decided', async () => {
    const { test, session } = await held();
    const status = () => test.engine.host.list().find(({ id }) => id === session.id)?.status;
    expect(session.state.head.heldWrites).toMatchObject([{ path: 'two.txt' }]);
    expect(status()).toBe('waiting');
    const { change, hunks } = await waitingIn(test, session);
    const verdicts = hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const }));
    unwrap(await test.changes.decide(session.id, [{ changeId: change.changeId, hunks: verdicts }]));
    await expect.poll(status).toBe('idle');
    expect(session.state.head.heldWrites).toEqual([]);
  });

  it.each(['closed', 'killed'])('is told of after Airlock was %s, once', async (how) => {
    const { folder, test, start, session } = await held();
    // What a kill leaves is what is on the disk at that moment.
    if (how === 'killed') cpSync(folder.join('data'), folder.join('killed'), { recursive: true });
    await test.stop();
    const data = how === 'killed' ? 'killed' : 'data';
    for (let time = 0; time < 2; time += 1) {
      const next = await start(data);
      const again = await next.open(session.id);
      const { notices, calls } = told(again);
      expect(notices).toHaveLength(1);
      expect(calls).toMatchObject([
        {
          status: 'failed',
          content: [{ type: 'diff', path: 'two.txt', before: BEFORE, after: AFTER }],
        },
      ]);
      expect(unwrap(await next.changes.list(session.id)).changes).toEqual([]);
      await next.stop();
    }
    expect(folder.read('project/two.txt')).toBe(BEFORE);
  });

  it('is told of as not finished if the user has accepted a part of it', async () => {
    const { folder, test, start, session } = await held();
    const { change, hunks } = await waitingIn(test, session);
    const [first] = hunks;
    if (!first) throw new Error('There are no hunks.');
    const verdicts = [{ hunkId: first.hunk.id, verdict: 'accept' as const }];
    unwrap(await test.changes.decide(session.id, [{ changeId: change.changeId, hunks: verdicts }]));
    await test.stop();
    const again = await (await start('data')).open(session.id);
    expect(again.entries('notice')).toMatchObject([
      {
        title: 'The write to two.txt was not finished, because Airlock was closed.',
        description:
          'Only what you had accepted was written. What the agent wanted to write is shown below.',
      },
    ]);
    expect(folder.read('project/two.txt')).toBe(PARTLY);
  });

  it('is not told of if the user has decided it', async () => {
    const { test, start, session } = await held();
    const { change, hunks } = await waitingIn(test, session);
    const verdicts = hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'reject' as const }));
    unwrap(await test.changes.decide(session.id, [{ changeId: change.changeId, hunks: verdicts }]));
    await test.stop();
    const again = await (await start('data')).open(session.id);
    expect(told(again)).toEqual({ notices: [], calls: [] });
  });
});
