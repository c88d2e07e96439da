import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import { said } from '#test/support/sessionEvents';
import type { SessionClient } from './agents';
import { ClientRouter } from './clientRouter';
import { ConnectionError } from './connection';

const one = 'one' as AgentSessionId;
const two = 'two' as AgentSessionId;
const terminal = 'term' as TerminalId;
const signal = new AbortController().signal;
const ask = { toolCallId: null, tool: {}, title: 'May I?', options: [] };
const question = {
  message: 'How?',
  toolCallId: null,
  body: { type: 'form' as const, fields: [] },
};

/** Answers everything with its own name, and notes what it was asked. */
function clientNamed(name: string, congested: Promise<void> | null = null) {
  const heard: string[] = [];
  const note = (what: string) => {
    heard.push(what);
  };
  const client: SessionClient = {
    ingest: (events) => note(`ingest ${events.length}`),
    congestion: () => congested,
    warn: (message) => note(`warn ${message}`),
    askPermission: async () => ({ type: 'selected', optionId: name }),
    elicit: async () => ({ type: 'accepted', values: { name } }),
    readTextFile: async () => ok(name),
    writeTextFile: async () => {
      note('write');
      return ok();
    },
    readFile: async () => ok(Buffer.from(name)),
    pathStatus: async () => ok('file'),
    findFiles: async () => ok([name]),
    terminals: {
      create: async () => ok(name as TerminalId),
      output: () => ok({ output: name, truncated: false, exit: null }),
      waitForExit: async () => ok({ exitCode: 0, signal: null }),
      kill: async () => ok(),
      release: async () => ok(),
    },
    terminalData: (id, data) => note(`data ${id} ${data}`),
  };
  return { client, heard };
}

function setUp() {
  const router = new ClientRouter(() => undefined);
  const first = clientNamed('first');
  const second = clientNamed('second');
  const routes = [router.route(one, first.client), router.route(two, second.client)];
  return { router, first, second, end: () => routes.forEach((route) => void route.dispose()) };
}

describe('ClientRouter', () => {
  it('leads each session’s traffic to its own client', async () => {
    const { router, first, second, end } = setUp();
    expect(router.ingest(two, [said('x')])).toBe(true);
    router.terminalData(one, terminal, 'x');
    expect(first.heard).toEqual(['data term x']);
    expect(second.heard).toEqual(['ingest 1']);
    expect(await router.askPermission(two, ask, signal)).toEqual({
      type: 'selected',
      optionId: 'second',
    });
    expect(await router.readTextFile(one, { path: '/a', line: null, limit: null })).toEqual(
      ok('first'),
    );
    expect(await router.terminals.output(two, terminal)).toMatchObject({
      value: { output: 'second' },
    });
    end();
  });

  it('knows nothing of a session that is nobody’s here', async () => {
    const { router, first, second, end } = setUp();
    const nobody = 'nobody' as AgentSessionId;
    const unknown = fail('not-found', 'There is no such session here.');
    expect(router.ingest(nobody, [said('x')])).toBe(false);
    expect(await router.askPermission(nobody, ask, signal)).toEqual({ type: 'cancelled' });
    expect(await router.elicit(nobody, question, signal)).toEqual({ type: 'cancelled' });
    expect(await router.readTextFile(nobody, { path: '/a', line: null, limit: null })).toEqual(
      unknown,
    );
    expect(await router.writeTextFile(nobody, { path: '/a', content: '' }, signal)).toEqual(
      unknown,
    );
    expect(await router.readFile(nobody, '/a')).toEqual(unknown);
    expect(await router.pathStatus(nobody, '/a')).toEqual(unknown);
    expect(await router.findFiles(nobody, '*')).toEqual(unknown);
    expect(await router.terminals.output(nobody, terminal)).toEqual(unknown);
    expect(await router.terminals.kill(nobody, terminal)).toEqual(unknown);
    expect(await router.terminals.release(nobody, terminal)).toEqual(unknown);
    expect(await router.terminals.waitForExit(nobody, terminal, signal)).toEqual(unknown);
    const request = { command: 'x', args: [], env: [], cwd: null, outputByteLimit: null };
    expect(await router.terminals.create(nobody, request)).toEqual(unknown);
    expect([...first.heard, ...second.heard]).toEqual([]);
    end();
  });

  it('forgets a session when its route is given back', () => {
    const { router, end } = setUp();
    end();
    expect(router.ingest(one, [said('x')])).toBe(false);
  });

  it('gives no session away that somebody else has', () => {
    const { router, first, second, end } = setUp();
    expect(() => router.route(one, second.client)).toThrow(ConnectionError);
    router.ingest(one, [said('x')]);
    expect(first.heard).toEqual(['ingest 1']);
    // To its own client it may be given again, as when a conversation was first listened to.
    router.route(one, first.client).dispose();
    end();
  });

  it('puts questions of the connection to who waits for it, else to anybody', async () => {
    const { router, first, second, end } = setUp();
    const asked = async () => router.elicit(null, question, signal);
    expect(await asked()).toMatchObject({ values: { name: 'first' } });
    const attendance = router.attend(second.client);
    expect(await asked()).toMatchObject({ values: { name: 'second' } });
    const newer = router.attend(first.client);
    expect(await asked()).toMatchObject({ values: { name: 'first' } });
    attendance.dispose();
    newer.dispose();
    end();
    expect(await asked()).toEqual({ type: 'cancelled' });
  });

  it('is congested when any of its sessions is', () => {
    const { router, end } = setUp();
    expect(router.congestion()).toBeNull();
    const slow = Promise.resolve();
    const route = router.route('three' as AgentSessionId, clientNamed('third', slow).client);
    expect(router.congestion()).toBe(slow);
    route.dispose();
    end();
  });

  it('reads a few files at a time, each once the agent has taken the ones before', async () => {
    let room: Promise<void> | null = null;
    const router = new ClientRouter(
      () => undefined,
      () => room,
    );
    const reads: PromiseWithResolvers<void>[] = [];
    const { client } = clientNamed('first');
    const readTextFile = async () => {
      const read = Promise.withResolvers<void>();
      reads.push(read);
      await read.promise;
      return ok('text');
    };
    const route = router.route(one, { ...client, readTextFile });
    const request = { path: '/a', line: null, limit: null };
    const answers = Array.from({ length: 6 }, () => router.readTextFile(one, request));
    await setImmediate();
    expect(reads).toHaveLength(2);
    const taken = Promise.withResolvers<void>();
    room = taken.promise;
    let isAnswered = false;
    void answers[0]?.then(() => {
      isAnswered = true;
    });
    reads[0]?.resolve();
    await setImmediate();
    await setImmediate();
    expect(isAnswered, 'not while the agent has not taken the answers before').toBe(false);
    expect(reads).toHaveLength(2);
    room = null;
    taken.resolve();
    await answers[0];
    await setImmediate();
    expect(reads).toHaveLength(3);
    // Whoever left meanwhile is told so.
    route.dispose();
    for (const read of reads) read.resolve();
    expect(await answers[5]).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await Promise.all(answers.slice(0, 3))).toEqual(Array(3).fill(ok('text')));
  });

  it('warns all of an agent’s sessions', () => {
    const { router, first, second, end } = setUp();
    router.warn('It is stuck.');
    expect([first.heard, second.heard]).toEqual([['warn It is stuck.'], ['warn It is stuck.']]);
    end();
  });
});
