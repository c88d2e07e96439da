import { expect, it } from 'vitest';
import type { PermissionAsk } from '#main/agents/connection';
import { ByteBudget } from '#main/base/byteBudget';
import { FOUND_CHARACTERS } from '#main/host/limits';
import { ok } from '#shared/errors';
import type { PermissionOutcome } from '#shared/session/request/requests';
import { type AgentRequestParts, AgentRequests } from './agentRequests';

it('passes writes on in the order of their requests, however long each path takes to resolve', async () => {
  const found = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written: string[] = [];
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  const requests = new AgentRequests({
    questions: { untilTurnEnds: () => new AbortController().signal },
    files: {
      locate: async (path: string) => {
        await found[asked++]?.promise;
        return ok(path);
      },
    },
    gate: {
      write: async (_path: string, content: string) => {
        written.push(content);
        await answer.promise;
        return ok();
      },
    },
  } as unknown as AgentRequestParts);
  const { signal } = new AbortController();
  const writes = ['one', 'two'].map((content) =>
    requests.writeTextFile({ path: '/a', content }, signal),
  );
  found[1]?.resolve();
  await new Promise(setImmediate);
  found[0]?.resolve();
  await new Promise(setImmediate);
  // The second does not wait until the first was decided, which may take the user a while.
  expect(written).toEqual(['one', 'two']);
  answer.resolve();
  expect(await Promise.all(writes)).toEqual([ok(), ok()]);
});

// I6.
it('asks about no more files once the agent’s turn has ended', async () => {
  const turn = new AbortController();
  const judged = Promise.withResolvers<void>();
  const asked: AbortSignal[] = [];
  const requests = new AgentRequests({
    questions: {
      untilTurnEnds: () => (turn.signal.aborted ? new AbortController().signal : turn.signal),
      permission: async (_ask: PermissionAsk, signal: AbortSignal) => {
        asked.push(signal);
        return { type: 'cancelled' };
      },
    },
    rules: {
      restrict: true,
      judge: async () => {
        await judged.promise;
        return { effect: 'ask', by: [{ id: 'rul_1', name: '/a', scope: 'always' }] };
      },
    },
  } as unknown as AgentRequestParts);
  const { signal } = new AbortController();
  const request = { path: '/a', line: null, limit: null };
  const room = new ByteBudget(1);
  // One that has to wait for others, as reads and writes do, is of the turn in which it came.
  const turnEnd = requests.untilTurnEnds();
  const writes = [0, 1].map(() => requests.writeTextFile({ path: '/a', content: '' }, signal));
  turn.abort();
  judged.resolve();
  const answers = await Promise.all([
    ...writes,
    requests.readTextFile(request, room, turnEnd),
    requests.readFile('/a', room, turnEnd),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, false]);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
});

// Shows I21.
it('looks up what requests would change only as fast as they are answered', async () => {
  let read = 0;
  const text = 'x'.repeat(FOUND_CHARACTERS / 4);
  const answers: ((outcome: PermissionOutcome) => void)[] = [];
  const requests = new AgentRequests({
    recorder: { state: { head: { cwd: '/work' } } },
    questions: {
      note: () => ({}),
      isGone: () => false,
      permission: () => new Promise<PermissionOutcome>((resolve) => answers.push(resolve)),
    },
    files: {
      read: async () => {
        read++;
        return ok(text);
      },
    },
  } as unknown as AgentRequestParts);
  const ask = (path: string): PermissionAsk => ({
    toolCallId: null,
    tool: { content: [{ type: 'diff', path, before: null, after: '' }] },
    title: 'Write',
    options: [],
  });
  const { signal } = new AbortController();
  const asking = Array.from({ length: 40 }, (_, n) =>
    requests.askPermission(ask(`/work/${n}`), signal),
  );
  for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
  expect(answers.length).toBeLessThanOrEqual(4);
  expect(read).toBeLessThanOrEqual(5);
  const cancelled = { type: 'cancelled' } as const;
  while (answers.length > 0) {
    answers.shift()?.(cancelled);
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
  }
  expect(await Promise.all(asking)).toEqual(asking.map(() => cancelled));
  expect(read).toBe(40);
});

it('looks up nothing for a question that is gone before there is room for it', async () => {
  const read: string[] = [];
  let isGone = false;
  const first = Promise.withResolvers<void>();
  const requests = new AgentRequests({
    recorder: { state: { head: { cwd: '/work' } } },
    questions: {
      note: () => ({}),
      isGone: () => isGone,
      permission: async () => ({ type: 'cancelled' }),
    },
    files: {
      read: async (path: string) => {
        read.push(path);
        await first.promise;
        return ok('');
      },
    },
  } as unknown as AgentRequestParts);
  const { signal } = new AbortController();
  const asking = ['/work/a', '/work/b'].map((path) => {
    const tool = { content: [{ type: 'diff', path, before: null, after: '' }] } as const;
    return requests.askPermission({ toolCallId: null, tool, title: 'Write', options: [] }, signal);
  });
  await new Promise(setImmediate);
  isGone = true;
  first.resolve();
  await Promise.all(asking);
  expect(read).toEqual(['/work/a']);
});
