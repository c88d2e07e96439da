import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { AgentSet } from '#test/support/agentSet';
import { unwrap } from '#test/support/testEngine';

const BASE = 'one first\ntwo second\nthree third\nfour fourth\nfive fifth\nsix sixth\n';

async function twoOf(files: Readonly<Record<string, string>>) {
  const set = await AgentSet.start(files, 2);
  const [first, second] = set.sessions as [SessionId, SessionId];
  return { set, first, second };
}

describe('lines of a composed result', () => {
  it('are of the agent that wrote them in that file, though another wrote the same in another', async () => {
    const { set, first, second } = await twoOf({ 'a.txt': BASE, 'b.txt': BASE });
    (await set.copy(first)).write('a.txt', `${BASE}the same line\n}\n`);
    (await set.copy(second)).write('b.txt', `${BASE}the same line\n}\n`);
    const { sessionId } = await set.composeAll([first, second]);
    await set.restart();
    await set.accept(sessionId);
    expect(await set.named('a.txt')).toEqual(['A0: the same line', 'A0: }']);
    expect(await set.named('b.txt')).toEqual(['A1: the same line', 'A1: }']);
  });

  it('are of the agent that wrote them in that place, though another wrote the same above', async () => {
    const { set, first, second } = await twoOf({ 'a.txt': BASE });
    (await set.copy(first)).write('a.txt', BASE.replace('one first\n', 'one first\nsame again\n'));
    (await set.copy(second)).write('a.txt', `${BASE}same again\n`);
    const { sessionId } = await set.composeAll([first, second]);
    // The lower one first.
    await set.accept(sessionId, (_, hunk) => hunk === 1);
    expect(await set.named('a.txt')).toEqual(['A1: same again']);
    await set.accept(sessionId);
    expect(await set.named('a.txt')).toEqual(['A0: same again', 'A1: same again']);
    const scores = unwrap(await set.compare['compare.scores'](null, 0));
    const accepted = (id: SessionId) => scores.find((one) => one.sessionId === id)?.accepted;
    expect([first, second, sessionId].map(accepted)).toEqual([1, 1, 0]);
  });

  it('are of no agent where the user typed them', async () => {
    const { set, first, second } = await twoOf({ 'a.txt': BASE, 'b.txt': BASE });
    (await set.copy(first)).write('a.txt', `${BASE}by the first\n`);
    (await set.copy(second)).write('b.txt', `${BASE}by the second\n`);
    const { sessionId } = await set.composeAll([first, second]);
    const changes = await set.changes(sessionId);
    const view = (await set.open(sessionId)).find(({ change }) => change.path === 'b.txt');
    if (view === undefined) throw new Error('There is a change.');
    await changes.edit(view.change.changeId, `my own line\n${BASE}by the second\n`);
    await set.accept(sessionId);
    expect(await set.named('b.txt')).toEqual(['A1: by the second']);
  });
});
