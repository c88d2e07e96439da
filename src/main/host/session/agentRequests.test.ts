import { expect, it } from 'vitest';
import { ok } from '#shared/errors';
import { type AgentRequestParts, AgentRequests } from './agentRequests';

it('passes writes on in the order of their requests, however long each path takes to resolve', async () => {
  const found = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written: string[] = [];
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  const requests = new AgentRequests({
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
