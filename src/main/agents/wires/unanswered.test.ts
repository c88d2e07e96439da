import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type AgentConnection, ConnectionError } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { Wire } from '#shared/session/wires';
import { claudeHarness, conversation, introduction } from '#test/support/claudeHarness';
import { codexHarness, thread } from '#test/support/codexHarness';
import { harness as dialectHarness } from '#test/support/dialectHarness';
import { mutationsOf } from '#test/support/mutations';
import { rpcHarness, type WireHarness } from '#test/support/wireHarness';
import { connect as connectAcp } from './acp/connect';
import { connect as connectCrow } from './crow/connect';
import { connect as connectThreads } from './threads/connect';

const place = { cwd: '/work', additionalDirectories: [] };
const old = 'old' as AgentSessionId;
const words = [{ type: 'text', text: 'Hello' }] as const;

/** What the agent of a wire answers, by our request; each wire begins with the first of them. */
interface Spoken {
  readonly answers: Readonly<Record<string, unknown>>;
  harness(): WireHarness<unknown>;
  answer(harness: WireHarness<unknown>, request: string, answer: unknown): void;
  leaveOpen(harness: WireHarness<unknown>, request: string): void;
  readonly options?: { readonly draft?: boolean; readonly resumes?: AgentSessionId };
}

function rpc(harness: () => WireHarness, answers: Spoken['answers'], more = {}): Spoken {
  const peerOf = (made: WireHarness<unknown>) => (made as WireHarness).peer;
  return {
    answers,
    harness,
    answer: (made, request, answer) => void peerOf(made).answer(request, answer),
    leaveOpen: (made, request) => void peerOf(made).leaveOpen(request),
    ...more,
  };
}

const everything = {
  loadSession: true,
  sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {}, delete: {} },
};

const wires: Readonly<Record<Wire, Spoken>> = {
  acp: rpc(() => rpcHarness(connectAcp), {
    initialize: { protocolVersion: 1, agentCapabilities: everything },
    'session/new': {
      sessionId: 'session-1',
      modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] },
      configOptions: [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: false }],
    },
  }),
  'acp-2': rpc(
    () => rpcHarness(connectAcp),
    {
      initialize: {
        protocolVersion: 2,
        info: { name: 'draft', version: '1' },
        capabilities: { session: { prompt: {}, delete: {} } },
      },
      'session/new': { sessionId: 'session-1', configOptions: [] },
    },
    { options: { draft: true } },
  ),
  'acp-2025.1': rpc(() => dialectHarness(), {
    initialize: { agent_info: { name: 'a', version: '1' }, capabilities: { image: true } },
    'session/new': { status: 'ok' },
  }),
  crow: rpc(() => rpcHarness(connectCrow), {
    initialize: { protocol_version: 1, agent_capabilities: { load_session: true } },
    'session/new': { sessionId: 'session-1' },
  }),
  threads: rpc(
    () => rpcHarness((options, ids) => connectThreads(options, ids), { versioned: false }),
    {
      getThreads: { threads: [{ id: 'old', title: 'Old', modifiedAt: '2024-07-30T12:00:00Z' }] },
      createThread: { threadId: 'thread-1' },
    },
  ),
  claude: {
    answers: {
      initialize: introduction,
      get_status: {
        sections: [{ title: 'Session', rows: [{ label: 'Session ID', value: conversation }] }],
      },
    },
    harness: claudeHarness,
    answer: (made, request, answer) =>
      void (made as ReturnType<typeof claudeHarness>).peer.answer(request, answer as object),
    leaveOpen: (made, request) =>
      void (made as ReturnType<typeof claudeHarness>).peer.answer(request, null),
    options: { resumes: conversation },
  },
  codex: rpc(codexHarness, {
    initialize: { userAgent: 'airlock/0.166.0 (Debian; x86_64)' },
    'thread/start': thread,
  }),
};

/** Everything that waits for an answer and takes a signal, and what else does. */
const bounded: Readonly<
  Record<string, (connection: AgentConnection, signal: AbortSignal) => Promise<unknown> | undefined>
> = {
  newSession: (to, signal) => to.newSession(place, signal),
  loadSession: (to, signal) => to.loadSession?.(old, place, signal),
  resumeSession: (to, signal) => to.resumeSession?.(old, place, signal),
  forkSession: (to, signal) => to.forkSession?.(old, place, signal),
  listSessions: (to, signal) => to.listSessions?.(null, signal),
  closeSession: (to, signal) => to.closeSession?.(old, signal),
  deleteSession: (to, signal) => to.deleteSession?.(old, signal),
  authenticate: (to, signal) => to.authenticate?.('api-key', { apiKey: 'k' }, signal),
};
const unbounded: Readonly<
  Record<string, (connection: AgentConnection, id: AgentSessionId) => Promise<unknown> | undefined>
> = {
  prompt: (to, id) => to.prompt(id, words),
  setMode: (to, id) => to.setMode?.(id, 'ask'),
  setOption: (to, id) => to.setOption?.(id, 'fast', true),
  setTitle: (to, id) => to.setTitle?.(id, 'Title'),
  steer: (to, id) => to.steer?.(id, words),
  logout: (to) => to.logout?.(),
};

function speaking({ answers, harness, answer }: Spoken): WireHarness<unknown> {
  const made = harness();
  for (const [request, given] of Object.entries(answers)) answer(made, request, given);
  return made;
}

/** How it ended, which it must: with an answer, or with an error that says why there is none. */
async function endOf(work: Promise<unknown> | undefined): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof ConnectionError) return error.code;
    throw error;
  }
}

/** Whether an answer comes within it makes no difference: there is an end in either case. */
const SOON = 20;

const late = () => new DOMException('late', 'TimeoutError');

describe.each(Object.entries(wires))('%s: an agent that never answers', (_, wire) => {
  const [first = '', second = ''] = Object.keys(wire.answers);

  test('at its start is given up when the time is over', async () => {
    const made = speaking(wire);
    wire.leaveOpen(made, first);
    const connecting = endOf(made.connect(wire.options));
    await setImmediate();
    made.abort.abort(late());
    expect(await connecting).toBe('timeout');
  });

  test('a second request at its start is given up, too', async () => {
    const made = speaking(wire);
    wire.leaveOpen(made, second);
    const opening = made.connect(wire.options).then((connection) => {
      const signal = AbortSignal.abort(late());
      return connection.newSession(place, signal);
    });
    const ended = endOf(opening);
    await setImmediate();
    made.abort.abort(late());
    expect(['timeout', 'done']).toContain(await ended);
  });

  test.each(Object.entries(bounded))('%s: ends when the time is over', async (__, wait) => {
    const made = speaking(wire);
    const connection = await made.connect(wire.options);
    wire.leaveOpen(made, second);
    const time = new AbortController();
    const ended = endOf(wait(connection, time.signal));
    await setImmediate();
    time.abort(late());
    // Where there is nothing to ask the agent for, there is nothing to wait for.
    expect(['timeout', 'done', 'not-found', 'unsupported', 'invalid-request']).toContain(
      await ended,
    );
  });

  test.each(Object.entries(unbounded))('%s: ends with the connection', async (__, wait) => {
    const made = speaking(wire);
    const connection = await made.connect(wire.options);
    const { agentSessionId } = await made.open(connection);
    const ended = endOf(wait(connection, agentSessionId));
    await setImmediate();
    connection.cancel(agentSessionId);
    connection.dispose();
    expect(['closed', 'done', 'unsupported', 'invalid-request']).toContain(await ended);
  });
});

describe.each(Object.entries(wires))('%s: an answer that is not one', (_, wire) => {
  test.each(Object.entries(wire.answers))(
    'to %s: an error or a session',
    async (request, answer) => {
      for (const { value } of mutationsOf(answer)) {
        const made = speaking(wire);
        wire.answer(made, request, () => value);
        const opened = await made
          .connect({ ...wire.options, silenceMilliseconds: SOON })
          .then((connection) => connection.newSession(place, AbortSignal.timeout(SOON)))
          .then(() => 'done', codeOf);
        expect(opened).toBeTypeOf('string');
        made.abort.abort();
      }
    },
  );
});

function codeOf(error: unknown): string {
  if (error instanceof ConnectionError) return error.code;
  throw error;
}
