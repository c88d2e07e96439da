import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { FileProblem } from '#main/base/files/keptFile';
import { fail, ok } from '#shared/errors';
import type { AgentId, SessionId } from '#shared/ids';
import { testFolder } from '#test/support/testFolder';
import { ResultComposer } from './resultComposer';
import { UnfinishedResults } from './unfinishedResults';

const ID = 'ses_composed0001' as SessionId;
const FULL = fail('io', 'The disk is full.');

function start() {
  const folder = testFolder();
  const problems: FileProblem[] = [];
  const unfinished = new UnfinishedResults(folder.join('composing'), (one) => problems.push(one));
  return { folder, problems, unfinished, noted: () => readdirSync(folder.join('composing')) };
}

/** A composition whose copy cannot be filled. */
function compose(unfinished: UnfinishedResults, deletes: boolean) {
  const host = {
    create: async () => ok(ID),
    open: async () => FULL,
    delete: async () => (deletes ? ok('item') : FULL),
    dispatch: async () => ok(undefined),
  };
  return new ResultComposer(host, undefined, unfinished).create({
    agentId: 'agent' as AgentId,
    project: '/project',
    isolation: 'isolated',
    title: 'Composed',
    picks: [],
  });
}

it('forgets a result that was taken away again', async () => {
  const { unfinished, noted } = start();
  expect(await compose(unfinished, true)).toEqual(FULL);
  expect(noted()).toEqual([]);
});

it('keeps the note of a half-filled result that cannot be taken away now, and says so', async () => {
  const { unfinished, noted } = start();
  expect(await compose(unfinished, false)).toMatchObject({
    error: { message: expect.stringMatching(/^The disk is full\. .*next start/) },
  });
  expect(noted()).toEqual([ID]);
});

it('keeps the note until the title of the result is on disk', async () => {
  const { unfinished, noted } = start();
  const steps: string[] = [];
  const changes = { look: async () => ({ fault: null }), all: [] };
  const session = {
    changes: ok(changes),
    sync: async () => {
      steps.push(`saved with ${noted().length} note`);
      return ok();
    },
  };
  const host = {
    create: async () => ok(ID),
    open: async () => ok(session) as never,
    delete: async () => ok('item'),
    dispatch: async () => {
      steps.push('named');
      return ok();
    },
  };
  const wish = { agentId: 'agent' as AgentId, project: '/project', isolation: 'isolated' } as const;
  const composed = await new ResultComposer(host, undefined, unfinished).create({
    ...wish,
    title: 'Composed',
    picks: [],
  });
  expect(composed).toMatchObject({ ok: true });
  expect(steps).toEqual(['named', 'saved with 1 note']);
  expect(noted()).toEqual([]);
});

it('keeps the note while the session cannot be read', async () => {
  const { unfinished, noted } = start();
  await unfinished.begin(ID);
  const host = { list: () => [], delete: async () => ok('item') };
  const problems = [{ id: ID, message: 'No permission.' }];
  await unfinished.discard({ ...host, unreadable: async () => problems });
  expect(noted()).toEqual([ID]);
  await unfinished.discard({ ...host, unreadable: async () => [] });
  expect(noted()).toEqual([]);
});

it.each(['a text', null])('takes no session away for what is not a note: %s', async (text) => {
  const { folder, problems, unfinished, noted } = start();
  if (text === null) folder.folder(`composing/${ID}`);
  else folder.write(`composing/${ID}`, text);
  const list = () => [{ id: ID }] as never;
  const host = { list, unreadable: async () => [], delete: async () => ok('item') };
  const deleted = vi.spyOn(host, 'delete');
  await unfinished.discard(host);
  expect(deleted).not.toHaveBeenCalled();
  expect(noted()).toEqual([ID]);
  expect(problems.map(({ path }) => path)).toEqual([folder.join('composing', ID)]);
});
