import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ByteBudget } from '#main/base/byteBudget';
import { fail, ok } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import { said } from '#test/support/sessionEvents';
import { ConnectionError, type SessionClient } from './connection';
import { SessionClients } from './sessionClients';

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
    notUnderstood: (message) => note(`lost: ${message}`),
    askPermission: async () => ({ type: 'selected', optionId: name }),
    elicit: async () => ({ type: 'accepted', values: { name } }),
    untilTurnEnds: () => signal,
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
  const clients = new SessionClients(() => undefined);
  const first = clientNamed('first');
  const second = clientNamed('second');
  const routes = [clients.route(one, first.client), clients.route(two, second.client)];
  return { clients, first, second, end: () => routes.forEach((route) => void route.dispose()) };
}

const room = new ByteBudget(1);

describe('SessionClients', () => {
  it('routes each session’s messages to its own client', async () => {
    const { clients, first, second, end } = setUp();
    clients.sessions.get(two)?.ingest([said('x')]);
    clients.sessions.get(one)?.terminalData(terminal, 'x');
    expect(first.heard).toEqual(['data term x']);
    expect(second.heard).toEqual(['ingest 1']);
    expect(await clients.of(two).askPermission(ask, signal)).toEqual({
      type: 'selected',
      optionId: 'second',
    });
    expect(
      await clients.of(one).readTextFile({ path: '/a', line: null, limit: null }, room, signal),
    ).toEqual(ok('first'));
    expect(clients.of(two).terminals.output(terminal)).toMatchObject({
      value: { output: 'second' },
    });
    end();
  });

  it('refuses everything for an unknown session', async () => {
    const { clients, first, second, end } = setUp();
    const nobody = 'nobody' as AgentSessionId;
    const unknown = fail('not-found', 'There is no such session.');
    expect(clients.sessions.get(nobody)).toBeUndefined();
    clients.of(nobody).ingest([said('x')]);
    expect(await clients.of(nobody).askPermission(ask, signal)).toEqual({ type: 'cancelled' });
    expect(await clients.of(nobody).elicit(question, signal)).toEqual({ type: 'cancelled' });
    expect(
      await clients.of(nobody).readTextFile({ path: '/a', line: null, limit: null }, room, signal),
    ).toEqual(unknown);
    expect(await clients.of(nobody).writeTextFile({ path: '/a', content: '' }, signal)).toEqual(
      unknown,
    );
    expect(await clients.of(nobody).readFile('/a', room, signal)).toEqual(unknown);
    expect(await clients.of(nobody).pathStatus('/a')).toEqual(unknown);
    expect(await clients.of(nobody).findFiles('*')).toEqual(unknown);
    expect(clients.of(nobody).terminals.output(terminal)).toEqual(unknown);
    expect(await clients.of(nobody).terminals.kill(terminal)).toEqual(unknown);
    expect(await clients.of(nobody).terminals.release(terminal)).toEqual(unknown);
    expect(await clients.of(nobody).terminals.waitForExit(terminal, signal)).toEqual(unknown);
    const request = { command: 'x', args: [], env: [], cwd: null, outputByteLimit: null };
    expect(await clients.of(nobody).terminals.create(request)).toEqual(unknown);
    expect([...first.heard, ...second.heard]).toEqual([]);
    end();
  });

  it('forgets a session when its route is disposed', () => {
    const { clients, end } = setUp();
    end();
    expect(clients.sessions.get(one)).toBeUndefined();
  });

  it('refuses a session id that another session already uses', () => {
    const { clients, first, second, end } = setUp();
    expect(() => clients.route(one, second.client)).toThrow(ConnectionError);
    clients.sessions.get(one)?.ingest([said('x')]);
    expect(first.heard).toEqual(['ingest 1']);
    // To its own client it may be given again, as when a conversation was first listened to.
    clients.route(one, first.client).dispose();
    end();
  });

  it('puts questions of the connection to the session that waits for it, else to any session', async () => {
    const { clients, first, second, end } = setUp();
    const asked = async () => clients.of(null).elicit(question, signal);
    expect(await asked()).toMatchObject({ values: { name: 'first' } });
    const attendance = clients.attend(second.client);
    expect(await asked()).toMatchObject({ values: { name: 'second' } });
    const newer = clients.attend(first.client);
    expect(await asked()).toMatchObject({ values: { name: 'first' } });
    attendance.dispose();
    newer.dispose();
    end();
    expect(await asked()).toEqual({ type: 'cancelled' });
  });

  it('is congested when any of its sessions is', () => {
    const { clients, end } = setUp();
    expect(clients.congestion()).toBeNull();
    const slow = Promise.resolve();
    const route = clients.route('three' as AgentSessionId, clientNamed('third', slow).client);
    expect(clients.congestion()).toBe(slow);
    route.dispose();
    end();
  });

  it('reads a few files at a time, and the next once the agent has received them', async () => {
    let room: Promise<void> | null = null;
    const clients = new SessionClients(
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
    const route = clients.route(one, { ...client, readTextFile });
    const request = { path: '/a', line: null, limit: null };
    const answers = Array.from({ length: 6 }, () =>
      clients.inTurn((room) => clients.of(one).readTextFile(request, room, signal)),
    );
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
    // A client that left meanwhile gets an error.
    route.dispose();
    for (const read of reads) read.resolve();
    expect(await answers[5]).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await Promise.all(answers.slice(0, 3))).toEqual(Array(3).fill(ok('text')));
  });

  it('reads one large file at a time, and the next once the agent has received it', async () => {
    let room: Promise<void> | null = null;
    const clients = new SessionClients(
      () => undefined,
      () => room,
    );
    let reads = 0;
    const taken = Promise.withResolvers<void>();
    const { client } = clientNamed('first');
    const route = clients.route(one, {
      ...client,
      readTextFile: (_, budget) =>
        budget.run(10_000_000, async () => {
          reads++;
          return ok('text');
        }),
    });
    const request = { path: '/a', line: null, limit: null };
    const answers = Array.from({ length: 2 }, () =>
      clients.inTurn((room) => clients.of(one).readTextFile(request, room, signal)),
    );
    await answers[0];
    // As the channel does when it is sent.
    room = taken.promise;
    await setImmediate();
    await setImmediate();
    expect(reads).toBe(1);
    room = null;
    taken.resolve();
    expect(await answers[1]).toEqual(ok('text'));
    route.dispose();
  });

  const lost = { type: 'unexpected', message: 'Something came.' } as const;

  it('tells the users of each session once that something is lost', () => {
    const { clients, first, second, end } = setUp();
    clients.connected();
    clients.report({ type: 'invalid', method: 'plan', message: 'no steps' }, one);
    expect(first.heard).toEqual(['lost: The agent’s message plan could not be used: no steps.']);
    expect(second.heard).toEqual([]);
    clients.report(lost);
    clients.report(lost);
    clients.report(lost, two);
    expect(first.heard).toHaveLength(1);
    expect(second.heard).toEqual(['lost: Something came.']);
    end();
  });

  it('tells the next session what was lost while there was none, once the agent is known', () => {
    const clients = new SessionClients(() => undefined);
    clients.report({ type: 'unexpected', message: 'In another language.' });
    clients.connected();
    clients.report(lost);
    const { client, heard } = clientNamed('first');
    using _route = clients.route(one, client);
    const other = clientNamed('second');
    using _other = clients.route(two, other.client);
    expect(heard).toEqual(['lost: Something came.']);
    expect(other.heard).toEqual([]);
  });

  it.each([
    ['Starting up…', false],
    ['{"jsonrpc":"2.0","method":', true],
  ])('takes the line %j for a lost message: %s', (text, isLost) => {
    const { clients, first, end } = setUp();
    clients.connected();
    clients.report({ type: 'garbage', text });
    expect(first.heard).toHaveLength(isLost ? 1 : 0);
    end();
  });

  it('warns all of an agent’s sessions', () => {
    const { clients, first, second, end } = setUp();
    clients.warn('It is stuck.');
    expect([first.heard, second.heard]).toEqual([['warn It is stuck.'], ['warn It is stuck.']]);
    end();
  });
});
